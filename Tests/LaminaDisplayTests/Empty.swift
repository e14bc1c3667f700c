// Tests of LaminaDisplay.
