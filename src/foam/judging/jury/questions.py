"""The questions of judging: one typed function per prompt template.

A case is always fenced: what it says to its judge is part of the case, and a score lies on the scale whatever it
says. Who reads instructions gets the whole case; who only measures gets the parts that were named, or the beginning
of its words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from foam.judging.entrants.entrant import Entrant
from foam.model.question import Choose, Option, Rank, Score
from foam.model.template import Prompts, fence, fence_options, render_prompt
from foam.pack.rubric import Component, Dimension

MOST_REASONS = 3
LETTERS = "ABC"

Labels: TypeAlias = Literal["blind", "labelled", "swapped"]
"""How the cases of a heat are introduced: by letters alone, or as holder and challenger, this way or the other."""
ROLES = ("the case that holds the title", "the case that challenges it")


@dataclass(frozen=True, slots=True)
class CasePage:
    """A case made ready for questions once: its parts as options, and as a prompt shows them."""

    options: tuple[Option, ...]
    fenced: str

    def named(self, ids: tuple[str, ...]) -> str:
        """The words of some parts."""
        return "\n".join(option.text for option in self.options if option.id in ids)


def open_page(entrant: Entrant) -> CasePage:
    """The case, every part fenced under its id."""
    options = tuple(Option(id=part.id, text=part.shown) for part in entrant.parts)
    return CasePage(options, fence_options(options))


def reasons_question(prompts: Prompts, *, page: CasePage, dimension: Dimension, lens: str) -> Choose:
    """Which parts decide how the case does on this dimension?"""
    looked_for = " ".join(component.text for component in dimension.components)
    most = min(MOST_REASONS, len(page.options))
    filled = render_prompt(
        prompts,
        "judging/rubric-reasons",
        dimension=dimension.title,
        looked_for=looked_for,
        most=str(most),
        lens=_lens_line(lens),
        options=page.fenced,
    )
    return Choose(**filled, role="judge", statement=looked_for, aim="concerns", options=page.options, at_most=most)


def score_question(
    prompts: Prompts,
    *,
    page: CasePage,
    component: Component,
    named: tuple[str, ...],
    lens: str,
    scale: tuple[float, float],
) -> Score:
    """How far is this true of the case?"""
    low, high = scale
    filled = render_prompt(
        prompts,
        "judging/rubric-score",
        criterion=component.text,
        low=f"{low:g}",
        high=f"{high:g}",
        named=", ".join(named) or "none",
        lens=_lens_line(lens),
        case=page.fenced,
    )
    return Score(
        **filled,
        role="judge",
        statement=component.text,
        aim=component.aim,
        text=page.named(named),
        low=low,
        high=high,
        may_decline=True,
    )


def heat_question(
    prompts: Prompts, *, shown: tuple[Entrant, ...], roles: tuple[str, ...], criteria: str, lens: str
) -> Rank:
    """In which order do these cases convince? They stand under letters, in the order given."""
    letters = LETTERS[: len(shown)]
    options = tuple(Option(id=letter, text=one.gist) for letter, one in zip(letters, shown, strict=True))
    introduced = [f"Case {letter}{f', {role}' if role else ''}:" for letter, role in zip(letters, roles, strict=True)]
    cases = "\n\n".join(
        f"{line}\n{fence(one.text, label=f'case {letter}')}"
        for line, letter, one in zip(introduced, letters, shown, strict=True)
    )
    filled = render_prompt(prompts, "judging/heat", criteria=criteria, lens=_lens_line(lens), cases=cases)
    return Rank(**filled, role="judge", statement=criteria, aim="convinces", options=options)


def _lens_line(lens: str) -> str:
    """Who judges, as the prompt says it."""
    return f"You judge as {lens}." if lens else "You judge for yourself alone."
