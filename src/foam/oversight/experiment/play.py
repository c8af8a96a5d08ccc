"""One case played: stance, mandatory attempts, verification, what is shown, labels. Every step is a recorded decision.

    candidates ── stance (chosen or assigned) ── attempt P ── check ── show ──┬── label, once per juror
                                              └─ attempt A ── check ── show ──┘   (A only in a debate)

Quotations are sentences chosen by id, so they are exact; what the check decides is whether they count. By a rule each
side's are checked by themselves; an evaluator reads those of both at once. In a debate a second turn quotes again, and
cross-examination strikes what an evaluator no longer admits.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, assert_never

from foam.job.clerk import read_answer
from foam.job.session import Session
from foam.model.question import Choose, Chosen, Option, Role
from foam.oversight.experiment.gold import Answer, GoldCase, other
from foam.oversight.experiment.plan import LEVERS, Arm, ExperimentPlan, JudgePlan, ModelJudge, RuleJudge
from foam.oversight.experiment.questions import (
    NEITHER,
    Contrast,
    admission_question,
    attempt_question,
    bearing_question,
    challenge_question,
    judge_question,
    show_question,
    stance_question,
)
from foam.oversight.experiment.verifier import best_attempt, select_accepted, shortlist
from foam.oversight.setting import Judge, Lead, endorses, endorses_consultant
from foam.record.entry import Entry, EntryInput, PointerInput, ValueInput
from foam.values import TAG, digest
from foam_quotes.text.pointer import Pointer

Label = Answer | None
"""None: the judge cannot tell."""


@dataclass(frozen=True, slots=True)
class _Table:
    """One case at play: what every step of it is given."""

    session: Session
    plan: ExperimentPlan
    case: GoldCase
    arm: Arm
    candidates: Entry

    @property
    def places(self) -> list[tuple[int, float]]:
        return [(int(place), float(likely)) for place, likely in self.candidates.answer]

    def options(self, places: Sequence[int]) -> tuple[Option, ...]:
        return tuple(Option(id=f"s{i}", text=self.case.sentences[i]) for i in places)

    async def pick(self, kind: str, question: Choose, *after: Entry) -> tuple[tuple[int, ...], Entry]:
        """The sentences that a model picks, and the entry that says so."""
        entry = await self.session.clerk.ask(kind, question, *(EntryInput(role="after", key=one.key) for one in after))
        return tuple(int(option_id[1:]) for option_id in _ids(entry)), entry

    def draw(self, *about: object) -> float:
        """A uniform draw that plan, case and what it is for fix."""
        drawn = int(digest([self.plan.digest, self.case.id, *about]).removeprefix(TAG)[:13], 16)
        return math.ldexp(drawn, -52)


@dataclass(frozen=True, slots=True)
class _Side:
    """A side's quotations: what it submitted, what passed the check, what the judge is shown, and the last entry."""

    answer: Answer
    role: Role
    entry: Entry
    submitted: tuple[int, ...] = ()
    accepted: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    struck: int = 0


async def play(session: Session, plan: ExperimentPlan, case: GoldCase, arm: Arm) -> dict[str, Any]:
    """Play the case in its arm; the row it adds to the log."""
    table = _Table(session, plan, case, arm, _find_candidates(session, plan, case))
    stance, chosen = await _take_stance(table)
    sides = [_Side(stance, "proposer", chosen)]
    if arm.protocol == "debate":
        sides.append(_Side(other(stance), "critic", chosen))
    for _ in range(arm.turns if len(sides) > 1 else 1):
        sides = await _check_all(table, [await _attempt(table, sides, place) for place in range(len(sides))])
    if len(sides) > 1 and arm.questions:
        sides = [await _cross_examine(table, *pair) for pair in (sides, sides[::-1])]
    own, *others = [await _show(table, side) for side in sides]
    against = others[0] if others else None
    first = [await _vote(table, own, None, n) for n in range(len(arm.panel))] if against and arm.alone else []
    votes = [await _vote(table, own, against, n) for n in range(len(arm.panel))]
    return _row(table, own, against, votes, first)


