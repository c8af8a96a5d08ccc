"""Tags in a source's own words: which parts of a sentence can stand alone, and which of them says the claim best.

A part is a stretch of whole clauses: from the beginning of a sentence, or from what it reports (`… found that …`), to
the end of a clause. It never stops before a clause that limits it, and never begins after words that deny or doubt it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from foam.case.cutting.restoring import (
    DETERMINERS,
    LOOSE_END,
    OPENING_BRACKETS,
    VERBS,
    bare,
    has_letters,
    is_flagged,
    split_clauses,
)
from foam.case.marks import drop_marks
from foam.case.questions import TAG_WORDS
from foam.model.judge import Judge
from foam.text.statement import find_no_statement
from foam.values import Value
from foam_quotes.verdicts.verdict import Flag

_FEWEST = 4
"""Words of a tag below which it says nothing."""
_DASH = re.compile(r"\s*([—–]|--+)\s*")
_RANGE = re.compile(r"(?<=\d)\s+–\s+(?=\d)")
_REPORTING = re.compile(
    r"(?:f[io]u?nds?|show(?:s|ed|n)?|conclude[sd]?|reveal(?:s|ed)?|confirm(?:s|ed)?|prove[sdn]?|demonstrate[sd]?"
    r"|indicate[sd]?|determine[sd]?|establish(?:es|ed)?|recogni[sz]e[sd]?|acknowledge[sd]?|note[sd]?|observe[sd]?"
    r"|state[sd]?|declare[sd]?|report(?:s|ed)?|announce[sd]?|sa(?:ys?|id)|warn(?:s|ed)?|estimate[sd]?|argue[sd]?"
    r"|claim(?:s|ed)?|believe[sd]?|th(?:inks?|ought)|suggest(?:s|ed)?|assert(?:s|ed)?|contend(?:s|ed)?"
    r"|maintain(?:s|ed)?|agree[sd]?|insist(?:s|ed)?|stress(?:es|ed)?|emphasi[sz]e[sd]?|explain(?:s|ed)?"
    r"|predict(?:s|ed)?|admit(?:s|ted)?|concede[sd]?|fear(?:s|ed)?|hope[sd]?|hold|holds|held|consensus is|fact)"
)
"""What stands before `that` where a sentence reports something."""
_OPINIONS = re.compile(
    r"\b(?:argu|claim|believ|th(?:ink|ought)|suggest|assert|contend|maintain|insist|predict|alleg|fear|hope)"
)
"""Reports of what somebody holds, not of what was found: who does is said beside the card."""
_LIMITING_WORDS = """
but though although whereas while however yet when where if unless except provided until only without lest
because
"""
_LIMITING = frozenset(_LIMITING_WORDS.split())
"""A part does not stop before a clause that begins so."""
_WITHHOLDING_WORDS = """
if whether unless deny denies denied reject rejects rejected myth wrong false may might could would perhaps
possibly hardly
"""
_WITHHOLDING = frozenset(_WITHHOLDING_WORDS.split())
_DENIES: frozenset[Flag] = frozenset({"negation"})
_STOPS = re.compile(r"[,;:.!?][\"”’')\]]*$")
_LEADING_WORDS = "and but or nor so yet however nevertheless moreover furthermore thus therefore also"
_LEADING = frozenset(_LEADING_WORDS.split())
_QUOTES = '"“”'


class Tag(Value):
    """A part of a sentence that can stand alone."""

    text: str
    left_out: str = ""
    """Who holds so, where the sentence reports an opinion and the tag leaves that out."""


def choose_tag(judge: Judge, sentences: Sequence[str], claim: str) -> Tag | None:
    """The part of these sentences that says the claim best and says nothing else than its sentence; None: no part can
    stand alone."""
    found = [(sentence, part) for sentence in sentences for part in list_parts(sentence)]
    if not found:
        return None
    weighed = judge.weigh([(part.text, claim) for _, part in found])
    faithful = judge.entails([(sentence, part.text) for sentence, part in found])
    rated = [
        (one.supports, -len(part.text.split()), part)
        for (_, part), one, same in zip(found, weighed, faithful, strict=True)
        if same.contradicts <= same.supports
    ]
    return max(rated, key=lambda one: one[:2])[2] if rated else None


def list_parts(sentence: str) -> Iterator[Tag]:
    """The parts of a sentence that can stand alone as a tag, each at most as long as a tag may be."""
    words = _split(sentence)
    clauses = split_clauses(words)
    brackets = [at for at, word in enumerate(words) if at and word.startswith("(")]
    ends = sorted({*(clause.stop for clause in clauses), *brackets})
    asks = words[-1:] and words[-1].rstrip(_QUOTES).endswith("?")
    for start, reported in _list_starts(words):
        if reported and asks:
            continue
        for end in ends:
            if _FEWEST <= end - start <= TAG_WORDS and _may_stop(words, end):
                text = write_sentence(words[start:end])
                whole = end == len(words) or _has_verb(words[start:end])
                if whole and not find_no_statement(text) and _is_closed(text):
                    yield Tag(text=text, left_out=_name_holder(words[:reported]))


def _split(sentence: str) -> list[str]:
    """The words of a sentence without marks for readers; dashes stand alone, and nothing without a letter leads."""
    spoken = _RANGE.sub("–", _DASH.sub(r" \1 ", drop_marks(sentence)))
    words = spoken.split()
    while words and not has_letters(words[0]):
        words.pop(0)
    while words and (not has_letters(words[-1]) or bare(words[-1]) in _LIMITING):
        words.pop()
    return words


def _list_starts(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where a part may begin, and where the report that it is part of does: at the sentence itself (0), and at what it
    reports unless it denies or doubts it."""
    yield (1 if words and bare(words[0]) in _LEADING and len(words) > 1 else 0), 0
    opened = 0
    for at, word in enumerate(words[:-1]):
        if bare(word) != "that" or at == 0:
            continue
        before = " ".join(map(bare, words[max(0, at - 2) : at]))
        quotes = words[at + 1][0] in _QUOTES
        reports = quotes or re.search(rf"(?:^|\s){_REPORTING.pattern}$", before) is not None
        goes_on = opened > 0 and bare(words[at - 1]) in ("and", "but")
        if (not reports and not goes_on) or any(map(_withholds, words[:at])):
            opened = 0
            continue
        opened = at + 1 if reports else opened
        yield at + 1, opened


