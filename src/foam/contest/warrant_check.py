"""Challenges to a warrant: the grounds are taken as true, and the judge names what shows that the step fails.

What is shown is the whole step: what is debated, the claim and the side it counts for, its grounds, its warrant and the
critical question that is pressed. A slot of a case has no warrant of its own: there the judge is asked what contradicts
it.
"""

from __future__ import annotations

from collections.abc import Sequence

from foam.contest.evidence_checks import ask_against, list_cites, named_against
from foam.contest.hearing import Hearing, make_finding, make_reason, quoted, reject
from foam.contest.offer import list_against_step, name_sources, search_in_hearing
from foam.contest.outcome import Finding, Struck
from foam.contest.questions import warrant_question
from foam.contest.remedy import find_pressed
from foam.contest.subject import DossierFile, Use
from foam.deliberation.claim import Claim
from foam.evidence.corpus import Passage
from foam.job.retrieval import make_options
from foam.record.entry import Entry


async def check_warrant(hearing: Hearing) -> Finding:
    """Is there evidence that the grounds do not carry the claim? The challenger's words say where to look."""
    use = _join_uses(hearing)
    counters = list_against_step(search_in_hearing(hearing), use, hearing.challenge.because)
    entry, against = await _named_against_step(hearing, use, counters)
    cites = (hearing.part.id, *list_cites(entry, use, against))
    if not against:
        text = f"Of {len(counters)} sentences offered, none was found to show that the grounds do not carry the claim."
        return reject(make_reason(text, *cites, by=[entry]), answering=use.passages, offered=counters)
    text = f"The inference does not hold where {quoted(against[0])}"
    return make_finding(
        "sustained",
        "qualify",
        make_reason(text, *cites, by=[entry]),
        struck=[Struck(argument=use.argument, against=against)],
        against=against,
        offered=(*against, *(one for one in counters if one not in against)),
    )


async def _named_against_step(
    hearing: Hearing, use: Use, offered: Sequence[Passage]
) -> tuple[Entry | None, tuple[Passage, ...]]:
    """What of these the judge finds to show that the step fails."""
    if not offered:
        return None, ()
    if not isinstance(hearing.file, DossierFile):
        return await named_against(hearing, use, offered)
    claim = hearing.file.claims[use.argument]
    question = warrant_question(
        hearing.session.prompts,
        motion=hearing.file.mediation.motion.affirmed,
        claim=claim.text,
        side=_describe_side(claim),
        grounds="\n".join(f"“{one.text}”" for one in use.passages),
        warrant=claim.warrant,
        critical=find_pressed(hearing.challenge, claim).text,
        offered=make_options(offered),
        sources=name_sources(hearing, offered),
    )
    return await ask_against(hearing, question, offered)


def _describe_side(claim: Claim) -> str:
    """What the claim counts as, in the words of the question."""
    match claim.support.side:
        case "for":
            return "a reason for the statement"
        case "against":
            return "a reason against the statement"
        case "condition":
            return f"a condition of {'the statement' if claim.support.condition_of == 'affirmed' else 'the other side'}"
        case _:
            return "a reason for neither side"


def _join_uses(hearing: Hearing) -> Use:
    """All that the claim rests on, for the claim itself."""
    passages = tuple(dict.fromkeys(passage for use in hearing.uses for passage in use.passages))
    claim = hearing.file.claims[hearing.uses[0].argument] if isinstance(hearing.file, DossierFile) else None
    statement = claim.text if claim else hearing.uses[0].statement
    return hearing.uses[0].model_copy(update={"statement": statement, "passages": passages})
