// Tests of LaminaText.
