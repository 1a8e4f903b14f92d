"""The circuit simulated: figures, plots and the page hardware/simulation, kept by a hash of their decks.

python -m hardware.making.simulation            run what has changed, and write the folder
python -m hardware.making.simulation --check    compare the folder; run ngspice only if a deck has changed
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hardware.making import clock_lines, reversed_plugs, ribbon, spice, supply_lines
from hardware.making.clock_lines import RIBBON, TILES, Judgement, Line
from hardware.making.look import figure, save
from hardware.making.ribbon import Disturbed
from hardware.making.simulation_page import page
from hardware.making.source import HARDWARE
from hardware.making.whole import load_cables

FOLDER = HARDWARE / "simulation"
LINES = {"clock": "SR_SCK", "load": "SR_PL"}
FORMER = {
    "the former board as it was: R2 33 ohm, pad 4 mA": (33, 40, ""),
    "R2 = 0, pad 12 mA": (0, 25, ""),
    "R2 = 33 ohm, pad 12 mA, 100 ohm + 220 pF at tile 9": (33, 25, "100 220p"),
    "R2 = 0, pad 12 mA, 100 ohm + 220 pF at tile 9": (0, 25, "100 220p"),
}
"""The former board: ohms of R2, of the Pico's pad, and what is soldered to the end."""

PIECES = (1, 2, 3, TILES)
"""Pieces of perfboard that are looked at without their buffers."""
NEIGHBOURS = {f"ribbon {name}": signal for name, signal in LINES.items()}

Figures = dict[str, Any]


@cache
def decks() -> dict[str, dict[str, str]]:
    """Return all decks by study and name."""
    return {
        **{name: _lines(signal) for name, signal in LINES.items()},
        "data": {f"{m:g} m {share:g}": clock_lines.data_deck(m, share) for m in RIBBON for share in (0.8, 1.2)},
        **{f"pieces {name}": _lines(signal, clock_lines.piece_line) for name, signal in LINES.items()},
        "pieces data": {
            f"{m:g} m {share:g}": clock_lines.data_deck(m, share, "registers") for m in RIBBON for share in (0.8, 1.2)
        },
        "pieces former": {f"{pieces}": clock_lines.former_pieces(pieces) for pieces in PIECES},
        **{name: ribbon.decks(signal) for name, signal in NEIGHBOURS.items()},
        "former": {name: clock_lines.former(*how) for name, how in FORMER.items()},
        "supply": supply_lines.decks(),
        "reversed": {name: reversed_plugs.deck(name) for name in ("", *(one.name for one in load_cables().cable))}
        | {"supply without Q3": _unprotected()},
    }


def inputs(study: str) -> str:
    """Return a hash of all decks of a study."""
    return hashlib.sha256("\n".join(decks()[study].values()).encode()).hexdigest()


def computed(study: str) -> Figures:
    """Run a study's decks and return its figures. Raises SpiceFailed."""
    if study == "reversed":
        steady = {name: spice.steady(text) for name, text in decks()[study].items()}
        return {name: _reversal(name, found) for name, found in steady.items()}
    waves = {name: spice.run(text) for name, text in decks()[study].items()}
    if study == "supply":
        return supply_lines.figures(waves)
    if study in NEIGHBOURS:
        return _neighbours([ribbon.judged(wave) for wave in waves.values()])
    if study in ("data", "pieces data"):
        each = [clock_lines.data_delays(wave) for wave in waves.values()]
        return {"first": min(first for first, _ in each), "last": max(last for _, last in each)}
    if study == "pieces former":
        return {name: _summary([clock_lines.judge(wave, int(name))]) for name, wave in waves.items()}
    judged = {name: clock_lines.judge(wave) for name, wave in waves.items()}
    if study == "former":
        return {name: _summary([one]) for name, one in judged.items()}
    return {"nominal": _summary([judged["nominal"]]), "draws": _summary(list(judged.values()))}


def figures(kept: Figures) -> Figures:
    """Return the figures of all studies, taken from `kept` where the decks' hash is the same."""
    found = {}
    for study in decks():
        same = kept.get(study, {}).get("inputs") == inputs(study)
        found[study] = kept[study] if same else {"inputs": inputs(study), "figures": _rounded(computed(study))}
    return found


def load_figures() -> Figures:
    """Return the kept figures; {} if there are none."""
    path = FOLDER / "figures.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def texts(found: Figures) -> dict[str, str]:
    """Return the folder's texts by name: the figures, the page, and one deck of each study to read."""
    read = {
        "clock.cir": decks()["clock"]["nominal"],
        "load.cir": decks()["load"]["nominal"],
        "former.cir": next(iter(decks()["former"].values())),
        "pieces.cir": decks()["pieces clock"]["nominal"],
        "ribbon.cir": next(iter(decks()["ribbon clock"].values())),
        "lamp-data.cir": next(iter(decks()["supply"].values())),
        "servo.cir": decks()["supply"]["servo"],
        "switching-on.cir": decks()["supply"]["switching on"],
        "supply-reversed.cir": decks()["reversed"]["supply"],
    }
    everything = {study: kept["figures"] for study, kept in found.items()}
    return read | {"figures.json": json.dumps(found, indent=1) + "\n", "README.md": page(everything)}


