"""Rules that judge the circuit: faults that would be found only once a table is built.

All other checks compare: board with schematic, schematic with source, kept files with new ones. These judge the source
itself. Each rule is a function over the table that yields a line for each violation: which part, which net, and what is
allowed. Its docstring gives the electrical reason.

What KiCad's electrical rule check (ERC) sees, and what it cannot: every pin of a symbol has one of twelve types (input,
output, bidirectional, tri-state, passive, free, unspecified, power in, power out, open collector, open emitter, not
connected). ERC looks up each pair of types on a net in a matrix, so it finds two outputs that meet. It also finds an
input without an output, a power input without a power output, and a pin without a wire. That is all that it knows:

- Resistors, capacitors, diodes, fuses, switches, FETs and connectors are *passive*: any of them may join anything,
  either way round. So no value, polarity, direction or fuse is checked.
- A type has no voltage. 5 V on a 3.3 V input is an output on an input, which is fine.
- `power out` is believed: a PWR_FLAG on a net is enough, whatever feeds it.
- It looks at one schematic. What a cable joins to the next board, it does not know.
- It trusts the symbol. When symbol, footprint and part number disagree, it is silent.

python -m hardware.making.rules        print what the rules find in the reference table and in an old board
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import ModuleType

from hardware.making.rules import boards, feeding, joints, listing, ordering, orientation, parts, pico, signals
from hardware.making.rules.table import Table, old_board, table
from hardware.making.source import BadSource

Rule = Callable[[Table], Iterator[str]]

__all__ = ["RULES", "Table", "complaints", "old_board", "table"]


def _rules(module: ModuleType) -> dict[str, Rule]:
    """Return a module's public functions in the order of its text."""
    own = inspect.getmembers(module, lambda one: inspect.isfunction(one) and one.__module__ == module.__name__)
    found = sorted((one for name, one in own if not name.startswith("_")), key=lambda one: one.__code__.co_firstlineno)
    return {one.__name__: one for one in found}


RULES: dict[str, Rule] = {
    name: rule
    for module in (feeding, orientation, parts, ordering, listing, signals, joints, boards, pico)
    for name, rule in _rules(module).items()
}
"""Every rule by its name."""


def complaints(*tables: Table) -> Iterator[tuple[str, str]]:
    """Yield each violation with the name of its rule, once. A source that cannot be read is one, too."""
    found = dict.fromkeys((name, line) for one in tables for name, rule in RULES.items() for line in _lines(rule, one))
    yield from found


def _lines(rule: Rule, table: Table) -> Iterator[str]:
    try:
        yield from rule(table)
    except BadSource as error:
        yield str(error)
