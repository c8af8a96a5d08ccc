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
from foam.debate.speech.conflicts import _can_conflict, find_other_figures
from foam.debate.speech.context import Surroundings, complete_sentence, states_something
from foam.evidence.corpus import make_passages
from foam.text.subjects import are_apart

LEAD = "The Gazette summed up what opponents of the night bell in the town say:"
SLOGAN = "The night bell of the town wakes every child beside the tower."


def test_writer_and_evaluator_read_under_which_line_a_sentence_stands() -> None:
    source = make_source(f"{LEAD}\n{SLEEP}\n{SLOGAN}\nNobody else was asked.", "Ida Brandt", "2020", "study")
    model = writer({"P1": [GOOD_PRO]})
    view = play_over(model, (source, *LIBRARY[1:]), "P1")
    told = f"stands under: “{LEAD}”, which reports what somebody holds"
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
    ("one", "other"),
    [
        ("Idaho repealed its tolls in the spring.", "Utah repealed its tolls in the spring."),
        ("The High Court of Kenya voided the toll.", "The High Court of Malawi voided the toll."),
        ("Article 8 protects the home.", "Article 10 protects the home."),
        ("Birth rate: 13 a thousand.", "Death rate: 7 a thousand."),
        ("The first steam ferry took 40 tons.", "The first motor ferry took 90 tons."),
        ("In Peru, 22% of women smoke.", "A survey found that 33% of women smoke."),
        (
            "The sum of $9,000 raised to support the toll was spent.",
            "The sum of $4,000 raised to oppose the toll was spent.",
        ),
        ("This group paid 9% of the toll.", "The pilots paid 12% of the toll."),
    ],
)
def test_sentences_on_two_things_are_not_held_against_each_other(one: str, other: str) -> None:
    assert are_apart(one, other)
    assert not _can_conflict(one, other)
    assert not find_other_figures(make_passages(make_source(f"{one}\n{other}", "A", "2010", "report")))


@pytest.mark.parametrize(
    ("one", "other", "marked"),
    [
        (
            "In the 17 ports where pilots serve in turn, tolls are low.",
            "In fifteen ports the pilots serve in turn.",
            True,
        ),
        ("In seventeen ports the pilots serve in turn.", "In 17 ports the pilots serve in turn.", False),
        ("In 17 ports the pilots serve in turn.", "In 15 other ports the pilots serve in turn.", False),
        ("Of the ships, 48% of the crews voted for the toll.", "Of the ships, 31% of the cargoes met the toll.", False),
        ("Trade in the port rose by 48% after the toll.", "The port had 31% of trade after the toll.", False),
        (
            "In 24 ports the toll was put to the vote.",
            "Pilots in eight of these ports approved the toll by vote.",
            False,
        ),
        ("The following 17 ports have pilots that serve in turn:", "In 15 ports the pilots serve in turn.", False),
        ("The port toll cost the pilots $900.", "The port toll cost the pilots $1,200.", True),
        (
            "Clerks say that one in five of the impounded boats had no papers.",
            "Overall, 60% of the impounded boats had no papers.",
            True,
        ),
        ("One in five of the impounded boats had no papers.", "20% of the impounded boats had no papers.", False),
        (
            "One in five of the impounded boats could not be searched.",
            "Harbour clerks listed 32% of the impounded boats to be searched.",
            False,
        ),
        (
            "Since then the warden has gone on with his campaign, in which over 250 watchmen took part.",
            "Since then the warden has gone on with his campaign, in which about 450 watchmen took part beside pilots.",
            True,
        ),
        (
            "In 1902 the warden went on with his campaign, in which 250 watchmen took part.",
            "In 1908 the warden went on with his campaign, in which 450 watchmen took part.",
            False,
        ),
    ],
)
def test_another_figure_is_one_of_the_same_thing(one: str, other: str, marked: bool) -> None:
    found = find_other_figures(make_passages(make_source(f"{one}\n{other}", "A", "2010", "report")))
    assert bool(found) is marked


def test_two_shares_of_which_one_is_so_and_the_other_is_not_are_no_conflict() -> None:
    searched = "Harbour clerks listed 32% of the impounded boats to be searched."
    assert not _can_conflict("One in five of the impounded boats could not be searched.", searched)
    assert _can_conflict("One in five of the impounded boats could be searched.", searched)
    assert _can_conflict("The 12 impounded boats were searched.", "The 12 impounded boats were not searched.")


def test_two_years_or_a_line_that_leads_in_a_list_are_no_conflict() -> None:
    assert _can_conflict("The toll on the bridge was lifted.", "The toll on the bridge was not lifted.")
    assert not _can_conflict(
        "In 2002 the toll on the bridge was lifted.", "In 2004 the toll on the bridge was not lifted."
    )
    assert not _can_conflict("The toll was lifted on these bridges:", "The toll was not lifted on these bridges:")


def test_a_sentence_that_names_again_what_stood_before_it_is_offered_with_that() -> None:
    before = "The toll was put to the vote in 24 ports."
    around = Surroundings(before=(before,), after=("It rained.",))
    assert complete_sentence("Pilots in eight of these ports approved it.", around) == f"before it stands: “{before}”"
    assert complete_sentence("Pilots in eight of those towns approved it.", around) == ""
    assert complete_sentence("Pilots of the guild approved it in the end, as did these ports.", around) == ""


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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "A report found that the new quays for 30% larger ferries by 1960 would cost 4 million crowns.",
            "The same report found that new quays for 60% larger ferries by 1980 would cost 9 million crowns.",
        ),
        ("The cost of ropes may add 30% to the cost of a ferry.", "In time the cost of a ferry was 12% of the cost."),
    ],
)
def test_two_targets_and_what_is_added_are_no_other_figure_of_each_other(one: str, other: str) -> None:
    assert not find_other_figures(make_passages(make_source(f"{one}\n{other}", "A", "2010", "report")))
