"""A parser for KiCad's files: `(at 10 20)` becomes `["at", "10", "20"]`; quotes are removed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

Node: TypeAlias = "list[Node | str]"

TOKEN = re.compile(r'[()]|"(?:\\.|[^"\\])*"|[^\s()"]+')


def parse(text: str) -> Node:
    """Return the one expression in a file."""
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
    """Return the child nodes with this name."""
    return (child for child in node if isinstance(child, list) and child and child[0] == name)


def child(node: Node, name: str) -> Node:
    """Return the first child with this name; an empty node if there is none."""
    return next(children(node, name), [name])


def words(node: Node) -> list[str]:
    """Return the words after the node's name, without child nodes."""
    return [word for word in node[1:] if isinstance(word, str)]


def word(node: Node, name: str) -> str:
    """Return the first word of the child with this name; "" if there is none."""
    return next(iter(words(child(node, name))), "")


def numbers(node: Node, name: str) -> tuple[float, ...]:
    """Return the numbers of the child with this name."""
    return tuple(float(text) for text in words(child(node, name)))
