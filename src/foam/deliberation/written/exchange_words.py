"""An argument, an objection and a reply as those read them who object, answer and judge."""

from __future__ import annotations

from foam.argument.scheme import require_critical_question
from foam.deliberation.claim import Claim
from foam.deliberation.objection import Objection, Reply, Response


def tell_argument(claim: Claim) -> str:
    """A claim as others read it, with sources and conditions."""
    parts = claim.parts
    lines = [f"{parts.claim} ({parts.qualifier})"]
    lines += [f"Ground: “{one.text}” ({one.cite})" for one in (*claim.grounds, *claim.premises)]
    lines += [f"Found wrong: “{one.text}” ({one.cite})" for one in claim.sources if one.pointer in claim.faulted]
    lines.append(f"Warrant: {parts.warrant}")
    lines += [f"Backing: {parts.backing}"] if parts.backing and claim.voice == "written" else []
    lines += [f"Unless: {parts.rebuttal}"] if parts.rebuttal else []
    return "\n".join(lines)


def tell_objection(objection: Objection) -> str:
    question = require_critical_question(objection.question)
    lines = [objection.text, f"(It presses: {question.text})"]
    return "\n".join([*lines, *(f"“{one.text}” ({one.cite})" for one in objection.evidence)])


def tell_reply(reply: Reply) -> str:
    lines = [f"{reply.move}: {reply.text}", *(f"“{one.text}” ({one.cite})" for one in reply.evidence)]
    if reply.claim:
        lines.append(f"The claim now: {reply.claim}")
    if reply.claim and reply.move in ("revise", "qualify"):
        lines += [f"It rests on: “{one.text}” ({one.cite})" for one in reply.grounds]
        lines += [f"Warrant: {reply.warrant}"] if reply.warrant else []
        lines += [f"Unless: {reply.unless}"] if reply.unless else []
    return "\n".join(lines)


def tell_exchange(objection: Objection, response: Response | None) -> str:
    """An objection and what was answered to it, as those read it who come after."""
    answered = f"Answered ({response.move}): {response.text}" if response else "Not answered."
    return f"Objected: {tell_objection(objection)}\n{answered}"
