"""What can be wrong with a table, in words: the fault and its remedy, one row a kind."""

from __future__ import annotations

import msgspec

from mouseboard.say import Say, say


class Finding(msgspec.Struct, frozen=True):
    """A fault. `kind` is for programs; `where` names what it concerns: places, inputs or settings."""

    part: str
    kind: str
    where: dict[str, str] = {}

    @property
    def what(self) -> Say:
        """The fault, as a clause."""
        return say(_WORDS[self.part][self.kind][0], **self.where)

    @property
    def remedy(self) -> Say:
        """The remedy, as a clause."""
        return say(_WORDS[self.part][self.kind][1], **self.where)

    @property
    def sentence(self) -> Say:
        """The part, the fault and the remedy."""
        return say("{part}: {what}. {remedy}.", part=called(self.part), what=self.what, remedy=self.remedy)


def finding(part: str, kind: str, **where: object) -> Finding:
    """Return a finding of that kind, with the values of its words."""
    return Finding(part, kind, {name: str(value) for name, value in where.items()})


def kinds(part: str) -> frozenset[str]:
    """Return every kind of finding of a part."""
    return frozenset(_WORDS[part])


def called(part: str) -> Say:
    """Return the name of a part of the table."""
    return say(_PARTS[part])


_PARTS = {
    "table": "table",
    "boards": "boards",
    "tile": "tile",
    "chain": "chain",
    "power": "power",
    "buttons": "buttons",
    "lamps": "lamps",
    "sensors": "sensors",
    "stop": "emergency stop",
    "cage": "cage",
    "servo": "servo",
}

