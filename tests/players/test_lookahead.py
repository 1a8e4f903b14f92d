"""The lookahead weighs chance by its odds, and assumes that each seat maximizes its own value.

The game here is a tree. A seat or chance picks a branch, and a leaf stays what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

import pytest
from msgspec import Struct

from mouseboard.layouts import Layout
from mouseboard.players.lookahead import Lookahead, Worth
from mouseboard.rules import CHANCE, Action, Game, State

A, B = Action("a"), Action("b")


class Tree(Struct, frozen=True):
    """A node: the actor, the branches `a` and `b`, their odds if the actor is chance, and the node's own worth."""

    actor: int | None
    a: Tree | None = None
    b: Tree | None = None
    odds: tuple[Fraction, ...] = ()
    worth: Worth = (0.0, 0.0)


class TreeGame(Game):
    """A game of two players that is one tree."""

    name = "tree"
    title = "Tree"
    seat_counts = (2,)
    options = ()
    layout = Layout("tree", "Tree", "test", (1, 1), 0, 0, ())
    vocabulary: Mapping[str, Action] = {"a": A, "b": B}

    def __init__(self, tree: Tree) -> None:
        super().__init__(2, {})
        self.tree = tree

    def start(self) -> TreeState:
        return TreeState(self, self.tree)


class TreeState(State, Struct, frozen=True):
    """A state of the game: one node of the tree."""

    game: Game
    node: Tree

    @property
    def actor(self) -> int | None:
        return self.node.actor

    @property
    def winners(self) -> tuple[int, ...]:
        return (max((0, 1), key=lambda seat: self.node.worth[seat]),) if self.actor is None else ()

    def actions(self) -> tuple[Action, ...]:
        return (A, B) if self.actor is not None else ()

    def odds(self) -> tuple[tuple[Action, Fraction], ...]:
        return tuple(zip(self.actions(), self.node.odds, strict=True)) if self.actor == CHANCE else ()

    def after(self, action: Action) -> TreeState:
        return TreeState(self.game, (self.node.a if action == A else self.node.b) or self.node)

    def placement(self) -> dict[str, str]:
        return {}


def leaf(mine: float, yours: float = 0.0) -> Tree:
    """Return a node without branches, worth this much to seats 0 and 1."""
    return Tree(0, worth=(mine, yours))


def toss(odds: Fraction, a: Tree, b: Tree) -> Tree:
    return Tree(CHANCE, a, b, odds=(odds, 1 - odds))


def worth(state: State) -> Worth:
    assert isinstance(state, TreeState)
    return state.node.worth


def chosen(tree: Tree, depth: int, seed: int = 0) -> Action:
    return Lookahead(worth, depth).choose(TreeGame(tree).start(), Random(seed))


@pytest.mark.parametrize(("odds", "choice"), [(Fraction(2, 5), B), (Fraction(3, 5), A)])
def test_a_chance_node_is_weighed_by_its_odds(odds: Fraction, choice: Action) -> None:
    assert chosen(Tree(0, toss(odds, leaf(1), leaf(0)), leaf(0.5)), depth=2) == choice


def test_a_rival_chooses_its_own_best_and_not_our_worst() -> None:
    rival = Tree(1, leaf(0.6, 0.4), leaf(0.1, 0.2))
    assert chosen(Tree(0, rival, leaf(0.5)), depth=2) == A


def test_the_estimate_counts_beyond_the_depth() -> None:
    deep = Tree(CHANCE, leaf(1), leaf(1), odds=(Fraction(1, 2),) * 2, worth=(0.0, 0.0))
    assert chosen(Tree(0, deep, leaf(0.5)), depth=1) == B
    assert chosen(Tree(0, deep, leaf(0.5)), depth=2) == A


def test_the_estimate_counts_for_a_settled_state_although_depth_is_left() -> None:
    tree = Tree(0, Tree(CHANCE, leaf(1), leaf(1), odds=(Fraction(1, 2),) * 2, worth=(0.0, 0.0)), leaf(0.5))
    player = Lookahead(worth, depth=9, settled=lambda state: state.actor == CHANCE)
    assert player.choose(TreeGame(tree).start(), Random(0)) == B


def test_a_finished_game_is_worth_1_to_the_winner() -> None:
    assert chosen(Tree(0, Tree(None, worth=(1, 0)), leaf(0.99)), depth=2) == A
    assert chosen(Tree(0, Tree(None, worth=(0, 1)), leaf(0.01)), depth=2) == B


def test_each_of_several_equally_good_actions_is_sometimes_chosen() -> None:
    even = Tree(0, leaf(0.5), leaf(0.5))
    assert {chosen(even, depth=1, seed=seed) for seed in range(20)} == {A, B}


def test_choosing_for_chance_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat decides here"):
        chosen(toss(Fraction(1, 2), leaf(0), leaf(1)), depth=1)


@pytest.mark.parametrize(("mine", "warned"), [(0.9, False), (0.83, False), (0.5, True)])
def test_the_lookahead_warns_of_an_action_that_gives_much_away(mine: float, warned: bool) -> None:
    tree = Tree(0, leaf(0.9), leaf(mine))
    assert Lookahead(worth, 1).warns(TreeGame(tree).start(), B) is warned
