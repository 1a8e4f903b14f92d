"""What the referee needs of a table. None of it waits: what takes time is a job for whoever runs the referee."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from mouseboard.layouts import Layout
from mouseboard.table.game_table import Tune


class Surface(Protocol):
    """A table as it is now. `GameTable` is one."""

    layout: Layout
    connected: bool
    obedient: bool
    """Whether simulated hands take exactly the piece that is asked for, so that nobody is asked which it was."""

    @property
    def occupied(self) -> frozenset[str]:
        """The places on which something stands."""

    @property
    def blind(self) -> frozenset[str]:
        """The places whose contacts are not trusted, as the table stores them."""

    @property
    def closed_direct(self) -> frozenset[str]:
        """The contacts that are closed and lie under no place: buttons and cage."""

    @property
    def cage_down(self) -> bool:
        """Whether the cage has fallen and not been lifted since."""

    @property
    def fault(self) -> str | None:
        """Why the table has stopped, until a person clears it there."""

    @property
    def sure(self) -> bool:
        """Whether its register chain is known to be good."""

    def sound(self, tune: Tune) -> None:
        """Start a tune, in place of the one that plays."""

    def stop_trap(self) -> None:
        """Stop the trap that runs, wherever its crank is, as soon as the table can be reached."""

    def keep(self, blind: Collection[str]) -> None:
        """Store on the table that these places are not trusted, and no others."""
