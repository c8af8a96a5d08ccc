"""`python -m foam.cli`: the command line, where the `foam` command is not on the path."""

from __future__ import annotations

from foam.cli.main import main

main()
