"""One case played: stance, mandatory attempts, verification, labels. Every step is a recorded decision.

    candidates ── stance (chosen or forced) ── attempt P ── check ──┬── label, once per juror
                                            └─ attempt A ── check ──┘   (A only in a debate)

Quotations are sentences chosen by id, so they are exact; what the check decides is whether they count. By a rule each
side's are checked by themselves; an evaluator reads those of both at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from foam.job.clerk import read_answer
from foam.job.session import Session
from foam.model.question import Chosen, Option, Role
from foam.oversight.experiment.gold import Answer, GoldCase, other
from foam.oversight.experiment.plan import Arm, ExperimentPlan, ModelJudge, RuleJudge
from foam.oversight.experiment.questions import (
    NEITHER,
    Contrast,
    attempt_question,
    bearing_question,
    judge_question,
    stance_question,
)
from foam.oversight.experiment.verifier import best_attempt, select_accepted, shortlist
from foam.oversight.setting import Judge, JudgeTable, Lead, Logit, TieBreak, endorses, endorses_consultant
from foam.record.entry import Entry, EntryInput, PointerInput, ValueInput
from foam.stats.logit import sigmoid
from foam.values import TAG, digest
from foam_quotes.text.pointer import Pointer


@dataclass(frozen=True, slots=True)
class _Case:
    """A side's accepted quotations and the entry that accepted them."""

    answer: Answer
    submitted: tuple[int, ...]
    accepted: tuple[int, ...]
    entry: Entry


@dataclass(frozen=True, slots=True)
class _Attempt:
    """What a side submits, and the entry that says so."""

    answer: Answer
    places: tuple[int, ...]
    entry: Entry


async def play(session: Session, plan: ExperimentPlan, case: GoldCase, arm: Arm) -> dict[str, Any]:
    """Play the case in its arm; the row it adds to the log."""
    candidates = _candidates(session, plan, case)
    stance, chosen = await _stance(session, plan, case, arm, candidates)
    attempts = [await _attempt(session, plan, case, stance, candidates, "proposer", chosen, is_chosen=not arm.forced)]
    if arm.protocol == "debate":
        attempts.append(await _attempt(session, plan, case, other(stance), candidates, "critic", chosen))
    own, *others = await _check_all(session, plan, case, candidates, attempts)
    against = others[0] if others else None
    votes = [await _vote(session, plan, case, arm, own, against, juror) for juror in range(plan.jury)]
    return _row(plan, case, arm, own, against, votes)


def _candidates(session: Session, plan: ExperimentPlan, case: GoldCase) -> Entry:
    def find() -> list[list[float]]:
        return [[place, likely] for place, likely in shortlist(case, session.embedder, plan.shortlist)]

    asked = ValueInput(role="case", value={"statement": case.affirmed, "document": case.document})
    size = ValueInput(role="size", value=plan.shortlist)
    return session.clerk.compute("candidates", find, asked, size, rule=f"evidence blend over {session.embedder.name}")


async def _stance(
    session: Session, plan: ExperimentPlan, case: GoldCase, arm: Arm, candidates: Entry
) -> tuple[Answer, Entry]:
    """The protagonist's own answer, or the false one where the arm forces it. It reads all that may be quoted."""
    if arm.forced:
        forced = session.clerk.compute(
            "stance", lambda: other(case.truth), ValueInput(role="case", value=case.digest), rule="forced false"
        )
        return other(case.truth), forced
    source = tuple(case.sentences[i] for i, _ in _places(candidates))
    entry = await session.clerk.ask(
        "stance", stance_question(case, source), EntryInput(role="read", key=candidates.key)
    )
    return ("affirmed" if _first(entry) == "affirmed" else "denied"), entry


async def _attempt(
    session: Session,
    plan: ExperimentPlan,
    case: GoldCase,
    answer: Answer,
    candidates: Entry,
    role: Role,
    stance: Entry,
    *,
    is_chosen: bool = False,
) -> _Attempt:
    """A mandatory attempt: what a side submits for its answer."""
    after = (EntryInput(role="offered", key=candidates.key), EntryInput(role="stance", key=stance.key))
    if plan.senders == "machinery":
        made = _machine_attempt(session, plan, case, answer, candidates, after)
        return _Attempt(answer, tuple(made.answer), made)
    offered = tuple(Option(id=f"s{i}", text=case.sentences[i]) for i, _ in _places(candidates))
    question = attempt_question(case, answer, offered, at_most=plan.at_most, role=role, is_chosen=is_chosen)
    asked = await session.clerk.ask("attempt", question, *after)
    return _Attempt(answer, tuple(int(option_id[1:]) for option_id in _ids(asked)), asked)


