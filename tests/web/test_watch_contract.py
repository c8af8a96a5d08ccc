"""The contract of `Watch`: whatever it is told it takes, from any thread, and keeps words of short lists only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.web.tally import Tally

from foam.web.metrics import Metrics
from foam.web.watch import Unwatched, Watch

PLANTED = "Rosa Delmar"


def show_nothing(watch: Watch) -> str:
    return ""


def show_tally(watch: Watch) -> str:
    assert isinstance(watch, Tally)
    return f"{watch.requests} {watch.waits} {watch.challenges} {watch.runs}"


def show_metrics(watch: Watch) -> str:
    assert isinstance(watch, Metrics)
    return watch.render().decode()


def make_metrics() -> Metrics:
    pytest.importorskip("opentelemetry.exporter.prometheus", reason="MISSING EXTRA: pip install 'foam[metrics]'")
    return Metrics()


@pytest.fixture(
    params=[(Unwatched, show_nothing), (Tally, show_tally), (make_metrics, show_metrics)],
    ids=["Unwatched", "Tally", "Metrics"],
)
def watched(request: pytest.FixtureRequest) -> Iterator[tuple[Watch, Callable[[Watch], str]]]:
    make, show = request.param
    watch = make()
    yield watch, show
    if isinstance(watch, Metrics):
        watch.close()


def test_it_takes_what_a_server_tells_and_keeps_no_word_of_anybody(
    watched: tuple[Watch, Callable[[Watch], str]],
) -> None:
    watch, show = watched
    watch.note_request(method="GET", route="/runs/{run}", status=200, seconds=0.02)
    watch.note_request(method=PLANTED, route="unmatched", status=405, seconds=0.01)
    watch.note_wait("runs", 0.5)
    watch.note_runs(+1)
    watch.note_challenge("sustained")
    watch.note_challenge(PLANTED)
    shown = show(watch)
    assert PLANTED not in shown
    if not isinstance(watch, Unwatched):
        assert "/runs/{run}" in shown
        assert "sustained" in shown
        assert "other" in shown


def test_it_hears_from_many_threads(watched: tuple[Watch, Callable[[Watch], str]]) -> None:
    watch, show = watched

    def tell(number: int) -> None:
        watch.note_request(method="GET", route="/", status=200, seconds=0.0)
        watch.note_runs(+1)
        watch.note_runs(-1)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(tell, range(200)))
    shown = show(watch)
    if isinstance(watch, Tally):
        assert watch.requests["GET", "/", 200] == 200
        assert watch.runs == 0
    if isinstance(watch, Metrics):
        assert re.search(r'_request_duration_seconds_count\{.*route="/".*status="200"\} 200\.0$', shown, re.MULTILINE)
        assert re.search(r"^foam_runs_going\{.*\} 0\.0$", shown, re.MULTILINE)
