"""What of a text counts as evidence: not the claim repeated, not what follows a chat marker, not other languages.

Whoever writes a text may try to sway its reader. These rules take out what cannot be evidence; where nothing else is
left, the text stays as it is.
"""

from __future__ import annotations

import re

from foam.text.english import is_foreign

_WORD = re.compile(r"\w+(?:['’]\w+)?")
_LEAST_LEFT = 4
"""Words that must be left for the rest to be worth reading."""
_CHAT = re.compile(
    r"<[^<>\s]{3,40}>|\{[^{}]*\"[^{}]*\}|\bQ\s*:.*\?\s*A\s*:|(?<!\S)\w{1,12}>\s|"
    r"<\|[^|<>]*\|>|<</?SYS>>|\[/?INST\]|</?s>|#{2,}\s*(?:Response|Instruction|System)\b"
    r"|\b(?:Human|User|System)\s*:(?=.*\bAssistant\s*:)",
    re.IGNORECASE | re.DOTALL,
)
_CLAUSE_END = re.compile(r"(?<=[.!?])\s+|\n+|\s+(?=[<{\[])")
_MOST_CLAUSES = 8
_FARTHEST = 2_000
"""Characters that are searched for a chat marker; the judge reads fewer."""
_MOST_HEADING = 8
_MOST_ASKED = 3
"""Words of a question that is but a turn of speech, such as `Why?`."""
_VERBS = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "has",
        "have",
        "had",
        "do",
        "does",
        "did",
        "can",
        "could",
        "may",
        "might",
        "must",
        "shall",
        "should",
        "will",
        "would",
        "says",
        "said",
    ]
)
_MARKS = re.compile(r"(?:\[[^\[\]]{0,40}\]|\([^()]{0,40}\)|[\s\"'”’»)\]])+$")
"""Notes, brackets and quotation marks that may stand after the end of a sentence."""


_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_STOPS = (".", "!", "?", "…")
NOTES = re.compile(r"\[(?:REF|\d{1,3}|[a-z]|note \d+|citation needed)\]")
"""Marks of notes and references inside a sentence."""
_FORMULA = re.compile(r"\\[A-Za-z]{2,}\s*[{_^\\]|[A-Za-z)\]][_^]\{")
"""Commands and raised or lowered brackets of a typeset formula."""
_PLACEHOLDER = re.compile(
    r"(?<!\w)X{4,}(?!\w)|(?<!\w)XXX(?= [A-Z])|_{4,}|\{\{[^{}]*\}\}"
    r"|\[(?i:insert|your|name of|date of|title of|address of|enter)\b[^\[\]]*\]"
)
"""What stands in a text where somebody is to fill something in."""
_MOST_COLUMNS = 30
_MARKUP = re.compile(r"[\s.]*\|[-+}](?!\d)|\W*(?:\{\||\w+\s*=\s*[\"']|\[\[\w+:)")


def read_evidence(text: str) -> str:
    """The text up to the first chat marker, without its sentences in other languages."""
    found = _find_marker(text)
    before = text[: found.start()].strip() if found else text
    kept = before if _is_enough(before) else text
    sentences = _SENTENCE_END.split(kept)
    english = " ".join(one for one in sentences if not is_foreign(one))
    return english if len(sentences) > 1 and _is_enough(english) else kept


def find_left_out(text: str, claim: str = "") -> tuple[str, ...]:
    """What of the text is not read as evidence, for people to see."""
    found = _find_marker(text)
    before = text[: found.start()].strip() if found else text
    cut = found is not None and _is_enough(before)
    kept = before if cut else text
    sentences = _SENTENCE_END.split(kept)
    foreign = [one for one in sentences if is_foreign(one)]
    left = foreign if len(foreign) < len(sentences) and read_evidence(text) != kept else []
    if found is not None and cut:
        left.append(text[found.start() :].strip())
    if claim and without_claim(read_evidence(text), claim):
        left.append(claim)
    return tuple(left)


