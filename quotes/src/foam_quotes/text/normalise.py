"""The declared normalisation: what counts as the same text.

`NORMALISATION` names these rules. They are part of every document id, so they never change under that name:

- letters are composed (NFC); typographic ligatures (ﬁ, ﬄ, …) are spelt out; `…` is three full stops;
- soft hyphens, zero-width and direction marks, and control characters are dropped;
- every double quote mark is `"`, every single one `'`; two single ones in a row are one double one;
- every hyphen, en dash and minus is `-`; a dash that stands as punctuation (an em dash, a doubled hyphen, or a
  dash between spaces) is `—` without spaces around it;
- a run of white space is one space, or one line feed where the run held a line break; none at the edges.

A run of white space is always one code point, so `read_as_one_line` (line feeds read as spaces) keeps every offset.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

NORMALISATION = "foam-text-1"

_SINGLE = "‘’‚‛′‵`´ʹʼ\u1fef\u1ffd＇‹›"
_DOUBLE = "“”„‟″‶«»〝〞＂"
_HYPHENS = "‐‑‒–−﹣－"
_EM_DASHES = "―⸺⸻﹘"
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "…": "..."}
_MOST_MARKS = 30
_DROPPED = "\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"
_REPLACED = {
    **dict.fromkeys(_SINGLE, "'"),
    **dict.fromkeys(_DOUBLE, '"'),
    **dict.fromkeys(_HYPHENS, "-"),
    **dict.fromkeys(_EM_DASHES, "—"),
    **_LIGATURES,
}


class _Rule(NamedTuple):
    """What to replace; `needed` is a cheap look that saves the search in most texts."""

    pattern: re.Pattern[str]
    replace: Callable[[re.Match[str]], str]
    needed: Callable[[str], bool]


def _one_space(match: re.Match[str]) -> str:
    return "\n" if re.search(r"[^\S \t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000\x1f]", match[0]) else " "


def _one_dash(match: re.Match[str]) -> str:
    """An em dash for a dash that stands as punctuation; the run as it was for any other."""
    run = match[0]
    core = run.strip(" ")
    spaced = run.startswith(" ") and run.endswith(" ")
    closed = run == core
    if "—" in core or spaced or (closed and len(core) > 1):
        return "—"
    return run


def _limit_marks(text: str) -> str:
    """The text with at most 30 combining marks in a row, as in Unicode's Stream-Safe Text: to order more takes long.

    A grapheme joiner, which is not seen, parts those that follow.
    """
    if len(text) <= _MOST_MARKS:
        return text
    pieces: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks > _MOST_MARKS:
            pieces.append("\u034f")
            marks = 1
        pieces.append(char)
    return "".join(pieces)


def _is_odd(text: str) -> bool:
    """Whether there is anything but visible ASCII and single spaces."""
    return not (text.isascii() and text.isprintable())


def _has_loose_dash(text: str) -> bool:
    return any(mark in text for mark in (" -", "--", " —", "— ", "—-", "-—", "——"))


_RULES = (
    _Rule(
        re.compile(f"[{''.join(_REPLACED)}{_DROPPED}\ud800-\udfff]"),
        lambda match: _replacement(match[0]),
        lambda text: _is_odd(text) or "`" in text,
    ),
    _Rule(
        re.compile(r".?[^\x00-\x7f]+", re.DOTALL),
        lambda match: unicodedata.normalize("NFC", _limit_marks(match[0])),
        lambda text: not unicodedata.is_normalized("NFC", text),
    ),
    _Rule(re.compile("''"), lambda _: '"', lambda text: "''" in text),
    _Rule(
        # A run of white space that is not already one space or one line feed.
        re.compile(r"(?: (?=\s)|\n(?=\s)|[^\S\n ])\s*"),
        _one_space,
        lambda text: "  " in text or not text.isprintable(),
    ),
    _Rule(re.compile(r"(?<=[^\n]) ?[-—](?: ?[-—])*+ ?"), _one_dash, _has_loose_dash),
    _Rule(re.compile(r"\A\s+|\s+\Z"), lambda _: "", lambda text: text != text.strip()),
)


def _replacement(char: str) -> str:
    return "\ufffd" if "\ud800" <= char <= "\udfff" else _REPLACED.get(char, "")


def _is_plain(text: str) -> bool:
    """Whether no rule is needed, told at one glance: printable ASCII with none of the few marks that one looks for."""
    if not (text.isascii() and text.isprintable()) or "  " in text or text[:1] == " " or text[-1:] == " ":
        return False
    return " -" not in text and "--" not in text and "''" not in text and "`" not in text


def normalise(text: str) -> str:
    """The text as it is stored and compared."""
    if _is_plain(text):
        return text
    for rule in _RULES:
        if rule.needed(text):
            text = rule.pattern.sub(rule.replace, text)
    return text


def compute_id(normalised: str) -> str:
    """64 hex digits of BLAKE2b-256 over the normalised text."""
    return hashlib.blake2b(normalised.encode("utf-8"), digest_size=32).hexdigest()


def normalise_traced(text: str) -> tuple[str, Sequence[int]]:
    """The normalised text, and for each of its offsets (its end included) the offset it came from."""
    origins = array("I", range(len(text) + 1))  # four bytes each, where a list takes forty
    for rule in _RULES:
        if rule.needed(text):
            text, origins = _apply_traced(rule, text, origins)
    return text, origins


def _apply_traced(rule: _Rule, text: str, origins: array[int]) -> tuple[str, array[int]]:
    pieces: list[str] = []
    traced = array("I")
    done = 0
    for match in rule.pattern.finditer(text):
        new = rule.replace(match)
        if new == match[0]:
            continue
        pieces += text[done : match.start()], new
        traced += origins[done : match.start()]
        traced.extend([origins[match.start()]] * len(new))
        done = match.end()
    if not pieces:
        return text, origins
    return "".join(pieces) + text[done:], traced + origins[done:]


def read_as_one_line(text: str) -> str:
    """Normalised text as quotations are matched in it: line feeds read as spaces, offsets unchanged."""
    return text.replace("\n", " ")
