// Tests of LaminaNode.
