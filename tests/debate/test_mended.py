"""What is told to whoever mends a passage, what may be withdrawn, and what a searcher is told of the library."""

from __future__ import annotations

import re

import pytest
from tests.debate.test_context import WHY, cut, list_prompts, play_over
from tests.debate.test_written import BOTH, play
from tests.debate.writers import (
    CLOCKS,
    COMPLAINTS,
    GOOD_CON,
    GOOD_PRO,
    LIBRARY,
    SLEEP,
    STRANGERS,
    Verdict,
    change,
    make_source,
    writer,
)

from foam.debate.speech.context import read_heading
from foam.model.form import ListField, TextField
from foam.model.question import Write
from foam.model.scripted import ScriptedModel
from foam.text.words import measure_length


def test_a_mend_of_a_claim_alone_shows_no_points_and_only_what_is_cited() -> None:
    fault = {"fault": "claim says more"}
    model = writer(BOTH, judged=lambda part, text: fault if part == "2.2" else {})
    play(model, "P1", "C1", attempts=2)
    (again,) = list_prompts(model, "acts/mend")
    assert "points, entry 2, claim" in again
    assert "Their points" not in again
    offered = cut(again, "WHAT YOU MAY CITE", "Give, in the order")
    assert STRANGERS in offered
    assert CLOCKS not in offered


def test_of_two_passages_only_the_one_that_needs_it_is_offered_more_than_it_cites() -> None:
    claims = {"1.1": {"fault": "claim says more"}, "1.2": {"evidence": "overstated", "reason": WHY}}
    apart = make_source(
        f"{COMPLAINTS} The ferry is slow. The quay is wet. The pier is long. {CLOCKS}", "A", "2019", "r"
    )

    def judge(*names: str) -> ScriptedModel:
        return writer({"P1": [GOOD_PRO]}, judged=lambda part, text: claims[part] if part in names else {})

    offers = []
    for model in (judge("1.1", "1.2"), judge("1.2")):
        play_over(model, (LIBRARY[0], apart), "P1", attempts=2)
        offers.append(cut(list_prompts(model, "acts/mend")[0], "WHAT YOU MAY CITE", "Give, in the order"))
    more, fewer = ({*re.findall(r"<evidence id=(s\d+) ", offer)} for offer in offers)
    assert SLEEP in offers[0]
    assert len(more - fewer) <= 1


def test_a_point_that_cannot_be_mended_may_be_withdrawn() -> None:
    def judged(part: str, text: str) -> Verdict:
        return {"evidence": "not borne out", "reason": WHY} if "hardly anybody" in text else {}

    withdrawn = change(GOOD_PRO, 2, text="", claim="")
    model = writer({"P1": [GOOD_PRO, withdrawn]}, judged=judged)
    view = play_over(model, LIBRARY, "P1", attempts=3)
    (turn,) = view.turns
    assert "withdrawn where its text is left empty" in list_prompts(model, "acts/mend")[0]
    assert [point.words for point in turn.points] == [GOOD_PRO["points"][0]["text"]]
    assert turn.accepted
    assert turn.struck == ()


@pytest.mark.parametrize(("part", "cites"), [("closing", False), ("1.1", True)])
def test_what_cites_nothing_is_not_told_to_cite_another(part: str, cites: bool) -> None:
    verdict = {"evidence": "not borne out", "reason": WHY}
    model = writer({"P1": [GOOD_PRO]}, judged=lambda name, text: verdict if name == part else {})
    play_over(model, LIBRARY, "P1", attempts=2)
    (again,) = list_prompts(model, "acts/mend")
    told = cut(again, "WHAT IS AT FAULT", "WHAT YOU MAY CITE" if cites else "WHAT YOU MAY SPEAK OF")
    assert ("or cite another" in told) is cites
    assert ("It is not what was shown or said in this debate" in told) is not cites


def test_who_sends_a_passage_again_as_it_was_is_told_so() -> None:
    wrong = {"evidence": "not borne out", "reason": WHY}
    model = writer({"P1": [GOOD_PRO]}, judged=lambda name, text: wrong if name == "1.2" else {})
    play_over(model, LIBRARY, "P1", attempts=3)
    first, second = list_prompts(model, "acts/mend")
    assert "points, entry 2: What it cites does not show it" in first
    assert "points, entry 2: It came back as it was, and the fault stands" in second
    mended = change(GOOD_PRO, 2, text="Hardly anybody is served: nine of ten households have a clock beside the bed.")
    model = writer({"P1": [GOOD_PRO, mended]}, judged=lambda name, text: wrong if name == "1.2" else {})
    play_over(model, LIBRARY, "P1", attempts=3)
    assert "It came back as it was" not in list_prompts(model, "acts/mend")[1]


def test_what_was_not_sent_back_before_is_not_told_to_have_come_back() -> None:
    wrong = {"evidence": "not borne out", "reason": WHY}
    judged_before = []

    def judged(name: str, text: str) -> Verdict:
        judged_before.append(name)
        return wrong if name == ("closing" if judged_before.count("1.2") > 1 else "1.2") else {}

    told = "And the town has said so: its council received 212 letters about the night bell in 2019."
    mended = change(GOOD_PRO, 2, text=told, cites=[COMPLAINTS])
    play_over(model := writer({"P1": [GOOD_PRO, mended]}, judged=judged), LIBRARY, "P1", attempts=3)
    first, second = list_prompts(model, "acts/mend")
    assert "points, entry 2: What it cites does not show it" in first
    assert "closing: It is not what was shown or said in this debate" in second, "it was found right before"