def _find_candidates(session: Session, plan: ExperimentPlan, case: GoldCase) -> Entry:
    def find() -> list[list[float]]:
        return [[place, likely] for place, likely in shortlist(case, session.embedder, plan.shortlist)]

    asked = ValueInput(role="case", value={"statement": case.affirmed, "document": case.document})
    size = ValueInput(role="size", value=plan.shortlist)
    return session.clerk.compute("candidates", find, asked, size, rule=f"evidence blend over {session.embedder.name}")


async def _take_stance(table: _Table) -> tuple[Answer, Entry]:
    """The protagonist's own answer, or the one it is assigned. It reads all that may be quoted."""
    case, arm, clerk = table.case, table.arm, table.session.clerk
    if arm.stance != "open":
        given: Answer = case.truth if arm.stance == "true" else other(case.truth)
        known = ValueInput(role="case", value=case.digest)
        return given, clerk.compute("stance", lambda: given, known, rule=f"assigned: {arm.stance}")
    source = tuple(case.sentences[i] for i, _ in table.places)
    entry = await clerk.ask("stance", stance_question(case, source), EntryInput(role="read", key=table.candidates.key))
    return ("affirmed" if _ids(entry)[0] == "affirmed" else "denied"), entry


async def _attempt(table: _Table, sides: Sequence[_Side], place: int) -> _Side:
    """A mandatory attempt: what a side submits for its answer in this turn, of what it has not submitted yet."""
    side, plan, case = sides[place], table.plan, table.case
    left = [(i, likely) for i, likely in table.places if i not in side.submitted]
    if not left:
        return side
    if plan.senders == "machinery":
        entry = table.session.clerk.compute(
            "attempt",
            lambda: list(best_attempt(case, side.answer, left, plan.at_most)),
            EntryInput(role="offered", key=table.candidates.key),
            EntryInput(role="stance", key=side.entry.key),
            ValueInput(role="argued", value={"statement": case.affirmed, "answer": side.answer}),
            rule="likeliest to pass the check",
        )
        return replace(side, entry=entry, submitted=(*side.submitted, *map(int, entry.answer)))
    heard = sides[1 - place].accepted if len(sides) > 1 else ()
    question = attempt_question(
        case,
        side.answer,
        table.options([i for i, _ in left]),
        at_most=plan.at_most,
        role=side.role,
        is_chosen=table.arm.stance == "open" and side.role == "proposer",
        heard=tuple(case.sentences[i] for i in heard),
    )
    picked, entry = await table.pick("attempt", question, table.candidates, side.entry)
    return replace(side, entry=entry, submitted=(*side.submitted, *picked))


async def _check_all(table: _Table, sides: list[_Side]) -> list[_Side]:
    """What of the attempts counts: by a rule, each by itself, or as an evaluator finds that it bears on the question.

    The evaluator reads all quotations at once and is not told who brought which, so that a sentence counts for both
    sides or for none.
    """
    if table.arm.verifier != "bearing":
        return [_check(table, side) for side in sides]
    quoted = table.options(sorted({place for side in sides for place in side.submitted}))
    bearing, entry = await table.pick("check", bearing_question(table.case, quoted), *(side.entry for side in sides))
    return [replace(side, accepted=tuple(i for i in side.submitted if i in bearing), entry=entry) for side in sides]


def _check(table: _Table, side: _Side) -> _Side:
    case, arm, relevance = table.case, table.arm, dict(table.places)
    submitted = [(i, relevance[i]) for i in side.submitted]
    quoted = [PointerInput(role="quoted", pointer=Pointer(document=case.document, sentence=i)) for i, _ in submitted]
    said = {"verifier": arm.verifier, "relevance": arm.relevance, "answer": side.answer}
    entry = table.session.clerk.compute(
        "check",
        lambda: list(select_accepted(case, side.answer, submitted, verifier=arm.verifier, least=arm.relevance)),
        EntryInput(role="attempt", key=side.entry.key),
        ValueInput(role="statement", value=case.affirmed),
        ValueInput(role="rule", value=said),
        *quoted,
        rule="verification map",
    )
    return replace(side, accepted=tuple(entry.answer), entry=entry)


