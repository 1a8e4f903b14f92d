"""KiCad's files as nested lists: `(at 10 20)` is `["at", "10", "20"]`. Quotes are taken off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

Node: TypeAlias = "list[Node | str]"

TOKEN = re.compile(r'[()]|"(?:\\.|[^"\\])*"|[^\s()"]+')


def parse(text: str) -> Node:
    """The one expression that a file holds."""
    stack: list[Node] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif token[0] == '"':
            stack[-1].append(re.sub(r"\\(.)", r"\1", token[1:-1]))
        else:
            stack[-1].append(token)
    (root,) = stack[0]
    assert isinstance(root, list)
    return root


def children(node: Node, name: str) -> Iterator[Node]:
    """Those of its nodes that begin with this name."""
    return (child for child in node if isinstance(child, list) and child and child[0] == name)


def child(node: Node, name: str) -> Node:
    """The first of them; an empty one where there is none."""
    return next(children(node, name), [name])


def words(node: Node) -> list[str]:
    """What follows its name, nodes left out."""
    return [word for word in node[1:] if isinstance(word, str)]


def word(node: Node, name: str) -> str:
    """The first word of its child of this name; "" where there is none."""
    return next(iter(words(child(node, name))), "")


def numbers(node: Node, name: str) -> tuple[float, ...]:
    """The numbers of its child of this name."""
    return tuple(float(text) for text in words(child(node, name)))
