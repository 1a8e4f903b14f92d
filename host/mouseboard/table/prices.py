"""Prices: how unlikely is each thing that hands may have done?

A price is roughly the negative logarithm, base 2, of a probability. The price of a reading is the sum over all changes,
and only differences between readings of the same changes matter. A reading is *plausible* if it is at most STOP dearer
than the best one. An exchange of two mice at most DOUBT dearer is shown, and play goes on. Readings more than FORGET
dearer are dropped. The margins lie in gaps between named cases, which `tests/table/test_margins.py` lists.
"""

# A felt arrival, by where it is.
WHERE_EXPECTED = 0.0
"""A legal move takes the piece there, or hands have been told to put it there."""
PUT_BACK = 0.7
"""It belongs there."""
SPARED = 2.8
"""A move takes it off the board, and a man that is not felt may go there: players who lift both capture."""
SPARED_THOUGH_ASKED = 6.0
"""The same where people were asked to take it off, as a pawn for the queen that it becomes."""
AS_BEFORE = 1.0
"""The last decision might have taken it there, or it stood there before."""
RETURNED = 0.5
"""It was taken off the board, and stood there before."""
WHERE_LIFTED = 1.0
"""It was lifted there, though it does not belong there."""
ELSEWHERE = 3.0
"""Anywhere else."""
ANOTHERS = 12.0
"""Added for a man or a stranger where another man belongs that has just left: it is put back itself."""
OWN_MAN_BACK = 5.0
"""Added for a man that the last decision might have taken, where it took another one: that one is put back."""
NOT_IN_PLAY = 5.0
"""Added for a piece from beside the board that is not expected on it."""
FETCHED_S = 1.5
"""Seconds until a hand can put a man from beside the board where another one has just been taken."""
HESITATED_S = 2.4
"""Seconds within which people who put a man there may have thought better of taking that one."""
INSTEAD_OF_IT = 1.0
"""Added meanwhile for another man than the one that was taken there."""
TOO_FAST = 5.0
"""Added if it was lifted so recently that a hand would have had to throw it."""
FASTEST_MM_S = 1500.0
"""Top speed of a hand that carries a mouse, in mm/s."""
REACH_MM = 30.0
"""Length of the ends of its way, in mm, on which a mouse is still felt at its origin or already at its goal."""

# A felt lift.
LIFTED_TO_MOVE = 0.0
LIFTED_AGAIN = 0.5
"""For a piece that is already on its goal, or that moved last and may be moved differently."""
LIFTED_IDLY = 1.0
"""For a piece that has nowhere to go."""

# What no contact shows, because other pieces are on the place or its sensor is not trusted.
LEFT_TO_MOVE = 0.3
LEFT_IDLY = 4.0
LEFT_BESIDE_ANOTHER = 5.0
"""Added if it goes where it is not expected while another is aloft, or was a MOMENT_S ago: that takes a second hand."""
MOMENT_S = 0.7
"""Seconds too short for one hand to put a piece down, take another and put that down too."""
JOINED_TO_MOVE = 0.3
JOINED_A_STRAY = 2.5
"""For a piece whose goal should be empty, but holds a piece that does not belong there."""
JOINED_BACK = 3.0
JOINED_IDLY = 7.0

# What should not be.
STUCK = 8.0
"""A lone piece has left and its sensor stays closed."""
STRANGER = 6.0
"""A magnet that no piece explains. If it leaves within a TOUCH_S, its price is refunded."""
BETWEEN_MM = 60.0
"""Most distance between two places on which one man is felt at once, in mm: the next ones, or across the corner."""
AT_ONCE_S = 0.15
"""Seconds within which a man that is put down between two places is felt on both."""
PUSHED_S = 1.6
"""Seconds for which a man that is pushed to the next place is felt on both at most."""
TOUCH_S = 0.6
"""Maximum time, in seconds, for which a person holds a wand over a place."""

# Time. A hand soon puts a piece down, so each second of silence makes it dearer to believe that one is still aloft.
ALOFT_A_SECOND = 5.2
ALOFT_BY_OTHERS = 6.2
"""Maximum for a piece whose goal no contact shows, among others or off the board: it has probably arrived."""
ALOFT = 3.5
"""Maximum for any other piece: it may stay in a hand for long, or lie on its side."""

# After some time without watching the table.
CUT_SHORT = 3.0
"""People were in the middle of a move when that time began."""

STOP = 5.0
"""Margin of the plausible readings: they count as much as the best one."""
DOUBT = 6.2
"""Margin of exchanges of two mice that are shown."""
OVERRULED = 6.0
"""Added to every other reading when people play on from a placement without objecting."""
ARRIVED_UNFELT = 3.0
"""Added instead to a reading that only lacks arrivals which no contact shows."""
FORGET = 9.0
MOST_READINGS = 200
