"""Whatever is sent to the addresses that `/openapi.json` describes, no page fails: requests made up from the schema.

Half of the ids and words are real ones, so that what is made up gets past the first check. The same requests are sent
every time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tests.web.serving import Desk, serve_pages

import foam
from foam.web.security import Limits

_WANTED = "MISSING EXTRA: pip install 'foam[dev]' to run this test"
schemathesis = pytest.importorskip("schemathesis", reason=_WANTED)
requests = pytest.importorskip("requests", reason=_WANTED)

EXAMPLES = 8
SECONDS = 40
"""No more requests are begun after so long, on a slow machine."""
SEED = 20260301
DECISION = {
    "profile": "generic", "person": "Ada", "decider": "worker", "operator": "analyst",
    "items": [{"title": "Pay slip", "content": "The slip covers two months."}],
    "decision": {
        "action": "We lower your benefits.", "effective": "2026-04-01", "rules": ["rule 1"],
        "reasons": [{"says": "The slip covers two months.", "cites": ["i1"]}], "how_to_contest": "Call us.",
        "ai_role": "It listed arguments.",
    },
}  # fmt: skip
BEGINS = frozenset({"/ask", "/debate", "/debate/{run}"})
"""Addresses that set models to work: they get made-up words only, which are refused."""


@pytest.fixture
def known(desk: Desk) -> dict[str, list[Any]]:
    """Real values by the names of parameters and fields: a run, parts of it, a matter, words that calls take."""
    with desk.open_home() as home:
        matter = home.appeal.begin(DECISION).matter
        home.appeal.step(matter, "issue_notice", by="worker", role="original_decider")
        leaf = desk.leaf
        heard = home.contest(desk.run, leaf.id, kind="not_so", because="It is about something else.", at=leaf.at)
        document = home.pack.load("benefits-appeal").documents()[0].id
    runs = [desk.run[3:27], heard.run[3:27], matter[3:27]]
    return {
        "run": runs, "other": runs, "matter": [matter[3:27]], "document": [document[:16]],
        "node": [desk.question, leaf.id, "reason1", "x"],
        "sentence": [0, 2**70], "around": [0, -1, 2**70], "form": ["html", "md", "docx", "csv"],
        "act": list(foam.terms.acts), "role": list(foam.terms.roles),
        "kind": [*foam.terms.challenges, *foam.terms.notices],
        "weight": ["0.4", "nan", "-1"], "value": ["accuracy"], "weight_value": ["accuracy"], "weight_seat": ["auditor"],
        "because": ["It does not follow."], "by": ["worker", "ada"], "outcome": list(foam.terms.outcomes),
        "finding": list(foam.terms.findings), "ground": ["g1"], "ground_kind": list(foam.terms.grounds),
        "at": [leaf.at[0], "01#s99", "2026-03-02T10:00", "0001-01-01T00:00", "9999-12-31T23:59"],
        "on": ["2026-03-02", "9999-12-31"],
        "until": ["2026-03-02", "0001-01-01"], "hearing_at": ["2026-03-02T10:00"], "profile": ["generic"],
        "effective": ["2026-04-01", "0000-00-00"], "since": ["2000", "-1", "9" * 30], "q": ["rent", '"', "*", "\x00"],
    }  # fmt: skip


def fill_in(draw: Any, given_values: Any, known: dict[str, list[Any]]) -> Any:
    """Some of the made-up values, by the toss of a coin, in favour of real ones."""
    if not isinstance(given_values, dict):
        return given_values
    filled = dict(given_values)
    for name, value in given_values.items():
        if name in known and draw(st.booleans()):
            real = draw(st.sampled_from(known[name]))
            filled[name] = [real] if isinstance(value, list) else real
    return filled


class Fuzzer:
    """Sends made-up requests and keeps what was tried and what failed."""

    def __init__(self, address: str, session: Any, known: dict[str, list[Any]]) -> None:
        self._base, _, token = address.partition("/?token=")
        self._session = session
        self._session.headers["Authorization"] = f"Bearer {token}"
        self._known = known
        self._until = time.monotonic() + SECONDS
        self.sent: dict[str, int] = {}
        self.failed: dict[str, str] = {}

    def list_operations(self) -> Iterator[Any]:
        """Every operation that the schema describes."""
        described = self._session.get(f"{self._base}/openapi.json", timeout=30).json()
        for found in schemathesis.openapi.from_dict(described).get_all_operations():
            yield found.ok()

    def try_out(self, operation: Any) -> None:
        """Some requests to one operation, at least one of them."""
        name = f"{operation.method.upper()} {operation.path}"
        self.sent[name] = 0

        @seed(SEED)
        @settings(
            max_examples=EXAMPLES, database=None, deadline=None, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(data=st.data(), case=operation.as_strategy())
        def ask(data: Any, case: Any) -> None:
            values = {} if operation.path in BEGINS else self._known
            case.path_parameters = fill_in(data.draw, case.path_parameters, values)
            case.query = fill_in(data.draw, case.query, values)
            case.body = fill_in(data.draw, case.body, values)
            if time.monotonic() > self._until and self.sent[name]:
                return
            answer = case.call(base_url=self._base, session=self._session, timeout=30)
            self.sent[name] += 1
            if answer.status_code >= 500:
                self.failed[name] = f"{answer.status_code} {answer.text[:300]} for {case.as_curl_command()}"

        ask()


def test_no_request_that_the_schema_allows_makes_a_page_fail(desk: Desk, known: dict[str, list[Any]]) -> None:
    plenty = Limits(requests=(10**9, 1e9), writes=(10**9, 1e9))
    with serve_pages(desk, plenty) as address, requests.Session() as session:
        fuzzer = Fuzzer(address, session, known)
        for operation in fuzzer.list_operations():
            fuzzer.try_out(operation)
    assert len(fuzzer.sent) > 50
    assert all(fuzzer.sent.values()), "every operation was tried"
    assert not fuzzer.failed