def _withholds(word: str) -> bool:
    """Whether a word before a report may take it back: a negation, a doubt, a condition."""
    return bare(word) in _WITHHOLDING or is_flagged(word, _DENIES)


def _may_stop(words: Sequence[str], end: int) -> bool:
    """Whether the words up to here can stand without what follows."""
    if end == len(words):
        return True
    if bare(words[end - 1]) in LOOSE_END:
        return False
    stops = bool(_STOPS.search(words[end - 1])) or not words[end][0].isalnum()
    return stops and not any(bare(word) in _LIMITING for word in words[end : end + 2])


def _has_verb(words: Sequence[str]) -> bool:
    """Whether a part says that something is or does something, as far as small words tell: `is`, `leads to`."""
    plain = [bare(word) for word in words]
    acts = (
        one.endswith(("s", "ed")) and len(one) > 3 and other in DETERMINERS | {"to", "that"}
        for one, other in pairwise(plain[1:])
    )
    return any(word in VERBS for word in plain[1:]) or any(acts)


def write_sentence(words: Sequence[str]) -> str:
    """Words as a sentence: a capital, one full stop, and no quotation mark or bracket without its other half."""
    text = " ".join(words).rstrip(" ,;:—–-")
    text = re.sub(r",([\"”])?$", r"\1", text)
    quotes = sum(text.count(mark) for mark in _QUOTES)
    if quotes % 2:
        text = re.sub(rf"[{_QUOTES}]", "", text) if quotes == 1 else text
    text = text.rstrip(" ,;:—–-")
    if not has_letters(text):
        return ""
    first = next(at for at, letter in enumerate(text) if letter.isalnum())
    return (
        text[:first]
        + text[first].upper()
        + text[first + 1 :]
        + ("" if text.rstrip(_QUOTES + "’')").endswith((".", "!", "?")) else ".")
    )


def _is_closed(text: str) -> bool:
    """Whether brackets and quotation marks come in pairs."""
    pairs = all(text.count(one) == text.count(other) for one, other in OPENING_BRACKETS.items())
    return pairs and sum(text.count(mark) for mark in _QUOTES) % 2 == 0


def _name_holder(before: Sequence[str]) -> str:
    said = " ".join(before)
    return said if _OPINIONS.search(" ".join(before[-3:]).lower()) else ""
