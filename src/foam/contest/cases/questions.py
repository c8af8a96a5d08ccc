"""The questions of a challenge to a case: one typed function per prompt template.

Questions about evidence offer sentences alone: the challenger's words are in neither. What was judged once and is asked
again has the challenger's reason beside it, fenced and named as one side's; it is no part of the statement or the text
that a model without prompts compares. Whoever judges is asked for reasons before the verdict; they decide nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam.model.question import Aim, Choose
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt

MOST_NAMED = 3
REASONS = 60
"""Words that a judging role has for its reasons."""


def bears_question(prompts: Prompts, *, statement: str, offered: Options, sources: Sequence[str] = ()) -> Choose:
    """Which sentences bear the statement out? None is an answer."""
    return _name_some(prompts, "bears", statement, "supports", offered, sources)


def against_question(
    prompts: Prompts, *, statement: str, offered: Options, sources: Sequence[str] = (), about: str = ""
) -> Choose:
    """Which sentences speak the other way? None is an answer."""
    return _name_some(prompts, "against", statement, "contradicts", offered, sources, about)


def context_question(prompts: Prompts, *, statement: str, challenged: str, place: str, offered: Options) -> Choose:
    """Which sentences around a cited one show that it does not bear out what it is cited for? None is an answer."""
    shown = {"challenged": fence(challenged), "place": place}
    return _name_some(prompts, "context", statement, "contradicts", offered, **shown)


def compare_question(
    prompts: Prompts,
    template: str,
    *,
    statement: str,
    offered: Options,
    reason: str,
    aim: Aim = "supports",
    **shown: str,
) -> Choose:
    """Which of two labels (`label`) or ways (`branch`) fits better, or for which way a reason speaks (`reason`)?"""
    shown |= {"options": fence_options(offered), "reason": fence(reason, label="reason")}
    filled = render_prompt(prompts, f"contest/{template}", **shown)
    return Choose(**filled, role="judge", reasons=REASONS, statement=statement, aim=aim, options=offered)


def _name_some(
    prompts: Prompts,
    template: str,
    statement: str,
    aim: Aim,
    offered: Options,
    sources: Sequence[str] = (),
    about: str = "",
    **shown: str,
) -> Choose:
    beside = f"\n\nTo be read with the statement:\n{fence(about, label='about')}" if about else ""
    told = f"{fence(statement, label='statement')}{beside}"
    listed = "\n".join(_show_with_sources(offered, sources)) if any(sources) else fence_options(offered)
    filled = render_prompt(prompts, f"contest/{template}", statement=told, options=listed, **shown)
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


def _show_with_sources(offered: Options, sources: Sequence[str]) -> Iterator[str]:
    """Each sentence between its marks and, between marks of its own, its source: a sentence cannot name another."""
    for option, source in zip(offered, sources, strict=True):
        yield fence_options([option])
        if source:
            yield fence(source, label=f"source of {option.id}")
