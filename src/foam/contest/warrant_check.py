"""Challenges to a warrant: the grounds are taken as true, and what is judged is whether they carry the claim.

What is shown is the whole step: what is debated, the claim and the side it counts for, its grounds, its warrant and the
critical question that is pressed. An evaluator that writes reads the challenger's argument beside it, fenced as one
side's word, and is asked twice, with the argument after the step and before it: does the step hold, hold in some cases,
or not hold? Any other names the sentences that show that the step fails, and the argument itself is judged by nobody. A
slot of a case has no warrant of its own: there the judge is asked what contradicts it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from foam.contest.evidence_checks import ask_against, list_cites, named_against
from foam.contest.hearing import Hearing, make_finding, make_reason, named, quoted, reject, send_to_person
from foam.contest.offer import list_against_step, name_sources, search_in_hearing
from foam.contest.outcome import Finding, Struck
from foam.contest.questions import (
    DOES_NOT_HOLD,
    HOLDS,
    IN_SOME_CASES,
    Step,
    step_question,
    warrant_question,
)
from foam.contest.remedy import find_pressed
from foam.contest.subject import DossierFile, Use
from foam.deliberation.claim import Claim
from foam.deliberation.written.check import Stated, find_faults
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.retrieval import depend_on, make_options
from foam.record.entry import Entry, Input, PointerInput

_NOT_HEARD = (
    "The argument itself was judged by nobody: whoever was asked only names sentences. A person can hear it: put it "
    "with --hold, and answer it with foam contest answer."
)
_EVALUATOR = "the evaluator"
_JUDGED = "Judged was, both ways round, whether the warrant leads from the grounds to the claim"


async def check_warrant(hearing: Hearing) -> Finding:
    """Do the grounds carry the claim, by its warrant?"""
    use = _join_uses(hearing)
    if not isinstance(hearing.file, DossierFile):
        return await _find_in_sentences(hearing, use, None, _list_offered(hearing, use, "", ""))
    claim = hearing.file.claims[use.argument]
    step = _show_step(hearing, hearing.file, claim, use)
    offered = _list_offered(hearing, use, step.warrant, step.critical)
    if hearing.session.speaks("evaluator"):
        verdicts = await _judge_step(hearing, claim, step, offered)
        if verdicts:
            return _find_by_verdicts(hearing, use, verdicts, offered)
    return await _find_in_sentences(hearing, use, step, offered)


def _list_offered(hearing: Hearing, use: Use, warrant: str, critical: str) -> tuple[Passage, ...]:
    search, because = search_in_hearing(hearing), hearing.challenge.because
    return list_against_step(search, use, warrant=warrant, critical=critical, because=because)


def _show_step(hearing: Hearing, file: DossierFile, claim: Claim, use: Use) -> Step:
    return Step(
        motion=file.mediation.motion.affirmed,
        claim=claim.text,
        side=_describe_side(claim),
        grounds="\n".join(f"“{one.text}”" for one in use.passages),
        warrant=claim.warrant,
        critical=find_pressed(hearing.challenge, claim).text,
    )


class _Verdict(NamedTuple):
    entry: Entry
    says: str
    warrant: str
    rests_on: tuple[Passage, ...]


async def _judge_step(
    hearing: Hearing, claim: Claim, step: Step, offered: Sequence[Passage]
) -> tuple[_Verdict, _Verdict] | None:
    """What the evaluator finds with the challenger's argument after the step and before it; None where a verdict does
    not count."""
    session, options = hearing.session, make_options(offered)
    sources = name_sources(hearing, offered)
    inputs: tuple[Input, ...] = (
        hearing.admitted(),
        depend_on("claim", claim.entry),
        *(PointerInput(role=f"s{n}", pointer=one.pointer) for n, one in enumerate(offered, start=1)),
    )

    def check(entry: Entry) -> list[str]:
        """What is wrong with a warrant: it is missing, or says what only the challenger says."""
        form = read_form(entry)
        text, narrows = str(form["warrant"]).strip(), form["verdict"] == IN_SOME_CASES
        if not narrows:
            return []
        if not text or text == step.warrant:
            return ["warrant: say how it must read so that it claims no more than holds"]
        stated = Stated(name="warrant", text=text, cited=(*claim.rests_on, *offered))
        return find_faults([stated], known=[step.motion, step.claim, step.warrant], offered=offered)

    async def ask(reason_first: bool) -> _Verdict | None:
        question = step_question(
            session.prompts,
            step=step,
            reason=hearing.challenge.because,
            offered=options,
            sources=sources,
            reason_first=reason_first,
        )
        entry = await ask_act(session, "step", question, *inputs, check=check)
        return None if entry is None else _read_verdict(entry, offered)

    first, second = await asyncio.gather(ask(False), ask(True))
    return (first, second) if first and second else None


def _read_verdict(entry: Entry, offered: Sequence[Passage]) -> _Verdict:
    form = read_form(entry)
    ids = form["ids"]
    assert isinstance(ids, tuple | list)
    rests_on = tuple(offered[int(str(id)[1:]) - 1] for id in ids)
    return _Verdict(entry, str(form["verdict"]), str(form["warrant"]).strip(), rests_on)


def _find_by_verdicts(
    hearing: Hearing, use: Use, verdicts: tuple[_Verdict, _Verdict], offered: tuple[Passage, ...]
) -> Finding:
    """Two verdicts as one: what both find, the milder of two that find it wanting, and else a person decides."""
    says = {one.says for one in verdicts}
    bears = tuple(dict.fromkeys(passage for one in verdicts for passage in one.rests_on))
    entries = [one.entry for one in verdicts]
    cites = (hearing.part.id, *(one.key for one in entries), *named(use.passages), *named(bears))
    rested = f" It rests on {' and '.join(map(quoted, bears))}." if bears else f" {_say_none(offered)}"
    if says == {HOLDS}:
        said = make_reason(f"{_JUDGED}: it holds.{rested}", *cites, by=entries)
        return reject(said, answering=use.passages, offered=offered)
    if not says <= {IN_SOME_CASES, DOES_NOT_HOLD}:
        told = " and ".join(one.says for one in verdicts)
        said = make_reason(
            f"{_JUDGED}; asked with the challenger's argument last and first: {told}.", *cites, by=entries
        )
        look_at = [
            f"Granted that {' '.join(quoted(one) for one in use.passages)}: does it follow that {use.statement}",
            f"What the challenge says of it: “{hearing.challenge.because}”",
        ]
        return send_to_person(said, look_at=look_at)
    ordered = (*bears, *(one for one in offered if one not in bears))
    if says == {DOES_NOT_HOLD}:
        said = make_reason(f"{_JUDGED}: it does not hold.{rested}", *cites, by=entries)
        struck = Struck(argument=use.argument, against=bears)
        return make_finding(
            "sustained", "retract", said, struck=[struck], against=bears, offered=ordered, named_by=_EVALUATOR
        )
    warrant = next(one.warrant for one in verdicts if one.says == IN_SOME_CASES)
    text = f"{_JUDGED}: it holds in some cases, and must read: “{warrant}”.{rested}"
    struck = Struck(argument=use.argument, against=bears, warrant=warrant)
    said = make_reason(text, *cites, by=entries)
    return make_finding(
        "sustained", "qualify", said, struck=[struck], against=bears, offered=ordered, named_by=_EVALUATOR
    )


def _say_none(offered: Sequence[Passage]) -> str:
    if not offered:
        return "Nothing in the library bears on it; the argument alone was judged."
    return f"None of the {len(offered)} sentences offered was found to bear on it; the argument alone was judged."


async def _find_in_sentences(hearing: Hearing, use: Use, step: Step | None, offered: tuple[Passage, ...]) -> Finding:
    """What the judge's choice among the sentences comes to, where nobody reads the argument."""
    entry, against = await _named_against_step(hearing, use, step, offered)
    cites = (hearing.part.id, *list_cites(entry, use, against))
    if not against:
        none = f"Of {len(offered)} sentences offered, none was found to show that the grounds do not carry the claim."
        text = f"{none if offered else 'Nothing in the library bears on it.'} {_NOT_HEARD}"
        return reject(make_reason(text, *cites, by=[entry]), answering=use.passages, offered=offered)
    return make_finding(
        "sustained",
        "qualify",
        make_reason(f"The inference does not hold where {quoted(against[0])}", *cites, by=[entry]),
        struck=[Struck(argument=use.argument, against=against)],
        against=against,
        offered=(*against, *(one for one in offered if one not in against)),
        named_by="the judge",
    )


async def _named_against_step(
    hearing: Hearing, use: Use, step: Step | None, offered: Sequence[Passage]
) -> tuple[Entry | None, tuple[Passage, ...]]:
    """What of these the judge finds to show that the step fails."""
    if not offered:
        return None, ()
    if step is None:
        return await named_against(hearing, use, offered)
    sources = name_sources(hearing, offered)
    question = warrant_question(hearing.session.prompts, step=step, offered=make_options(offered), sources=sources)
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
