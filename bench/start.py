"""How long it takes before anything is done: Python, `import foam`, the help, an opened home, the first file."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.harness import Row, benchmark

REPEAT = 9
_READ = (
    "from pathlib import Path; from foam.evidence.imports import read;from foam.evidence.reading import read_documents;"
)
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    'python -c "import foam"': [sys.executable, "-c", "import foam"],
    "foam --help": [str(Path(sys.executable).with_name("foam")), "--help"],
    "foam config": [str(Path(sys.executable).with_name("foam")), "config"],
    "a file read in this process": [sys.executable, "-c", f"{_READ}list(read(Path({__file__!r}), name='a'))"],
    "a file read apart": [sys.executable, "-c", f"{_READ}list(read_documents([{__file__!r}]))"],
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
