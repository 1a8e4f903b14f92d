# mypy: ignore-errors
# Pins without levels: rp2.py simulates what is connected to them.

ADC = PWM = WDT = mem16 = mem32 = None  # no piece uses them
pulls = {}  # by GPIO


class Pin:
    IN, OUT, PULL_UP, PULL_DOWN = range(4)

    def __init__(self, gpio, mode=None, pull=None):
        pulls[gpio] = pull
