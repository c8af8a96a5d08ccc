"""What a debate will take: by its speeches, the drafts of each, and the questions after them.

A speech of a model that writes takes two requests, *prepare* and *speak*, and for each draft that is not the last a
judgement; one that does not write is asked nothing for a speech. What is read grows with the words that are spoken.
"""

from __future__ import annotations

from collections.abc import Mapping

from foam.debate.values import DebaterName
from foam.job.estimates import (
    ONCE,
    Estimate,
    Range,
    StepEstimate,
    StepRule,
    is_writer,
    make_range,
    make_rule,
    merge_steps,
    reckon_steps,
)
from foam.job.orders.debate import Debaters, Wording
from foam.model.remote.budget import Price
from foam.pack.formats import PACE, DebateFormat, DebateSide
from foam.record.entry import Decider

JOB = "debate"
_MAYBE = make_range(0, 1, 1)
_SELDOM = make_range(0, 0.05, 1)


def _make_rules(words: int, *, writes: bool) -> dict[DebaterName, tuple[StepRule, ...]]:
    """What each debater is asked for its speeches."""
    judged = round(1650 + 1.39 * words)
    acts = (
        make_rule("preparation", "proposer", "speech", ONCE, round(2700 + 1.5 * words), 350),
        make_rule("speech act", "proposer", "draft", ONCE, round(2450 + 2.45 * words), 500),
        make_rule("speech act mended", "proposer", "judged", make_range(0, 0.2, 1), round(1500 + 0.5 * words), 250),
        make_rule("judged draft", "evaluator", "judged", ONCE, judged, 120),
    )
    plain = (make_rule("speech", "proposer", "speech", ONCE, 450, 350),)
    heard = (
        make_rule("judged draft", "evaluator", "speech", _MAYBE, judged, 120),
        make_rule("judged answer", "evaluator", "cross", _MAYBE, 1480, 75),
    )
    return {
        "r-debater": acts if writes else (),
        "four-roles": acts if writes else (),
        "plain": plain,
        "retrieval": plain,
        "human": heard if writes else (),
    }


def _make_cross_rules(words: int, *, writes: bool) -> tuple[StepRule, ...]:
    target = make_rule("target", "critic", "cross", _MAYBE, 550, 30)
    chosen = _SELDOM if writes else _MAYBE
    choices = (
        make_rule("question", "critic", "cross", chosen, 400, 50),
        make_rule("reply", "proposer", "cross", chosen, 450, 60),
    )
    if not writes:
        return (target, *choices)
    return (
        target,
        make_rule("question act", "critic", "cross", make_range(0, 1.05, 2), round(1400 + 0.73 * words), 75),
        make_rule("answer act", "proposer", "cross", make_range(0, 1.05, 2), round(2350 + 1.0 * words), 110),
        make_rule("judged answer", "evaluator", "cross", _MAYBE, 1340, 75),
        *choices,
    )


def _make_decision_rules(words: int) -> tuple[StepRule, ...]:
    """The decision is asked for in both orders of the sides, and again where it does not hold."""
    return (make_rule("decision", "judge", "debate", make_range(2, 2, 4), round(640 + 2.78 * words), 350),)


def estimate_debate(
    debate_format: DebateFormat,
    debaters: Debaters,
    deciders: Mapping[str, Decider],
    *,
    wording: Wording,
    judged: bool = False,
    pace: float = PACE,
    prices: Mapping[str, Price] | None = None,
) -> Estimate:
    """What a whole debate in this format will take, spoken at this pace."""
    steps: list[StepEstimate] = []
    writes = wording == "model" and is_writer(deciders["proposer"])
    words = sum(slot.words(pace) for slot in debate_format.speeches)
    by_debater, cross = _make_rules(words, writes=writes), _make_cross_rules(words, writes=writes)
    sides: dict[DebateSide, DebaterName] = {"pro": debaters.pro, "con": debaters.con}
    attempts, questions = debaters.attempts, debaters.questions
    for side, name in sides.items():
        units = _count_units(debate_format, side, attempts=attempts, questions=questions)
        rules = (*by_debater[name], *(cross if name != "human" else ()))
        steps += reckon_steps(rules, units, deciders, prices or {})
    if writes and judged and is_writer(deciders["judge"]):
        steps += reckon_steps(_make_decision_rules(words), {"debate": make_range(1)}, deciders, prices or {})
    voice = ", in words of the model" if writes else ", from quotations"
    basis = (
        f"{len(debate_format.speeches)} speeches of the format {debate_format.name}, each drafted once to {attempts} "
        f"times{voice}; {questions} questions after each speech that is cross-examined",
        "prompts grow with what was said, reckoned by the words that the speeches may have; thinking is not in it",
        "answers that the record holds already are not asked again",
    )
    return Estimate(job=JOB, steps=merge_steps(steps), basis=basis)


def _count_units(debate_format: DebateFormat, side: DebateSide, *, attempts: int, questions: int) -> dict[str, Range]:
    """What one side does: its speeches and their drafts, and its part in cross-examinations."""
    own = sum(slot.side == side for slot in debate_format.speeches)
    asked = sum(slot.list_askers(questions).count(side) for slot in debate_format.speeches)
    usual = min(1.2, attempts)
    return {
        "speech": make_range(own),
        "draft": make_range(own, own * usual, own * attempts),
        "judged": make_range(0, own * min(1, attempts - 1), own * (attempts - 1)),
        "cross": make_range(asked),
    }
