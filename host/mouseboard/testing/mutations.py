"""Random small changes to saved JSON and plain text, to test the code that reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    2,
    7,
    99,
    2**31,
    -(2**63),
    10**30,
    0.5,
    1e300,
    "",
    "x",
    "0",
    [],
    {},
    [0],
    [[]],
)
"""Values that a saved file would not have there."""

Path = tuple[str | int, ...]


def mutated(text: str, random: Random, inside: str | None = None, words: Sequence[str] = ()) -> str:
    """Return a JSON text with one to three changes, only in the member `inside` if given. `words` may be inserted.

    A number may change a little, or by an amount that another number gets, so that sums stay. Other values are
    exchanged, doubled, dropped or replaced.
    """
    whole = json.loads(text)
    data = whole if inside is None else whole[inside]
    for _ in range(random.choice((1, 1, 2, 3))):
        _change(data, random, words)
    return json.dumps(whole)


def _change(data: Any, random: Random, words: Sequence[str]) -> None:
    paths = list(_paths(data))
    if not paths:
        return
    path = random.choice(paths)
    value = _at(data, path)
    texts = [at for at in paths if isinstance(_at(data, at), str)]
    numbers = [at for at in paths if type(_at(data, at)) is int]
    match random.randrange(8):
        case 0:
            _put(data, path, random.choice(ODD))
        case 1 if type(value) is int and numbers:
            other, step = random.choice(numbers), random.choice((-1, 1, random.randrange(-9, 10)))
            _put(data, path, value + step)
            _put(data, other, _at(data, other) - step)
        case 2 | 3 if type(value) is int:
            _put(data, path, value + random.choice((-2, -1, 1, 2, random.randrange(-50, 50))))
        case 2 | 3 | 4 if isinstance(value, str):
            _put(data, path, random.choice([*words, *(_at(data, at) for at in texts)]))
        case 5 if isinstance(value, list) and value:
            place = random.randrange(len(value))
            value[place : place + 1] = deepcopy(random.choice(([], [value[place]] * 2, [random.choice(value)])))
        case 6 if isinstance(value, list):
            random.shuffle(value)
        case 7:
            _put(data, path, _at(data, random.choice(paths)))
        case _:
            _put(data, path, random.choice((0, 1, -1, None)) if type(value) is int else random.choice(ODD))


def _paths(data: Any, so_far: Path = ()) -> Iterator[Path]:
    """Yield the path of every value."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*so_far, key)
        yield from _paths(value, (*so_far, key))


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _put(data: Any, path: Path, value: Any) -> None:
    with suppress(LookupError, TypeError):  # an earlier change may have removed it
        _at(data, path[:-1])[path[-1]] = deepcopy(value)


def mutated_text(text: str, random: Random, words: Sequence[str] = ()) -> str:
    """Return a text with one to three changes: letters, words or lines dropped, doubled, replaced or inserted."""
    for _ in range(random.choice((1, 1, 2, 3))):
        by = random.choice(("", " ", "\n"))
        parts = text.split(by) if by else list(text)
        place, other = random.randrange(len(parts)), random.randrange(len(parts))
        new = random.choice((parts[other], *(random.choice(words) for _ in words[:1]), *"\0\x1b-_=[]{}\"'#0e9é\u202e"))
        parts[place : place + 1] = random.choice(([], [parts[place]] * 2, [new], [parts[place], new]))
        text = by.join(parts)
    return text