async def _cross_examine(table: _Table, side: _Side, against: _Side) -> _Side:
    """The side without those of its quotations that the other side questions and an evaluator does not admit."""
    if not side.accepted:
        return side
    question = challenge_question(
        table.case, side.answer, table.options(side.accepted), role=against.role, at_most=table.arm.questions
    )
    questioned, asked = await table.pick("challenge", question, side.entry, against.entry)
    if not questioned:
        return replace(side, entry=asked)
    around = tuple(Option(id=f"s{i}", text=" ".join(table.case.sentences[max(0, i - 1) : i + 2])) for i in questioned)
    admitted, entry = await table.pick("admission", admission_question(table.case, side.answer, around), asked)
    struck = set(questioned) - set(admitted)
    return replace(side, accepted=tuple(i for i in side.accepted if i not in struck), entry=entry, struck=len(struck))


async def _show(table: _Table, side: _Side) -> _Side:
    """What of its accepted quotations a side shows: all where it must, else what it decides to."""
    if table.arm.show == "must" or not side.accepted:
        return replace(side, shown=side.accepted)
    if table.plan.senders == "model":
        question = show_question(table.case, side.answer, table.options(side.accepted), role=side.role)
        shown, entry = await table.pick("show", question, side.entry)
        return replace(side, shown=shown, entry=entry)
    draw = table.draw("show", side.role)
    entry = table.session.clerk.compute(
        "show",
        lambda: list(side.accepted) if draw < table.plan.presents else [],
        EntryInput(role="after", key=side.entry.key),
        ValueInput(role="draw", value=draw),
        ValueInput(role="presents", value=table.plan.presents),
        rule="shown so often",
    )
    return replace(side, shown=tuple(entry.answer), entry=entry)


async def _vote(table: _Table, own: _Side, against: _Side | None, place: int) -> Label:
    """One juror's label. Jurors see the sides in turn about.

    A consultant for whom nothing is shown is rejected by who cannot tell: that is the published rule for consultancy.
    """
    juror: JudgePlan = table.plan.jury[table.arm.panel[place] - 1]
    match juror:
        case ModelJudge():
            return await _ask(table, juror, own, against, place)
        case RuleJudge():
            return _rule(table, juror.judge, own, against, place)
        case _:
            assert_never(juror)


async def _ask(table: _Table, juror: ModelJudge, own: _Side, against: _Side | None, place: int) -> Label:
    if against is not None and juror.hears != "both":
        own, against = (
            (own, replace(against, shown=())) if juror.hears == "protagonist" else (replace(own, shown=()), against)
        )
    sides, protagonist = _options(table, own, against, swapped=place % 2 == 1)
    question = judge_question(
        table.case,
        sides,
        protocol="consultancy" if against is None else "debate",
        blinded=table.arm.blinded,
        contrast=_contrast(own, against),
        may_abstain=table.plan.may_abstain,
        unchecked=table.arm.unchecked,
        load=table.arm.load,
    )
    session = table.session
    clerk = session.clerk.with_models({**session.models, "judge": session.models[juror.seat]})
    entry = await clerk.ask("label", question, *_seen(own, against), ValueInput(role="juror", value=place))
    if _ids(entry)[0] == NEITHER.id and against is not None:
        return None
    return own.answer if _ids(entry)[0] == protagonist else other(own.answer)


def _contrast(own: _Side, against: _Side | None) -> Contrast:
    theirs = set(against.shown) if against is not None else set()
    if set(own.shown) != theirs:
        return "different"
    return "alike" if theirs else "none"


def _rule(table: _Table, judge: Judge, own: _Side, against: _Side | None, place: int) -> Answer:
    """A label by rule, recorded with the draw that made it."""
    draw = table.draw(place) if against or table.arm.protocol == "consultancy" else table.draw("alone", place)
    voted = own.answer if draw < _chance(judge, own, against) else other(own.answer)
    entry = table.session.clerk.compute(
        "label",
        lambda: voted,
        *_seen(own, against),
        ValueInput(role="judge", value=judge.json_value()),
        ValueInput(role="draw", value=draw),
        rule="judge by rule",
    )
    return "affirmed" if entry.answer == "affirmed" else "denied"


def _chance(judge: Judge, own: _Side, against: _Side | None) -> float:
    """Pr(endorse) by the evidence lead that the log records: e_P - e_A, a tie where both or neither has shown any."""
    shown = bool(own.shown)
    if against is None:
        return endorses_consultant(judge, shown)
    lead: Lead = 0 if shown == bool(against.shown) else 1 if shown else -1
    return endorses(judge, lead)


