"""`python -m stockrail` is the command `stockrail`."""

from __future__ import annotations

import sys

from stockrail.cli import main

if __name__ == "__main__":  # processes for bots read this module, too
    sys.exit(main())
