// Tests of LaminaDraw.
