"""KiCad without a screen: its command line and the results of its checks. tests/get_kicad.sh installs it."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hardware.making import sexpr

PYTHON = "/usr/bin/python3"
"""The system's Python, which alone can import KiCad's module."""

DATES = (
    re.compile(r"^%TF\.CreationDate.*\n", re.M),
    re.compile(r"^G04 Created by KiCad .*\n", re.M),
    re.compile(r"^; (DRILL file|#@! TF\.CreationDate).*\n", re.M),
    re.compile(r",\s*\"CreationDate\": \"[^\"]*\""),
)
"""The dates that KiCad writes into gerbers, drill files and the list of both."""
VERSION = re.compile(r"\b9\.0\.\d+[-+~\w.]*")


KEPT_BY = "9.0.8"
"""The version that printed the pages in the repository; another may draw lines in another order."""


class KicadFailed(RuntimeError):
    """KiCad is missing or failed; the text says which."""


def cli(*arguments: str | Path, models: Path | None = None) -> None:
    """Run kicad-cli as on a fresh machine, without this user's settings and models of parts. Raises KicadFailed."""
    with TemporaryDirectory() as empty:
        more = {"KICAD_CONFIG_HOME": empty, "KICAD9_3DMODEL_DIR": str(models or empty)}
        run(["kicad-cli", *map(str, arguments)], more)


def version() -> str:
    """Return KiCad's version without its packager's suffix. Raises KicadFailed."""
    try:
        told = subprocess.run(["kicad-cli", "version"], text=True, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise KicadFailed("there is no kicad-cli here: tests/get_kicad.sh") from error
    return re.split(r"[-+~]", told.strip())[0]


def script(path: Path, *arguments: str | Path, given: str) -> None:
    """Run a Python file that uses KiCad's module, with `given` as its input. Raises KicadFailed."""
    run([PYTHON, str(path), *map(str, arguments)], {}, given)


def violations(board: Path) -> list[str]:
    """Return the findings of KiCad's design rule check, all severities and schematic parity. Raises KicadFailed."""
    with TemporaryDirectory() as folder:
        report = Path(folder, "drc.json")
        cli("pcb", "drc", "--severity-all", "--schematic-parity", "--format=json", "-o", report, board)
        return list(_sentences(json.loads(report.read_text("utf-8"))))


def complaints_of_schematic(schematic: Path) -> list[str]:
    """Return the findings of KiCad's electrical rule check, with all severities. Raises KicadFailed."""
    with TemporaryDirectory() as folder:
        report = Path(folder, "erc.json")
        cli("sch", "erc", "--severity-all", "--format=json", "-o", report, schematic)
        found: dict[str, Any] = json.loads(report.read_text("utf-8"))
    return [sentence for sheet in found["sheets"] for sentence in _sentences(sheet)]


@dataclass(frozen=True)
class Netlist:
    """A schematic's net list, from KiCad."""

    net_of: dict[str, str]
    """KiCad's name for the net of each pin (`U1.16`), unconnected pins included."""
    symbols: dict[str, str]
    """The UUID of each part's symbol."""


def netlist(schematic: Path) -> Netlist:
    """Return the net list of a schematic. Raises KicadFailed."""
    with TemporaryDirectory() as folder:
        made = Path(folder, "netlist")
        cli("sch", "export", "netlist", "--format", "kicadsexpr", "-o", made, schematic)
        root = sexpr.parse(made.read_text("utf-8"))
    nets = sexpr.children(sexpr.child(root, "nets"), "net")
    nodes = ((net, node) for net in nets for node in sexpr.children(net, "node"))
    parts = sexpr.children(sexpr.child(root, "components"), "comp")
    return Netlist(
        {f"{sexpr.word(node, 'ref')}.{sexpr.word(node, 'pin')}": sexpr.word(net, "name") for net, node in nodes},
        {sexpr.word(part, "ref"): sexpr.word(part, "tstamps") for part in parts},
    )


def undated(text: str) -> str:
    """Return a KiCad file without the date and without the last part of KiCad's version, so that it is reproducible."""
    for date in DATES:
        text = date.sub("", text)
    return VERSION.sub("9.0", text)


def _sentences(report: dict[str, Any]) -> Iterator[str]:
    for kind in ("violations", "unconnected_items", "schematic_parity"):
        for one in report.get(kind, []):
            items = ", ".join(item["description"] for item in one["items"])
            yield f"{one['type']}: {one['description']}: {items}"


def run(command: list[str], more: dict[str, str], given: str | None = None) -> None:
    """Run a program with more in its environment and `given` as its input. Raises KicadFailed."""
    try:
        done = subprocess.run(
            command, env={**os.environ, **more}, input=given, text=True, capture_output=True, check=False
        )
    except FileNotFoundError as error:
        raise KicadFailed(f"there is no {command[0]} here: tests/get_kicad.sh") from error
    if done.returncode:
        raise KicadFailed(f"{' '.join(command[:4])} ...: {(done.stderr or done.stdout).strip()}")
