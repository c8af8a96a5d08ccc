"""What stands beside an offered sentence: the line of its list, its neighbour, and sentences that say otherwise."""

from __future__ import annotations

import pytest
from tests.debate.test_context import cut, list_prompts, play_over
from tests.debate.writers import (
    CLOCKS,
    COMPLAINTS,
    GOOD_CON,
    GOOD_PRO,
    LIBRARY,
    SLEEP,
    STRANGERS,
    change,
    make_source,
    writer,
)

from foam.debate.speech.check import find_unborne
from foam.debate.speech.context import Surroundings, complete_sentence, states_something
from foam.evidence.corpus import make_passages

LEAD = "The Gazette summed up what opponents of the night bell in the town say:"
SLOGAN = "The night bell of the town wakes every child beside the tower."


def test_writer_and_evaluator_read_under_which_line_a_sentence_stands() -> None:
    source = make_source(f"{LEAD}\n{SLEEP}\n{SLOGAN}\nNobody else was asked.", "Ida Brandt", "2020", "study")
    model = writer({"P1": [GOOD_PRO]})
    view = play_over(model, (source, *LIBRARY[1:]), "P1")
    told = f"stands under: “{LEAD}”"
    offered = cut(list_prompts(model, "debate/speech")[0], "EVIDENCE you may cite", "THIS SPEECH")
    beside = [block for block in offered.split("<option") if SLEEP in block]
    assert [told in block for block in beside] == [True]
    assert told in cut(list_prompts(model, "debate/judgement")[0], "<part id=1.1 ", "</part")
    assert view.turns[0].points[0].evidence[0].under == LEAD


def test_a_name_may_be_taken_from_the_line_above_what_is_cited() -> None:
    _, item, *_ = make_passages(make_source(f"{LEAD}\n{SLOGAN}\nIt is loud.", "Ida Brandt", "2020", "study"))
    words = "Opponents, the Gazette says, hold that the bell wakes every child beside the tower."
    assert not find_unborne(words, [item], known=[], offered=[])
    assert find_unborne(words, [item.model_copy(update={"under": ""})], known=[], offered=[])


@pytest.mark.parametrize(
    ("text", "leans"),
    [
        ("The plant was destroyed by a flood in June 1981.", True),
        ("The alleged mill was not asserted to be at work.", True),
        ("The dollar cost was 111 million.", True),
        ("The law is clear on that.", False),
        ("The Great Western was the first of its kind.", False),
        ("The cost of the war was paid by the towns.", False),
        ("A plant was destroyed by a flood.", False),
    ],
)
def test_what_tells_on_of_the_thing_has_the_sentence_before_it_beside_it(text: str, leans: bool) -> None:
    before = "The town built a mill on the river in 1979."
    assert (before in complete_sentence(text, Surroundings(before=(before,)))) == leans
    assert complete_sentence(text, Surroundings(before=("History of the mills",))) == "", "a heading tells of nothing"


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("See tolls in Oregon.", False),
        ("(See Cursus honorum)[REF].", False),
        ("[REF] .", False),
        ("For details, see the annex.", False),
        ("See that the toll is paid by noon.", True),
        ("Pilots see the light from afar.", True),
        ("The toll was lifted [REF].", True),
        ("] .", False),
        ("( 3 ) .", False),
        ("Longest ferries of the coast in service(May 1990)[REF] Port Ferry length(m) .", False),
        ("Pilots were paid for the greatest length (m) .", True),
    ],
)
def test_pointers_elsewhere_and_remains_of_notes_are_not_offered(text: str, states: bool) -> None:
    assert states_something(text) is states


SEXTON = "The sexton oiled the wheel of the bell in spring."
WARDEN = "The warden of the tower counted the sleepers herself."
BAKERS = "Bakers in the lane rise before the bell strikes four."


def test_sentences_that_stand_near_each_other_are_judged_as_one_passage() -> None:
    far = "The ward was closed for the winter."
    text = f"{SEXTON} {WARDEN} {SLEEP} {CLOCKS} {BAKERS} {COMPLAINTS} {far}"
    model = writer({"P1": [change(GOOD_PRO, 1, cites=[CLOCKS, SLEEP])]})
    view = play_over(model, (make_source(text, "Ida Brandt", "2020", "study"), *LIBRARY[2:]), "P1")
    assert [one.text for one in view.turns[0].points[0].evidence] == [CLOCKS, SLEEP], "as the speaker cites them"
    part = cut(list_prompts(model, "debate/judgement")[0], "<part id=1.1 ", "</part")
    passage = [line.strip() for line in part.partition("(it cites:)")[2].strip().splitlines()]
    assert passage == [
        "[Brandt 2020] one passage, in which these sentences are cited:",
        f"context: “{SEXTON} {WARDEN}”",
        f"cited: “{SLEEP}”",
        f"cited: “{CLOCKS}”",
        f"context: “{BAKERS} {COMPLAINTS}”",
    ]


def test_a_line_without_words_is_no_context() -> None:
    source = make_source(f"{SEXTON}\n{WARDEN}\n.\n{SLEEP}\n…\n{BAKERS}", "Ida Brandt", "2020", "study")
    model = writer({"P1": [GOOD_PRO]})
    play_over(model, (source, *LIBRARY[1:]), "P1")
    part = cut(list_prompts(model, "debate/judgement")[0], "<part id=1.1 ", "</part")
    assert f"context, before it: “{SEXTON} {WARDEN}”" in part
    assert f"context, after it: “{BAKERS}”" in part


def test_writer_and_evaluator_read_from_whose_quotation_a_sentence_is() -> None:
    opens = 'Mira Solt, who sells shutters, told the hearing: "The night is for rest.'
    text = f'{opens} {SLEEP} No shutter helps against it." Nobody asked her.'
    model = writer({"P1": [change(GOOD_PRO, 1, text="Mira Solt counts 41 of 120 sleepers who woke when it struck.")]})
    view = play_over(model, (make_source(text, "Ida Brandt", "2020", "study"), *LIBRARY[1:]), "P1")
    told = f"stands in a quotation, which begins: “{opens}”"
    offered = cut(list_prompts(model, "debate/speech")[0], "EVIDENCE you may cite", "THIS SPEECH")
    assert [told in block for block in offered.split("<evidence") if SLEEP in block] == [True]
    assert told in cut(list_prompts(model, "debate/judgement")[0], "<part id=1.1 ", "</part")
    assert "Mira Solt" in view.turns[0].points[0].words, "whose words they are may be said"


def test_a_sentence_is_marked_as_cited_wherever_it_stands() -> None:
    copy = make_source(f"{LEAD}\n{SLEEP}\n{SLOGAN}\nNobody else was asked.", "Rolf Amsel", "2001", "article")
    model = writer({"P1": [GOOD_PRO], "C1": [GOOD_CON]}, searched=lambda question: [SLEEP, STRANGERS])
    play_over(model, (*LIBRARY, copy), "P1", "C1")
    offered = cut(list_prompts(model, "debate/speech")[1], "EVIDENCE you may cite", "THIS SPEECH")
    marked = ["the other side cites it in 1.1" in one for one in offered.split("</evidence") if f"\n{SLEEP}\n" in one]
    assert marked == [True, True]
