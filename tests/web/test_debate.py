"""A round against a model without scripts: begin, speak turn by turn, leave it, go on after the server was stopped."""

from __future__ import annotations

import html
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.debate.stage import agreeable
from tests.web.serving import EVIL, Desk, find_token, load, make_fakes, open_pages
from tests.web.test_flows import send

import foam
from foam.debate.floor import Floor
from foam.debate.values import Point, SpeechTurn
from foam.home.debates import FloorCalls
from foam.web.routes.debate import tell_turn

SPOKEN = "Fares are a wall for people who earn little. A bus that costs nothing is used more often."


@pytest.fixture
def hall(desk: Desk) -> Desk:
    """A home whose model debates."""
    return Desk(folder=desk.folder, run=desk.run, answer=desk.answer, fakes=make_fakes(foam.ScriptedModel(agreeable)))


def begin(client: TestClient, **options: str) -> Any:
    form = {"read": "policy-debate", "side": "con", "format_name": "free", "words": "60", **options}
    return send(client, "/debate", form, page="/debate")


def speak(client: TestClient, page: Any, words: str = SPOKEN, **more: str) -> Any:
    number = re.search(r'name="number" value="(\d+)"', page.text)
    assert number is not None, page.text
    named = re.search(r'<option value="(\d+\.\d+)"', page.text)
    about = {"about": named[1]} if named else {}
    return send(client, page.url.path, {"number": number[1], "words": words, **about, **more}, page=page.url.path)


def test_a_round_is_spoken_turn_by_turn_to_its_end(hall: Desk) -> None:
    with open_pages(hall) as client:
        page = begin(client)
        assert page.url.path.startswith("/debate/"), page.text
        seen = []
        while page.url.path.startswith("/debate/"):
            data = client.get(f"{page.url.path}.json").json()
            seen.append((data["number"], data["speech"], data["kind"], data["side"]))
            assert [one["number"] for one in data["turns"]] == list(range(1, data["number"]))
            assert f"at most {data['limit']}" in page.text
            for one in data["open"]:
                assert one["point"] in page.text
            page = speak(client, page, f"{SPOKEN} {EVIL}", keep="true")
            assert "<script>alert" not in page.text
        assert seen == [(2, "C1", "speech", "con"), (4, "C2", "speech", "con"), (6, "C3", "speech", "con")]
        key = page.url.path
        debate = client.get(f"{key}.json").json()
        assert debate["debaters"] == {"pro": "r-debater", "con": "human"}
        assert SPOKEN.split(".")[0] in debate["turns"][1]["text"]
        assert client.get(key.replace("/runs/", "/debate/"), follow_redirects=False).headers["location"] == key
        assert load(client, f"{key}/flow").status_code == 200
    with hall.open_home() as home:
        assert home.replay(debate["run"]).ok


def test_questions_and_answers_of_cross_examination_are_asked_for(hall: Desk) -> None:
    with open_pages(hall) as client:
        page = begin(client, format_name="ld", side="pro")
        kinds = []
        while page.url.path.startswith("/debate/"):
            kinds.append(client.get(f"{page.url.path}.json").json()["kind"])
            page = speak(client, page)
    assert kinds[0] == "speech"
    assert {"question", "answer"} <= set(kinds)


def test_a_page_offers_the_statements_that_a_question_may_be_about(hall: Desk) -> None:
    with open_pages(hall) as client:
        page = begin(client, format_name="ld")
        data = client.get(f"{page.url.path}.json").json()
        assert data["kind"] == "question", data["kind"]
        assert [one["point"] for one in data["askable"]] == ["1.1"]


