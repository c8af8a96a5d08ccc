"""How a claim reads that lost one of its grounds to a challenge and has others, or to which evidence was left out: its
seat is asked once, by the act that answers objections. The challenge was heard and found right, so that it can only be
granted, in part or whole. What was left out adds to the grounds and takes none of them away, unless it corrects a
figure of one of them: that one is then replaced.

In its new words, or in its old ones where its seat says that it stands on what is left, it is appraised again. Where
nobody writes, the claim is cut back to the clauses that its other grounds bear out, if code can tell which these are;
else it keeps its words and stays marked as holding in some cases.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from foam.contest.hearing import Hearing
from foam.contest.struck import replace_struck
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim, Judged, settle_unless
from foam.deliberation.compile import make_evidence_id
from foam.deliberation.examine import choose_critics, choose_defender
from foam.deliberation.objection import (
    CHALLENGE_ID,
    EvaluatedObjection,
    Objection,
    Reply,
    Response,
    StruckSentence,
)
from foam.deliberation.put_forward import judge_reworded
from foam.deliberation.synthesis import FULL
from foam.deliberation.written.drafted import DraftedClaim
from foam.deliberation.written.exchange import STANDS, write_reply
from foam.deliberation.written.gone import without_struck
from foam.deliberation.written.judged import find_unsupported, share_words
from foam.evidence.corpus import Passage
from foam.job.retrieval import depend_on
from foam.perspective.manner import Reply as Move
from foam.record.entry import PointerInput, ValueInput
from foam.text.stem import list_stems
from foam.text.words import count_words, is_number, split_words

SUSTAINED = "This challenge was heard and sustained: say how the claim reads from now on."
WITHOUT = "It may no longer rest on this: “{struck}”"
STAND = (
    f"Where what is left bears the claim out as it is put, the move is “{STANDS}”, and “claim” stays empty: it is then "
    "appraised anew on what is left, and nothing else of the challenge counts against it."
)
CORRECTED = (
    "What is cited here says the same with another figure: name it in its place, and put the claim as it then is."
)
LEFT_OUT = (
    "What is cited here had been left out, and was found to speak against the claim as it is put: of what the claim "
    "rests on, name again what it still rests on, and what was left out where it rests on that, too."
)
_CLAUSE_END = re.compile(r";\s+(?:and |but )?|,\s+(?:and|but|while|whereas)\s+")
_LEAST_WORDS = 4
"""Words of a clause that can stand alone."""
_HEDGING = "could if less may might mostly nearly not often only part partly perhaps some sometimes unless where"
_HEDGES = frozenset(_HEDGING.split())
"""Words that let a claim hold for less than it did."""
_BORNE = 0.5
"""The share of a clause's words that a ground must have to bear it out."""


def list_left(hearing: Hearing, claim: Claim) -> tuple[Passage, ...]:
    """What the claim rests on beside the sentence that is challenged; all of it where the whole claim is, or where the
    challenge is that something else was left out, or that its only sentence reads otherwise in its place."""
    if _is_of_selection(hearing):
        return claim.rests_on
    rest = tuple(one for one in claim.rests_on if make_evidence_id(one.pointer) != hearing.part.id)
    return rest or (claim.rests_on if _is_of_context(hearing) else ())


async def read_on_the_rest(
    hearing: Hearing,
    file: DossierFile,
    claim: Claim,
    exchange: EvaluatedObjection,
    sentences: Sequence[StruckSentence] = (),
) -> EvaluatedObjection:
    """The sustained challenge with what its claim says from now on; as it came where no other ground is left. A ground
    of which what was found gives another figure is replaced by that."""
    corrected = [one for one in sentences if one.corrected]
    left = replace_struck(list_left(hearing, claim), corrected)
    struck = tuple(one for one in claim.rests_on if one not in left)
    is_kept = _is_of_selection(hearing) or _is_of_context(hearing)
    if not left or claim.computed or exchange.response is None or not (struck or is_kept):
        return exchange
    hearing = replace(hearing, session=without_struck(hearing.session, (one.pointer for one in struck)))
    reply = await _ask_seat(hearing, file, claim, exchange.objection, left, struck, corrected=bool(corrected))
    if reply is not None:
        told = _take_reply(exchange.response, reply, left, struck)
    else:
        told = exchange.response.model_copy(update=_cut_back(hearing, claim, left, struck))
    judged = await _judge_as_it_reads(hearing, file, claim, told)
    update: dict[str, object] = {"narrowed_before": count_challenges(file, claim), "judged": judged}
    if judged and told.hedges:
        stands_by_it = reply is not None and reply.commits == "yes"
        is_corrected = bool(struck) and len(corrected) == len(struck)
        is_corrected = is_corrected or puts_figure_right(claim.text, told.wording)
        update |= {"appraised": True, "adequacy": FULL, "keeps_certainty": stands_by_it or is_corrected}
    return exchange.model_copy(update={"response": told.model_copy(update=update)})


