"""Answers that a person gives to a challenge, instead of the checks. Recorded under the person's name.

concede, retract   the part is taken back                     sustained
swap               other evidence takes its place             sustained
qualify            the claim holds in some cases              partly sustained
branch             it holds for those who rank a value lower  partly sustained
rebut              evidence answers the challenge             rejected
"""

from __future__ import annotations

from foam.contest.amend import Amendment, PutExchange
from foam.contest.challenge import GivenMove
from foam.contest.conflict_check import strike_conflict
from foam.contest.hearing import Hearing, make_finding, make_reason, named
from foam.contest.outcome import Disposition, Finding, Reason, Struck
from foam.contest.remedy import make_exchange
from foam.contest.settle import apply_remedy
from foam.contest.subject import DossierFile
from foam.errors import InputError
from foam.evidence.corpus import Passage, make_passage
from foam.job.retrieval import fetch_document
from foam.record.entry import Decider, Draft, EntryInput, ValueInput
from foam.text.pointer import Pointer
from foam.values import CleanLine, CleanText, Value

VERDICTS = frozenset({"objection", "support", "materiality", "commitment", "label"})
"""Kinds that contest a verdict: what it decided about is the claim."""
_OF_CONFLICT = frozenset({"concede", "retract", "rebut"})
"""Moves that answer whether two sentences contradict each other."""
_DISPOSED: dict[GivenMove, Disposition] = {
    "concede": "sustained",
    "retract": "sustained",
    "swap": "sustained",
    "qualify": "partly sustained",
    "branch": "partly sustained",
    "rebut": "rejected",
}


class Given(Value):
    """What a person answers."""

    move: GivenMove
    by: CleanLine
    because: CleanText
    evidence: tuple[Pointer, ...] = ()
    value: str = ""
    """For a branch: the value that the challenge speaks for."""


def draft_answer(challenge: str, given: Given) -> Draft:
    """The entry by which a person's answer enters the record."""
    return Draft(
        kind="answer",
        inputs=(EntryInput(role="challenge", key=challenge), ValueInput(role="answer", value=given.json_value())),
        decider=Decider(type="person", id=given.by, version="1"),
    )


def check_given(file_values: tuple[str, ...], given: Given, kind: str = "") -> None:
    """Refuse an answer without author or reason, one that lacks what its move needs, or whose move does not answer this
    kind of challenge: a conflict falls or stands, and nothing between."""
    if not (given.by.strip() and given.because.strip()):
        raise InputError("an answer has an author and a reason", hint='give --by NAME and --because "…"')
    if given.move in ("rebut", "swap") and not given.evidence:
        raise InputError(f"to {given.move} takes evidence", hint="name a sentence: --evidence d:3f9a2c#s4")
    if given.move == "branch" and given.value not in file_values:
        raise InputError("a branch names the value it turns on", hint=f"--value {' or '.join(file_values) or '…'}")
    if kind == "conflict" and given.move not in _OF_CONFLICT:
        raise InputError(
            f"to {given.move} does not answer whether two sentences contradict each other",
            hint="--move concede if both can be true, --move rebut with a sentence that shows that they cannot",
        )


async def apply_answer(hearing: Hearing, given: Given) -> tuple[Finding, tuple[Amendment, ...]]:
    """The finding and the amendments that a person's answer amounts to."""
    passages = tuple(_passage(hearing, pointer) for pointer in given.evidence)
    key = hearing.session.seal_draft(draft_answer(hearing.entry, given)).key
    said = make_reason(f"{given.by} answered: {given.because}", key, *named(passages))
    if hearing.part.kind == "conflict" and given.move != "rebut":
        return await _answer_conflict(hearing, given, said)
    fallen = _list_struck(hearing)
    instead = passages if given.move == "swap" else ()
    struck = [Struck(argument=id, fallen=rested, instead=instead) for id, rested in fallen.items()]
    if given.move == "rebut":
        return make_finding(_DISPOSED["rebut"], "rebut", said, answering=passages), ()
    found = make_finding(
        _DISPOSED[given.move], given.move, said, struck=struck, against=() if given.move == "swap" else passages
    )
    if given.move == "branch" and isinstance(hearing.file, DossierFile):
        return found, _branched(hearing, hearing.file, given.value, passages)
    return found, await apply_remedy(hearing, found)


async def _answer_conflict(hearing: Hearing, given: Given, said: Reason) -> tuple[Finding, tuple[Amendment, ...]]:
    """Two sentences that a person finds not to contradict each other."""
    file = hearing.file
    if given.move not in _OF_CONFLICT or not isinstance(file, DossierFile):
        raise AssertionError("whoever takes the answer refuses such a move")
    found = make_finding(_DISPOSED[given.move], given.move, said)
    return found, await strike_conflict(hearing, file, file.conflicts[hearing.part.id])


def _list_struck(hearing: Hearing) -> dict[str, tuple[Passage, ...]]:
    """What a person's answer goes against, with what it rests on; where a verdict is contested, the claim itself."""
    file = hearing.file
    if hearing.challenge.ground.kind in VERDICTS and isinstance(file, DossierFile):
        return {file.find_claim(hearing.part): ()}
    rested: dict[str, tuple[Passage, ...]] = {}
    for use in hearing.uses:
        rested[use.argument] = (*rested.get(use.argument, ()), *use.passages)
    return rested or {hearing.part.id: ()}


def _branched(hearing: Hearing, file: DossierFile, value: str, passages: tuple[Passage, ...]) -> tuple[Amendment, ...]:
    """The challenge as an unanswered objection that speaks for a value: whom it strikes, the rankings say."""
    struck = dict.fromkeys(use.argument for use in hearing.uses if use.argument in file.claims)
    made = [
        make_exchange(hearing.challenge, hearing.entry, file.claims[id], "concede", evidence=passages) for id in struck
    ]
    valued = [
        one.model_copy(update={"objection": one.objection.model_copy(update={"value": value}), "response": None})
        for one in made
    ]
    return tuple(PutExchange(evaluated=one) for one in valued)


def _passage(hearing: Hearing, pointer: Pointer) -> Passage:
    document = fetch_document(hearing.session.clerk, hearing.session.corpus, pointer)
    return make_passage(document, pointer.sentence)
