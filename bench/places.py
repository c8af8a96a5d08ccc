"""Where benchmarks find the pulled weights; when they are absent the benchmark is skipped, loudly."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from bench.harness import Skipped
from foam.errors import WeightsMissing
from foam.model.embedded.vectors import MiniLM, WordVectors
from foam.model.port import Embedder
from foam.settings import find_home


def embedder(kind: Literal["static", "minilm"]) -> Embedder:
    """Pulled sentence vectors."""
    home = find_home(os.environ, Path.cwd(), Path.home())
    try:
        return WordVectors(home) if kind == "static" else MiniLM(home)
    except WeightsMissing as missing:
        raise Skipped(f"{missing.what}; {missing.hint}") from missing