async def read_by_warrant(
    hearing: Hearing, file: DossierFile, claim: Claim, exchange: EvaluatedObjection, warrant: str
) -> EvaluatedObjection:
    """The sustained challenge to a warrant with how that reads from now on. The claim keeps its words and grounds and
    is appraised anew by it: what is wrong with the step is charged there. Where nobody appraises it, half of the
    challenge counts, as of any that is granted in part."""
    if exchange.response is None:
        return exchange
    update: dict[str, object] = {"warrant": warrant, "narrowed_before": count_challenges(file, claim)}
    told = exchange.response.model_copy(update=update)
    if claim.voice == "written" and not claim.computed and hearing.session.speaks("evaluator"):
        drafted = _draft_anew(claim, told.model_copy(update={"wording": claim.text}))
        judged = await judge_reworded(hearing.session, file.mediation.motion, claim.as_it_reads, drafted)
        told = told.model_copy(update={"judged": judged, "appraised": True, "adequacy": FULL})
    return exchange.model_copy(update={"response": told})


async def put_in_words(
    hearing: Hearing, file: DossierFile, claim: Claim, said: Objection, sentences: Sequence[StruckSentence]
) -> Reply | None:
    """How its seat puts a claim of which a figure was corrected, on what corrects it; None where no seat writes.
    `said` is the challenge as an objection to it."""
    left = replace_struck(claim.rests_on, sentences)
    struck = tuple(one for one in claim.rests_on if one not in left)
    return await _ask_seat(hearing, file, claim, said, left, struck, corrected=True)


async def _judge_as_it_reads(hearing: Hearing, file: DossierFile, claim: Claim, told: Response) -> Judged | None:
    """What is found of the claim in the words and on the grounds it has now; None where both are as they were."""
    same = {one.pointer for one in told.grounds or claim.rests_on} == {one.pointer for one in claim.rests_on}
    if not told.hedges or not told.wording or (told.wording == claim.text and same):
        return None
    return await judge_reworded(hearing.session, file.mediation.motion, claim, _draft_anew(claim, told))


def _draft_anew(claim: Claim, told: Response) -> DraftedClaim:
    """The claim as it is appraised: in the words, on the grounds and by the warrant that it has since."""
    return DraftedClaim(
        text=told.wording,
        grounds=told.grounds or claim.rests_on,
        warrant=told.warrant or claim.warrant,
        qualifier=claim.parts.qualifier,
        unless=settle_unless(told.unless, claim.unless),
        value=claim.value,
        place=0,
        entry=told.entry,
    )


def count_challenges(file: DossierFile, claim: Claim) -> int:
    """How many challenges to the claim were sustained before, or were objections to it after one was."""
    over = (one.objection for one in file.exchanges.values() if one.objection.claim == claim.id)
    return sum(one.by_challenge or any(name.startswith(CHALLENGE_ID) for name in one.since) for one in over)


def _is_of_selection(hearing: Hearing) -> bool:
    return hearing.challenge.ground.kind == "selection_bias"


def _is_of_context(hearing: Hearing) -> bool:
    return hearing.challenge.ground.kind == "context"