def test_the_page_of_a_turn_shows_all_that_was_said_its_length_and_what_was_found_of_it(hall: Desk) -> None:
    said = "I negate.\n\nFares are a wall. Some 61 percent of the poor walk.\n\nBuses fill up. They do so daily."
    with open_pages(hall) as client:
        page = speak(client, begin(client), said, keep="true")
        data = client.get(f"{page.url.path}.json").json()
        own = data["turns"][1]
        assert [one["point"] for one in own["stretches"]] == ["", "2.1", "2.2"], "a paragraph is a point"
        shown = " ".join(html.unescape(page.text).split())
        assert "I negate." in shown, "what is no point is shown, too"
        assert f"{own['words']} of at most {own['limit']} words" in shown
        assert "names no source that code found for “61 percent”" in shown
        spoken = data["turns"][0]
        assert " ".join(one["text"] for one in spoken["stretches"]) == spoken["text"], "opening and closing, too"
        assert all(one["text"] in shown for one in spoken["stretches"])
        fates = {one["point"]: one["fate"] for one in data["flow"]}
        assert fates.keys() >= {"1.1", "2.1", "2.2"}, "the flow can be seen while one debates"
        assert all(fate in shown for fate in fates.values())


def test_a_round_that_was_left_goes_on_where_it_was(hall: Desk) -> None:
    with open_pages(hall) as client:
        speak(client, begin(client))
        (left,) = [one for one in client.get("/runs.json").json()["runs"] if not one["closed"]]
        assert left["title"]
        path = left["href"].replace("/runs/", "/debate/")
        assert f'href="{path}"' in client.get(left["href"]).text
    asked = len(hall.fakes["models"].calls)
    with open_pages(hall) as client:
        rests = client.get(path)
        assert "This round was left before it was over" in rests.text
        page = send(client, path, {}, page=path)
        data = client.get(f"{path}.json").json()
        assert (data["number"], data["speech"]) == (4, "C2")
        assert SPOKEN.split(".")[0] in html.unescape(page.text)
        assert len(hall.fakes["models"].calls) == asked, "what is on record is not asked again"
        assert speak(client, page).url.path == path


def test_words_are_asked_for_again_where_they_come_for_another_turn(hall: Desk) -> None:
    with open_pages(hall) as client:
        page = begin(client)
        path = page.url.path
        again = send(client, path, {"number": "4", "words": SPOKEN}, page=path)
        assert client.get(f"{path}.json").json()["number"] == 2
        assert SPOKEN.split(".")[0] not in html.unescape(again.text)


def test_what_says_nothing_is_refused(hall: Desk) -> None:
    with open_pages(hall) as client:
        assert "There is no motion" in begin(client, read="library").text
        assert begin(client, side="judge").status_code == 400
        assert begin(client, words="3").status_code == 400
        failed = begin(client, format_name="nonsense")
        assert 'href="/debate"' in failed.text
        assert "nonsense" in failed.text
        page = begin(client)
        refused = speak(client, page, "  …  ")
        assert refused.status_code == 400
        assert "You did not say a word" in refused.text


def test_what_is_no_round_is_none(hall: Desk) -> None:
    with open_pages(hall) as client:
        path = f"/debate/{hall.run[3:27]}"
        assert "no round of yours" in client.get(path).text
        token = find_token(client.get("/debate").text)
        assert client.post(path, data={"form_token": token}).status_code == 404


def test_a_round_over_a_library_that_grew_does_not_go_on(hall: Desk, tmp_path: Path) -> None:
    def stop(floor: object, kind: str) -> str:
        raise InterruptedError

    letters = [tmp_path / "one.txt", tmp_path / "two.txt"]
    for letter in letters:
        letter.write_text(f"Free buses fill the town. {letter.stem} city made public transport free in 2019.")
    with hall.open_home() as home:
        home.library.add(letters[0], workers=1)
        with pytest.raises(InterruptedError):
            home.debate("Cities should make public transport free.", library=True, pro="human", listen=stop)
        run = home.record.list()[-1].run
        with pytest.raises(InterruptedError):
            home.debate.resume(run, listen=stop)
        home.library.add(letters[1], workers=1)
        with pytest.raises(foam.InputError, match=r"has changed \(corpus"):
            home.debate.resume(run, listen=stop)
        with pytest.raises(foam.InputError, match="is no debate"):
            home.debate.resume(hall.run)


