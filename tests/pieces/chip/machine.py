# mypy: ignore-errors
# Pins of which nobody looks at the levels: what hangs on them is in rp2.py.

ADC = PWM = WDT = mem16 = mem32 = None  # no piece uses them
pulls = {}  # by GPIO


class Pin:
    IN, OUT, PULL_UP, PULL_DOWN = range(4)

    def __init__(self, gpio, mode=None, pull=None):
        pulls[gpio] = pull
