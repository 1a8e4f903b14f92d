"""Timeouts for what hands do, all in seconds of silence: no contact changes meanwhile.

An outcome counts after it has held. The table mentions an unfinished move when it is late.
"""

HOLD = 0.12
"""Hold time of the only outcome. A mouse that slides over a place is felt there for up to 0.17 s."""
HOLD_AMONG_SEVERAL = 0.2
"""The same for one of several outcomes."""
HOLD_TAKING = 0.45
"""The same for one that only takes a man: hands that straighten a man put it back as soon."""
HOLD_UNFINISHED = 1.0
"""The same for one that may be the first half of another, as when a castling player moves the rook first."""
HOLD_CORRECTION = 0.3
"""The same for another move instead of the last one."""
HOLD_TAKEBACK = 0.8
"""The same for a takeback. Any longer, and the next hand is at work; any shorter, and a slip counts as a takeback."""
HOLD_OFF = 2.0
"""The same for a man that is taken off the board again: hands lift one for about a second to straighten it."""
HOLD_RETURNED = 1.6
"""The same for a man that was taken and is put back: a hand may put it down and take it again."""
HOLD_MISTAKABLE = 2.4
"""The same for a mouse put back where another one is to go: people who took the wrong mouse soon notice."""
HOLD_COUNTING = 2.8
"""The same for a mouse that may go on from there: people count aloud and rest on the way."""
SURE_SOON = 0.35
"""Delay before asking, once waiting longer cannot help."""
SURE_LATE = 1.2
"""The same while a piece is aloft: by then it has joined others, if it was to join them."""
ASTRAY = 0.96
"""Delay before mentioning a piece that has no business where it is."""
HOLDING_BOTH = 2.0
"""The same while a piece that is to move is aloft too, or a man has fallen: people are about to put one down."""
TAKEN_INSTEAD = 2.8
"""The same for a piece that is aloft, or on the goal, while nobody has touched the one that is to move."""
CORRECTING = 1.6
"""The same for the piece that moved last and is aloft again."""
PAUSED = 3.2
"""The same for a mouse that is to move and stands on its way: people count aloud, touching every place."""
CARRIED = 3.2
"""The same for a mouse that is to move and is felt nowhere."""
AWAITED = 3.3
"""Time for contacts to confirm what people say, before people are asked about them. It must be longer than CARRIED."""
FORGOTTEN = 4.0
"""Delay before mentioning any other piece that is aloft, even while hands move on."""
UNHEEDED = 8.0
"""Delay before suspecting the sensor rather than the hand when a request is not followed."""
UNHEEDED_MORE = 2.0
"""Added for each further piece that people were asked to put somewhere."""
ANYTHING = 12.0
"""The same where several contacts contradict."""
UNSEEN = 30.0
"""Delay before asking whether a requested move is done that contacts may not show: maybe nobody has begun."""

HASTE = 0.25
"""Hold time credited to an outcome when another hand acts too early."""
