// Tests of LaminaABI.
