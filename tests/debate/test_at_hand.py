"""What lies at hand for a speech or an answer: what was looked up before, and what a found sentence leans on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.debate.test_context import cut, list_prompts, play_over
from tests.debate.writers import (
    ASKED,
    CLOCKS,
    GOOD_CON,
    GOOD_PRO,
    LIBRARY,
    SLEEP,
    STRANGERS,
    Speech,
    answer_questions,
    change,
    make_source,
    writer,
)

from foam.debate.document import compose_debate
from foam.model.question import Write
from foam.paper import render

FOUNDRY = "Recasting the cracked bronze would cost the foundry guild 900 crowns."
PLACES = ("Ost", "Brake", "Elm", "Kiel", "Rade", "Thun", "Wien", "Hof", "Ulm", "Lahr", "Nidd", "Orb", "Zell", "Egg")
GUILDS = tuple(f"The foundry guild of {place} pays its charter dues at Easter." for place in PLACES)
WARDS = tuple(f"In the ward of {place} sleepers woke when the bell of the town struck at night." for place in PLACES)
ANNEX = make_source(" ".join((FOUNDRY, *GUILDS, *WARDS)), "Rolf Amsel", "2001", "report")
SOUGHT_FIRST, SOUGHT_LATER = "recasting cracked bronze would cost 900 crowns", "the foundry guild pays charter dues"
EXTENDING: Speech = {
    "plan": "Rest decides.",
    "opening": "Rest is what is left to decide.",
    "points": [
        {"move": "extend", "extends": ["1.1"], "text": "Rest comes first: nobody disputed that the ward is woken."},
        {"move": "weigh", "text": "Whoever is woken each hour bears it every night, and that weighs most."},
    ],
    "closing": "So let it be still.",
}


def play(searches: Sequence[str], *speeches: str, crossed: Any = None, **more: Any) -> Any:
    """The debate of these speeches, before which the side for the motion looks these things up in turn."""
    left = list(searches)

    def look_up(question: Write) -> Sequence[str]:
        own = "not" not in question.statement
        return [left.pop(0), SLEEP, CLOCKS] if own and left else [SLEEP, CLOCKS, STRANGERS]

    model = writer({"P1": [GOOD_PRO], "C1": [GOOD_CON], "P2": [EXTENDING]}, crossed, searched=look_up)
    return model, play_over(model, (*LIBRARY, ANNEX), *speeches, **more)


def list_offered(prompt: str) -> str:
    return cut(prompt, "EVIDENCE you may cite", "THIS SPEECH")


def test_what_an_earlier_search_found_and_nobody_cited_is_offered_again_where_it_is_near() -> None:
    model, view = play((SOUGHT_FIRST, SOUGHT_LATER), "P1", "C1", "P2")
    first, _, later = map(list_offered, list_prompts(model, "debate/speech"))
    assert FOUNDRY in first
    assert FOUNDRY in later
    assert view.turns[0].prepared.searches == (SOUGHT_FIRST, SLEEP, CLOCKS)
    other, _ = play(("sleepers of the ward woke", SOUGHT_LATER), "P1", "C1", "P2")
    assert FOUNDRY not in list_offered(list_prompts(other, "debate/speech")[2]), "the later search alone misses it"
    far, _ = play((SOUGHT_FIRST, "sleepers of the ward woke"), "P1", "C1", "P2")
    assert FOUNDRY not in list_offered(list_prompts(far, "debate/speech")[2]), "nothing that is needed is near it"


def test_an_answer_is_offered_what_is_near_to_the_question_and_not_to_the_statement_alone() -> None:
    def ask(question: Write) -> Speech | None:
        said = answer_questions(question)
        asked = "Would a sleeper pay what recasting the bronze would cost the guild?"
        return {**said, "question": asked} if said and "question" in said else said

    model, _ = play((), "P1", "C1", crossed=ask, cross=True)
    told = list_prompts(model, "debate/testimony")[0]
    assert ASKED not in told
    assert FOUNDRY in told


HEAD = "Town Night strokes of the bell Sleepers who woke (per hundred)"
ROW = "|- Ost 8 34"
COUNTED = f"The wards were counted in the winter.\n{HEAD}\n. {ROW}\n. |- Brake 2 9\n"
TABLE = make_source(COUNTED, "Ada Ramm", "2003", "report")


def test_a_row_of_a_table_is_offered_under_its_head_and_can_be_cited() -> None:
    row = f". {ROW}"
    cites = change(GOOD_PRO, 2, cites=[row], text="In Ost, with 8 strokes a night, 34 of a hundred sleepers woke.")
    sought = [SLEEP, "Ost night strokes of the bell sleepers woke"]
    model = writer({"P1": [cites]}, searched=lambda question: sought)
    view = play_over(model, (*LIBRARY, TABLE), "P1")
    offered = list_offered(list_prompts(model, "debate/speech")[0])
    assert f"row of a table, headed: “{HEAD}" in offered.partition(ROW)[2].partition("</evidence")[0]
    assert f">\n{HEAD}\n" not in offered
    assert view.turns[0].points[1].evidence[0].heading == HEAD
    judged = list_prompts(model, "debate/judgement")[0]
    assert f"row of a table, headed: “{HEAD}" in judged, "the evaluator reads it so, too"
    assert "row of a table, headed" in render(compose_debate(view), "md")


LENT = "The brewers advanced the guild the whole sum for the new bell."
STUDIO = "A studio recoups its money when a show is sold."


def test_an_answer_is_offered_what_its_side_met_before_and_nothing_that_only_sounds_like_the_question() -> None:
    asked = "A bell that is kept costs more. Which sentence shows that anybody was willing to lend the money?"

    def ask(question: Write) -> Speech | None:
        said = answer_questions(question)
        return {**said, "question": asked} if said and "question" in said else said

    annex = make_source(" ".join((LENT, *GUILDS, *WARDS)), "Rolf Amsel", "2001", "report")
    sought = ["brewers advanced the guild the sum", SLEEP, CLOCKS, STRANGERS]
    model = writer({"P1": [GOOD_PRO], "C1": [GOOD_CON]}, ask, searched=lambda question: sought)
    studio = make_source(STUDIO, "Ida Falk", "1999", "report")
    play_over(model, (*LIBRARY, annex, studio), "P1", "C1", cross=True)
    offered = cut(list_prompts(model, "debate/testimony")[0], "EVIDENCE you may cite", "THE QUESTION")
    assert LENT in offered
    assert STUDIO not in offered


HORN = "A steam horn was set up on the mole by the pilots in 1911."
DROWNS = "It drowns every order that the boatmen shout from the landing stairs."


def test_a_search_of_a_few_words_more_than_asked_for_is_made() -> None:
    long = " ".join(["bell"] * 22)
    model = writer({"P1": [GOOD_PRO]}, searched=lambda question: [long])
    view = play_over(model, LIBRARY, "P1")
    assert len(list_prompts(model, "debate/searches")) == 1
    assert view.turns[0].prepared.searches == (long,)


def test_both_sides_are_told_of_what_was_granted_in_part_that_the_rest_was_left() -> None:
    granting = change(GOOD_CON, 1, move="grant", strikes="nothing", text="Some wake, and that is a burden on them.")
    speeches = {"P1": [GOOD_PRO], "C1": [granting], "P2": [EXTENDING], "C2": [GOOD_CON]}

    def play(meets: str) -> tuple[str, str]:
        """What the speakers after the grant are told, where an evaluator finds this of it."""
        model = writer(speeches, judged=lambda part, text: {"meets": meets} if "(move: grant)" in text else {})
        play_over(model, LIBRARY, "P1", "C1", "P2", "C2")
        prompts = list_prompts(model, "debate/speech")
        own, theirs = (next(one for one in prompts if f"It is {name}," in one) for name in ("P2", "C2"))
        return own, theirs

    disputed, _ = play("meets part of it")
    assert "granted in part by 2.1, more of it disputed there" in disputed
    assert "left the rest" not in disputed
    own, theirs = play("answers nothing")
    assert "Of 1.1 they granted a part and left the rest: say so." in own
    assert "Of theirs you granted a part of 1.1 and left the rest, which stands unless you answer it." in theirs


def test_whoever_answers_may_cite_what_stands_around_what_the_statement_cites() -> None:
    lead = "Several wards of the old town were watched in the same winter, with one nurse for all of them:"
    after = "The windows of that room were shut with wax throughout."
    source = make_source(f"{lead}\n\n{SLEEP} {after} Candles are dear.", "Ida Brandt", "2020", "study")

    def cross(question: Write) -> Speech | None:
        said = answer_questions(question)
        if said is None or question.template != "debate/testimony":
            return said
        offered = {option.text: option.id for option in question.material}
        return {**said, "evidence": (offered[lead], offered[after])}

    model = writer({"P1": [GOOD_PRO]}, cross, searched=lambda question: [SLEEP, CLOCKS])
    view = play_over(model, (source, *LIBRARY[1:], ANNEX), "P1", cross=True)
    assert [passage.text for passage in view.turns[-1].points[0].evidence] == [lead, after]
