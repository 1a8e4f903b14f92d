"""What can be wrong with a table, in words: what it is and what to do about it. One row a kind."""

from __future__ import annotations

import msgspec


class Finding(msgspec.Struct, frozen=True, order=True):
    """Something wrong. `kind` is for programs, `where` what it concerns: places, inputs, settings."""

    part: str
    kind: str
    where: tuple[str, ...]
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.part}: {self.what}. {self.remedy}."


def finding(part: str, kind: str, *where: object) -> Finding:
    """The finding of that kind, in its words."""
    what, remedy = _WORDS[part][kind]
    names = tuple(map(str, where))
    return Finding(part, kind, names, what.format(*names), remedy.format(*names))


_TRY_TABLE = "or take over the sensors table of this report into the layout file"

_WORDS = {
    "table": {
        "restarted": (
            "the board restarted meanwhile ({0})",
            "Power: look at supply, fuses and the 5 V wiring. Watchdog: report it",
        ),
        "fault": (
            "the board has latched the fault {0}",
            "SAFETY.md says what it means; hold both buttons for two seconds to clear it",
        ),
        "errors": ("the firmware caught {0} exceptions since its start", "Report it, with `mouseboard table monitor`"),
    },
    "chain": {
        "bad": (
            "the test pattern does not come back through the registers",
            "Switch off. Check 3.3 V and ground at every register, then SR_TEST, SR_SCK, SR_PL, SR_MISO and each "
            "register's output to the next one's serial input; also that the setting `chain` counts all inputs",
        ),
        "was-bad": (
            "the test pattern came back now, but not when the board started",
            "Look for a loose joint or a register whose supply comes up late",
        ),
    },
    "power": {
        "low": ("the supply is {0} mV", "Switch off. Check supply, fuse, wire gauge, and the divider at SENSE_5V"),
        "high": ("the supply is {0} mV", "Switch off before lamps and Pico suffer. Set or change the supply"),
        "sag": (
            "the lamps pull the supply down by {0} mV",
            "Feed the strip at both ends, use thicker wire, or lower the setting `current`",
        ),
        "leak": (
            "the servo draws {0} mA while it should have no power",
            "Check SERVO_EN, its pull-down and the switching FETs",
        ),
    },
    "buttons": {
        "stuck": ("{0} is closed though nobody presses", "Look for a jammed button, a short, or the wrong terminals"),
        "dead": ("pressing {0} closes nothing", "Check its wire to the Pico and to ground"),
        "swapped": ("A and B are exchanged", "Exchange their wires at the Pico"),
        "other": ("pressing {0} closes {1}", "Check to which pins the wires go"),
    },
    "stop": {
        "dead": (
            "the table does not notice when the emergency stop is pressed",
            "Do not use the servo. The button must open the servo's 5 V, and SERVO_RAIL_OK sense it behind the button",
        ),
        "no-power": (
            "the servo's rail has no power though the emergency stop is released",
            "Check fuse, emergency stop and the wire to SERVO_RAIL_OK",
        ),
        "reversed": ("the rail has power only while the emergency stop is pressed", "Use its normally closed contact"),
    },
    "cage": {
        "stuck": ("the cage's contact is closed even when the cage is up", "Bend its lever, or look for a short"),
        "dead": (
            "the cage's contact stays open when the cage is down",
            "Move the switch nearer, check its wire",
        ),
        "reversed": ("the cage's contact is closed up and open down", "Use its normally open contact"),
    },
    "lamps": {
        "order-of-colours": (
            "{0} looks {1}: the strip takes its colours in another order",
            "The firmware sends green, red, blue, as WS2812B lamps want it; use such lamps",
        ),
        "colour": ("{0} looks {1}", "One colour's LED may be dead, or the data line is marginal: check level shifter"),
        "all-dark": (
            "no lamp is lit",
            "Check the strip's 5 V and ground, its direction (data goes into DIN), and the level shifter",
        ),
        "cut": (
            "from lamp {0} on all is dark",
            "Renew the joint between lamp {1} and lamp {0}, or one of the two",
        ),
        "dead": ("place {0} stays dark", "Renew its lamp (number {1} on the strip)"),
        "swapped": (
            "the lamps of places {0} and {1} are exchanged",
            "Exchange the `lamps` of the two places in the layout file",
        ),
        "moved": ("the lamp of place {0} lights place {1}", "Give place {1} the `lamps` of {0} in the layout file"),
    },
    "sensors": {
        "stuck": (
            "input {0} ({1}) is closed though nothing stands there",
            "Take its wire off: if it opens, the reed is welded or magnetised (renew it), else look for a short",
        ),
        "dead": (
            "place {0} feels nothing (input {1})",
            "Check the reed's wires with a meter; renew the reed if it does not close under the magnet",
        ),
        "swapped": ("places {0} and {1} are exchanged", f"Exchange the wires of the two reeds, {_TRY_TABLE}"),
        "moved": ("place {0} answers on input {1} instead of {2}", f"Put its wire where it belongs, {_TRY_TABLE}"),
        "new": ("place {0} has no sensor in the layout file and answers on input {1}", _TRY_TABLE[3:].capitalize()),
        "joined": (
            "{0} and {1} close together",
            "Look for a solder bridge between the two inputs; if there is none the magnet reaches both reeds",
        ),
        "crosstalk": (
            "a mouse on place {0} also closes {1}, not the other way round",
            "Move the reeds apart or use a weaker magnet; look for a diode or a leak between the two wires",
        ),
        "weak": (
            "place {0} feels a mouse only at some tries",
            "Bring its reed nearer to the surface and under the middle; check for a bad joint",
        ),
        "unsteady": (
            "place {0} opens and closes while the mouse stands still",
            "Renew the joint, or move the reed: the magnet only just reaches it",
        ),
        "magnet": (
            "the first mouse was missed on {0} places where the second was felt",
            "Its magnet is weak, too high or the wrong way up: change it",
        ),
    },
    "servo": {
        "rail": (
            "the crank was not tried: its rail has no power",
            "Release the emergency stop, check the fuse; then run this part again",
        ),
        "cage": (
            "the crank was not tried: the table takes the cage for down",
            "Set the trap; see the cage's part",
        ),
        "fault": (
            "the crank was not tried: a fault is latched",
            "Hold both buttons for two seconds; then run this part again",
        ),
        "refused": ("the board refused: {0}", "LINE.md says what it means; then run this part again"),
        "stays": (
            "the crank could not be brought where it should stand",
            "Check the servo's plug, its 5 V behind SERVO_EN and SERVO_PWM; and that the crank sits firmly on it",
        ),
        "stopped": (
            "the turn was stopped: {0}",
            "SAFETY.md says what it means; hold both buttons for two seconds and try again",
        ),
        "trap": (
            "the crank turned and the marble did not start",
            "Run this part again and set the end further, or the turn slower; check how the crank sits on the servo",
        ),
        "late": (
            "the cage fell and the table did not notice in time",
            "Check the cage's switch; if it works, raise the setting `watch`",
        ),
        "shaken": (
            "the table took the cage for fallen, and it had not",
            "Bend the lever of its switch up a little",
        ),
        "sag": ("the turn pulled the supply down to {0} mV", "A stronger supply, thicker wire, a bigger capacitor"),
        "blocked": (
            "the servo drew {0} mA",
            "Switch off and turn the crank by hand: something blocks it, or rest and end lie beyond a stop",
        ),
        "no-current": ("the servo drew no current while it turned", "Check the wire to SERVO_CURRENT"),
    },
}
