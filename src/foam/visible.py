"""Text made safe to show: nothing in it can steer a terminal, turn the direction of a line, or hide.

Controls become a visible dot, and characters that have no shape are left out. Where such a character is part of how
people write, it stays: joiners in Arabic, Persian and Indic words and between emoji, and the one selector behind an
emoji or an ideograph. Documents keep their text to the byte; it is cleaned where it is shown.
"""

from __future__ import annotations

import json
import re
from typing import Any

_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef" + "".join(
    chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF)
)
"""Controls except tab and newline, lone surrogates, and code points that are no characters."""
_SPACES = "\u2028\u2029\u2800"
"""Separators of lines and paragraphs, and a Braille cell without dots: each looks like a space, or breaks a line."""
_SHAPELESS = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Zero-width characters, fillers, direction marks and overrides, selectors, tags."""
_JOINING = (
    "\u0600-\u061b\u061d-\u07ff\u0840-\u109f\u1780-\u17b3\u17b6-\u180a\u1810-\u1cff\ua840-\uabff"
    "\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff"
)
"""Scripts whose letters change shape with a joiner behind them."""
_EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf\u2900-\u297f"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_IDEOGRAPHS = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"
_FLAGS = "|".join("".join(chr(0xE0000 + ord(c)) for c in region) for region in ("gbeng", "gbsct", "gbwls"))
_MARKS = "\u0300-\u034e\u0350-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_MOST_MARKS = 4
"""Marks on one letter; more of them run into the lines above and below."""

_UNSEEN = re.compile(f"[{_CONTROLS}{_SPACES}{_SHAPELESS}]")
_WRITTEN = "|".join(
    (
        f"\U0001f3f4(?:{_FLAGS})\U000e007f",
        f"[{_EMOJI}]\ufe0f?(?:\u200d[{_EMOJI}]\ufe0f?)+",
        f"[{_EMOJI}0-9#*][\ufe0e\ufe0f]",
        f"[{_JOINING}][\u200c\u200d]",
        f"[{_IDEOGRAPHS}][\ufe00-\ufe02\U000e0100-\U000e01ef]",
        "[\u1820-\u18aa][\u180b-\u180d\u180f]",
    )
)
_TOKENS = re.compile(f"(?P<kept>{_WRITTEN})|{_UNSEEN.pattern}")
_PILE = re.compile(f"([{_MARKS}]{{{_MOST_MARKS}}})[{_MARKS}]+")
_SHOWN = re.compile(f"[{_CONTROLS}]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")


def clean(text: str) -> str:
    """The text without characters that act or hide instead of being shown; a control becomes a visible dot."""
    text = text.replace("\r\n", "\n")
    if _UNSEEN.search(text):
        text = _TOKENS.sub(_replace, text)
    return text if text.isascii() else _PILE.sub(r"\1", text)


def clean_line(text: str) -> str:
    """The same on one line, as a name or a title is."""
    return " ".join(clean(text).split())


def clean_name(text: str) -> str:
    """The same with its spaces as they are, as the name of a file needs them."""
    return clean(text).replace("\n", "·").replace("\t", "·")


def clean_all(data: Any) -> Any:
    """Plain data with every text in it cleaned, names of fields included."""
    match data:
        case str():
            return clean(data)
        case dict():
            return {clean_all(name): clean_all(value) for name, value in data.items()}
        case list():
            return [clean_all(value) for value in data]
        case _:
            return data


def count_hidden(text: str) -> int:
    """How many characters of a text are not shown as they are."""
    text = text.replace("\r\n", "\n")
    return sum(found["kept"] is None for found in _TOKENS.finditer(text)) if _UNSEEN.search(text) else 0


def describe_hidden(text: str) -> str:
    """A remark behind a text that is shown without some of its characters; empty where it is shown whole."""
    return remark_hidden(count_hidden(text))


def remark_hidden(count: int) -> str:
    """The same for so many characters."""
    return f"[{count} hidden character{'' if count == 1 else 's'} not shown]" if count else ""


def escape_hidden(text: str) -> str:
    """JSON text in which every character that `clean` would not show stands as `\\uXXXX`: the same value."""
    if _UNSEEN.search(text):
        text = _TOKENS.sub(_escape, text)
    return text if text.isascii() else _PILE.sub(lambda found: found[1] + _spell(found[0][_MOST_MARKS:]), text)


def dump_json(value: Any, *, indent: int | None = 2) -> str:
    """A value as JSON that is safe to print, and reads back as the same value."""
    return escape_hidden(json.dumps(value, ensure_ascii=False, indent=indent))


def is_right_to_left(text: str) -> bool:
    """Whether a text has letters that are written from right to left."""
    return not text.isascii() and bool(_RIGHT_TO_LEFT.search(text))


def _replace(found: re.Match[str]) -> str:
    if found["kept"]:
        return found["kept"]
    if _SHOWN.match(found[0]):
        return "·"
    return " " if found[0] in _SPACES else ""


def _escape(found: re.Match[str]) -> str:
    return found["kept"] or _spell(found[0])


def _spell(text: str) -> str:
    return json.dumps(text)[1:-1].replace("\x7f", "\\u007f")
