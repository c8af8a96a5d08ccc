"""What a debate will take: by its speeches, the drafts of each, and the questions after them.

The figures per unit are what scripted runs of the shipped packs took, at least, usually and at most.
"""

from __future__ import annotations

from collections.abc import Mapping

from foam.debate.floor import Wording
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
from foam.model.remote.budget import Price
from foam.pack.formats import PACE, DebateFormat, DebateSide
from foam.record.entry import Decider

JOB = "debate"
_SOMETIMES = make_range(0, 0.9, 1.2)
_R_DEBATER = (
    make_rule("keywords", "proposer", "speech", make_range(0, 1, 1), 900, 30),
    make_rule("evidence", "proposer", "speech", make_range(0, 1, 2), 750, 30),
    make_rule("target", "critic", "turn", _SOMETIMES, 320, 20),
    make_rule("counter", "critic", "turn", _SOMETIMES, 450, 20),
    make_rule("predicates", "critic", "heard", make_range(0, 0.9, 1.2), 340, 40),
    make_rule("flaw", "critic", "turn", make_range(0, 0.8, 2), 750, 40),
    make_rule("words", "proposer", "worded draft", ONCE, 1100, 350),
    make_rule("relevance", "judge", "draft", ONCE, 550, 40),
    make_rule("schemes", "evaluator", "draft", ONCE, 680, 40),
    make_rule("stance", "judge", "draft", make_range(0.5, 3, 10), 280, 40),
)
_FOUR_ROLES = (
    make_rule("evidence", "proposer", "speech", make_range(0, 1, 2), 750, 30),
    make_rule("words", "proposer", "speech", make_range(1, 1, 2), 550, 350),
    make_rule("review", "evaluator", "speech", ONCE, 280, 60),
    make_rule("target", "critic", "turn", _SOMETIMES, 320, 20),
    make_rule("counter", "critic", "turn", _SOMETIMES, 450, 20),
)
_ONE_QUESTION = (make_rule("speech", "proposer", "speech", ONCE, 450, 350),)
_RULES: dict[DebaterName, tuple[StepRule, ...]] = {
    "r-debater": _R_DEBATER,
    "four-roles": _FOUR_ROLES,
    "plain": _ONE_QUESTION,
    "retrieval": _ONE_QUESTION,
    "human": (),
}
_FALLS_BACK = make_range(0, 0.05, 2)
_UNJUDGED = make_range(0, 0.05, 1)
"""What is asked question by question where the evaluator does not write."""
_WHERE_NOTHING_COUNTS = (
    make_rule("evidence", "proposer", "speech", _FALLS_BACK, 750, 30),
    make_rule("target", "critic", "turn", _FALLS_BACK, 320, 20),
    make_rule("counter", "critic", "turn", _FALLS_BACK, 450, 20),
)
_CROSS = (
    make_rule("target", "critic", "cross", make_range(0, 1, 1), 350, 20),
    make_rule("counter", "critic", "cross", make_range(0, 1, 1), 400, 20),
    make_rule("question", "critic", "cross", make_range(0, 1, 1), 400, 50),
    make_rule("reply", "proposer", "cross", make_range(0, 1, 1), 400, 60),
)


def _make_written_rules(words: int) -> dict[DebaterName, tuple[StepRule, ...]]:
    """A model that writes whole speeches. What it reads grows with the words that are spoken in the debate.

    The figures are those of the prompts of two scripted debates, one of two speeches and one of a whole policy round.
    Evidence, target, counter, predicates and flaw are asked where what it wrote does not count; predicates and flaw
    also where the critic does not write, in place of flaws.
    """
    searches = make_rule("searches", "proposer", "speech", ONCE, round(475 + 1.5 * words), 120)
    speech = round(1950 + 2.45 * words)
    mended = round(900 + 0.9 * words)
    r_debater = (
        make_rule("keywords", "proposer", "speech", make_range(0, 0.5, 1), 900, 30),
        searches,
        make_rule("speech act", "proposer", "draft", make_range(0, 0.9, 2), speech, 450),
        make_rule(
            "speech act mended", "proposer", "draft", make_range(0, 0.2, 2), mended, 200, "passages that were at fault"
        ),
        make_rule("flaws", "critic", "answer", make_range(0, 1, 1), round(1000 + 0.27 * words), 120),
        make_rule("judged draft", "evaluator", "draft", make_range(0, 1, 1), round(1110 + 1.39 * words), 400),
        make_rule("relevance", "judge", "draft", _UNJUDGED, 550, 60),
        make_rule("schemes", "evaluator", "draft", _UNJUDGED, 660, 60),
        make_rule("stance", "judge", "draft", make_range(0, 0.1, 10), 280, 60),
        make_rule("borne out", "evaluator", "draft", make_range(0, 0.1, 10), 285, 60),
        *_WHERE_NOTHING_COUNTS,
        make_rule("predicates", "critic", "heard", make_range(0, 0.05, 1.2), 320, 40),
        make_rule("flaw", "critic", "turn", _FALLS_BACK, 650, 40),
    )
    four_roles = (
        searches,
        make_rule("speech act", "proposer", "speech", make_range(1, 1.2, 4), speech, 450),
        make_rule(
            "speech act mended", "proposer", "speech", make_range(0, 0.2, 2), mended, 200, "passages that were at fault"
        ),
        make_rule("review", "evaluator", "speech", make_range(0, 1, 2), 350, 60),
        *_WHERE_NOTHING_COUNTS,
    )
    heard = make_rule("judged draft", "evaluator", "speech", make_range(0, 1, 1), round(1110 + 1.39 * words), 400)
    answered = make_rule("judged answer", "evaluator", "cross", make_range(0, 1, 1), 1480, 75)
    return {**_RULES, "r-debater": r_debater, "four-roles": four_roles, "human": (heard, answered)}