def test_a_closing_is_mended_by_what_the_points_cite_and_is_offered_nothing_to_cite() -> None:
    verdict = {"evidence": "not borne out", "reason": "The letters of 2019 were about the night bell."}
    model = writer({"P1": [GOOD_PRO]}, judged=lambda name, text: verdict if name == "closing" else {})
    play_over(model, LIBRARY, "P1", attempts=2)
    (again,) = list_prompts(model, "acts/mend")
    assert "MAY CITE" not in again
    shown = cut(again, "WHAT YOU MAY SPEAK OF", "Give, in the order")
    assert [text in shown for text in (SLEEP, CLOCKS, COMPLAINTS)] == [True, True, False]


def test_a_small_library_is_told_whole_and_of_a_large_one_how_many() -> None:
    far = [make_source(f"Nothing near it stands in paper {n}.", f"Author{n}", "2001", "note") for n in range(20)]
    small, large = writer({"P1": [GOOD_PRO]}), writer({"P1": [GOOD_PRO]})
    play_over(small, (*LIBRARY, *far[:3]), "P1")
    play_over(large, (*LIBRARY, *far), "P1")
    told, shortened = (
        list_prompts(one, "debate/searches")[0].partition("WHAT THE LIBRARY HOLDS")[2] for one in (small, large)
    )
    assert told.startswith(": all its documents")
    assert all(f"Author{n} 2001" in told for n in range(3))
    assert shortened.startswith(": 12 of 23 documents")


def test_headings_with_a_lone_full_stop_are_told_to_the_searcher() -> None:
    assert read_heading("== Fire safety ==") == "Fire safety"
    assert read_heading("Fire safety .") == "Fire safety"
    assert read_heading("The harbour was closed .") == ""
    assert read_heading("The harbour was closed.") == ""


INVENTED = "Being woken is a nuisance, and 77 of them said so. A nuisance weighs less than a danger to anybody."


def test_what_was_left_out_is_named_and_the_answer_to_an_open_point_is_tried_once_more() -> None:
    bad = change(GOOD_CON, 1, text=INVENTED)
    model = writer({"P1": [GOOD_PRO], "C1": [bad, bad, GOOD_CON]})
    _, ran = play(model, "P1", "C1", attempts=3)
    turn = ran.view.turns[-1]
    assert [point.words for point in turn.points] == [row["text"] for row in GOOD_CON["points"]]
    assert turn.points[0].answers == ("1.1",)
    first, second = list_prompts(model, "debate/judgement")[-2:]
    assert "a point to rebut 1.1" in (shown := cut(first, "LEFT OUT OF THE DRAFT", "</data"))
    assert "“77”: no cited sentence gives this figure" in shown
    assert "77" not in cut(second, "LEFT OUT OF THE DRAFT", "</data")
    again = list_prompts(model, "debate/speech")[-1]
    assert "Nothing else answers 1.1" in again
    assert "“77”: no cited sentence gives this figure" in again


def test_where_no_answer_is_lost_an_accepted_draft_is_not_written_again() -> None:
    bad = change(
        GOOD_CON, 2, text="Ferrymen find the landing by ear, 77 of them in every fog, when nothing can be seen."
    )
    model = writer({"P1": [GOOD_PRO], "C1": [bad, bad, GOOD_CON]})
    _, ran = play(model, "P1", "C1", attempts=3)
    assert [point.move for point in ran.view.turns[-1].points] == ["rebut"]
    assert len(list_prompts(model, "debate/speech")) == 2


def test_an_answer_that_fails_again_is_tried_once_more_and_no_oftener() -> None:
    bad = change(GOOD_CON, 1, text=INVENTED)
    model = writer({"P1": [GOOD_PRO], "C1": [bad]})
    _, ran = play(model, "P1", "C1", attempts=2)
    assert [point.move for point in ran.view.turns[-1].points] == ["argue"]
    assert len(list_prompts(model, "debate/speech")) == 3


def test_the_form_of_a_mend_tells_the_words_of_its_passage_and_no_more() -> None:
    bad = change(GOOD_CON, 1, text=INVENTED)
    model = writer({"P1": [GOOD_PRO], "C1": [bad, GOOD_CON]})
    play(model, "P1", "C1")
    whole, asked = (
        next(one.question for one in reversed(model.calls) if one.question.template == template)
        for template in ("debate/speech", "acts/mend")
    )
    assert isinstance(whole, Write)
    assert isinstance(asked, Write)
    rest = " ".join([GOOD_CON["opening"], GOOD_CON["points"][1]["text"], "Osk 2018", GOOD_CON["closing"]])
    room = 200 - measure_length(rest)
    (points,) = asked.fields
    assert isinstance(points, ListField)
    assert points.about == f"this entry may have {room} words, citations included"
    assert [one.max_words for one in points.fields if isinstance(one, TextField) and one.name == "text"] == [room]
    assert "stands as dropped" not in asked.prompt
    assert "the whole speech has at most 200 words" in whole.fields[2].about
