"""`python -m foam.cli`: the command line, where the `foam` command is not on the path."""

from __future__ import annotations

import sys

from foam.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