def plot() -> Iterator[Path]:
    """Draw the clock at all 18 registers: on the former board, and with a buffer on every tile."""
    drawing, axes = figure(2, "volts", sharey=True)
    shown = {
        "the former board, no buffers": next(iter(decks()["former"].values())),
        "a buffer on every tile": decks()["clock"]["nominal"],
    }
    for axis, (title, text) in zip(axes, shown.items(), strict=True):
        wave = spice.run(text)
        for column in range(1, 2 * TILES + 1):
            axis.plot(wave[:, 0] * 1e9 - 10, wave[:, column], linewidth=0.8)
        axis.axhspan(clock_lines.LOW, clock_lines.HIGH, color="0.85")
        axis.set(title=title, xlabel="ns after the Pico's edge", xlim=(0, 90))
    save(drawing, FOLDER / "clock.svg")
    yield FOLDER / "clock.svg"
    drawing, axes = figure(2, "volts", sharey=False)
    wave = spice.run(decks()["supply"]["servo"])
    axes[0].plot(wave[:, 0] * 1e3, wave[:, 1], label="power board")
    axes[0].plot(wave[:, 0] * 1e3, wave[:, 2], label="servo")
    axes[0].set(title="the servo starts, and is blocked from 5 ms on", xlabel="ms")
    axes[0].legend()
    wave = spice.run(next(iter(decks()["supply"].values())))
    axes[1].plot(wave[:, 0] * 1e9, wave[:, 1])
    axes[1].axhline(3.5, color="0.5", linewidth=0.8)
    axes[1].set(title="data at a lamp, which reads 3.5 V as high", xlabel="ns")
    save(drawing, FOLDER / "supply.svg")
    yield FOLDER / "supply.svg"


def _lines(signal: str, of: Callable[[str], Line] = clock_lines.line) -> dict[str, str]:
    line = of(signal)
    return {"nominal": clock_lines.deck(line)} | {f"{n}": text for n, text in enumerate(clock_lines.draws(line))}


def _unprotected() -> str:
    """Return the deck with the supply reversed and a wire instead of Q3."""
    text = reversed_plugs.deck("supply")
    return re.sub(r"(?m)^Mpower_Q3 (\S+) \S+ (\S+) .*$", r"Rpower_Q3 \1 \2 0.01", text)


def _neighbours(found: list[Disturbed]) -> Figures:
    return _summary([one.line for one in found]) | {
        "resting": max(one.resting for one in found),
        "data": max(one.data for one in found),
    }


def _summary(found: list[Judgement]) -> Figures:
    """Return the worst of several judgements, and the extremes from which the budget is computed."""
    skews = [b - a for one in found for a, b in zip(one.arrivals, one.arrivals[1:], strict=False)]
    return {
        "runs": len(found),
        "unclean": sum(one.crossings > 1 for one in found),
        "crossings": max(one.crossings for one in found),
        "edge": max(one.edge for one in found),
        "highest": max(one.highest for one in found),
        "lowest": min(one.lowest for one in found),
        "first": max(one.arrivals[0] for one in found),
        "last": max(one.arrivals[-1] for one in found),
        "skew_least": min(skews, default=0.0),
        "skew_most": max(skews, default=0.0),
    }


def _reversal(name: str, found: dict[str, float]) -> Figures:
    one = reversed_plugs.judged(name.removesuffix(" without Q3"), found)
    return {
        "supply": one.supply,
        "worst": one.worst,
        "amperes": one.amperes,
        "opens": one.opens,
        "kelvin": one.kelvin,
        "pin_ma": one.pin_ma,
        "back": max(0.0, one.back),
        "burns": one.burns,
    }


def _rounded(value: Any) -> Any:
    """Return figures with four significant digits, so that another version of ngspice gives the same."""
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return float(f"{value:.4g}") if isinstance(value, float) else value


def main(arguments: list[str]) -> str | None:
    """Write the folder, or compare it; return what is wrong."""
    kept = load_figures()
    found = figures(kept)
    made = texts(found)
    if arguments == ["--check"]:
        names = [name for name, text in made.items() if not _is(FOLDER / name, text)]
        return "\n".join(f"simulation/{name} is not what would be made now: make hardware" for name in names) or None
    FOLDER.mkdir(exist_ok=True)
    for name, text in made.items():
        (FOLDER / name).write_text(text, "utf-8")
    if found != kept or not (FOLDER / "clock.svg").exists():
        list(plot())
    return None


def _is(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text("utf-8") == text


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except spice.SpiceFailed as error:
        sys.exit(f"a deck has changed and cannot be run: {error}")
