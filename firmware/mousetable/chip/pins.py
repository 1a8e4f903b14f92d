# The GPIO of each signal. hardware/pins.toml has the same with the Pico's pin numbers; a test compares them.

from ..micro import const

LED_DATA = const(2)
SERVO_PWM = const(6)
SERVO_EN = const(7)
SERVO_RAIL_OK = const(8)
CAGE_SW = const(10)
BUTTON_A = const(11)
BUTTON_B = const(12)
BUZZER = const(14)
SR_MISO = const(16)
SR_PL = const(17)
SR_SCK = const(18)
SR_TEST = const(19)
SERVO_CURRENT = const(26)
SENSE_5V = const(27)
# Pins that drive every register of the chain over metres of ribbon: with 12 mA, not the usual 4
STRONG = (SR_PL, SR_SCK)

# Inputs of a table without a chain, at most wire.OWN_PINS. Apart from the chain test, none is ever an output.
OWN_INPUTS = (3, 4, 5, 9, 13, 15, 20, 21, 22)

# (GPIO, level when closed), in the order of wire.DIRECT
DIRECT = ((CAGE_SW, 0), (BUTTON_A, 0), (BUTTON_B, 0), (SERVO_RAIL_OK, 1))