def test_what_is_beyond_the_limit_is_shown_before_a_speech_counts(hall: Desk) -> None:
    long = " ".join(f"Point {n} is that the town cannot pay for sentence number {n} of this speech." for n in range(12))
    with open_pages(hall) as client:
        page = speak(client, begin(client), long)
        assert "This would not be spoken:" in page.text
        assert "sentence number 11 of this speech" in page.text
        assert 'name="keep"' in page.text
        number = re.search(r'name="number" value="(\d+)"', page.text)
        assert number
        kept = send(client, page.url.path, {"number": number[1], "words": long, "keep": "true"}, page=page.url.path)
        assert "This would not be spoken:" not in kept.text


def test_what_the_check_will_mark_is_shown_before_a_speech_counts(hall: Desk) -> None:
    said = (
        "Some 61 percent of the poor walk. As the mayor wrote, “no bus has ever run on a Sunday here”. [9.9] So it is."
    )
    with open_pages(hall) as client:
        page = speak(client, begin(client), said)
        shown = " ".join(html.unescape(page.text).split())
        assert "2.1: names no source that code found for “61 percent”" in shown
        assert "“no bus has ever run on a Sunday here”" in shown
        assert "9.9 is no point of the other side" in shown
        assert client.get(f"{page.url.path}.json").json()["number"] == 2, "it does not count yet"
        assert said in shown, "what was typed is not lost"
        kept = send(client, page.url.path, {"number": "2", "words": said, "keep": "true"}, page=page.url.path)
        data = client.get(f"{kept.url.path}.json").json()
        assert data["number"] == 4
        found = data["turns"][1]["findings"]
        assert "2.1: names no source that code found for “61 percent”" in found, "what was told is what is marked"
        assert data["wrong"] == []
        assert len(client.get(f"{kept.url.path}.json").json()["turns"]) == 3


def test_the_help_beside_a_speech_says_how_to_take_up_a_point_again_and_where_cards_are_found(hall: Desk) -> None:
    with open_pages(hall) as client:
        page = begin(client)
        assert "[2.1] before what takes up your own 2.1 again" in page.text
        assert "beyond the limit is shown to you before your speech counts" in page.text
        assert '<a href="/library" target="_blank"' in page.text


def test_a_weighing_of_the_other_side_waits_for_no_answer() -> None:
    argued = Point(id="1.1", move="argue", words="Buses fill up.")
    weighed = Point(id="1.2", move="weigh", words="Access outweighs cost.")
    turn = SpeechTurn(
        number=1, speech="P1", side="pro", debater="r-debater", text="Buses fill up. Access outweighs cost.",
        points=(argued, weighed), words=6, limit=60,
    )  # fmt: skip
    floor = Floor(
        session=SimpleNamespace(run="b2:1"),  # type: ignore[arg-type]
        wording="code", attempts=1, without="", motion="Free buses.", positions={"pro": "Do it.", "con": "Do not."},
        side="con", speech="C1", limit=60, seats={}, turns=(turn,),
    )  # fmt: skip
    told = tell_turn(SimpleNamespace(debate=FloorCalls()), floor, "speech")  # type: ignore[arg-type]
    assert [one["point"] for one in told["open"]] == ["1.1"]
    assert [one["point"] for one in told["flow"]] == ["1.1", "1.2"], "it stands on the flow"


def test_the_flow_of_a_round_that_is_not_over_is_shown_as_far_as_it_got(hall: Desk) -> None:
    with open_pages(hall) as client:
        page = speak(client, begin(client))
        flow = page.url.path.replace("/debate/", "/runs/") + "/flow"
        assert f'href="{flow}"' in page.text
        shown = load(client, flow)
        assert shown.status_code == 200, shown.text
        assert "This debate is not over" in shown.text
        data = client.get(f"{flow}.json").json()
        assert [one["speech"] for one in data["columns"]] == ["P1", "C1", "P2"]
        assert SPOKEN.split(".")[0] in html.unescape(shown.text)
        assert SPOKEN.split(".")[0] in client.get(f"{flow}/as/csv").text
        assert data["over"] is False
        left = client.get(flow.removesuffix("/flow"))
        assert f'href="{flow}"' in left.text
