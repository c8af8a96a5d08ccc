"""A job and a view are found by name, whatever was imported: the names are where the jobs and the views are."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import foam
from foam.job.job import find_job, list_jobs
from foam.paper.readable import Readable, compose

SOURCE = Path(foam.__file__).parent
_SHOW = """
import sys
from importlib import import_module
from foam.paper import readable
module, name = sys.argv[1].split(":")
kind = getattr(import_module(module), name)
kind.import_views()
print(readable.compose.dispatch(kind).__qualname__, *sorted(kind.endings()))
"""


def _import_modules(*words: str) -> Iterator[str]:
    """Import the modules that have one of these words; their names."""
    for path in sorted(SOURCE.rglob("*.py")):
        if any(f"\n{word}" in path.read_text() for word in words):
            name = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
            import_module(name)
            yield name


def _list_kinds(kind: type[Readable] = Readable) -> Iterator[type[Readable]]:
    for one in kind.__subclasses__():
        if one.__module__.startswith("foam."):
            yield one
        yield from _list_kinds(one)


def test_every_module_with_a_job_is_one_in_which_jobs_are_looked_for() -> None:
    with_jobs = {*_import_modules("@job(")} - {"foam.job.job"}
    assert {find_job(name).work.__module__ for name in list_jobs()} >= with_jobs


@pytest.mark.long
def test_every_view_is_found_by_the_value_alone() -> None:
    assert [*_import_modules("@compose.register", "add_formats(")]
    kinds = {f"{kind.__module__}:{kind.__name__}": kind for kind in _list_kinds()}
    assert len(kinds) > 15
    for name, kind in kinds.items():
        done = subprocess.run([sys.executable, "-c", _SHOW, name], capture_output=True, text=True, check=True)
        shown = compose.dispatch(kind).__qualname__
        assert done.stdout.split() == [shown, *sorted(kind.endings())], name
