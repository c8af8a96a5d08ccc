"""The forms by which a seat drafts: each fits its template, and what others wrote is fenced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.fencing import HOSTILE, OFFERED

from foam.argument.motion import Motion
from foam.case.position import forms
from foam.case.position.material import Offer
from foam.job.retrieval import Candidates
from foam.model.question import Question
from foam.model.template import Prompts, fence, fence_document
from foam.pack.files import shipped_packs
from foam.pack.loader import load_pack

MOTION = Motion(question=HOSTILE, affirmed=HOSTILE, denied=HOSTILE)
DOCUMENT = fence_document("A. Scribe; a letter", [f"{one.id} | {one.text}" for one in OFFERED])
OFFER = Offer(Candidates(entry="b2:0", passages=()), OFFERED, told=DOCUMENT)
SEAT = {"person": fence(HOSTILE)}
ASKED: dict[str, Any] = {**SEAT, "motion": MOTION, "stances": ("affirm_whole",), "offer": OFFER, "least": 1}
ASKED |= {"values": "- care: people", "names": ("care",)}
MAKERS: dict[str, Callable[[Prompts], Question]] = {
    "acts/proposal": lambda p: forms.proposal_act(p, **ASKED),
    "acts/rewrite": lambda p: forms.rewrite_act(p, **ASKED, proposal=HOSTILE, criticism=HOSTILE, reasons=HOSTILE),
    "acts/searches": lambda p: forms.searches_act(p, **SEAT, question=HOSTILE),
    "acts/critique": lambda p: forms.critique_act(p, question=HOSTILE, proposal=HOSTILE, claims=2, offer=OFFER),
    "acts/defence": lambda p: forms.defence_act(p, question=HOSTILE, proposal=HOSTILE, objections=OFFERED),
}


@pytest.mark.parametrize("pack", shipped_packs())
@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_form_fits_its_template_and_fences_what_others_wrote(pack: str, name: str) -> None:
    question = MAKERS[name](load_pack(pack).prompts)
    assert question.template == name
    assert question.system
    rest = (question.prompt + question.system).replace(fence(HOSTILE), "").replace(DOCUMENT, "")
    for option in OFFERED:
        rest = rest.replace(fence(option.text, label=f"option id={option.id}"), "")
    assert HOSTILE not in rest