_WORDS = {
    "table": {
        "restarted": (
            "the board restarted meanwhile ({cause})",
            "Power: look at supply, fuses and the 5 V wiring. Watchdog: report it",
        ),
        "fault": (
            "the board has latched the fault {fault}",
            "SAFETY.md says what it means; hold both buttons for two seconds to clear it",
        ),
        "errors": (
            "the firmware caught {count} exceptions since its start",
            "Report it, with `mouseboard table monitor`",
        ),
    },
    "boards": {
        "double-steps": (
            "the registers of boards of revision {revision} shift twice at one clock, so places answer wrongly",
            "Do the three steps in hardware/simulation/README.md#you-have-the-former-board, or build tiles of revision "
            "{latest}",
        ),
        "unknown": (
            "the boards are of revision {revision}, and this program knows revisions up to {latest}",
            "Update Mouseboard, so that it knows what is wrong with them; or look again, and name the right one with "
            "`--revision`",
        ),
    },
    "tile": {
        "silent": (
            "the tile does not answer: all its inputs read alike",
            "Switch off. Press the ribbon home at IN; then look at 3.3 V, ground, SR_SCK, SR_PL and SR_MISO from there "
            "to U1",
        ),
        "code": (
            "{pin} does not read as it is soldered",
            "Solder this pin again, and look for solder between it and its neighbours; then change the register",
        ),
        "unnumbered": ("the tile has no number", "Solder the bridges that add up to it"),
        "no-such": ("its bridges add up to {found}, and numbers go from 1 to 9", "Open the bridges that are too many"),
        "other": ("the tile has the number {found} and not {tile}", "Correct the bridges of its number"),
        "last": ("LAST TILE is bridged, and only tile 9 has it", "Open that bridge"),
        "not-last": ("LAST TILE is open, and this is tile {tile}", "Bridge it"),
        "out": (
            "the test pattern does not come back from OUT",
            "Press the loop plug home; then look at SR_TEST from IN to OUT, and at SR_NEXT from OUT to U2",
        ),
        "lamps-dark": (
            "no lamp is lit",
            "Check 5 V and ground at the 5 V plug, then the lamps' data from IN through R15 to D1",
        ),
        "lamps-cut": (
            "all lamps are dark from {lamp} on",
            "Solder {before} and {lamp} again, their data pins first; then change one of the two",
        ),
        "lamp-dark": ("lamp {lamp} stays dark", "Look which way round it lies, and solder it again; then change it"),
        "lamp-order": (
            "lamp {lamp} does not light in its turn, and {other} does",
            "Look for solder between the data pins of lamps, and whether each lies the right way round",
        ),
        "short": (
            "reed {reed} reads closed with no magnet near",
            "Look for a short at {pin} and under the reed; if there is none, the reed is welded or magnetised: change "
            "it",
        ),
        "open": (
            "reed {reed} does not close",
            "Solder its two joints and {pin} again; then look at its glass, and change it",
        ),
        "moved": (
            "reed {reed} is not felt at {pin} but at {other}",
            "Look where its wires go",
        ),
        "joined": (
            "reed {reed} closes {other} too",
            "Look for solder between {pin} and {other}",
        ),
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
        "noise": (
            "the registers' data was wrong {count} times since the board started",
            "Press the ribbons home, keep them away from the servo's wires, and check ground and 3.3 V on every board",
        ),
        "touching": (
            "wires to the Pico's own pins touch each other",
            "Pull the plug. No two of these wires may share a column of the breadboard; look for bare ends that meet",
        ),
        "touched": (
            "wires to the Pico's own pins touched each other when the board started, and do not now",
            "Look for bare ends that may meet, and for a wire that sits loosely",
        ),
        "silent": (
            "from tile {tile} on nothing answers",
            "Switch off. Look at its ribbon: out of OUT of the tile before, into IN of this one, both pressed home",
        ),
        "missing": (
            "tile {tile} is missing: the chain goes on with the next one",
            "Put it in, or exchange the ribbons so that they meet the tiles in the order of their numbers",
        ),
        "other": (
            "where tile {tile} belongs the chain has tile {found}",
            "Exchange the ribbons, or correct the bridges of the number on the tile",
        ),
        "unnumbered": (
            "tile {tile} has no number",
            "Solder the bridges that add up to it",
        ),
        "garbled": (
            "the code of tile {tile} is wrong",
            "Look at the joints of its two registers and of the bridges of its number, and at 3.3 V there",
        ),
    },
    "power": {
        "low": (
            "the supply is {millivolts} mV, too little",
            "Switch off. Check supply, fuse, wire gauge, and the divider at SENSE_5V",
        ),
        "high": (
            "the supply is {millivolts} mV, too much",
            "Switch off before lamps and Pico suffer. Set or change the supply",
        ),
        "sag": (
            "the lamps pull the supply down by {millivolts} mV",
            "Feed the strip at both ends, use thicker wire, or lower the setting `current`",
        ),
        "leak": (
            "the servo draws {milliamps} mA while it should have no power",
            "Check SERVO_EN, its pull-down and the switching FETs",
        ),
    },
    "buttons": {
        "stuck": (
            "{button} is closed though nobody presses",
            "Look for a jammed button, a short, or the wrong terminals",
        ),
        "dead": ("pressing {button} closes nothing", "Check its wire to the Pico and to ground"),
        "swapped": ("A and B are exchanged", "Exchange their wires at the Pico"),
        "other": (
            "pressing {button} closes {contacts} (a number is an input of the chain)",
            "Check to which pins the wires go",
        ),
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
        "dead": ("the cage's contact stays open when the cage is down", "Move the switch nearer, check its wire"),
        "reversed": ("the cage's contact is closed up and open down", "Use its normally open contact"),
    },
    "lamps": {
        "order-of-colours": (
            "{shown} looks {seen}: the strip takes its colours in another order",
            "The firmware sends green, red, blue, as WS2812B lamps want it; use such lamps",
        ),
        "colour": (
            "{shown} looks {seen}",
            "One colour's LED may be dead, or the data line is marginal: check level shifter",
        ),
        "all-dark": (
            "no lamp is lit",
            "Check the strip's 5 V and ground, its direction (data goes into DIN), and the level shifter",
        ),
        "cut": (
            "all is dark from lamp {lamp} on",
            "Renew the joint between lamp {before} and lamp {lamp}, or one of the two",
        ),
        "dead": ("place {place} stays dark", "Renew its lamp (number {lamps} on the strip)"),
        "swapped": (
            "the lamps of places {place} and {other} are exchanged",
            "Exchange the `lamps` of the two places in the layout file",
        ),
        "moved": (
            "the lamp of place {place} lights place {other}",
            "Give place {other} the `lamps` of {place} in the layout file",
        ),
    },
    "sensors": {
        "stuck": (
            "input {input} (place {place}) is closed though nothing stands there",
            "Take its wire off: if it opens, the reed is welded or magnetised (renew it), else look for a short",
        ),
        "stuck-free": (
            "input {input} (under no place) is closed though nothing stands there",
            "Take its wire off: if it opens, the reed is welded or magnetised (renew it), else look for a short",
        ),
        "dead": (
            "place {place} feels nothing (input {input})",
            "Check the reed's wires with a meter; renew the reed if it does not close under the magnet",
        ),
        "turned": (
            "tile {tile} lies turned: its places answer for each other",
            "Take it out and put it in the other way, its arrow pointing away from the first player",
        ),
        "swapped": (
            "places {place} and {other} are exchanged",
            "Exchange the wires of the two reeds, or take over the sensors table of this report into the layout file",
        ),
        "moved": (
            "place {place} answers on input {inputs} instead of {expected}",
            "Put its wire where it belongs, or take over the sensors table of this report into the layout file",
        ),
        "new": (
            "place {place} has no sensor in the layout file and answers on input {inputs}",
            "Take over the sensors table of this report into the layout file",
        ),
        "joined": (
            "places {place} and {other} close together",
            "Look for a solder bridge between the two inputs; if there is none the magnet reaches both reeds",
        ),
        "joined-free": (
            "place {place} and input {input}, under no place, close together",
            "Look for a solder bridge between the two inputs; if there is none the magnet reaches both reeds",
        ),
        "crosstalk": (
            "a mouse on place {place} also closes place {other} (input {input}), not the other way round",
            "Move the reeds apart or use a weaker magnet; look for a diode or a leak between the two wires",
        ),
        "weak": (
            "place {place} feels a mouse only at some tries",
            "Bring its reed nearer to the surface and under the middle; check for a bad joint",
        ),
        "unsteady": (
            "place {place} opens and closes while the mouse stands still",
            "Renew the joint, or move the reed: the magnet only just reaches it",
        ),
        "magnet": (
            "the first mouse was missed on {count} places where the second was felt",
            "Its magnet is weak, too high or the wrong way up: change it",
        ),
    },
    "servo": {
        "rail": (
            "the crank was not tried: its rail has no power",
            "Release the emergency stop, check the fuse; then run this part again",
        ),
        "cage": ("the crank was not tried: the table takes the cage for down", "Set the trap; see the cage's part"),
        "fault": (
            "the crank was not tried: a fault is latched",
            "Hold both buttons for two seconds; then run this part again",
        ),
        "refused": ("the board refused: {reason}", "LINE.md says what it means; then run this part again"),
        "stays": (
            "the crank could not be brought where it should stand",
            "Check the servo's plug, its 5 V behind SERVO_EN and SERVO_PWM; and that the crank sits firmly on it",
        ),
        "stopped": (
            "the turn was stopped: {result}",
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
        "sag": (
            "the turn pulled the supply down to {millivolts} mV",
            "A stronger supply, thicker wire, a bigger capacitor",
        ),
        "blocked": (
            "the table took the servo's power away, because the crank did not move",
            "Switch off and turn the crank by hand: something blocks it, or rest and end lie beyond a stop",
        ),
        "no-current": ("the servo drew no current while it turned", "Check the wire to SERVO_CURRENT"),
    },
}
