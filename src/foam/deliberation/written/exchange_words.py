"""An argument, an objection and a reply as those read them who object, answer and judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from foam.argument.scheme import require_critical_question
from foam.deliberation.claim import Claim
from foam.deliberation.objection import Objection, Reply, Response
from foam.deliberation.written.material import quote_passage
from foam.evidence.corpus import Passage
from foam.text.pointer import Pointer

Names = Mapping[Pointer, str]
"""The ids under which sentences are offered or told; one that has none is told without."""


def tell_argument(claim: Claim, names: Names | None = None) -> str:
    """A claim as others read it, with sources and conditions."""
    parts = claim.parts
    lines = [f"{parts.claim} ({parts.qualifier})"]
    lines += _cite((*claim.grounds, *claim.premises), names, "Ground: ")
    lines += _cite((one for one in claim.sources if one.pointer in claim.faulted), names, "Found wrong: ")
    lines.append(f"Warrant: {parts.warrant}")
    lines += [f"Backing: {parts.backing}"] if parts.backing and claim.voice == "written" else []
    lines += [f"Unless: {parts.rebuttal}"] if parts.rebuttal else []
    return "\n".join(lines)


def _cite(passages: Iterable[Passage], names: Names | None, role: str = "") -> Iterator[str]:
    return (f"{role}{quote_passage(one, names or {})} ({one.cite})" for one in passages)


def tell_objection(objection: Objection, names: Names | None = None) -> str:
    question = require_critical_question(objection.question)
    lines = [objection.text, f"(It presses: {question.text})"]
    return "\n".join([*lines, *_cite(objection.evidence, names)])


def tell_reply(reply: Reply, names: Names | None = None) -> str:
    lines = [f"{reply.move}: {reply.text}", *_cite(reply.evidence, names)]
    if reply.claim:
        lines.append(f"The claim now: {reply.claim}")
    if reply.claim and reply.move in ("revise", "qualify"):
        lines += _cite(reply.grounds, names, "It rests on: ")
        lines += [f"Warrant: {reply.warrant}"] if reply.warrant else []
        lines += [f"Unless: {reply.unless}"] if reply.unless else []
    return "\n".join(lines)


def tell_exchange(objection: Objection, response: Response | None) -> str:
    """An objection and what was answered to it, as those read it who come after."""
    answered = f"Answered ({response.move}): {response.text}" if response else "Not answered."
    return f"Objected: {tell_objection(objection)}\n{answered}"
