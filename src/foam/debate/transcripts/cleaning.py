"""Leaves out what is not argument: moderators, meta talk, markup. Each rule has a name.

A rule drops a whole turn (`speaker`, `empty`) or single sentences (`sentence`). Each drop is counted under its rule.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable
from typing import Literal

from foam.debate.language import split_utterance
from foam.debate.transcript import Utterance
from foam.values import Value

_I = re.IGNORECASE


class CleaningRule(Value):
    """Something that is left out, and by what sign."""

    name: str
    drops: Literal["speaker", "sentence", "empty"]
    pattern: str
    why: str


UNSIDED = "(no side)"
"""Marks a speaker whom the transcript gives no side."""

RULES = (
    CleaningRule(
        name="no side",
        drops="speaker",
        pattern=r"^\(no side\)",
        why="whoever speaks for nobody, and free sessions in which sides cannot be told apart",
    ),
    CleaningRule(
        name="moderator",
        drops="speaker",
        pattern=r"\b(?:moderator|chair(?:man|woman|person)?|host|timekeeper|adjudicator|judge|announcer)\b"
        r"|主持|主席|计时|裁判|评委",
        why="whoever leads the debate argues for nobody",
    ),
    CleaningRule(
        name="thanks",
        drops="sentence",
        pattern=r"(?:and )?(?:i )?(?:want to |would like to )?(?:thank you|thanks(?! to)|thank)\b.{0,60}"
        r"|.{0,6}(?:谢谢|感谢).{0,14}",
        why="thanks to chair, judges, opponents and audience",
    ),
    CleaningRule(
        name="greeting",
        drops="sentence",
        pattern=r"(?:good (?:morning|afternoon|evening)|hello|hi|welcome|ladies and gentlemen)\b.{0,80}"
        r"|.{0,8}(?:大家好|各位好|你好|您好).{0,10}",
        why="greetings",
    ),
    CleaningRule(
        name="clock",
        drops="sentence",
        pattern=r".{0,40}\b(?:my time is (?:up|over)|time is up|i (?:yield|cede) (?:my|the rest))\b.{0,40}"
        r"|.{0,20}\b(?:i am|i'm|we are) out of time"
        r"|.{0,12}(?:时间到|计时开始|有请.{0,12}(?:发言|陈词))",
        why="talk about the clock",
    ),
    CleaningRule(
        name="procedure",
        drops="sentence",
        pattern=r"(?:please )?vote (?:for )?(?:pro|con|me|us|affirmative|negative|aff|neg)\b.{0,20}"
        r"|(?:please )?extend (?:all )?(?:my )?arguments?|i (?:forfeit|pass|accept)(?: this (?:debate|round))?"
        r"|good luck.{0,40}|.{0,60}\b(?:rules of (?:the|this) debate|in the comments|character limit)\b.{0,80}",
        why="requests to vote, accept, pass or forfeit, and talk about the rules",
    ),
)
EMPTY = CleaningRule(name="empty", drops="empty", pattern=r"[\W_]*", why="nothing was said, or nothing is left")

_STAGE = re.compile(
    r"[\[(（【](?:applause|laughter|crosstalk|inaudible|cheering|掌声|笑声|鼓掌)[^\])）】]{0,20}[\])）】]", _I
)
_LINK = re.compile(r"!?\[([^\]\n]{0,300})\]\((?:[^()\s]|\([^()\s]*\)){0,2000}\)")
_TAG = re.compile(r"<(?:/?[a-zA-Z][^<>]{0,400}|!--.{0,4000}?--)>", re.DOTALL)
_URL = re.compile(r"https?://\S+|\bwww\.\S+")
_MARK = re.compile(
    r"(?m)^\s{0,3}(?:#{1,6}|>+|[*+-](?=\s)|\|)\s*|[*_`~]{2,}|(?<=\s)[*_`](?=\S)|(?<=\S)[*_`](?=[\s.,;]|$)|\\$"
)
_BLANK = re.compile(r"\n\s*\n")
"""What stands between paragraphs: a speech is cut into its points there."""
_BARE_NUMBER = re.compile(r"\(\s*\[?\d{0,3}\]?\s*\)")


class CleanedTurns(Value):
    """What is left, and how much was left out under which rule."""

    utterances: tuple[Utterance, ...]
    dropped: dict[str, int]


def clean_turns(utterances: Iterable[Utterance]) -> CleanedTurns:
    """Leave out what is not argument."""
    kept: list[Utterance] = []
    dropped: Counter[str] = Counter()
    for one in utterances:
        text, rules = _clean_turn(one)
        dropped.update(rules)
        if text:
            kept.append(one.model_copy(update={"text": text}))
    return CleanedTurns(utterances=tuple(kept), dropped=dict(sorted(dropped.items())))


def strip_markup(text: str) -> str:
    """Tags, links, addresses, emphasis marks and stage directions taken off; the words stay."""
    plain = html.unescape(_TAG.sub(" ", text))
    for pattern, put in ((_LINK, r"\1"), (_TAG, " "), (_URL, " "), (_STAGE, " "), (_MARK, ""), (_BARE_NUMBER, "")):
        plain = pattern.sub(put, plain)
    return plain.strip()


def is_moderator(speaker: str) -> bool:
    """Whether the name is that of somebody who leads the debate."""
    return _find_speaker_rule(speaker) == "moderator"


def _clean_turn(one: Utterance) -> tuple[str, list[str]]:
    """The argument of a turn, and the rules by which something was left out."""
    if rule := _find_speaker_rule(one.speaker):
        return "", [rule]
    paragraphs = [
        [(sentence, _find_sentence_rule(sentence)) for sentence in split_utterance(paragraph)]
        for paragraph in _BLANK.split(strip_markup(one.text))
    ]
    left = (" ".join(sentence for sentence, rule in found if not rule) for found in paragraphs)
    kept = "\n\n".join(filter(None, left))
    rules = [rule for found in paragraphs for _, rule in found if rule and rule != EMPTY.name]
    return kept, rules if kept else [*rules, EMPTY.name]


def _find_speaker_rule(speaker: str) -> str:
    """The rule that drops everything a speaker says; a moderator without a side is a moderator."""
    found = [rule.name for rule in RULES if rule.drops == "speaker" and re.search(rule.pattern, speaker, _I)]
    return found[-1] if found else ""


def _find_sentence_rule(sentence: str) -> str:
    """The rule that drops a sentence; empty when none does."""
    if re.fullmatch(EMPTY.pattern, sentence):
        return EMPTY.name
    bare = sentence.strip(" \"'“”")
    talk = (rule for rule in RULES if rule.drops == "sentence")
    return next((rule.name for rule in talk if re.fullmatch(rf"(?:{rule.pattern})[.!。！]*", bare, _I)), "")
