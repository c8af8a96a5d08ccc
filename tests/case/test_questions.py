"""The prompts of case writing: functions and templates name the same variables, and untrusted text is fenced."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.deliberation.test_questions import HOSTILE, OFFERED, SEAT, assert_fenced
from tests.deliberation.test_questions import MAKERS as DELIBERATION

from foam.case import questions as q
from foam.model.question import Question
from foam.model.template import Prompts
from foam.pack.loader import load_pack, shipped_packs

MAKERS: dict[str, Callable[[Prompts], Question]] = {
    "branch": lambda p: q.branch_question(p, seat=SEAT, plan=HOSTILE, ask="which?", offered=OFFERED, pick=1),
    "card": lambda p: q.card_question(p, part="link", plan=HOSTILE, seek=HOSTILE, offered=OFFERED),
    "sentences": lambda p: q.sentences_question(p, part="l", plan=HOSTILE, seek=HOSTILE, offered=OFFERED, at_most=5),
    "tag": lambda p: q.tag_question(p, seek=HOSTILE, evidence=HOSTILE, sentences=[HOSTILE]),
    "alignment": lambda p: q.alignment_question(p, tag=HOSTILE, evidence=HOSTILE),
    "metric": lambda p: q.metric_question(p, impact=HOSTILE, offered=OFFERED),
}


@pytest.mark.parametrize("pack", shipped_packs())
@pytest.mark.parametrize("name", sorted(MAKERS))
def test_function_and_template_name_the_same_variables(pack: str, name: str) -> None:
    prompts = load_pack(pack).prompts
    assert MAKERS[name](prompts).template_digest == prompts[name].digest


def test_every_template_has_its_function() -> None:
    """Of these two floors; the others hold their own templates against their own functions."""
    assert {t.name for t in load_pack("policy-debate").prompts.templates} >= set(MAKERS) | set(DELIBERATION)


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_untrusted_text_stands_only_between_marks(name: str) -> None:
    assert_fenced(MAKERS[name](load_pack("policy-debate").prompts).prompt)
