# The parts of the table, each constructed from the parts that it needs.

from .crank import Crank
from .guard import Guard
from .lamps import Lamps
from .line import Line
from .micro import TYPE_CHECKING
from .scan import Scan
from .tone import Tone

if TYPE_CHECKING:
    from .hardware import Hardware
    from .settings import Settings


class Parts:
    def __init__(self, hardware: "Hardware", settings: "Settings"):
        self.hardware = hardware
        self.settings = settings
        self.scan = Scan(hardware, settings["debounce"], settings["debounce_direct"])
        self.line = Line(hardware, self.scan.events)
        self.guard = Guard(hardware, self.scan, self.line)
        self.crank = Crank(hardware, self.scan, self.guard, settings)
        self.tone = Tone(hardware, self.guard)
        self.lamps = Lamps(hardware, self.guard, settings)
