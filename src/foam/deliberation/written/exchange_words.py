"""An argument, an objection and a reply as those read them who object, answer and judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from foam.argument.scheme import require_critical_question
from foam.deliberation.claim import Claim, settle_unless
from foam.deliberation.objection import EvaluatedObjection, Objection, Reply, Response, StruckSentence
from foam.deliberation.written.material import quote_passage
from foam.evidence.corpus import Passage
from foam.perspective.manner import Reply as Move
from foam.text.pointer import Pointer

Names = Mapping[Pointer, str]
"""The ids under which sentences are offered or told; one that has none is told without."""
_SUSTAINED: dict[Move, str] = {
    "rebut": "The claim stands all the same.",
    "qualify": "The claim was narrowed: it holds in some cases.",
    "revise": "The claim was put in other words.",
    "concede": "The claim was taken back.",
}

_STEP = "The claim keeps its words. The step to it holds in some cases; its warrant reads since: {warrant}"


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
    role = f"Found to bear on it by {objection.named_by}: " if objection.named_by else ""
    return "\n".join([*lines, *_cite(objection.evidence, names, role)])


def tell_reply(reply: Reply, names: Names | None = None) -> str:
    lines = [f"{reply.move}: {reply.text}", *_cite(reply.evidence, names)]
    if reply.claim:
        lines.append(f"The claim now: {reply.claim}")
    if reply.claim and reply.move in ("revise", "qualify"):
        lines += _cite(reply.grounds, names, "It rests on: ")
        lines += [f"Warrant: {reply.warrant}"] if reply.warrant else []
        dropped = "(what it was held unless is dropped)"
        lines += [f"Unless: {settle_unless(reply.unless, '') or dropped}"] if reply.unless else []
    return "\n".join(lines)


def tell_struck(struck: Iterable[StruckSentence]) -> str:
    """What a challenge struck since the words were written, and by what; empty where nothing was."""
    return "\n".join(line for one in struck for line in _tell_struck(one))


def _tell_struck(one: StruckSentence) -> Iterator[str]:
    yield f"Struck: “{one.sentence.text}” ({one.sentence.cite})"
    for passage, source in zip(one.by, one.sources or [by.cite for by in one.by], strict=True):
        yield f"By: “{passage.text}” ({source})"
    if one.corrected:
        yield "The sentence that struck it is cited in its place: where words give the old figure, read the new one."
    if one.reads:
        yield f"The claim reads since then: “{one.reads}”"


def tell_exchange(exchange: EvaluatedObjection) -> str:
    """An objection and what became of it, as those read it who come after."""
    objection, response = exchange.objection, exchange.response
    how = "A challenge from outside, sustained" if objection.by_challenge else "Objected"
    return f"{how}: {tell_objection(objection)}\n{_tell_fate(exchange, response)}"


def _tell_fate(exchange: EvaluatedObjection, response: Response | None) -> str:
    if exchange.fell:
        return "It fell since: what it cites does not bear it out."
    if response is None:
        return "Found to change nothing that matters."
    if response.corrected_to:
        return "The claim was corrected: what is put anew stands in its place."
    if exchange.objection.by_challenge:
        return _STEP.format(warrant=response.warrant) if response.narrows_step else _SUSTAINED[response.move]
    if response.move == "rebut" and (response.fell or not response.answers):
        return "Not met: no answer to it was accepted."
    return f"Answered ({response.move}): {response.text}"
