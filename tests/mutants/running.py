"""Tests run in a fork: against a copy of the package, so that the working tree is never touched.

A process of the pool has a copy of the package and has imported what comes from elsewhere. Each run forks from it and
imports the package and the tests anew, as the copy stands then.
"""

from __future__ import annotations

import importlib
import os
import resource
import shutil
import signal
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from tests.mutants.targets import ROOT, SOURCES

_FORK = get_context("fork")
_MEMORY = 12 * 2**30
"""A change may fill lists without end."""
_WARM = ("click", "hypothesis", "jinja2", "lxml.html", "numpy", "pydantic", "pytest", "rapidfuzz", "re2")
_WARM_ANYWAY = "ignore::pytest.PytestAssertRewriteWarning"


class Outcomes:
    """A plugin that notes how each test ended and how long it took."""

    def __init__(self, known: Mapping[str, float]) -> None:
        self._known = known
        self.seconds: dict[str, float] = {}
        self.passed: set[str] = set()
        self.failed: list[str] = []
        self.skipped: set[str] = set()

    def pytest_configure(self) -> None:
        """Examples are the same in each run, are not shrunk and are kept nowhere."""
        from hypothesis import Phase, settings

        settings.register_profile(
            "mutants", settings(), database=None, derandomize=True, phases=(Phase.explicit, Phase.generate)
        )
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """What needs weights or public data is not asked: the answer is the same on every machine."""
        items[:] = [one for one in items if not any(map(one.get_closest_marker, ("embedded", "data")))]

    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> None:
        """No server is started: it would outlive a run that is ended."""
        if fixturedef.argname == "cluster":
            vars(fixturedef)["func"] = _skip_server

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test that takes this much longer than before does not end: the alarm ends the process."""
        signal.alarm(60 + int(10 * self._known.get(nodeid, 60)))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed.append(report.nodeid)
        elif report.skipped:
            self.skipped.add(report.nodeid)
        elif report.when == "call":
            self.passed.add(report.nodeid)


def _skip_server() -> None:
    pytest.skip("a server is not asked about a change")


def run_tests(tests: Iterable[str], known: Mapping[str, float], *plugins: object) -> tuple[int, Outcomes]:
    """The exit code of pytest, which stops at the first failure if it is only asked for an answer."""
    outcomes = Outcomes(known)
    signal.alarm(300)  # to collect them
    options = ("-q", "--tb=no", "-pno:cacheprovider", "-pno:xdist", f"--rootdir={ROOT}", f"-W{_WARM_ANYWAY}")
    code = pytest.main([*options, *(() if plugins else ("-x",)), *tests], plugins=[outcomes, *plugins])
    return int(code), outcomes


def start_process(folder: str) -> None:
    """Prepare a process of the pool: its own copy of the package comes before the installed one."""
    copy = Path(tempfile.mkdtemp(dir=folder))
    for source in SOURCES:
        shutil.copytree(source, copy / source.name, copy_function=_copy)
    os.environ |= {
        "PYTHONPATH": os.pathsep.join([str(copy), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MUTANTS_COPY": str(copy),
    }
    sys.path.insert(0, str(copy))
    sys.dont_write_bytecode = True
    os.chdir(ROOT)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in _WARM:
            importlib.import_module(name)


def find_copy() -> Path:
    """Where the copies of the packages lie that this process runs."""
    return Path(os.environ["MUTANTS_COPY"])


def call_in_fork(function: Callable[[], Any]) -> Any:
    """What a function returns in a fork of this process; TimeoutError if its alarm rings, EOFError if it crashes."""
    receive, send = _FORK.Pipe(duplex=False)
    child = _FORK.Process(target=_answer, args=(function, send))
    child.start()
    send.close()
    try:
        return receive.recv()
    except EOFError:
        child.join()
        if child.exitcode == -signal.SIGALRM:
            raise TimeoutError from None
        raise
    finally:
        assert child.pid
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.join()
        receive.close()


def _answer(function: Callable[[], Any], send: Connection) -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    send.send(function())
    os._exit(0)


def _copy(source: str, target: str) -> None:
    """Python files are copied; weights and other large files are pointed to."""
    if source.endswith((".py", ".pyc")):
        shutil.copy2(source, target)
    else:
        os.symlink(source, target)
