"""The acts of an examination as forms: one typed function for each template."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from foam.examination.finding import Bearing, FindingKind
from foam.examination.modelled.shown import Window
from foam.model.form import FormField, IdsField, LabelField, ListField, TextField
from foam.model.question import Role, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt

WRITER: Role = "critic"
EVALUATOR: Role = "evaluator"
MOST_FINDINGS = 8
MOST_CITED = 8
"""Sentences of one finding, and of one condition."""
MOST_RULES = 4
MOST_ROLES = 4
FINDING_WORDS = 40
WORKING_WORDS = 30
ADVICE_WORDS = 25
CONDITION_WORDS = 30
MOST_CONDITIONS = 6
BECAUSE_WORDS = 30
ROLES = ("authority", "independent")
"""Roles that a model may say a paper's author has, where it was read as a party's or nobody's."""
STATUSES = ("met", "not met", "not shown")
BEARINGS = (*get_args(Bearing), "not shown")
VERDICTS = ("yes", "no", "cannot tell")


def findings_act(prompts: Prompts, *, window: Window, known: str) -> Write:
    """What else is wrong in these documents?"""
    filled = render_prompt(
        prompts,
        "acts/findings",
        documents=window.show(),
        known=fence(known or "nothing"),
        most=str(MOST_FINDINGS),
        cited=str(MOST_CITED),
    )
    record = (
        _cite("ids", window, least=1, most=MOST_CITED),
        LabelField(name="kind", labels=get_args(FindingKind)),
        TextField(name="text", max_words=FINDING_WORDS, explains=True),
        TextField(name="working", max_words=WORKING_WORDS, may_be_empty=True),
        TextField(name="advice", max_words=ADVICE_WORDS, explains=True),
    )
    fields = (ListField(name="findings", fields=record, at_most=MOST_FINDINGS),)
    return _write(prompts, filled, fields=fields, material=window.options)


def decides_act(prompts: Prompts, *, window: Window) -> Write:
    """Which rule decides whether the decision should stand, and is each of its conditions met?"""
    filled = render_prompt(prompts, "acts/decides", documents=window.show(), most=str(MOST_CONDITIONS))
    record = (
        TextField(name="condition", max_words=CONDITION_WORDS, explains=True),
        _cite("shown_by", window, most=MOST_CITED),
        LabelField(name="status", labels=STATUSES),
        TextField(name="compare", max_words=WORKING_WORDS, may_be_empty=True),
    )
    role = (
        _cite("of", window, least=1, most=1),
        LabelField(name="role", labels=ROLES),
        TextField(name="because", max_words=BECAUSE_WORDS, explains=True),
    )
    fields = (
        _cite("rule", window, most=MOST_RULES),
        LabelField(name="if_all_met", labels=get_args(Bearing)),
        ListField(name="conditions", fields=record, at_most=MOST_CONDITIONS),
        LabelField(name="speaks", labels=BEARINGS),
        TextField(name="text", max_words=FINDING_WORDS, explains=True, may_be_empty=True),
        ListField(name="roles", fields=role, at_most=MOST_ROLES),
    )
    return _write(prompts, filled, fields=fields, material=window.options)


def shown_act(prompts: Prompts, *, statements: Options, listed: str) -> Write:
    """Do the sentences show what is said of them? `listed` are the documents of the file."""
    filled = render_prompt(prompts, "acts/shown", statements=fence_options(statements), documents=fence(listed))
    record = (
        LabelField(name="of", labels=tuple(one.id for one in statements)),
        TextField(name="because", max_words=BECAUSE_WORDS, explains=True),
        LabelField(name="shown", labels=VERDICTS),
    )
    count = len(statements)
    return Write(
        **filled,
        system=prompts["system/evaluator"].text,
        role=EVALUATOR,
        statement="",
        fields=(ListField(name="verdicts", fields=record, at_least=count, at_most=count),),
        material=statements,
    )


def _cite(name: str, window: Window, *, least: int = 0, most: int) -> IdsField:
    ids = tuple(line.id for line in window.lines)
    return IdsField(name=name, ids=ids, at_least=least, at_most=min(most, len(ids)))


def _write(prompts: Prompts, filled: dict[str, str], *, fields: Sequence[FormField], material: Options) -> Write:
    return Write(
        **filled,
        system=prompts["system/examiner"].text,
        role=WRITER,
        statement="",
        aim="contradicts",
        fields=tuple(fields),
        material=material,
    )
