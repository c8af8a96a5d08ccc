"""The prompts of judging: functions and templates name the same variables, and a case stands only between marks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bench.arms import baselines
from tests.case.writing import sample
from tests.fencing import HOSTILE
from tests.judging.cases import outside, rubric

from foam.judging.entrants.entrant import Entrant, claim, evidence, number_parts
from foam.judging.jury import questions as q
from foam.model.question import Question
from foam.model.template import Prompts
from foam.pack.files import shipped_packs
from foam.pack.loader import load_pack

CASE = Entrant(parts=number_parts([claim(HOSTILE), evidence(HOSTILE, "Hale 2021")]))
PAGE = q.open_page(CASE)
SCALE = (0.0, 10.0)
DIMENSION, COMPONENT = rubric().dimensions[0], rubric().components[0]
CARD = sample()[1].cards[0].model_copy(update={"tag": HOSTILE, "body": HOSTILE})

MAKERS: dict[str, Callable[[Prompts], Question]] = {
    "judging/rubric-reasons": lambda p: q.reasons_question(p, page=PAGE, dimension=DIMENSION, lens="a coach"),
    "judging/rubric-score": lambda p: q.score_question(
        p, page=PAGE, component=COMPONENT, named=("p1",), lens="", scale=SCALE
    ),
    "judging/heat": lambda p: q.heat_question(p, shown=(CASE, CASE), roles=q.ROLES, criteria="all", lens=""),
    "judging/zero-shot": lambda p: baselines.zero_shot_question(p, resolution=f"Should {HOSTILE}"),
    "judging/retrieval-card": lambda p: baselines.retrieval_question(p, statement=HOSTILE, passage=HOSTILE),
    "judging/requote": lambda p: baselines.requote_question(p, card=CARD),
}


@pytest.mark.parametrize("pack", shipped_packs())
@pytest.mark.parametrize("name", sorted(MAKERS))
def test_function_and_template_name_the_same_variables(pack: str, name: str) -> None:
    prompts = load_pack(pack).prompts
    assert MAKERS[name](prompts).template_digest == prompts[name].digest


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_untrusted_text_stands_only_between_marks(name: str) -> None:
    prompt = MAKERS[name](load_pack("policy-debate").prompts).prompt
    assert HOSTILE in prompt
    assert HOSTILE not in outside(prompt)


def test_a_heat_is_shown_as_it_is_meant_to_be() -> None:
    one, other = (Entrant(parts=number_parts([claim(text)])) for text in ("Buses help.", "Trams help."))
    asked = q.heat_question(
        load_pack("policy-debate").prompts, shown=(one, other), roles=("", ""), criteria="evidence", lens="a coach"
    )
    head, _, cases = asked.prompt.partition("\n\n")
    assert head.startswith(
        "Cases meet in a heat. You judge as a coach. Order them, the better case first, by these criteria: evidence\n"
    )
    assert "not its length, its place in this list, or how it is introduced" in head
    lines = [line for line in cases.splitlines() if line]
    assert [line.split()[0:2] for line in lines] == [
        ["Case", "A:"],
        ["<case", "A"],
        ["Buses", "help."],
        ["</case", "A"],
        ["Case", "B:"],
        ["<case", "B"],
        ["Trams", "help."],
        ["</case", "B"],
    ]
