# The lamps: a picture (one style for each lamp) and styles (colour and pattern). The board itself animates them, so
# nothing flickers when the line is slow. The current of all lamps together is capped by scaling the whole picture.
#
# Brightness and the cap are computed per style, not per lamp: there are at most 37 styles, few are in use, and most of
# those are steady. A new picture is counted and painted lamp by lamp; after that only lit lamps can change. Painting
# allocates nothing.
#
# For example, style a is ff8000, blinking, in slot 1, and the picture is `a.a`, slots 1 0 1. While it is on, its bytes
# green, red and blue are 128, 255 and 0. They sum to 383, so two lamps draw 2 * 383 * 20 / 255 = 60 mA. The lamps are
# ordered 0 2 1, the lit ones first: later paintings stop after two.
#
# Lamps do not acknowledge what they are sent, and noise or a lack of power may spoil it. So a picture in which nothing
# changes is sent again twice a second.

from .micro import TYPE_CHECKING, const, micropython, ptr8
from .ticks import elapsed

if TYPE_CHECKING:
    from .guard import Guard
    from .hardware import Hardware
    from .settings import Settings

STYLES = "abcdefghijklmnopqrstuvwxyz0123456789"
PATTERNS = ("steady", "blink", "pulse", "flash")
_BLINK = const(1)  # indices in PATTERNS
_PULSE = const(2)
_FLASH = const(3)
_REFRESH_MS = const(20)
_REPAINT_MS = const(500)  # at most between two paintings: how long a spoilt picture stays wrong
_STEP_MS = const(25)  # a pulse climbs in 32 steps; nobody sees finer ones
_CHANNEL_MA = const(20)  # one colour of one lamp, fully on
_LOST = const(37)  # the style of a table that has lost its host: a dim amber breath (0 is dark, 1-36 the host's)
_LOST_GRB = b"\x0c\x28\x00"
_SLOT_COUNT = const(38)
_LETTERS = STYLES + "."  # allowed in a picture
_SLOTS = bytearray([STYLES.find(chr(n)) + 1 for n in range(256)])  # a letter's slot, 0 for any other character
_MASK = const(0x3FFFFFFF)  # ticks.MASK


def level(pattern: int, now: int) -> int:
    """Return a pattern's brightness, 0 to 255, at a time; all lamps of a pattern are in step."""
    if pattern == _BLINK:
        return 255 if now % 1000 < 500 else 0
    if pattern == _FLASH:
        return 255 if now % 250 < 125 else 0
    if pattern == _PULSE:  # up and down in 1.6 s, never quite dark
        phase = now % 1600
        return 32 + 223 * (phase if phase < 800 else 1600 - phase) // 800
    return 255


def lasts(pattern: int, now: int) -> int:
    """Return after how many ms a pattern is due again: a pulse in steps, a steady one only to be repainted.

    A blinking lamp that went on at 1000 is due at 1500: lasts(_BLINK, 1020) is 480.
    """
    if pattern == _BLINK:
        return 500 - now % 500
    if pattern == _FLASH:
        return 125 - now % 125
    return _STEP_MS if pattern == _PULSE else _REPAINT_MS


def allowed(milliamps: int) -> int:
    """Return the sum of all pixel bytes of a picture that draws this current: 255 for 20 mA."""
    return milliamps * 255 // _CHANNEL_MA


@micropython.viper
def dim(colours: ptr8, dimmed: ptr8, size: int, total: int, limit: int) -> int:
    """Scale colours for a picture whose bytes sum to `total` and may sum to `limit`; hues stay. Return `size`.

    With a total of 400 and a limit of 100, 128 255 0 becomes 32 63 0.
    """
    for i in range(size):
        dimmed[i] = colours[i] * limit // total
    return size


@micropython.viper
def draw(picture: ptr8, text: ptr8, slots: ptr8, lamps: int) -> int:
    """Fill `picture` with the slots of a text's letters: 1 0 2 for `a.b`. Return the number of lamps."""
    for lamp in range(lamps):
        picture[lamp] = slots[text[lamp]]
    return lamps


@micropython.viper
def paint(pixels: ptr8, picture: ptr8, colours: ptr8, order: ptr8, lamps: int) -> int:
    """Set the pixels of the first `lamps` lamps in `order`. Return their number."""
    for i in range(lamps):
        lamp = order[i]
        pixel, colour = 3 * lamp, 3 * picture[lamp]
        pixels[pixel] = colours[colour]
        pixels[pixel + 1] = colours[colour + 1]
        pixels[pixel + 2] = colours[colour + 2]
    return lamps


@micropython.viper
def count(counts: ptr8, slots: int, order: ptr8, picture: ptr8, lamps: int) -> int:
    """Count the lamps of each slot, and put the lit lamps first in `order`. Return the number of lit lamps."""
    for slot in range(slots):
        counts[slot] = 0
    lit, dark = 0, lamps
    for lamp in range(lamps):
        slot = picture[lamp]
        counts[slot] += 1
        if slot:
            order[lit] = lamp
            lit += 1
        else:
            dark -= 1
            order[dark] = lamp
    return lit


