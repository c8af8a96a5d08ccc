"""Run tests drawn by a seed, each alone in a process of its own: `python -m tests.alone --count 50 --seed 7`.

One is drawn from each folder in turn until there are enough. The exit status says whether all passed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import PurePosixPath
from random import Random

_PASSED, _NONE_RUN = 0, 5


def list_tests(folders: Sequence[str]) -> list[str]:
    """The ids of all tests under these folders."""
    told = _run_pytest("--collect-only", "--quiet", "--snapshot-warn-unused", *folders)
    if told.returncode:
        raise SystemExit(told.stdout + told.stderr)
    return [line for line in told.stdout.splitlines() if "::" in line]


def draw_tests(tests: Sequence[str], count: int, seed: int) -> list[str]:
    """So many tests, one from each folder in turn."""
    by_folder = defaultdict(list)
    for test in sorted(tests):
        by_folder[PurePosixPath(test.partition("::")[0]).parent].append(test)
    random = Random(seed)
    for found in by_folder.values():
        random.shuffle(found)
    deepest = max(map(len, by_folder.values()), default=0)
    rounds = [found[turn] for turn in range(deepest) for found in by_folder.values() if turn < len(found)]
    return rounds[:count]


def run_alone(test: str) -> tuple[str, bool]:
    """A line that says how it went, and whether it failed."""
    began = time.monotonic()
    told = _run_pytest("--quiet", test)
    result = {_PASSED: "passed", _NONE_RUN: "not run"}.get(told.returncode, "FAILED")
    said = f"{told.stdout}\n{told.stderr}\n" if result == "FAILED" else ""
    return f"{said}{result:8} {time.monotonic() - began:6.1f} s  {test}", result == "FAILED"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=50)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("folders", nargs="*", default=["tests"])
    wanted = options.parse_args()
    tests = draw_tests(list_tests(wanted.folders), wanted.count, wanted.seed)
    failed = 0
    with ThreadPoolExecutor(wanted.processes) as pool:
        for line, has_failed in pool.map(run_alone, tests):
            failed += has_failed
            print(line, flush=True)
    print(f"{len(tests)} tests alone, seed {wanted.seed}: {failed} failed")
    return 1 if failed else 0


def _run_pytest(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    raise SystemExit(main())
