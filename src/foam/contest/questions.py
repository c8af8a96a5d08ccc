"""The questions of a contest: one typed function per prompt template.

Questions about evidence offer sentences alone: the challenger's words are in neither. An inference that is contested
and what was judged once and is asked again have the challenger's reason beside them, fenced and named as one side's; it
is no part of the statement or the text that a model without prompts compares. An objection that nobody had made is the
challenger's words: of these it is asked what bears them out. Whoever judges is asked for reasons before the verdict;
they decide nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from foam.deliberation.questions import REASONS, describe_seat
from foam.deliberation.written.forms import WARRANT_WORDS, choose_ids, judge_form
from foam.model.check import COMMITMENT, GATE
from foam.model.form import LabelField, TextField
from foam.model.question import Aim, Choose, Label, Option, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.perspective.node import Perspective

MOST_NAMED = 3
HOLDS, IN_SOME_CASES, DOES_NOT_HOLD, CANNOT_TELL = "holds", "holds in some cases", "does not hold", "cannot tell"
VERDICTS = (HOLDS, IN_SOME_CASES, DOES_NOT_HOLD, CANNOT_TELL)
"""What a step of an argument can be found to do."""


def bears_question(
    prompts: Prompts,
    *,
    statement: str,
    offered: Options,
    sources: Sequence[str] = (),
    aim: Aim = "supports",
    about: str = "",
) -> Choose:
    """Which sentences do for the statement what the cited one was cited for? None is an answer."""
    template = "contest/bears" if aim == "supports" else "contest/against"
    return _choose(prompts, template, statement, _Offered(offered, sources), aim, about)


def against_question(
    prompts: Prompts,
    *,
    statement: str,
    offered: Options,
    sources: Sequence[str] = (),
    aim: Aim = "contradicts",
    about: str = "",
) -> Choose:
    """Which sentences speak the other way? None is an answer."""
    template = "contest/against" if aim == "contradicts" else "contest/bears"
    return _choose(prompts, template, statement, _Offered(offered, sources), aim, about)


def context_question(
    prompts: Prompts, *, statement: str, challenged: str, place: str, offered: Options, about: str = ""
) -> Choose:
    """Which sentences around a cited one show that it does not bear out what it is cited for? None is an answer."""
    filled = render_prompt(
        prompts,
        "contest/context",
        statement=_tell_statement(statement, about),
        challenged=fence(challenged),
        place=place,
        options=fence_options(offered),
    )
    return _choose_some(filled, statement, offered, "contradicts")


def objection_question(
    prompts: Prompts, *, claim: str, objection: str, offered: Options, sources: Sequence[str] = ()
) -> Choose:
    """Which sentences bear out an objection that a challenger makes to a claim? None is an answer."""
    filled = render_prompt(
        prompts,
        "contest/objection",
        claim=fence(claim, label="claim"),
        objection=fence(objection, label="objection"),
        options=_Offered(offered, sources).show(),
    )
    return _choose_some(filled, objection, offered, "supports")


class Step(NamedTuple):
    """A step of an argument as it is shown to whoever judges it: the claim, its side, what it rests on, its warrant."""

    motion: str
    claim: str
    side: str
    grounds: str
    warrant: str
    critical: str
    """The critical question that is pressed."""


def warrant_question(prompts: Prompts, *, step: Step, offered: Options, sources: Sequence[str] = ()) -> Choose:
    """Which sentences show that the grounds, though true, do not carry the claim? None is an answer."""
    filled = render_prompt(
        prompts,
        "contest/warrant",
        motion=fence(step.motion),
        claim=fence(step.claim, label="claim"),
        side=step.side,
        grounds=fence(step.grounds, label="grounds"),
        warrant=fence(step.warrant, label="warrant"),
        critical=step.critical,
        options=_Offered(offered, sources).show(),
    )
    return _choose_some(filled, step.claim, offered, "contradicts")


def step_question(
    prompts: Prompts, *, step: Step, reason: str, offered: Options, sources: Sequence[str] = (), reason_first: bool
) -> Write:
    """Does the step hold against what the challenger argues, in some cases, or not? Asked with the reason after the
    step and with the reason before it, the verdicts in the other order: whoever agrees with the last word contradicts
    itself.
    """
    told = (
        f"The claim, which is counted as {step.side}:\n{fence(step.claim, label='claim')}\n\n"
        f"What it rests on:\n{fence(step.grounds, label='grounds')}\n\n"
        f"Warrant, by which this is to bear on it:\n{fence(step.warrant, label='warrant')}"
    )
    argued = f"What the challenger argues, the word of one side:\n{fence(reason, label='reason')}"
    filled = render_prompt(
        prompts,
        "contest/step",
        motion=fence(step.motion),
        sides="\n\n".join((argued, told) if reason_first else (told, argued)),
        critical=step.critical,
        options=_Offered(offered, sources).show() or "(none was found)",
    )
    return judge_form(
        prompts,
        filled,
        statement=step.claim,
        fields=(
            LabelField(name="verdict", labels=(*VERDICTS[2::-1], CANNOT_TELL) if reason_first else VERDICTS),
            TextField(name="warrant", max_words=WARRANT_WORDS, explains=True, may_be_empty=True),
            choose_ids("ids", offered, most=MOST_NAMED),
        ),
        material=offered,
    )


class _Offered(NamedTuple):
    """What is offered, and of each where it stands; a model without prompts reads the sentences alone."""

    options: Options
    sources: Sequence[str]

    def show(self) -> str:
        """Each sentence between its marks and, between marks of its own, its source: a sentence cannot name another."""
        if not any(self.sources):
            return fence_options(self.options)
        pairs = zip(self.options, self.sources, strict=True)
        return "\n".join(part for one, source in pairs for part in _show_with_source(one, source))


def _show_with_source(option: Option, source: str) -> Iterator[str]:
    yield fence_options([option])
    if source:
        yield fence(source, label=f"source of {option.id}")


def _choose(prompts: Prompts, template: str, statement: str, offered: _Offered, aim: Aim, about: str) -> Choose:
    told = _tell_statement(statement, about)
    filled = render_prompt(prompts, template, statement=told, options=offered.show())
    return _choose_some(filled, statement, offered.options, aim)


def _tell_statement(statement: str, about: str) -> str:
    shown = f"\n\nTo be read with the statement:\n{fence(about, label='about')}" if about else ""
    return f"{fence(statement, label='statement')}{shown}"


def _choose_some(filled: dict[str, str], statement: str, offered: Options, aim: Aim) -> Choose:
    most = min(MOST_NAMED, len(offered))
    return Choose(
        **filled,
        role="judge",
        reasons=REASONS,
        statement=statement,
        aim=aim,
        options=offered,
        at_least=0,
        at_most=most,
    )


def support_again_question(
    prompts: Prompts, *, statement: str, claim: str, ground: str, warrant: str, reason: str
) -> Label:
    """Does the ground speak for the statement, against it, or neither, now that somebody contests the verdict?"""
    filled = render_prompt(
        prompts,
        "contest/support",
        statement=fence(statement),
        claim=fence(claim),
        ground=fence(ground),
        warrant=fence(warrant),
        reason=fence(reason, label="reason"),
        labels=", ".join(GATE),
    )
    return Label(**filled, role="evaluator", reasons=REASONS, statement=statement, text=ground, labels=GATE)


def conflict_again_question(
    prompts: Prompts,
    *,
    sentence: str,
    told: str,
    other: Option,
    other_told: str,
    reason: str,
    brought: Sequence[str] = (),
) -> Choose:
    """Does the sentence rule out the other, now that somebody says that both can be true? None is an answer.

    `told` and `other_told` are the two with what stands around them; a model without prompts reads the sentences alone.
    """
    filled = render_prompt(
        prompts,
        "contest/conflict",
        sentence=fence(told, label="sentence"),
        options=fence_options([other.model_copy(update={"text": other_told})]),
        reason=fence(reason, label="reason"),
        brought="\n".join(fence(one, label="brought") for one in brought) or "(nothing)",
    )
    return Choose(
        **filled,
        role="judge",
        reasons=REASONS,
        statement=sentence,
        aim="refutes",
        options=(other,),
        at_least=0,
        at_most=1,
    )


def commitment_again_question(prompts: Prompts, *, seat: Perspective, claim: str, question: str, reason: str) -> Label:
    """What does the seat answer about its own claim, now that somebody contests its answer?"""
    filled = render_prompt(
        prompts,
        "contest/commitment",
        seat=describe_seat(seat),
        claim=fence(claim),
        question=question,
        reason=fence(reason, label="reason"),
        labels=", ".join(COMMITMENT),
    )
    return Label(**filled, statement=claim, text=question, labels=COMMITMENT)


def label_question(prompts: Prompts, *, argument: str, offered: Options, reason: str) -> Choose:
    """Which of two labels fits the argument better?"""
    filled = render_prompt(
        prompts,
        "contest/label",
        argument=fence(argument),
        options=fence_options(offered),
        reason=fence(reason, label="reason"),
    )
    return Choose(**filled, role="judge", reasons=REASONS, statement=argument, aim="concerns", options=offered)


def branch_again_question(prompts: Prompts, *, plan: str, ask: str, offered: Options, reason: str) -> Choose:
    """Which of two ways serves the plan better?"""
    filled = render_prompt(
        prompts,
        "contest/branch",
        plan=fence(plan),
        ask=ask,
        options=fence_options(offered),
        reason=fence(reason, label="reason"),
    )
    return Choose(**filled, role="judge", reasons=REASONS, statement=plan, options=offered)
