"""The prompts of case writing: functions and templates name the same variables, and untrusted text is fenced."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.fencing import HOSTILE, OFFERED, SEAT

from foam.acts.shown import ShownDocument, ShownFile, ShownSentence
from foam.argument.motion import parse_motion
from foam.case import questions as q
from foam.case.author import Author
from foam.case.contentions import make_contentions
from foam.case.draft import Assignment, make_draft
from foam.case.position import Brief, Proposal, Round, make_critique, make_defence, make_proposal
from foam.case.tell import TellingPart, name_parts, overview_question
from foam.case.values import Answered, Plan, PlanObjection, Slot
from foam.case.weigh import calculus_question
from foam.model.question import Question
from foam.model.template import Prompts
from foam.pack.files import shipped_packs
from foam.pack.loader import load_pack
from foam_quotes.text.pointer import Pointer

AUTHOR = Author(
    None,  # type: ignore[arg-type]
    SEAT,
    HOSTILE,
    HOSTILE,
    answered=Answered(plan=HOSTILE, gained=(HOSTILE,)),
    counterplan=Plan(text=HOSTILE, agent="", mandate="", entry="e"),
)
SHOWN = q.ShownCard(HOSTILE, HOSTILE, HOSTILE, HOSTILE)
SENTENCE = ShownSentence(pointer=Pointer(document="b2:" + "0" * 64, sentence=0), text=HOSTILE)
FILE = ShownFile(documents=(ShownDocument(number="01", name="A file", length=1, sentences=(SENTENCE,)),))
EMPTY = ShownFile(documents=())
BRIEF = Brief(
    kind="counterplan",
    seat=SEAT,
    motion=parse_motion("Ports should dredge."),
    stances=("oppose_direct",),
    file=FILE,
    answered=Answered(plan=HOSTILE, gained=(HOSTILE,), impacts=("1AC/a",)),
    stands_for=HOSTILE,
)
PROPOSAL = Proposal(stance="oppose_direct", answer=HOSTILE, why=HOSTILE, entry="e")
OBJECTION = PlanObjection(part="answer", text=HOSTILE)
ROUND = Round(PROPOSAL, (OBJECTION,), 1.0, HOSTILE, "e")
SLOT = Slot(id="link", path=("a", "link"), title="Link", syllogism="harms", component="scope", words=60, seek=HOSTILE)
_FENCED = re.compile(r"<([a-z]+(?: id=\S+)?) ([0-9a-f]{12})>\n.*?\n</\1 \2>", re.DOTALL)
MAKERS: dict[str, Callable[[Prompts], Question]] = {
    "case/branch": lambda p: q.branch_question(
        p, seat=SEAT, plan=HOSTILE, ask="which?", options=OFFERED, least=1, most=1, said=HOSTILE
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
    "case/proposal": lambda p: make_proposal(p, BRIEF, ROUND).question,
    "case/critique": lambda p: make_critique(p, BRIEF, PROPOSAL, [ROUND]).question,
    "case/defence": lambda p: make_defence(p, BRIEF, PROPOSAL, [OBJECTION]).question,
    "case/contentions": lambda p: (
        make_contentions(p, AUTHOR, FILE, least=1, most=1, argued=[HOSTILE], options=OFFERED, known=()).question
    ),
    "case/argument": lambda p: (
        make_draft(
            p,
            Author(None, SEAT, HOSTILE, HOSTILE),  # type: ignore[arg-type]
            Assignment(
                [SLOT],
                EMPTY,
                beside=[SLOT.model_copy(update={"analytic": HOSTILE})],
                told={"link": [HOSTILE]},
                heard={"1AC/a": HOSTILE},
            ),
        ).question
    ),
    "case/calculus": lambda p: calculus_question(p, author=AUTHOR, metrics=[HOSTILE], parts=OFFERED, words=69),
    "case/overview": lambda p: overview_question(p, question=HOSTILE, plan=HOSTILE, parts=OFFERED),
    "case/warrant": lambda p: q.warrant_question(p, plan=HOSTILE, tag=HOSTILE, evidence=HOSTILE, warrant=HOSTILE),
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
    prompt = MAKERS[name](load_pack("policy-debate").prompts).prompt
    assert HOSTILE in prompt
    assert HOSTILE not in _FENCED.sub("", prompt)


def test_marks_for_readers_are_shown_to_nobody_who_tells_or_judges() -> None:
    prompts = load_pack("policy-debate").prompts
    marked = "Fares rose by a fifth.[REF] Nobody paid them [12]."
    card = q.ShownCard(point="p", tag="t", warrant="w", evidence=marked)
    (part,) = name_parts([TellingPart("a", marked)])
    asked = (
        q.step_question(prompts, plan="p", before=card, after=card),
        q.told_question(prompts, sentence="s", parts=[marked]),
        q.metric_question(prompts, impact=marked, options=OFFERED),
        overview_question(prompts, question="q", plan="p", parts=(part,)),
        calculus_question(prompts, author=AUTHOR, metrics=["m"], parts=(part,), words=60),
    )
    for one in asked:
        assert "Fares rose by a fifth." in one.prompt
        assert "[REF]" not in one.prompt
        assert "[12]" not in one.prompt