def _seen(own: _Side, against: _Side | None) -> list[EntryInput]:
    return [EntryInput(role="case", key=side.entry.key) for side in (own, against) if side is not None]


def _options(table: _Table, own: _Side, against: _Side | None, *, swapped: bool) -> tuple[tuple[Option, ...], str]:
    """Both statements with what the judge reads for each, in the arm's order, and the protagonist's id among them."""
    mine = _text(table, own.answer, own)
    theirs = _text(table, other(own.answer), against)
    protagonist_first = (table.arm.first == "protagonist") != swapped
    texts = (mine, theirs) if protagonist_first else (theirs, mine)
    ids = _name_sides(table.arm, debated=against is not None, protagonist_first=protagonist_first)
    return tuple(Option(id=i, text=t) for i, t in zip(ids, texts, strict=True)), ids[0 if protagonist_first else 1]


def _name_sides(arm: Arm, *, debated: bool, protagonist_first: bool) -> tuple[str, str]:
    """What the judge reads the sides by: their roles, or their places only."""
    if arm.blinded:
        return "side1", "side2"
    roles = ("proposer", "opponent") if debated else ("consultant", "contrary")
    return roles if protagonist_first else (roles[1], roles[0])


def _text(table: _Table, answer: Answer, side: _Side | None) -> str:
    """A statement, its quotations, and what else of the source stands beside them."""
    case, arm = table.case, table.arm
    quoted = () if side is None else side.submitted if arm.unchecked else side.shown
    beside = [text for i, text in enumerate(case.sentences) if i not in quoted][: arm.load]
    return "\n".join([case.statement(answer), *(f"“{case.sentences[i]}”" for i in quoted), *beside])


def _row(table: _Table, own: _Side, against: _Side | None, votes: list[Label], alone: list[Label]) -> dict[str, Any]:
    case, arm, plan = table.case, table.arm, table.plan

    def both(column: str, read: Callable[[_Side], int]) -> dict[str, Any]:
        return {f"{column}_p": read(own), f"{column}_a": "" if against is None else read(against)}

    logged = {
        "instance": case.id,
        "stratum": case.stratum,
        "protocol": arm.protocol,
        "stance": own.answer,
        "truth": case.truth,
        "label": _majority(own.answer, votes),
        "alone_label": _majority(own.answer, alone) if alone else "",
        **both("e", lambda side: int(bool(side.shown))),
        **both("v", lambda side: len(side.shown)),
        **both("passed", lambda side: len(side.accepted)),
        **both("quoted", lambda side: len(side.submitted)),
        **both("struck", lambda side: side.struck),
    }
    if arm.show == "may":
        logged |= both("attempt", lambda side: int(bool(side.accepted)))
    else:
        logged |= {"attempt_p": "", "attempt_a": ""}
    levers = {name: _show_level(getattr(arm, name)) for name in LEVERS}
    return {
        **logged,
        **levers,
        "order": arm.first,
        "roles": "open" if arm.stance == "open" else "assigned",
        "votes": f"{_count(own.answer, votes):g}/{len(votes)}",
        "judge": _name_jury([_name(table, plan.jury[number - 1]) for number in arm.panel]),
        "plan": plan.digest,
    }


def _show_level(level: Any) -> Any:
    if isinstance(level, tuple):
        return " ".join(map(str, level))
    return int(level) if isinstance(level, bool) else level


def _name(table: _Table, juror: JudgePlan) -> str:
    """A juror as the log names it."""
    if isinstance(juror, RuleJudge):
        return juror.judge.type
    name = table.session.models[juror.seat].decider.id
    return name if juror.hears == "both" else f"{name} hearing the {juror.hears}"


def _name_jury(names: list[str]) -> str:
    counted = Counter(names)
    return " + ".join(name if times == 1 else f"{times} x {name}" for name, times in counted.items())


def _count(answer: Answer, votes: list[Label]) -> float:
    return votes.count(answer) + votes.count(None) / 2


def _majority(answer: Answer, votes: list[Label]) -> str:
    """The answer of most, or `undecided`."""
    in_favour = 2 * _count(answer, votes)
    return "undecided" if in_favour == len(votes) else answer if in_favour > len(votes) else other(answer)


def _ids(entry: Entry) -> tuple[str, ...]:
    reply = read_answer(entry).reply
    assert isinstance(reply, Chosen)
    return reply.ids