class Lamps:
    """The lamps of the table. step() paints what style() and picture() ask for.

    For the example above:

        lamps.style("a", "ff8000", "blink")
        lamps.picture("a.a")
    """

    def __init__(self, hardware: "Hardware", guard: "Guard", settings: "Settings"):
        self._show = hardware.show
        self._guard = guard
        self._settings = settings
        # Of each slot
        self._styles = bytearray(3 * _SLOT_COUNT)  # green red blue, from the host
        self._styles[3 * _LOST :] = _LOST_GRB
        self._patterns = bytearray(_SLOT_COUNT)
        self._patterns[_LOST] = _PULSE
        self._bright = bytearray(_SLOT_COUNT)  # brightness of `_colours`
        self._colours = bytearray(3 * _SLOT_COUNT)  # the styles at that brightness ...
        self._dimmed = bytearray(3 * _SLOT_COUNT)  # ... and with the cap applied
        self._sums = [0] * _SLOT_COUNT  # of three bytes of `_colours`
        self._counts = bytearray(_SLOT_COUNT)  # lamps in the picture shown
        # Of each lamp
        self._picture = bytearray(hardware.lamps)  # slots
        self._lost = bytearray(bytes([_LOST]) * hardware.lamps)
        self._shown = self._picture  # one of these two
        self._order = bytearray(hardware.lamps)  # all lamps, those lit in the picture shown first
        self._pixels = bytearray(3 * hardware.lamps)
        self._lit = 0  # lit lamps
        self._stale = 0  # lamps at the front of `_order` that must be painted again
        self._used = bytearray(_SLOT_COUNT)  # the slots in the picture shown ...
        self._uses = 0  # ... and their number
        self._painted = -_REFRESH_MS & _MASK  # when; before the start, so that a first picture need not wait
        self._dirty = False  # the picture or a style has changed since it was counted and painted
        self._lasts = _REPAINT_MS  # ms from one painting to the next, unless the picture changes

    def style(self, name: str, rrggbb: str, pattern: str) -> None:
        """Set a style's colour and pattern. Raises ValueError with the part that is wrong."""
        slot = _slot(name)
        if len(rrggbb) != 6 or rrggbb.strip("0123456789abcdef"):  # int() would take signs and underscores too
            raise ValueError("colour")
        if pattern not in PATTERNS:
            raise ValueError("pattern")
        colour = int(rrggbb, 16)
        self._styles[3 * slot] = colour >> 8 & 255
        self._styles[3 * slot + 1] = colour >> 16
        self._styles[3 * slot + 2] = colour & 255
        self._patterns[slot] = PATTERNS.index(pattern)
        self._light(slot, self._bright[slot])
        self._dirty = True

    def picture(self, text: str) -> None:
        """Show a picture of one character a lamp, `.` for dark. Raises ValueError with the part that is wrong."""
        if len(text) != len(self._picture):
            raise ValueError("lamps")
        if text.strip(_LETTERS):  # not empty if any character is not allowed
            raise ValueError("style")
        draw(self._picture, bytearray(text.encode()), _SLOTS, len(text))
        self._dirty = True

    def dark(self) -> None:
        """Make the picture dark."""
        for i in range(len(self._picture)):
            self._picture[i] = 0
        self._dirty = True

    def step(self, now: int) -> int:
        """Repaint if it is due. Return in how many ms to call again. Allocates nothing."""
        wanted = self._lost if self._guard.lost else self._picture
        if wanted is not self._shown:
            self._shown = wanted
            self._dirty = True
        wait = _REFRESH_MS if self._dirty else self._lasts
        since = elapsed(now, self._painted)
        if since < wait:
            return wait - since
        self._painted = now
        self.refresh(now)
        return self._lasts

    def refresh(self, now: int) -> None:
        """Paint and show the pixels as of `now`. Allocates nothing."""
        if self._dirty:
            self._dirty = False
            self._recount()
        total, limit = self._brighten(now), allowed(self._settings["current"])
        colours = self._colours
        if total > limit:
            dim(colours, self._dimmed, len(colours), total, limit)
            colours = self._dimmed
        paint(self._pixels, self._shown, colours, self._order, self._stale)
        self._stale = self._lit
        self._show(self._pixels)

    def _brighten(self, now: int) -> int:
        """Set the brightness of the styles in use, and how long it lasts. Return the sum of all pixel bytes."""
        total, self._lasts = 0, _REPAINT_MS
        for i in range(self._uses):
            slot = self._used[i]
            pattern = self._patterns[slot]
            bright = level(pattern, now)
            if bright != self._bright[slot]:
                self._light(slot, bright)
            total += self._counts[slot] * self._sums[slot]
            if pattern:  # not steady
                self._lasts = min(self._lasts, max(_REFRESH_MS, lasts(pattern, now)))
        return total

    def _light(self, slot: int, bright: int) -> None:
        """Scale a style's colour to a brightness."""
        total = 0
        for i in range(3 * slot, 3 * slot + 3):
            self._colours[i] = self._styles[i] * bright // 255
            total += self._colours[i]
        self._sums[slot] = total
        self._bright[slot] = bright

    def _recount(self) -> None:
        """Find the styles in use and mark every lamp for painting. Allocates nothing."""
        self._stale = len(self._shown)
        self._lit = count(self._counts, len(self._counts), self._order, self._shown, len(self._shown))
        self._uses = 0
        for slot in range(1, len(self._counts)):
            if self._counts[slot]:
                self._used[self._uses] = slot
                self._uses += 1


def _slot(name: str) -> int:
    place = STYLES.find(name)
    if place < 0 or len(name) != 1:
        raise ValueError("style")
    return place + 1
