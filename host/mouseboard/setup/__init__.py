"""This computer as a host that needs nobody: a service that starts with it, and all that belongs to that."""

from mouseboard.setup.facts import Facts, SetupError
from mouseboard.setup.plan import Answers, File, files

__all__ = ["Answers", "Facts", "File", "SetupError", "files"]
