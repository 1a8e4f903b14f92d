"""`python -m mouseboard` is the command `mouseboard`."""

import sys

from mouseboard.cli import main

sys.exit(main())
