"""`python -m tests.mutants`: plants single changes in what must not be wrong and asks the tests whether they notice.

A sample is drawn, as many changes from each package. Each is run against the tests that run its line. At least 85 %
have to be noticed; one that changes nothing that can be seen stands in `equivalent.toml` with the reason.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tests.mutants.asking import Mutant, Verdict, ask
from tests.mutants.covering import Covering, cover
from tests.mutants.planting import plant
from tests.mutants.running import start_process
from tests.mutants.targets import PACKAGES, ROOT, find_module

WANTED = 0.85
MINUTES = 30
EQUIVALENT = Path(__file__).with_name("equivalent.toml")


def main(arguments: Sequence[str] | None = None) -> int:
    options = _read_options(arguments)
    began = time.monotonic()
    planted = {package.name: list_mutants(package.name) for package in PACKAGES}
    sample = draw_sample(planted, options.sample, options.seed)
    files = [file for package in PACKAGES for file in package.list_tests()]
    with (
        tempfile.TemporaryDirectory(prefix="foam-mutants-") as folder,
        ProcessPoolExecutor(options.processes, get_context("spawn"), start_process, (folder,)) as pool,
    ):
        covering, failed = cover(pool, files)
        print(f"{len(covering.seconds)} tests cover the packages, {time.monotonic() - began:.0f} s", flush=True)
        if failed:
            print("these fail without any change and are not asked:", *failed, sep="\n  ")
        chosen = [choose_tests(covering, mutant) for mutant in sample]
        asked = [
            pool.submit(ask, mutant, {test: covering.seconds[test] for test in tests})
            for mutant, tests in zip(sample, chosen, strict=True)
        ]
        verdicts = _wait(asked, began)
    print(
        f"{len(sample)} of {sum(map(len, planted.values()))} places, seed {options.seed}, "
        f"{time.monotonic() - began:.0f} s in all\n"
    )
    return show_table(sample, chosen, verdicts)


def _read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, default=200, help="how many changes are tried")
    parser.add_argument("--seed", type=int, default=7, help="draws the sample")
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args(arguments)


def list_mutants(package: str) -> list[Mutant]:
    """Every change that can be planted in a package."""
    (modules,) = [one.list_modules() for one in PACKAGES if one.name == package]
    return [
        Mutant(package, module, change)
        for module in modules
        for change in plant(find_module(module).read_text(encoding="utf-8"))
    ]


def draw_sample(planted: dict[str, list[Mutant]], count: int, seed: int) -> list[Mutant]:
    """As many of each package, drawn by the seed, in an order that mixes them."""
    sample: list[Mutant] = []
    for number, (name, mutants) in enumerate(planted.items()):
        share = count // len(planted) + (number < count % len(planted))
        sample += random.Random(f"{seed} {name}").sample(mutants, share)
    random.Random(seed).shuffle(sample)
    return sample


def choose_tests(covering: Covering, mutant: Mutant) -> list[str]:
    (package,) = [one for one in PACKAGES if one.name == mutant.package]
    first, last = mutant.change.lines
    return covering.choose_tests(mutant.module, range(first, last + 1), package.list_tests())


def read_equivalents() -> dict[tuple[str, str, str], str]:
    """Why a change is none, by its module, its line and what the line becomes."""
    rows = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    return {(row["module"], row["line"].strip(), row["change"].strip()): row["why"] for row in rows}


def _wait(asked: Sequence[Future[Verdict]], began: float) -> list[Verdict | None]:
    """The verdicts in order; none for what was not reached in the time there is."""
    verdicts: list[Verdict | None] = []
    for future in asked:
        try:
            verdicts.append(future.result(max(0.0, began + 60 * MINUTES - time.monotonic())))
        except TimeoutError:
            verdicts.append(None)
            future.cancel()
        print("." if verdicts[-1] and verdicts[-1].fate == "killed" else "S", end="", flush=True)
    print()
    return verdicts


def show_table(sample: Sequence[Mutant], chosen: Sequence[Sequence[str]], verdicts: Sequence[Verdict | None]) -> int:
    """Print what survived and the table; the exit code."""
    equivalents = read_equivalents()
    counts = {package.name: dict.fromkeys(("planted", "killed", "survived", "equivalent"), 0) for package in PACKAGES}
    wrongly = missed = 0
    for mutant, tests, verdict in zip(sample, chosen, verdicts, strict=True):
        count = counts[mutant.package]
        count["planted"] += 1
        change = mutant.change
        listed = (mutant.module, change.before, change.after) in equivalents
        if verdict is None:
            missed += 1
        elif verdict.fate == "killed":
            count["killed"] += 1
            if listed:
                wrongly += 1
                _show(mutant, f"WRONGLY LISTED as equivalent: {verdict.by} notices it")
        elif listed:
            count["equivalent"] += 1
        else:
            count["survived"] += 1
            asked = f"{len(tests)} tests ran: {', '.join(tests[:4])}{' …' if len(tests) > 4 else ''}"
            _show(mutant, asked if tests else "no test runs it")
    total = {column: sum(count[column] for count in counts.values()) for column in counts[PACKAGES[0].name]}
    print(f"{'package':<12}{'planted':>9}{'killed':>9}{'survived':>10}{'equivalent':>12}{'':>8}")
    for name, count in {**counts, "all": total}.items():
        figures = f"{count['planted']:>9}{count['killed']:>9}{count['survived']:>10}{count['equivalent']:>12}"
        print(f"{name:<12}{figures}{compute_share(count):>8.0%}")
    ended = Counter(one.by for one in verdicts if one and one.by and "::" not in one.by)
    if ended:
        print("killed by no test's answer:", ", ".join(f"{number} × {by}" for by, number in ended.items()))
    if missed:
        print(f"{missed} were not reached in {MINUTES} minutes")
    return int(bool(wrongly or missed) or compute_share(total) < WANTED)


def compute_share(count: dict[str, int]) -> float:
    """How many of those that could be noticed were."""
    return count["killed"] / max(1, count["planted"] - count["equivalent"])


def _show(mutant: Mutant, note: str) -> None:
    change = mutant.change
    print(f"{find_module(mutant.module).relative_to(ROOT)}:{change.lines[0]}  {change.kind}")
    for sign, text in (("-", change.before), ("+", change.after)):
        print("\n".join(f"  {sign} {line}" for line in text.splitlines()))
    print(f"  {note}\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
