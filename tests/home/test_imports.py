"""Opening a home imports only what every call needs; jobs and views are found when they are wanted."""

from __future__ import annotations

import subprocess
import sys

_OPENED = """
import sys, tempfile, foam
with tempfile.TemporaryDirectory() as folder, foam.open(folder) as home:
    home.config()
print(sorted(name for name in ("holidays", "foam.home.jobs", "foam.home.views", "foam.appeal.chain", "foam.contest.job")
             if name in sys.modules))
"""
_FOUND = """
import foam.home
from foam.deliberation.dossier import Dossier
from foam.job.job import find_job
print(find_job("tournament").name, ".svg" in Dossier.endings() or ".json" in Dossier.endings())
"""


def _run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_an_open_home_has_imported_no_job_and_no_view() -> None:
    assert _run(_OPENED) == "[]"


def test_a_job_and_a_view_are_found_all_the_same() -> None:
    assert _run(_FOUND) == "tournament True"
