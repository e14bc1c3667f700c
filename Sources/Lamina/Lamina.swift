// The shared library: everything in it comes from LaminaABI.
import LaminaABI
