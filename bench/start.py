"""How long it takes before anything is done: Python itself, `import foam`, and the first page of help."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.harness import Row, benchmark

REPEAT = 9
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    'python -c "import foam"': [sys.executable, "-c", "import foam"],
    "foam --help": [str(Path(sys.executable).with_name("foam")), "--help"],
}


@benchmark
def start() -> Iterable[Row]:
    """Each command in turn, several times over, so that a busy moment falls on all of them."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(REPEAT):
        for name, command in COMMANDS.items():
            begun = perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            times[name].append(perf_counter() - begun)
    bare = median(times["python -c pass"])
    for name, spent in times.items():
        note = f"{median(spent) / bare:.2f} x python -c pass; fastest {1000 * min(spent):.0f} ms"
        yield Row(name, 1000 * median(spent), "ms", note)
