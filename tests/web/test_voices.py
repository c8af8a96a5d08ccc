"""A challenge that somebody was not heard, without scripts: the form names the voice, and the voice gets a seat."""

from __future__ import annotations

import html
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.serving import Desk, load
from tests.web.test_flows import send

import foam
from foam.web.routes.challenge import seat_voice

SAID = {
    "kind": "somebody_missing", "because": "Others wait longer for each case that is heard twice.", "by": "Ana",
    "voice": "other_applicants", "voice_role": "advocate", "voice_first": "timeliness", "voice_second": "fairness",
}  # fmt: skip


RULED = "Should the denial of Rosa Delmar's application be reversed?"


def find_question(client: TestClient, desk: Desk) -> str:
    """The form for the question of a deliberation whose pack knows who is concerned."""
    with desk.open_home() as home:
        ran = home.deliberate(RULED, pack="benefits-appeal")
        assert ran.view.tree is not None
        path = f"/runs/{ran.run[3:27]}/challenge/{ran.view.tree.root.id}"
    assert "somebody_missing" in [one["kind"] for one in client.get(f"{path}.json").json()["kinds"]]
    return path


def test_a_missing_voice_is_named_on_the_form_and_gets_a_seat(client: TestClient, desk: Desk) -> None:
    path = find_question(client, desk)
    form = html.unescape(load(client, path).text)
    assert "Somebody is missing" in form
    assert '<option value="other_applicants">others who wait for a decision</option>' in form
    brought = {"with_documents": ("queue.txt", b"In March, 312 people waited for a first decision.", "text/plain")}
    shown: Any = send(client, f"{path}/preview", SAID, files=brought, page=path)
    assert shown.status_code == 200, shown.text
    assert 'name="voice_first" value="timeliness"' in shown.text, "what was said goes on with the second form"
    assert "queue.txt" in shown.text
    heard = send(client, path, SAID, files=brought, page=path)
    assert heard.url.path.startswith("/runs/"), heard.text
    outcome = client.get(f"{heard.url.path}.json").json()["outcome"]
    with desk.open_home() as home:
        after = home.dossier.show(outcome_run := heard.url.path.removeprefix("/runs/")).dossier
        assert home.record.spec(outcome_run)["challenge"]["ground"]["perspective"]["role"] == "advocate"
    seated = [one.perspective.id for one in after.table.seats] if after.table else []
    assert ("other-applicants" in seated) == (outcome["disposition"] == "sustained"), outcome


def test_a_form_that_names_nobody_or_no_value_is_refused(client: TestClient, desk: Desk) -> None:
    path = find_question(client, desk)
    for left_out in ("voice", "voice_first"):
        said = {**SAID, left_out: "", "voice_second": ""}
        refused = send(client, f"{path}/preview", said, page=path)
        assert refused.status_code == 400
        assert "does not say who is missing" in refused.text


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_values_of_a_voice_add_up_and_the_first_counts_most(count: int) -> None:
    given = dict(zip(("voice_first", "voice_second", "voice_third"), ("a", "b", "c")[:count], strict=False))
    fields = {"voice_first": "", "voice_second": "", "voice_third": "", **given}
    seat = seat_voice(voice=" Those  who wait ", voice_role="", **fields)
    assert isinstance(seat, foam.Perspective)
    assert (seat.id, seat.role, seat.speaks_for) == ("those-who-wait", "Those who wait", ())
    assert sum(seat.weighting.values()) == pytest.approx(1, abs=0.01)
    assert list(seat.weighting.values()) == sorted(seat.weighting.values(), reverse=True)
