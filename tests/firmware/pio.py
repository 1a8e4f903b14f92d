"""Stand-ins for the Pico's MicroPython modules, so that tests can load `chip` and inspect its PIO programs.

The assembler follows the RP2040 data sheet, 3.4. It knows only the instructions that the two programs use.
"""

import importlib
import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any, Self
from unittest.mock import patch

PINS, X, Y = 0, 1, 2
CONDITIONS = {"x_dec": 2, "y_dec": 4}


class Program:
    """A PIO program under assembly. In MicroPython it is a function, run once for labels and once for words."""

    def __init__(self, **config: Any) -> None:
        self.config = config
        self.words: list[int] = []
        self._labels: dict[str, int] = {}
        self._side_bits = len(config.get("sideset_init", []))

    def assemble(self, function: Callable[[], None]) -> Self:
        scope = function.__globals__
        names: dict[str, Any] = {"pins": PINS, "x": X, "y": Y, **CONDITIONS, "label": self._label}
        names |= {name: getattr(self, "_" + name.rstrip("_")) for name in ("in_", "out", "jmp", "mov", "set")}
        hidden = {name: scope[name] for name in names if name in scope}
        scope.update(names)
        for _ in range(2):
            self.words.clear()
            function()
        for name in names:
            del scope[name]
        scope.update(hidden)
        return self

    def side(self, value: int) -> Self:
        self.words[-1] |= value << 13 - self._side_bits
        return self

    def __getitem__(self, delay: int) -> Self:
        assert delay < 1 << 5 - self._side_bits
        self.words[-1] |= delay << 8
        return self

    def _label(self, name: str) -> None:
        self._labels[name] = len(self.words)

    def _jmp(self, *condition_and_label: Any) -> Self:
        *condition, label = condition_and_label
        return self._word((condition[0] if condition else 0) << 5 | self._labels.get(label, 0))

    def _in(self, source: int, bits: int) -> Self:
        return self._word(0x4000 | source << 5 | bits & 31)

    def _out(self, target: int, bits: int) -> Self:
        return self._word(0x6000 | target << 5 | bits & 31)

    def _mov(self, target: int, source: int) -> Self:
        return self._word(0xA000 | target << 5 | source)

    def _set(self, target: int, value: int) -> Self:
        return self._word(0xE000 | target << 5 | value)

    def _word(self, word: int) -> Self:
        self.words.append(word)
        return self


def asm_pio(**config: Any) -> Callable[[Callable[[], None]], Program]:
    return Program(**config).assemble


def load(name: str, machine: str = "Raspberry Pi Pico with RP2040") -> ModuleType:
    """Load a module of `mousetable.chip` as this board does. Its imports are stand-ins: most functions cannot run."""
    pio = SimpleNamespace(OUT_LOW=2, OUT_HIGH=3, SHIFT_LEFT=0, SHIFT_RIGHT=1)
    stand_ins: dict[str, Any] = {
        "rp2": SimpleNamespace(asm_pio=asm_pio, PIO=pio),
        "machine": SimpleNamespace(ADC=None, PWM=None, WDT=None, Pin=None, mem16=None, mem32=None, unique_id=None),
        "uctypes": SimpleNamespace(),
    }
    with patch.dict(sys.modules, stand_ins), patch.object(sys.implementation, "_machine", machine, create=True):
        return importlib.import_module("mousetable.chip." + name)
