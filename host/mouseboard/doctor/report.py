"""The report of an examination: one value, written as JSON for programs and as Markdown for people."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import msgspec

from mouseboard.doctor.diagnosis import diagnose
from mouseboard.doctor.examination import BROKEN_OFF
from mouseboard.doctor.findings import Finding, called
from mouseboard.doctor.observations import Observations, Sensors
from mouseboard.doctor.talk import commas
from mouseboard.doctor.wiring import corrected
from mouseboard.files import write_whole
from mouseboard.lang import ENGLISH, translate
from mouseboard.layouts import Layout
from mouseboard.link import TableInfo
from mouseboard.link.answers import NO_SERIAL
from mouseboard.say import Say, say


class Report(msgspec.Struct, frozen=True):
    """The examined table and its layout, the observations, the findings, and the sensors as they are wired."""

    made: str
    host: str
    firmware: str
    chip: str
    serial: str
    boot: str
    inputs: int
    lamps: int
    reset_cause: str
    layout: str
    source: str
    observations: Observations
    findings: tuple[Finding, ...]
    rewired: dict[str, tuple[int, ...]]
    """Places whose `sensors` in the layout file are not those they answer on."""

    @property
    def healthy(self) -> bool:
        """Whether all requested parts were examined and nothing is wrong."""
        return not self.findings and not self.observations.skipped

    @property
    def verdict(self) -> Say:
        """The result in one line. Of an examination that ended early it says that first."""
        if str(BROKEN_OFF) in self.observations.skipped.values():
            return say("not finished; {verdict}", verdict=self._verdict)
        return self._verdict

    @property
    def _verdict(self) -> Say:
        skipped = commas([called(part) for part in self.observations.skipped])
        found = say("{n} findings", n=len(self.findings))
        if self.findings:
            return say("{findings}; not looked at: {parts}", findings=found, parts=skipped) if skipped else found
        if skipped:
            return say("healthy, as far as it was looked at; not looked at: {parts}", parts=skipped)
        return say("healthy")


def make_report(made: str, info: TableInfo, layout: Layout, observed: Observations) -> Report:
    """Return the report, with the findings that follow from what was observed. `made` is the time, for people."""
    return Report(
        made=made,
        host=version("mouseboard"),
        firmware=info.build,
        chip=info.chip,
        serial=info.serial,
        boot=info.boot,
        inputs=info.inputs,
        lamps=info.lamps,
        reset_cause=info.reset_cause,
        layout=layout.title,
        source=layout.source,
        observations=observed,
        findings=tuple(diagnose(layout, observed)),
        rewired={} if observed.tile else _rewired(layout, observed.sensors),
    )


def _rewired(layout: Layout, sensors: Sensors | None) -> dict[str, tuple[int, ...]]:
    if sensors is None:
        return {}
    offered = corrected(layout, sensors)
    return {place.name: offered[place.name] for place in layout.stands if offered[place.name] != place.sensors}


def write_report(report: Report, folder: Path, language: str = ENGLISH) -> None:
    """Write `doctor.json` and `doctor.md` into a folder. Raises OSError."""
    text = msgspec.json.format(msgspec.json.encode(report), indent=2)
    write_whole(folder / "doctor.json", text + b"\n")
    write_whole(folder / "doctor.md", markdown(report, language).encode())


def markdown(report: Report, language: str = ENGLISH) -> str:
    """Return the report for people. Observations keep the names and values of the JSON in every language."""
    lines = (translate(line, language) if isinstance(line, Say) else line for line in _lines(report))
    return "\n".join(lines) + "\n"


def _lines(report: Report) -> Iterator[str | Say]:
    yield say("# Mouseboard doctor: {verdict}", verdict=report.verdict)
    yield ""
    yield say("{made}. Board: {layout} ({source}).", made=report.made, layout=report.layout, source=report.source)
    yield say(
        "Host {host}, firmware {firmware}, chip {chip}, {inputs} inputs, {lamps} lamps.",
        host=report.host,
        firmware=report.firmware,
        chip=report.chip,
        inputs=report.inputs,
        lamps=report.lamps,
    )
    if report.serial != NO_SERIAL:
        yield say("The Pico's serial number: {serial}.", serial=report.serial)
    if report.observations.revision:
        yield say("Boards: revision {revision}.", revision=report.observations.revision)
    yield say("This start of the table: {boot}, after {cause}.", boot=report.boot, cause=report.reset_cause)
    if report.findings:
        yield from ("", say("## Findings"), "")
        for number, found in enumerate(report.findings, 1):
            yield say(
                "{number}. **{part}**: {what}. {remedy}.",
                number=number,
                part=called(found.part),
                what=found.what,
                remedy=found.remedy,
            )
    if report.rewired:
        yield from ("", say("## Sensors as they are wired"), "")
        yield say("To be taken over into the rows of the layout file, if the wires stay:")
        yield from ("", "```toml")
        yield from (f'name = "{name}", sensors = {list(inputs)}' for name, inputs in report.rewired.items())
        yield "```"
    yield from ("", say("## What was seen"), "")
    yield from _observed(report.observations)


def _observed(observed: Observations) -> Iterator[str]:
    """Yield a line for each part, with the same values as in the JSON."""
    for part, value in msgspec.to_builtins(observed).items():
        if part == "sensors":
            yield from _observed_sensors(observed.sensors or Sensors())
        elif isinstance(value, dict):
            yield f"- {part}: {', '.join(f'{name} {_plain(one)}' for name, one in value.items())}"
        else:
            yield f"- {part}: {_plain(value)}"


def _observed_sensors(sensors: Sensors) -> Iterator[str]:
    yield f"- sensors: {len(sensors.visits)} visits, closed before {list(sensors.before)}, after {list(sensors.after)}"
    if sensors.distrusted:
        yield f"- not trusted in games: {', '.join(sensors.distrusted)}"
    yield from ("", "| place | inputs | mouse | flickers |", "|---|---|---|---|")
    for visit in sensors.visits:
        inputs = ", ".join(map(str, visit.inputs)) or "nothing"
        yield f"| {visit.place} | {inputs} | {visit.mouse} | {visit.flickers} |"
    yield ""


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} = {one}" for name, one in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return "yes" if value is True else "no" if value is False else str(value) or "none"
