"""How much of the dear tables is run: `make test` tries each kind of row once, `make test-long` every row."""

from __future__ import annotations

import os

LONG = bool(os.environ.get("FOAM_TEST_LONG"))
