"""Which schemes an utterance uses, and how well: asked of a model, or by cue words.

The model names the schemes, then for each the critical questions that the utterance answers; the quality is the share
answered, put on the four grades by code. The cues are crude and fast: they serve very large memories, and other
languages.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from functools import cache

from foam.argument.scheme import Scheme, SchemeId, load_schemes, require_scheme
from foam.debate.memory.values import Quality
from foam.debate.questions import answered_question, schemes_question
from foam.job.answers import read_choice
from foam.job.clerk import Clerk
from foam.job.retrieval import depend_on
from foam.model.template import Prompts
from foam.record.entry import Input

CUES = "cues-1"
"""Name of the annotator that goes by words alone."""
_GRADES: tuple[Quality, ...] = ("poor", "general", "good", "excellent")
_CHINESE_CUES: dict[SchemeId, tuple[str, ...]] = {
    "example": ("比如", "例如", "举个例子", "的例子"),
    "expert_opinion": ("专家", "教授", "学者", "研究表明", "指出"),
    "positive_consequence": ("有利于", "促进", "提高", "好处", "带来"),
    "negative_consequence": ("导致", "危害", "风险", "损害", "代价"),
    "causal": ("因为", "所以", "因此", "由于", "使得"),
    "analogy": ("就像", "好像", "如同", "正如", "类比"),
    "value_based": ("应该", "公平", "正义", "自由", "权利", "价值"),
}  # fmt: skip


async def annotate(clerk: Clerk, prompts: Prompts, utterance: str, *inputs: Input) -> dict[SchemeId, Quality]:
    """The schemes the model finds in the utterance, each with its quality."""
    entry = await clerk.ask("schemes", schemes_question(prompts, utterance=utterance), *inputs)
    found = [require_scheme(scheme_id) for scheme_id in read_choice(entry)]
    grades = await asyncio.gather(
        *(_grade_scheme(clerk, prompts, utterance, one, *inputs, depend_on("schemes", entry)) for one in found)
    )
    return {one.id: grade for one, grade in zip(found, grades, strict=True)}


async def _grade_scheme(clerk: Clerk, prompts: Prompts, utterance: str, one: Scheme, *inputs: Input) -> Quality:
    entry = await clerk.ask("quality", answered_question(prompts, utterance=utterance, scheme=one), *inputs)
    return grade(len(read_choice(entry)), len(one.questions))


def grade(answered: int, asked: int) -> Quality:
    """The share of critical questions answered as one of four grades."""
    return _GRADES[min(len(_GRADES) - 1, len(_GRADES) * answered // max(1, asked))]


def find_cued_schemes(utterance: str) -> dict[SchemeId, Quality]:
    """The schemes whose cue words stand in it, graded by their number from "general" on."""
    counts = {one.id: len(_compile_patterns()[one.id].findall(utterance)) for one in load_schemes()}
    return {scheme_id: _GRADES[min(len(_GRADES) - 1, count)] for scheme_id, count in counts.items() if count}


@cache
def _compile_patterns() -> Mapping[SchemeId, re.Pattern[str]]:
    def pattern(one: Scheme) -> re.Pattern[str]:
        english = "|".join(re.escape(cue) for cue in one.cues)
        return re.compile(rf"\b(?:{english})\b|{'|'.join(_CHINESE_CUES[one.id])}", re.IGNORECASE)

    return {one.id: pattern(one) for one in load_schemes()}
