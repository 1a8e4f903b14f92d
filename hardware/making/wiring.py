"""The cables between the boards, drawn by WireViz: a sheet for each part of the work, readable on A4.

python -m hardware.making.wiring            writes hardware/wiring/*.yml, its pictures, and the list of all wires
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.making.made import instead_of
from hardware.making.source import HARDWARE, SOURCE, Circuit, Kind, Part, load, load_kinds
from hardware.making.whole import Cable, Cables, ends, load_cables

WIRING = HARDWARE / "wiring"
SHEETS = {
    "power": ("supply", "stop", "servo", "controller"),
    "tiles": ("chain 1", "chain 2", "lamps 1", "lamps 2"),
    "switches": ("cage", "button A", "button B", "buzzer"),
}
"""The cables on each sheet. Further tiles are wired like the second; the first of each row also to the power board."""
COLOURS = {
    "red": "RD",
    "black": "BK",
    "orange": "OG",
    "yellow": "YE",
    "green": "GN",
    "blue": "BU",
    "violet": "VT",
    "grey": "GY",
    "white": "WH",
}


class Harness:
    """The cables and the boards that they join."""

    def __init__(self, source: Path = SOURCE) -> None:
        self.cables: Cables = load_cables(source)
        self._loose: dict[str, Part] = {part.ref: part for part in self.cables.part}
        self._kinds: dict[str, Kind] = load_kinds(source)
        self._boards = {"controller": load("controller", source), "power": load("power", source)}
        tile = load("tile", source)
        self._boards |= {f"tile{number}": tile for number in range(1, tile.count + 1)}

    def sheet(self, name: str) -> str:
        """Return WireViz's input for a sheet."""
        cables = [cable for cable in self.cables.cable if cable.name in SHEETS[name]]
        owners = dict.fromkeys(end.rpartition(".")[0] for cable in cables for pair in self._ends(cable) for end in pair)
        lines = ["options:", "  fontname: DejaVu Sans", "  bgcolor: WH", "connectors:"]
        for owner in owners:
            lines += self._connector(owner)
        lines.append("cables:")
        for cable in cables:
            lines += self._cable(cable)
        lines.append("connections:")
        for cable in cables:
            lines += self._connections(cable)
        return "\n".join(lines) + "\n"

    def listed(self) -> Iterator[str]:
        """Yield every wire of the table as a line of a list to tick off, with a heading for each cable."""
        for cable in self.cables.cable:
            kind = self.cables.kind[cable.kind]
            yield f"\n## {cable.name.capitalize()}: {kind.is_}, {100 * cable.length:g} cm\n"
            if kind.bought:
                yield "Bought whole: plug it in, and the servo into it. Its signal, yellow, orange or white, goes to"
                yield "pin 1, where you painted a dot. Colours differ from maker to maker.\n"
            if cable.ribbon:
                one, other = (end.replace(".", " ") for end in cable.ribbon)
                yield f"- [ ] from {one} ({self._value(cable.ribbon[0])}) to {other} ({self._value(cable.ribbon[1])})"
            for one, other, colour in cable.wires:
                yield f"- [ ] {colour}: {self._end(one)} to {self._end(other)}"

    def _ends(self, cable: Cable) -> Iterator[tuple[str, str]]:
        return ends(cable, self._boards)

    def _circuit(self, owner: str) -> tuple[Circuit, str] | None:
        """Return the board and its connector; None for a loose part."""
        board, _, ref = owner.partition(".")
        return (self._boards[board], ref) if ref else None

    def _value(self, owner: str) -> str:
        found = self._circuit(owner)
        if found:
            circuit, ref = found
            return circuit.value(ref)
        part = self._loose[owner]
        return part.value or self._kinds[part.part].is_.split(",")[0]

    def _pins(self, owner: str) -> list[str]:
        """Return the label of each pin: its net, or for a loose part its name."""
        found = self._circuit(owner)
        if not found:
            return list(self._kinds[self._loose[owner].part].pins)
        circuit, ref = found
        return [circuit.net(ref, pin) or "" for pin in circuit.kind(ref).pins]

    def _connector(self, owner: str) -> Iterator[str]:
        yield f'  "{owner.replace(".", " ")}":'
        yield f'    type: "{self._value(owner)}"'
        yield "    hide_disconnected_pins: false"
        yield f"    pinlabels: [{', '.join(f'{label!r}' for label in self._pins(owner))}]"

    def _cable(self, cable: Cable) -> Iterator[str]:
        kind = self.cables.kind[cable.kind]
        yield f'  "{cable.name}":'
        yield f"    length: {cable.length:g}"
        if cable.ribbon:
            yield '    type: "ribbon, red edge at pin 1"'
            yield "    category: ribbon"
            yield f"    colors: [RD, {', '.join(['GY'] * 9)}]"
        else:
            yield f"    gauge: {kind.mm2:g} mm2"
            yield f"    colors: [{', '.join(COLOURS[colour] for _, _, colour in cable.wires)}]"

    def _connections(self, cable: Cable) -> Iterator[str]:
        """Yield the connections wire by wire, because a cable may end at two parts on one side."""
        for number, (one, other) in enumerate(self._ends(cable), 1):
            yield f'  - - "{self._called(one)}": [{self._number(one)}]'
            yield f'    - "{cable.name}": [{number}]'
            yield f'    - "{self._called(other)}": [{self._number(other)}]'

    def _called(self, end: str) -> str:
        return end.rpartition(".")[0].replace(".", " ")

    def _number(self, end: str) -> int:
        owner, _, pin = end.rpartition(".")
        found = self._circuit(owner)
        kind = found[0].kind(found[1]) if found else self._kinds[self._loose[owner].part]
        return kind.numbers(pin)[0]

    def _end(self, end: str) -> str:
        """Return an end as `power J1 (5 V SUPPLY), pin 1: +5V`."""
        owner, _, _ = end.rpartition(".")
        number = self._number(end)
        return f"{self._called(end)} ({self._value(owner)}), pin {number}: {self._pins(owner)[number - 1]}"


def texts(source: Path = SOURCE) -> dict[str, str]:
    """Return the files that need no WireViz, by name."""
    harness = Harness(source)
    listed = HEAD + "\n".join(harness.listed()) + "\n"
    return {f"{name}.yml": harness.sheet(name) for name in SHEETS} | {"wires.md": listed}


HEAD = """# All wires, to tick off

Made from [cables.toml](../electronics/cables.toml) by `make hardware`. The sheets show the same:
[power](power.svg), [the first two tiles](tiles.svg), [switches](switches.svg). They draw each plug's pins in their
order, so lines may cross that do not cross on the table: the two links between tiles are parallel.
"""


def make(folder: Path = WIRING) -> None:
    """Write the text files, and have WireViz draw the sheets."""
    with instead_of(folder) as made, TemporaryDirectory() as drawn:
        for name, text in texts().items():
            (made / name).write_text(text, "utf-8")
        for name in SHEETS:
            wireviz = str(Path(sys.executable).with_name("wireviz"))
            command = [wireviz, "-f", "s", "-o", drawn, str(made / f"{name}.yml")]
            subprocess.run(command, check=True, capture_output=True)
            shutil.copy(Path(drawn, f"{name}.svg"), made)


if __name__ == "__main__":
    make()
