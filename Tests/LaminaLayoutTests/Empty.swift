// Tests of LaminaLayout.
