"""What the table thinks of hands: how unlikely each thing is that they may have done.

A price is about the negative logarithm of a chance, to base 2; what is compared are the sums of two readings of the
same changes. A reading is *plausible* if it is at most STOP dearer than the best one; if hands that exchanged two mice
would be at most DOUBT dearer, that is shown and play goes on; what is more than FORGET dearer is given up. The margins
stand in gaps between named cases: `tests/table/test_margins.py` has them.
"""

# A felt arrival, by where it is.
WHERE_EXPECTED = 0.0
"""A legal move takes the piece there, or hands have been told to put it there."""
PUT_BACK = 0.7
"""It belongs there."""
AS_BEFORE = 1.0
"""The last decision might have taken it there, or it stood there before."""
WHERE_LIFTED = 1.0
"""It was lifted there, though it does not belong there."""
ELSEWHERE = 3.0
"""Anywhere else."""
NOT_IN_PLAY = 5.0
"""More, for a piece that stands beside the board and is not expected on it."""
TOO_FAST = 5.0
"""More, if it was lifted so shortly before that a hand would have had to throw it."""
FASTEST = 1500.0
"""Millimetres a second that a hand carries a mouse."""
REACH = 30.0
"""Millimetres of its way on which a mouse is still felt where it came from, or already where it goes."""

# A felt lift.
LIFTED_TO_MOVE = 0.0
LIFTED_AGAIN = 0.5
"""A piece where it was to go, or that was moved last and may be moved otherwise."""
LIFTED_IDLY = 1.0
"""A piece that has nowhere to go."""

# What no contact shows, for others stand there or its sensor is not trusted.
LEFT_TO_MOVE = 0.3
LEFT_IDLY = 4.0
LEFT_BESIDE_ANOTHER = 5.0
"""More, if it goes where it is not expected, and another is aloft or was a moment ago: it takes a second hand."""
MOMENT = 0.7
"""Seconds in which one hand does not put one piece down, take another and put that down too."""
JOINED_TO_MOVE = 0.3
JOINED_A_STRAY = 2.5
"""A piece that is to go where nobody stands, and where one stands now that has no business there."""
JOINED_BACK = 3.0
JOINED_IDLY = 7.0

# What should not be.
STUCK = 8.0
"""A lone piece has left and its sensor stays closed."""
STRANGER = 6.0
"""A magnet that no piece accounts for. One that was there for a TOUCH only costs nothing once it has gone."""
TOUCH = 0.6
"""Seconds that a person points at a place with a wand, at most."""

# Time. A piece in the air is put down soon: each second of silence makes it dearer that it still hangs there.
ALOFT_A_SECOND = 5.2
ALOFT_BY_OTHERS = 6.2
"""At most, for a piece that goes where no contact would show it, to others or off the board: it has got there."""
ALOFT = 3.5
"""At most, for another: it may hang there for long, or lie."""

# Where nobody has looked for a while.
CUT_SHORT = 3.0
"""That was in the middle of a move, when it began."""

STOP = 5.0
"""What is at most this much dearer than the best reading counts as well as that."""
DOUBT = 6.2
"""Up to this much dearer, an exchange of two mice is shown."""
OVERRULED = 6.0
"""What everybody went on from without objecting, other readings cost so much more."""
ARRIVED_UNFELT = 3.0
"""The same, instead, for a reading in which a piece has not arrived yet where no contact shows it."""
FORGET = 9.0
MOST_READINGS = 200
