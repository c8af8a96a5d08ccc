"""Ballots where people have accounts: everybody votes, and opens what they voted on, under their own name."""

from __future__ import annotations

import pytest
from tests.people.cheap import hash_cheaply
from tests.web.crowd import open_crowd
from tests.web.serving import Desk
from tests.web.test_tournaments import play_tournament


def test_a_ballot_is_cast_and_opened_by_who_is_logged_in(
    made: Desk, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    hash_cheaply(monkeypatch)
    desk, run = play_tournament(tmp_path_factory.mktemp("ballots") / "home", made)
    here = f"/tournaments/{run[3:27]}"
    with open_crowd(desk) as crowd:
        rita, ben = crowd.admit("rita", "reader"), crowd.admit("ben", "auditor")
        ada = crowd.admit("ada", "affected_person")
        assert [one["run"] for one in rita.get("/tournaments.json").json()["tournaments"]] == [run]
        assert ada.get("/tournaments.json").status_code == 403
        page = rita.get(f"{here}/ballots/1").text
        assert 'type="hidden" name="by" value="rita"' in page
        cast = rita.post(f"{here}/ballots/1", {"by": "ben", "better": "first", "because": "It cites more."})
        assert cast.status_code == 303, cast.text
        assert cast.headers["location"].endswith("by=rita")
        assert rita.get(f"{here}.json").json()["voters"] == ["rita"]
        assert rita.get(f"{here}/ballots/1/open.json").status_code == 200
        assert ben.get(f"{here}/ballots/1/open.json?by=rita").status_code == 400, "only who has voted is told"
        crowd.home.people.own_run("somebody", run)
        assert rita.get("/tournaments.json").json()["tournaments"] == []
        assert rita.get(f"{here}.json").status_code == 404
        assert ben.get(f"{here}.json").status_code == 200
