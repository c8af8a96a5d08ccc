"""`python -m bench [PREFIX…]`: run the benchmarks whose names start so; print a table, write JSON and the figures."""

from __future__ import annotations

import importlib
import json
import pkgutil
import platform
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import bench
from bench.figures import PAGE, RECORDED, record_results, write_page
from bench.harness import BENCHMARKS, Row, Skipped
from foam import __version__
from foam.cli.frame import collect_seldom

OUT = Path("out/bench.json")


def main(prefixes: list[str]) -> int:
    """Run what was asked for; a benchmark that fails is reported and makes the exit code 1."""
    collect_seldom()  # as the command does
    for module in pkgutil.iter_modules(bench.__path__):
        if module.name not in ("__main__", "harness"):
            importlib.import_module(f"bench.{module.name}")
    chosen = {name: run for name, run in sorted(BENCHMARKS.items()) if name.startswith(tuple(prefixes) or "")}
    if not chosen:
        print(f"no benchmark starts with {' or '.join(prefixes)}; there are: {', '.join(sorted(BENCHMARKS))}")
        return 2
    results = {name: _run(name, run) for name, run in chosen.items()}
    OUT.parent.mkdir(exist_ok=True)
    document = {"foam": __version__, "python": platform.python_version(), "results": results}
    OUT.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    print(f"\nwritten to {OUT}")
    before = json.loads(RECORDED.read_text("utf-8"))
    recorded = record_results(results, time.strftime("%Y-%m-%d"), before)
    if recorded != before:
        RECORDED.write_text(json.dumps(recorded, indent=1, ensure_ascii=False) + "\n", "utf-8")
        PAGE.write_text(write_page(recorded), "utf-8")
        print(f"written to {PAGE}")
    return int(any("error" in result for result in results.values()))


def _run(name: str, run: object) -> dict[str, object]:
    print(f"\n{name}", flush=True)
    start = time.perf_counter()
    try:
        rows = list(_called(run))
    except Skipped as skipped:
        print(f"  SKIPPED: {skipped}")
        return {"skipped": str(skipped)}
    except Exception as error:  # one broken benchmark must not hide the others
        print(f"  FAILED: {type(error).__name__}: {error}")
        return {"error": f"{type(error).__name__}: {error}"}
    for row in rows:
        print(f"  {row.name:<58} {_figure(row.value):>12} {row.unit:<12} {row.note}".rstrip())
    return {"seconds": round(time.perf_counter() - start, 2), "rows": [asdict(row) for row in rows]}


def _called(run: object) -> Iterable[Row]:
    assert callable(run)
    rows: Iterable[Row] = run()
    return rows


def _figure(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