def _is_apparatus(text: str) -> bool:
    """Whether it is what is left of a note, a formula, mark-up or a form to fill in."""
    is_bare = not any(map(str.isalnum, NOTES.sub(" ", text)))
    return is_bare or bool(_FORMULA.search(text) or _PLACEHOLDER.search(text) or _MARKUP.match(text))


def _is_table_part(text: str) -> bool:
    """Whether it is the row of heads of a table: mostly capitals or `%`, no verb and no figure."""
    words = text.rstrip(" .\n").split()
    heads = sum(word[0].isupper() or word == "%" for word in words)
    stray = re.search(r"[^.!?]\s+\.$", text) is not None
    plain = {word.lower() for word in words}
    is_bare = not any(map(str.isdigit, text)) and plain.isdisjoint(_VERBS)
    return stray and is_bare and len(words) <= _MOST_COLUMNS and heads * 3 >= len(words) * 2


def is_fragment(text: str) -> bool:
    """Whether it is a heading, a line of a list, a formula, mark-up, a form to fill in, a word or a bare question, or a
    broken piece, and not something that a claim could rest on.

    A line without a full stop that gives a figure, as forms and accounts have them, says something. A few words before
    a full stop that stands apart, none of them a verb, are a heading that was taken for a sentence, unless they have a
    full stop of their own before it.
    """
    plain = text.strip()
    bare = _MARKS.sub("", plain)
    if _is_apparatus(plain) or _is_table_part(plain):
        return True
    if plain.rstrip(" .").endswith((":", ",", ";")) or not _MARKS.sub("", bare.rstrip(". ")):
        return True
    if (plain.endswith(" .") and not _is_ended(plain[:-1]) and _is_heading(plain)) or _is_exclaimed(bare):
        return True
    if bare.endswith(_STOPS) or plain.endswith(_STOPS):
        return False
    return plain[0].islower() or not any(letter.isdigit() for letter in bare)


def _is_exclaimed(text: str) -> bool:
    """Whether it is a single word, or a question of a few, and gives no figure."""
    words = len(_WORD.findall(text))
    return words <= (_MOST_ASKED if text.endswith("?") else 1) and not any(map(str.isdigit, text))


def _is_ended(text: str) -> bool:
    """Whether it ends in a full stop or the like, or has one before its last marks."""
    return _MARKS.sub("", text.strip()).endswith(_STOPS)


def _is_heading(text: str) -> bool:
    words = [word.group().lower() for word in _WORD.finditer(text)]
    return len(words) <= _MOST_HEADING and not any(word in _VERBS or word.endswith("ed") for word in words)


def _find_marker(text: str) -> re.Match[str] | None:
    """The first chat marker. No farther than the judge reads: some of the patterns look ahead."""
    return _CHAT.search(text, 0, _FARTHEST)


def split_clauses(text: str, whole: str) -> list[str]:
    """The sentences and lines of a text that say enough to be read alone; none where the text is all there is."""
    parts = [part for part in _CLAUSE_END.split(text) if _is_enough(part) and not is_foreign(part)][:_MOST_CLAUSES]
    return parts if parts != [whole] else []


def without_claim(text: str, claim: str) -> str:
    """The text without the claim, where it stands there word for word beside something else; else nothing."""
    words = [word.group().lower() for word in _WORD.finditer(claim)]
    if len(words) < _LEAST_LEFT:
        return ""
    found = list(_WORD.finditer(text))
    spoken = [word.group().lower() for word in found]
    kept, start, at = [], 0, 0
    while at + len(words) <= len(spoken):
        if spoken[at : at + len(words)] == words:
            kept.append(text[start : found[at].start()])
            start = found[at + len(words) - 1].end()
            at += len(words)
        else:
            at += 1
    rest = " ".join([*kept, text[start:]]).strip(" .\t\n") if kept else ""
    return rest if _is_enough(rest) else ""


def _is_enough(text: str) -> bool:
    return len(_WORD.findall(text)) >= _LEAST_LEFT
