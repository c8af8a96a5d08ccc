"""How many tokens an answer may take: what its form needs, and room to think."""

from __future__ import annotations

import re
from typing import assert_never

from foam.model.form import FormField, IdsField, LabelField, ListField, NamesField, ScoreField, TextField
from foam.model.question import Choose, Label, Question, Rank, Score, Write

_TOKENS_PER_WORD = 2
_TOKENS_PER_FIELD = 12
"""Its name, quotation marks, brackets; also the most that a number takes."""
ROOM = {"": 2_048, "low": 4_096, "medium": 8_192, "high": 16_384}
"""Tokens for thoughts and for whatever else is said around the answer, by how much thinking was asked for."""
MORE = 4
"""How many times as much is allowed after an answer was cut off."""
LEAST = 256
"""With fewer tokens than this there is no use in asking."""

_CUT_OFF = re.compile(r"cut off at ([\d,]+) tokens")


def allow_tokens(question: Question, *, cap: int, effort: str, complaint: str) -> int:
    """The limit to ask with: more after a complaint that the last answer was cut off, and never above the cap."""
    found = _CUT_OFF.search(complaint)
    cut_off_at = int(found[1].replace(",", "")) if found else 0
    return min(cap, max(count_needed(question) + ROOM[effort], MORE * cut_off_at))


def describe_cut_off(limit: int) -> str:
    """The complaint about an answer that did not end, which `allow_tokens` understands."""
    return f"the answer was cut off at {limit:,} tokens"


def count_needed(question: Question) -> int:
    """Tokens that the longest answer in the question's space takes, roughly."""
    return _count_answer(question) + 2 * _TOKENS_PER_WORD * question.reasons + _TOKENS_PER_FIELD


def _count_answer(question: Question) -> int:
    match question:
        case Choose():
            return _count_ids([option.id for option in question.options], question.at_most)
        case Rank():
            return _count_ids([option.id for option in question.options], len(question.options))
        case Score():
            return _TOKENS_PER_FIELD
        case Label():
            return _count_longest(question.labels)
        case Write():
            return sum(_count_field(field) for field in question.fields)
        case _:
            assert_never(question)


def _count_field(field: FormField) -> int:
    match field:
        case TextField():
            return _TOKENS_PER_FIELD + _TOKENS_PER_WORD * field.most_words
        case IdsField():
            return _TOKENS_PER_FIELD + _count_ids(field.ids, field.at_most)
        case NamesField():
            return _TOKENS_PER_FIELD + field.at_most * 4
        case LabelField():
            return _TOKENS_PER_FIELD + _count_longest(field.labels)
        case ScoreField():
            return 2 * _TOKENS_PER_FIELD
        case ListField():
            return _TOKENS_PER_FIELD + field.at_most * sum(_count_field(one) for one in field.fields)
        case _:
            assert_never(field)


def _count_ids(ids: list[str] | tuple[str, ...], at_most: int) -> int:
    return min(at_most, len(ids)) * (_count_longest(ids) + 2)


def _count_longest(names: list[str] | tuple[str, ...]) -> int:
    """Ids and labels are rarely words: two characters to a token."""
    return max((len(name) for name in names), default=0) // 2 + 2