def _make_written_cross(words: int) -> tuple[StepRule, ...]:
    return (
        make_rule("target", "critic", "cross", make_range(0, 1, 1), 550, 30),
        make_rule("question act", "critic", "cross", make_range(0, 1.05, 2), round(1400 + 0.73 * words), 75),
        make_rule("answer act", "proposer", "cross", make_range(0, 1.05, 2), round(2350 + 1.0 * words), 110),
        make_rule("judged answer", "evaluator", "cross", make_range(0, 1, 1), 1340, 75),
        make_rule("counter", "critic", "cross", make_range(0, 0.05, 1), 400, 20),
        make_rule("question", "critic", "cross", make_range(0, 0.05, 1), 400, 50),
        make_rule("reply", "proposer", "cross", make_range(0, 0.05, 1), 450, 60),
    )


def _make_decision_rules(words: int) -> tuple[StepRule, ...]:
    """The decision is asked for in both orders of the sides, and again where it does not hold."""
    return (make_rule("decision", "judge", "debate", make_range(2, 2, 4), round(640 + 2.78 * words), 350),)


def estimate_debate(
    debate_format: DebateFormat,
    debaters: Mapping[DebateSide, DebaterName],
    deciders: Mapping[str, Decider],
    *,
    wording: Wording,
    attempts: int,
    questions: int,
    judged: bool = False,
    pace: float = PACE,
    prices: Mapping[str, Price] | None = None,
) -> Estimate:
    """What a whole debate in this format will take, spoken at this pace."""
    steps: list[StepEstimate] = []
    writes = wording == "model" and is_writer(deciders["proposer"])
    words = sum(slot.words(pace) for slot in debate_format.speeches)
    by_debater, cross = (_make_written_rules(words), _make_written_cross(words)) if writes else (_RULES, _CROSS)
    for side, name in debaters.items():
        units = _count_units(
            debate_format, side, wording=wording, attempts=attempts, questions=questions, writes=writes
        )
        rules = (*by_debater[name], *(cross if name != "human" else ()))
        steps += reckon_steps(rules, units, deciders, prices or {})
    if writes and judged and is_writer(deciders["judge"]):
        steps += reckon_steps(_make_decision_rules(words), {"debate": make_range(1)}, deciders, prices or {})
    speeches = len(debate_format.speeches)
    voice = ", in words of the model" if writes else ""
    basis = (
        f"{speeches} speeches of the format {debate_format.name}, each drafted once to {attempts} times{voice}; "
        f"{questions} questions after each speech that is cross-examined",
        "prompts grow with what was said, reckoned by the words that the speeches may have; thinking is not in it",
        "answers that the record holds already are not asked again",
    )
    return Estimate(job=JOB, steps=merge_steps(steps), basis=basis)


def _count_units(
    debate_format: DebateFormat, side: DebateSide, *, wording: Wording, attempts: int, questions: int, writes: bool
) -> dict[str, Range]:
    """What one side does: its speeches and their drafts, its part in cross-examinations, and what it hears."""
    own = sum(slot.side == side for slot in debate_format.speeches)
    opens = bool(debate_format.speeches) and debate_format.speeches[0].side == side
    asked = sum(slot.list_askers(questions).count(side) for slot in debate_format.speeches)
    usual = 1.2 if writes else 2  # what is written whole is seldom sent back
    draft = make_range(own, own * min(usual, attempts), own * attempts)
    return {
        "speech": make_range(own),
        "turn": make_range(own),
        "answer": make_range(own - opens),
        "heard": make_range(own, own + asked, len(debate_format.speeches) + 4 * asked),
        "draft": draft if wording == "model" else make_range(own, own, own * attempts),
        "worded draft": draft if wording == "model" else make_range(0),
        "cross": make_range(asked),
    }
