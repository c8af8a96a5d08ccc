"""The experiment's questions: one typed function per prompt file. Knows no model and no record."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from foam.model.question import Choose, Option, Role
from foam.model.template import Template, fenced, fenced_options
from foam.oversight.experiment.gold import Answer, GoldCase
from foam.oversight.setting import Protocol

BLIND = "Two sides disagree, and their evidence was checked by the same rule."
OPEN_DEBATE = "A proposer recommends a statement, an opponent argues the contrary, and their evidence was checked."
OPEN_CONSULTANCY = "A consultant recommends a statement, and its evidence was checked. Nobody argued the contrary."


@cache
def template(name: str) -> Template:
    """A prompt of this folder."""
    return Template(name=name, text=(files(__package__) / "prompts" / f"{name}.txt").read_text("utf-8"))


def stance_question(case: GoldCase, source: tuple[str, ...]) -> Choose:
    """Which answer would the protagonist give?"""
    options = tuple(Option(id=answer, text=case.statement(answer)) for answer in ("affirmed", "denied"))
    prompt = template("stance")
    return Choose(
        template=prompt.name,
        template_digest=prompt.digest,
        prompt=prompt.render(source=fenced("\n".join(source)), options=fenced_options(options)),
        role="proposer",
        statement=" ".join(source),
        options=options,
    )


def attempt_question(
    case: GoldCase, answer: Answer, offered: tuple[Option, ...], *, at_most: int, role: Role
) -> Choose:
    """Which sentences serve this answer best? Attempting is mandatory."""
    prompt, most = template("attempt"), min(at_most, len(offered))
    rendered = prompt.render(
        statement=fenced(case.statement(answer)), options=fenced_options(offered), at_most=str(most)
    )
    return Choose(
        template=prompt.name,
        template_digest=prompt.digest,
        prompt=rendered,
        role=role,
        statement=case.affirmed,
        aim="supports" if answer == "affirmed" else "contradicts",
        options=offered,
        at_most=most,
    )


def judge_question(case: GoldCase, sides: tuple[Option, ...], *, protocol: Protocol, blinded: bool) -> Choose:
    """Which statement does the evidence bear out? One must be chosen."""
    told = OPEN_DEBATE if protocol == "debate" else OPEN_CONSULTANCY
    prompt = template("judge")
    return Choose(
        template=prompt.name,
        template_digest=prompt.digest,
        prompt=prompt.render(roles=BLIND if blinded else told, options=fenced_options(sides)),
        role="judge",
        statement=case.affirmed,
        aim="convinces",
        options=sides,
    )
