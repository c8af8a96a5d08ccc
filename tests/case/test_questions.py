"""The prompts of case writing: functions and templates name the same variables, and untrusted text is fenced."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.fencing import HOSTILE, OFFERED, SEAT, assert_fenced

from foam.case import act_questions as a
from foam.case import contentions as c
from foam.case import questions as q
from foam.case import turned as t
from foam.case import wording_questions as w
from foam.case.ground import chosen_grounds_question, grounds_question
from foam.case.position import refine as r
from foam.case.purpose import Step
from foam.case.retitle import retitle_question
from foam.case.task import Task
from foam.case.tell import TellingPart, name_parts
from foam.model.question import Question
from foam.model.template import Prompts
from foam.pack.files import shipped_packs
from foam.pack.loader import load_pack

TASK = Task(SEAT, HOSTILE, HOSTILE, theirs=HOSTILE, gained=[HOSTILE], counterplan=HOSTILE)
SOURCES = (a.OfferedSource(id="c1", about=HOSTILE, sentences=OFFERED),)
SHOWN = q.ShownCard(HOSTILE, HOSTILE, HOSTILE, HOSTILE)
MAKERS: dict[str, Callable[[Prompts], Question]] = {
    "case/branch": lambda p: q.branch_question(
        p, seat=SEAT, plan=HOSTILE, ask="which?", options=OFFERED, least=1, most=1, said=HOSTILE
    ),
    "case/card": lambda p: q.card_question(
        p, part="link", plan=HOSTILE, seek=HOSTILE, statement=HOSTILE, options=OFFERED
    ),
    "case/sentences": lambda p: q.sentences_question(
        p, part="l", plan=HOSTILE, seek=HOSTILE, statement=HOSTILE, options=OFFERED, at_most=5
    ),
    "case/tag": lambda p: q.tag_question(p, seek=HOSTILE, evidence=HOSTILE, sentences=[HOSTILE]),
    "case/cut_tag": lambda p: q.cut_tag_question(p, claim=HOSTILE, source=HOSTILE, evidence=HOSTILE, passage=HOSTILE),
    "case/bearing": lambda p: q.bearing_question(p, matter=HOSTILE, evidence=HOSTILE),
    "case/alignment": lambda p: q.alignment_question(p, tag=HOSTILE, evidence=HOSTILE),
    "case/slot": lambda p: q.slot_question(
        p, part="link", plan=HOSTILE, seek=HOSTILE, point=HOSTILE, evidence=HOSTILE, around=[HOSTILE]
    ),
    "case/answer": lambda p: q.answer_question(p, part="warrant", plan=HOSTILE, said=HOSTILE, evidence=HOSTILE),
    "case/step": lambda p: q.step_question(p, plan=HOSTILE, before=SHOWN, after=SHOWN),
    "case/coherence": lambda p: q.coherence_question(p, seat=SEAT, position=HOSTILE, claim="c", argument=HOSTILE),
    "case/chosen_grounds": lambda p: chosen_grounds_question(p, seat=SEAT, position=HOSTILE, options=OFFERED, most=2),
    "case/critique": lambda p: r.critique_question(p, proposal=HOSTILE, options=OFFERED, at_most=2),
    "case/strongest": lambda p: r.strongest_question(p, proposal=HOSTILE, options=OFFERED),
    "case/defence": lambda p: r.defence_question(p, proposal=HOSTILE, criticism=HOSTILE, stake="s", struck="t"),
    "case/refinement": lambda p: r.refinement_question(
        p, proposal=HOSTILE, criticism=HOSTILE, stake="s", options=OFFERED
    ),
    "case/grounds": lambda p: grounds_question(p, seat=SEAT, position=HOSTILE, options=OFFERED, most=2),
    "case/plan": lambda p: a.plan_question(p, task=TASK, concerns=HOSTILE, sources=SOURCES, instead=True),
    "case/plan_critique": lambda p: a.plan_critique_question(
        p,
        question=HOSTILE,
        drafted=a.DraftedPlan(HOSTILE, [("agent", HOSTILE)]),
        sources=SOURCES,
        instead=True,
        theirs=HOSTILE,
    ),
    "case/write": lambda p: a.write_question(
        p,
        task=TASK,
        part="link",
        component="link",
        seek=HOSTILE,
        before=HOSTILE,
        refused=[HOSTILE],
        room=(40, 46),
        sources=SOURCES,
        analytic=True,
    ),
    "case/analytic": lambda p: a.analytic_question(
        p,
        task=TASK,
        part="standards",
        purpose="It sets them.",
        argued=HOSTILE,
        draft=HOSTILE,
        words=60,
        read=[HOSTILE],
        before=[HOSTILE],
    ),
    "case/calculus": lambda p: a.calculus_question(p, task=TASK, metrics=[HOSTILE], parts=OFFERED, words=69),
    "case/overview": lambda p: a.overview_question(p, question=HOSTILE, plan=HOSTILE, parts=OFFERED),
    "case/searches": lambda p: a.searches_question(p, task=TASK, parts=OFFERED),
    "case/wordings": lambda p: w.wordings_question(p, task=TASK, parts=OFFERED, sources=SOURCES),
    "case/carries": lambda p: q.carries_question(
        p, plan=HOSTILE, steps=[Step("link", "It leads on.", HOSTILE, HOSTILE)]
    ),
    "case/warrant": lambda p: q.warrant_question(p, plan=HOSTILE, tag=HOSTILE, evidence=HOSTILE, warrant=HOSTILE),
    "case/serves": lambda p: q.serves_question(
        p, plan=HOSTILE, part="standards", purpose="It sets them.", draft=HOSTILE, read=[HOSTILE], said=HOSTILE
    ),
    "case/retag": lambda p: a.retag_question(
        p,
        task=TASK,
        part="link",
        component="link",
        seek=HOSTILE,
        before=HOSTILE,
        evidence=HOSTILE,
        words=(HOSTILE, HOSTILE),
        faults=[HOSTILE],
    ),
    "case/narrow": lambda p: w.narrow_question(
        p,
        task=TASK,
        part="link",
        seek=HOSTILE,
        before=[HOSTILE],
        after=[HOSTILE],
        found=[w.FoundInPart("f1", HOSTILE, HOSTILE, HOSTILE)],
    ),
    "case/reword": lambda p: w.reword_question(
        p,
        task=TASK,
        slot="link",
        part="link",
        purpose="It leads on.",
        seek=HOSTILE,
        before=[HOSTILE],
        after=[HOSTILE],
        found=[w.FoundInPart("f1", HOSTILE, HOSTILE, HOSTILE)],
        sources=SOURCES,
    ),
    "case/leaning": lambda p: q.leaning_question(
        p, part="link", plan=HOSTILE, seek=HOSTILE, sentence=HOSTILE, before=HOSTILE, beside=[HOSTILE]
    ),
    "case/denied": lambda p: q.denied_question(p, part="link", point=HOSTILE, card=HOSTILE, options=OFFERED),
    "case/met": lambda p: q.met_question(p, part="link", card=HOSTILE, options=OFFERED),
    "case/contentions": lambda p: c.contentions_question(
        p, task=TASK, least=1, most=1, argued=[HOSTILE], options=OFFERED, sources=SOURCES
    ),
    "case/retitle": lambda p: retitle_question(p, task=TASK, arguments=OFFERED),
    "case/turned": lambda p: t.turned_question(p, question=HOSTILE, plan=HOSTILE, parts=OFFERED, beside=[HOSTILE]),
    "case/told": lambda p: q.told_question(p, sentence=HOSTILE, parts=[HOSTILE]),
    "case/metric": lambda p: q.metric_question(p, impact=HOSTILE, options=OFFERED),
}


@pytest.mark.parametrize("pack", shipped_packs())
@pytest.mark.parametrize("name", sorted(MAKERS))
def test_function_and_template_name_the_same_variables(pack: str, name: str) -> None:
    prompts = load_pack(pack).prompts
    assert MAKERS[name](prompts).template_digest == prompts[name].digest


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_untrusted_text_stands_only_between_marks(name: str) -> None:
    assert_fenced(MAKERS[name](load_pack("policy-debate").prompts).prompt)


def test_marks_for_readers_are_shown_to_nobody_who_tells_or_judges() -> None:
    prompts = load_pack("policy-debate").prompts
    marked = "Fares rose by a fifth.[REF] Nobody paid them [12]."
    card = q.ShownCard(point="p", tag="t", warrant="w", evidence=marked)
    (part,) = name_parts([TellingPart("a", marked)])
    asked = (
        q.step_question(prompts, plan="p", before=card, after=card),
        q.told_question(prompts, sentence="s", parts=[marked]),
        q.metric_question(prompts, impact=marked, options=OFFERED),
        q.leaning_question(prompts, part="p", plan="p", seek="s", sentence=marked, before=marked, beside=[marked]),
        a.overview_question(prompts, question="q", plan="p", parts=(part,)),
        a.calculus_question(prompts, task=TASK, metrics=["m"], parts=(part,), words=60),
    )
    for one in asked:
        assert "Fares rose by a fifth." in one.prompt
        assert "[REF]" not in one.prompt
        assert "[12]" not in one.prompt