async def _check_all(
    session: Session, plan: ExperimentPlan, case: GoldCase, candidates: Entry, attempts: Sequence[_Attempt]
) -> list[_Case]:
    """What of the attempts counts: by a rule, each by itself, or as an evaluator finds that it bears on the question.

    The evaluator reads all quotations at once and is not told who brought which, so that a sentence counts for both
    sides or for none.
    """
    if plan.verifier != "bearing":
        return [_check(session, plan, case, candidates, one) for one in attempts]
    places = sorted({place for one in attempts for place in one.places})
    quoted = tuple(Option(id=f"s{i}", text=case.sentences[i]) for i in places)
    after = (EntryInput(role="attempt", key=one.entry.key) for one in attempts)
    entry = await session.clerk.ask("check", bearing_question(case, quoted), *after)
    bearing = {int(option_id[1:]) for option_id in _ids(entry)}
    return [_Case(one.answer, one.places, tuple(i for i in one.places if i in bearing), entry) for one in attempts]


def _machine_attempt(
    session: Session,
    plan: ExperimentPlan,
    case: GoldCase,
    answer: Answer,
    candidates: Entry,
    after: tuple[EntryInput, ...],
) -> Entry:
    argued = ValueInput(role="argued", value={"statement": case.affirmed, "answer": answer})
    return session.clerk.compute(
        "attempt",
        lambda: list(best_attempt(case, answer, _places(candidates), plan.at_most)),
        *after,
        argued,
        rule="likeliest to pass the check",
    )


def _check(session: Session, plan: ExperimentPlan, case: GoldCase, candidates: Entry, attempt: _Attempt) -> _Case:
    relevance, answer = dict(_places(candidates)), attempt.answer
    submitted = [(i, relevance[i]) for i in attempt.places]
    quoted = [PointerInput(role="quoted", pointer=Pointer(document=case.document, sentence=i)) for i, _ in submitted]
    rule = ValueInput(role="rule", value={"verifier": plan.verifier, "relevance": plan.relevance, "answer": answer})
    entry = session.clerk.compute(
        "check",
        lambda: list(select_accepted(case, answer, submitted, verifier=plan.verifier, least=plan.relevance)),
        EntryInput(role="attempt", key=attempt.entry.key),
        ValueInput(role="statement", value=case.affirmed),
        rule,
        *quoted,
        rule="verification map",
    )
    return _Case(answer=answer, submitted=attempt.places, accepted=tuple(entry.answer), entry=entry)


async def _vote(
    session: Session, plan: ExperimentPlan, case: GoldCase, arm: Arm, own: _Case, against: _Case | None, juror: int
) -> Answer | None:
    """One juror's label; None where it cannot tell. Jurors see the sides in turn about.

    A consultant for whom nothing passed is rejected by who cannot tell: that is the published rule for consultancy.
    """
    match plan.judge:
        case ModelJudge():
            sides, protagonist = _options(case, arm, own, against, swapped=juror % 2 == 1)
            question = judge_question(
                case,
                sides,
                protocol=arm.protocol,
                blinded=arm.blinded,
                contrast=_contrast(own, against),
                may_abstain=plan.may_abstain,
            )
            entry = await session.clerk.ask(
                "label", question, *_seen(own, against), ValueInput(role="juror", value=juror)
            )
            if _first(entry) == NEITHER.id and against is not None:
                return None
            return own.answer if _first(entry) == protagonist else other(own.answer)
        case RuleJudge() as ruled:
            return _rule(session, plan, case, ruled.judge, own, against, juror)
        case _:
            assert_never(plan.judge)


def _contrast(own: _Case, against: _Case | None) -> Contrast:
    theirs = set(against.accepted) if against is not None else set()
    if set(own.accepted) != theirs:
        return "different"
    return "alike" if theirs else "none"