async def _ask_seat(
    hearing: Hearing,
    file: DossierFile,
    claim: Claim,
    objection: Objection,
    left: tuple[Passage, ...],
    struck: Sequence[Passage],
    *,
    corrected: bool,
) -> Reply | None:
    """How the seat that wrote the claim puts it now; None where no seat writes, or no reply counts."""
    held, session = file.mediation, hearing.session
    if claim.voice != "written":
        return None
    critics = choose_critics(claim, held.seats, held.drafts)
    defender = choose_defender(claim, held.seats, held.drafts, critics)
    if defender is None or not session.of(defender).speaks("proposer"):
        return None
    now = {"claim": claim.text, "warrant": claim.warrant, "rebuttal": claim.unless}
    reads = claim.model_copy(update={"parts": claim.parts.model_copy(update=now), "grounds": left})
    rule = f"{WITHOUT.format(struck='; '.join(one.text for one in struck))} {STAND}" if struck else LEFT_OUT
    rule = f"{rule} {CORRECTED}" if corrected else rule
    said = objection.model_copy(update={"text": f"{objection.text}\n{SUSTAINED} {rule}"})
    moves: tuple[Move | Literal["stands"], ...] = (STANDS, "qualify", "concede") if struck else ("qualify", "concede")
    return await write_reply(session, held.motion, defender, reads, said, moves=moves)


def _take_reply(response: Response, reply: Reply, left: tuple[Passage, ...], struck: Sequence[Passage]) -> Response:
    """The claim as its seat now puts it. What was struck is none of its grounds, whatever the seat named."""
    if reply.move == "concede":
        return response.model_copy(update={"move": "concede", "text": reply.text, "entry": reply.entry})
    gone = {one.pointer for one in struck}
    named = tuple(one for one in reply.grounds if one.pointer not in gone)
    update = {
        "text": reply.text,
        "wording": reply.claim,
        "warrant": reply.warrant,
        "unless": reply.unless,
        "grounds": named or left,
        "evidence": tuple(one for one in reply.evidence if one.pointer not in gone),
        "entry": reply.entry,
    }
    return response.model_copy(update=update)


def puts_figure_right(claim: str, wording: str) -> bool:
    """Whether new words say all that a claim said with another figure, and hedge nothing: another sum is no fewer
    cases, whatever its seat grants of the old one."""
    was, now = ({word for word in split_words(text) if is_number(word)} for text in (claim, wording))
    kept = {one for one in list_stems(claim) if not is_number(one)} <= list_stems(wording)
    hedged = {word.lower() for word in split_words(wording)} - {word.lower() for word in split_words(claim)}
    return bool(was - now) and bool(now - was) and kept and hedged.isdisjoint(_HEDGES)


def _cut_back(hearing: Hearing, claim: Claim, left: Sequence[Passage], struck: Sequence[Passage]) -> dict[str, object]:
    """The claim's words and grounds without the clauses that only the struck sentence bore out; nothing where code
    cannot tell them apart. Recorded, so that a replay needs no judge."""
    if not struck:
        return {}
    entry = hearing.session.clerk.compute(
        "cut back",
        lambda: find_borne_out(claim.text, [one.text for one in left], [one.text for one in struck]),
        hearing.admitted(),
        depend_on("claim", claim.entry),
        ValueInput(role="claim", value=claim.text),
        *(PointerInput(role="ground", pointer=one.pointer) for one in left),
        *(PointerInput(role="struck", pointer=one.pointer) for one in struck),
        rule="clauses that the other grounds bear out",
    )
    return {"wording": str(entry.answer), "grounds": tuple(left)} if entry.answer else {}


def find_borne_out(text: str, left: Sequence[str], struck: Sequence[str]) -> str:
    """The clauses of a text that the sentences that are left bear out, if the struck ones bore out the others; empty
    where the text has no such clauses, or all or none of them are borne out."""
    clauses = [one.strip() for one in _CLAUSE_END.split(text.rstrip(". "))]
    if len(clauses) < 2 or min(map(count_words, clauses)) < _LEAST_WORDS:
        return ""
    kept = [one for one in clauses if _bears(left, one) > _bears(struck, one)]
    lost = [one for one in clauses if _bears(struck, one) > _bears(left, one)]
    if not kept or len(kept) + len(lost) < len(clauses) or not lost:
        return ""
    if any(_bears(left, one) < _BORNE or find_unsupported(left, f"{one}.") for one in kept):
        return ""
    said = ", and ".join(kept)
    return f"{said[:1].upper()}{said[1:]}."


def _bears(sentences: Sequence[str], clause: str) -> float:
    return max((share_words(one, clause) for one in sentences), default=0.0)
