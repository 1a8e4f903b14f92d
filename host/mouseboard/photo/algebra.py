"""Small systems of linear equations, solved without numpy: a camera has only nine unknowns."""

from __future__ import annotations

from collections.abc import Sequence

Row = list[float]


class Singular(ArithmeticError):
    """Equations without a unique solution."""


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> Row:
    """Return the x with `matrix x = right`. Raises Singular."""
    return [row[0] for row in _eliminated(matrix, [[value] for value in right])]


def inverse(matrix: Sequence[Sequence[float]]) -> list[Row]:
    """Return the inverse of a matrix. Raises Singular."""
    size = len(matrix)
    return _eliminated(matrix, [[float(row == column) for column in range(size)] for row in range(size)])


def normal(rows: Sequence[Sequence[float]], right: Sequence[float]) -> tuple[list[Row], Row]:
    """Return the normal equations of a least-squares problem."""
    size = len(rows[0])
    squares = [[sum(row[a] * row[b] for row in rows) for b in range(size)] for a in range(size)]
    return squares, [sum(row[a] * value for row, value in zip(rows, right, strict=True)) for a in range(size)]


def _eliminated(matrix: Sequence[Sequence[float]], right: Sequence[Sequence[float]]) -> list[Row]:
    """Eliminate by Gauss-Jordan, with the largest pivot of each column. Raises Singular."""
    rows = [[*left, *more] for left, more in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < 1e-12:
            raise Singular
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(size):
            if row != column and (factor := rows[row][column]):
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]