def _rule(
    session: Session, plan: ExperimentPlan, case: GoldCase, judge: Judge, own: _Case, against: _Case | None, juror: int
) -> Answer:
    """A label by rule, recorded with the draw that made it."""
    draw = _draw(plan.digest, case.id, juror)
    voted = own.answer if draw < _chance(judge, own, against) else other(own.answer)
    rule = ValueInput(role="judge", value=judge.json_value())
    entry = session.clerk.compute(
        "label", lambda: voted, *_seen(own, against), rule, ValueInput(role="draw", value=draw), rule="judge by rule"
    )
    return "affirmed" if entry.answer == "affirmed" else "denied"


def _seen(own: _Case, against: _Case | None) -> list[EntryInput]:
    return [EntryInput(role="case", key=side.entry.key) for side in (own, against) if side is not None]


def _options(
    case: GoldCase, arm: Arm, own: _Case, against: _Case | None, *, swapped: bool
) -> tuple[tuple[Option, ...], str]:
    """Both statements with their accepted quotations, in the arm's order, and the protagonist's id among them."""
    mine = _text(case, own.answer, own.accepted)
    theirs = _text(case, other(own.answer), against.accepted if against else ())
    first = arm.protagonist_first != swapped
    texts = (mine, theirs) if first else (theirs, mine)
    ids = _names(arm, protagonist_first=first)
    return tuple(Option(id=i, text=t) for i, t in zip(ids, texts, strict=True)), ids[0 if first else 1]


def _names(arm: Arm, *, protagonist_first: bool) -> tuple[str, str]:
    """What the judge reads the sides by: their roles, or their places only."""
    if arm.blinded:
        return "side1", "side2"
    roles = ("proposer", "opponent") if arm.protocol == "debate" else ("consultant", "contrary")
    return roles if protagonist_first else (roles[1], roles[0])


def _text(case: GoldCase, answer: Answer, places: tuple[int, ...]) -> str:
    return "\n".join([case.statement(answer), *(f"“{case.sentences[i]}”" for i in places)])


def _chance(judge: Judge, own: _Case, against: _Case | None) -> float:
    """Pr(endorse) by accepted evidence: graded for the logit, by sign of the lead for the others."""
    mine, theirs = len(own.accepted), len(against.accepted) if against is not None else 0
    match judge:
        case Logit():
            return sigmoid(judge.lam * (judge.mu + judge.kappa * (mine - theirs)))
        case TieBreak() | JudgeTable():
            if against is None:
                return endorses_consultant(judge, mine > 0)
            lead: Lead = 1 if mine > theirs else -1 if mine < theirs else 0
            return endorses(judge, lead)
        case _:
            assert_never(judge)


def _row(
    plan: ExperimentPlan, case: GoldCase, arm: Arm, own: _Case, against: _Case | None, votes: list[Answer | None]
) -> dict[str, Any]:
    in_favour = votes.count(own.answer) + votes.count(None) / 2
    label = own.answer if 2 * in_favour > len(votes) else other(own.answer)
    return {
        "instance": case.id,
        "stratum": case.stratum,
        "protocol": arm.protocol,
        "stance": own.answer,
        "truth": case.truth,
        "label": "undecided" if 2 * in_favour == len(votes) else label,
        "e_p": int(bool(own.accepted)),
        "e_a": "" if against is None else int(bool(against.accepted)),
        "v_p": len(own.accepted),
        "v_a": "" if against is None else len(against.accepted),
        "quoted_p": len(own.submitted),
        "quoted_a": "" if against is None else len(against.submitted),
        "attempt_p": int(bool(own.accepted)),
        "attempt_a": "" if against is None else int(bool(against.accepted)),
        "order": "protagonist" if arm.protagonist_first else "antagonist",
        "blinded": int(arm.blinded),
        "roles": "assigned" if arm.forced else "open",
        "votes": f"{in_favour:g}/{len(votes)}",
        "plan": plan.digest,
    }


def _places(candidates: Entry) -> list[tuple[int, float]]:
    return [(int(place), float(likely)) for place, likely in candidates.answer]


def _ids(entry: Entry) -> tuple[str, ...]:
    reply = read_answer(entry).reply
    assert isinstance(reply, Chosen)
    return reply.ids


def _first(entry: Entry) -> str:
    return _ids(entry)[0]


def _draw(plan: str, case: str, juror: int) -> float:
    """A uniform draw that plan, case and juror fix."""
    drawn = int(digest([plan, case, juror]).removeprefix(TAG)[:13], 16)
    return math.ldexp(drawn, -52)
