"""The questions of a challenge to a case: one typed function per prompt template.

Questions about evidence offer sentences alone: the challenger's words are in neither. What was judged once and is asked
again has the challenger's reason beside it, fenced and named as one side's; it is no part of the statement or the text
that a model without prompts compares. Whoever judges is asked for reasons before the verdict; they decide nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from foam.model.question import Aim, Choose, Option
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt

MOST_NAMED = 3
REASONS = 60
"""Words that a judging role has for its reasons."""


def bears_question(prompts: Prompts, *, statement: str, offered: Options, sources: Sequence[str] = ()) -> Choose:
    """Which sentences bear the statement out? None is an answer."""
    return _choose(prompts, "contest/bears", statement, _Offered(offered, sources), "supports", "")


def against_question(
    prompts: Prompts, *, statement: str, offered: Options, sources: Sequence[str] = (), about: str = ""
) -> Choose:
    """Which sentences speak the other way? None is an answer."""
    return _choose(prompts, "contest/against", statement, _Offered(offered, sources), "contradicts", about)


def context_question(prompts: Prompts, *, statement: str, challenged: str, place: str, offered: Options) -> Choose:
    """Which sentences around a cited one show that it does not bear out what it is cited for? None is an answer."""
    filled = render_prompt(
        prompts,
        "contest/context",
        statement=fence(statement, label="statement"),
        challenged=fence(challenged),
        place=place,
        options=fence_options(offered),
    )
    return _choose_some(filled, statement, offered, "contradicts")


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


def branch_reason_question(prompts: Prompts, *, ask: str, offered: Options, reason: str) -> Choose:
    """For which of the ways does the reason speak?"""
    filled = render_prompt(
        prompts, "contest/reason", ask=ask, options=fence_options(offered), reason=fence(reason, label="reason")
    )
    return Choose(**filled, role="judge", reasons=REASONS, statement=reason, aim="concerns", options=offered)
