"""An emulated Pico with the firmware on it, and a host that follows LINE.md. Time passes only while it runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from mouseboard.flash import firmware
from mouseboard.flash.one_file import BOARDS, file_system
from mouseboard.sim.trap import CALIBRATED
from mousetable import wire

EMULATOR = Path(__file__).with_name("chip.mjs")
NODE_FOLDER = Path(__file__).parents[2] / ".tools/chip"
PINS = Path(__file__).parents[2] / "hardware/pins.toml"
OWN = [row["gpio"] for row in tomllib.loads(PINS.read_text("utf-8"))["own"]]
XIP = 20  # cycles of a miss in the flash's cache, fitted to published benchmarks of a real Pico
NS = 1e-3  # us
REACTION_US = 200.0  # until the host answers a frame
ERASE_MS = 45.0  # of the flash's sectors: W25Q16JV's data sheet, typical; at most 400

IMAGE = "https://micropython.org/download/RPI_PICO/ has RPI_PICO-....uf2, 1.26 or later"
ROM = "https://github.com/wokwi/rp2040js has demo/bootrom.ts; the same 16 kB as .bin will do"
WANTED = {"MOUSEBOARD_CHIP_IMAGE": IMAGE, "MOUSEBOARD_CHIP_ROM": ROM}


def wanted_file(name: str) -> str:
    """Return the path in an environment variable. Exits the program if there is no such file."""
    path = os.environ.get(name, "")
    if not Path(path).is_file():
        print(f"{name} must name a file: {WANTED[name]}", file=sys.stderr)
        sys.exit(2)
    return path


def flash_of(inputs: int, others: dict[str, bytes]) -> bytes:
    """Return a flash as `mouseboard table flash` leaves it, set to `inputs`. `others` add files or replace them."""
    files = {
        **firmware.compiled(firmware.RP2040),
        "settings.json": json.dumps({"chain": inputs, **CALIBRATED}).encode(),
        **others,
    }
    return file_system(files, BOARDS["pico"].place.size)


class Emulated:
    """The board, its contacts and its host. Times are emulated microseconds since power-on."""

    def __init__(
        self,
        inputs: int = 81,
        files: dict[str, bytes] | None = None,
        erase_ms: float = ERASE_MS,
        usb_us: float = 0,
        drift_ppm: float = 0,
        strip: bool = False,
        image: str = "",
    ) -> None:
        """Exits the program if the image, the ROM or the emulator is missing.

        `usb_us`: what a packet takes on USB, either way. `drift_ppm`: how much faster the board's crystal is than the
        clock of the rest of the world. `strip`: fill `pictures`. `image`: a file with MicroPython and
        the firmware, for an empty flash.
        """
        parts = image or wanted_file("MOUSEBOARD_CHIP_IMAGE"), wanted_file("MOUSEBOARD_CHIP_ROM")
        if not (NODE_FOLDER / "node_modules/rp2040js").is_dir():
            print("rp2040js is not there: `make chip` fetches it with npm", file=sys.stderr)
            sys.exit(2)
        self.inputs = inputs
        self.now = 0.0
        self.slept = 0.0  # us that the processor was idle
        self.lines: list[tuple[float, str]] = []  # (when its last byte left, line) of each line from the board
        self.pins: list[tuple[float, int, int]] = []  # (when, pin, level)
        self.pictures: list[tuple[float, bytes, int]] = []  # (when its end was seen, data of the lamps, faults in it)
        self.resets = 0
        self.hello: list[str] = []
        self.asked: dict[int, float] = {}  # when each request was sent
        self.round_trips: list[float] = []
        self._plan: list[list[Any]] = []
        self._seq = 0
        self._usb_us = usb_us
        self._rate = 1 + drift_ppm / 1e6
        self._due = float("inf")  # the next poll
        self._files = tempfile.NamedTemporaryFile(suffix=".littlefs")  # noqa: SIM115  as long as the board
        self._files.write(b"" if image else flash_of(inputs, files or {}))
        self._files.flush()
        options = {"xip": XIP, "chips": -(-inputs // 8), "eraseMs": erase_ms, "usbUs": usb_us, "strip": strip}
        self._chip = subprocess.Popen(
            ["node", EMULATOR, NODE_FOLDER, *parts, self._files.name, json.dumps(options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._chip.kill()
        self._chip.wait()
        self._files.close()

    def at(self, us: float, *what: object) -> None:
        """Plan an action of the emulator; chip.mjs lists them."""
        self._plan.append([us * self._rate, *what])

    def contact(self, us: float, number: int, closed: bool) -> None:
        if self.inputs <= wire.OWN_PINS:
            self.at(us, "pin", OWN[number], 0 if closed else None)
        else:
            self.at(us, "contact", number, 0 if closed else 1)

    def send(self, frame: bytes, after_us: float = REACTION_US) -> None:
        self.at(self.now + after_us + self._usb_us, "send", frame.hex())

    def say(self, *words: str, within_us: float = 2e6) -> int:
        """Send a request as soon as the last one is answered; return its number. It does not wait for the reply."""
        if self.asked:
            self._until(self.now + within_us, lambda _: not self.asked)
        self._seq = wire.next_seq(self._seq)
        self.asked[self._seq] = self.now + REACTION_US
        self.send(wire.encode(self._seq, *words))
        return self._seq

    def ask(self, *words: str, within_us: float = 2e6) -> str:
        """Send a request; return the reply's words in one string. Raises TimeoutError."""
        seq = self.say(*words, within_us=within_us)
        since = len(self.lines)
        self._until(self.now + within_us, lambda frame: frame[0] == seq)
        frames = [wire.decode(line.encode("latin1")) for _, line in self.lines[since:]]
        for frame in frames:
            if frame and frame[0] == seq:
                return " ".join(frame[1])
        raise TimeoutError(f"no answer to {' '.join(words)}")

    def run(self, us: float) -> None:
        """Let time pass. The host polls and acknowledges."""
        self._until(self.now + us, lambda _: False)

    def start(self, within_us: float = 30e6) -> None:
        """Wait until the table answers, and open a session. Raises TimeoutError with the last that it has said."""
        self.now = max(self.now, 1.0)
        end = self.now + within_us
        while self.now < end:
            try:
                self.hello = self.ask("hello", str(wire.PROTOCOL), within_us=100e3).split()
                break
            except TimeoutError:
                self.asked.clear()
        else:
            raise TimeoutError("no table answers; the last it said: " + " / ".join(text for _, text in self.lines[-5:]))
        assert self.ask("agree", self.hello[3], self.hello[6]) == wire.OK
        self._due = self.now

    def hang_up(self) -> None:
        """Stop polling."""
        self._due = float("inf")

    def events(self, since: int = 0) -> dict[int, tuple[float, int, int, bool]]:
        """Return, by number, (when its first frame had left, ms by the table's clock, contact, closed) of changes."""
        found: dict[int, tuple[float, int, int, bool]] = {}
        for when, line in self.lines[since:]:
            frame = wire.decode(line.encode("latin1"))
            if frame and frame[1][0] == wire.EVENTS:
                first, start = int(frame[1][1]), int(frame[1][2])
                for n, text in enumerate(frame[1][3:]):
                    contact, closed, after = wire.read_item(text)
                    found.setdefault(first + n, (when, start + after, contact, closed))
        return found

    def _until(self, end: float, enough: Callable[[tuple[int, list[str]]], bool]) -> None:
        while end - self.now > NS:  # the emulator may have reached a time that is later only by rounding
            if self.now >= self._due and not self.asked:  # only one request is outstanding at a time
                self._due = self.now + 1e3 * wire.HEARTBEAT_MS
                self.say(wire.POLL)
            if any(map(enough, self._step(min(end, max(self._due, self.now + 1e3))))):
                return

    def _step(self, until: float) -> list[tuple[int, list[str]]]:
        """Run to the next line from the board or to `until`. Acknowledge and return the frames that came."""
        assert self._chip.stdin and self._chip.stdout
        order = {"until": until * self._rate, "do": self._plan, "stop": True}
        self._plan = []
        self._chip.stdin.write(json.dumps(order) + "\n")
        self._chip.stdin.flush()
        answer = json.loads(self._chip.stdout.readline())
        self.now, self.slept = answer["now"] / self._rate, answer["slept"] / self._rate
        frames = []
        for crystal_us, what, *rest in answer["seen"]:
            when = crystal_us / self._rate
            if what == "pin":
                self.pins.append((when, *rest))
            elif what == "reset":
                self.resets += 1
            elif what == "picture":
                self.pictures.append((when, bytes.fromhex(rest[0]), rest[1]))
            elif what == "line":
                self.lines.append((when, rest[0]))
                frame = wire.decode(rest[0].encode("latin1"))
                if frame:
                    self._acknowledge(when, *frame)
                    frames.append(frame)
        return frames

    def _acknowledge(self, when: float, seq: int, words: list[str]) -> None:
        if seq in self.asked:
            self.round_trips.append(when - self.asked.pop(seq))
        elif words[0] == wire.EVENTS:
            self.send(wire.encode(0, wire.SEEN, str(int(words[1]) + len(words) - 4)))
        elif words[0] == wire.GAP:
            self.send(wire.encode(0, wire.SEEN, words[2]))
