"""Figures in running text: digits and number words, with what they count and how exactly they are meant.

| written | read as |
|---|---|
| `1,215.00`, `1215`, `1.2 million`, `twelve`, `a dozen`, `two hundred and five` | that number |
| `20 %`, `20 per cent`, `a fifth`, `two thirds`, `3/4`, `one in five`, `29 of 38` | that share |
| `halved`, `halving` | a half |
| `doubled`, `twice`, `threefold` | so many times |
| `hundreds`, `millions` | at least twice that |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from foam.text.figures import parse_decimal
from foam.text.span import Span

Unit: TypeAlias = Literal["", "share", "times", "ordinal", "many"]
Bound: TypeAlias = Literal["", "about", "nearly", "over", "under"]
Turn: TypeAlias = Literal["", "up", "down"]

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_SMALL = {**{word: value for value, word in enumerate(_ONES)}, **_TENS}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12}
_TAILS = {**_SCALES, "k": 1000, "m": 10**6, "mn": 10**6, "mln": 10**6, "bn": 10**9, "b": 10**9, "tn": 10**12}
_PARTS = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "twentieth": 20, "hundredth": 100,
}  # fmt: skip
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "hundredth": 100,
}  # fmt: skip
_SIGNS = {"¼": (1, 4), "½": (1, 2), "¾": (3, 4), "⅓": (1, 3), "⅔": (2, 3), "⅕": (1, 5), "⅛": (1, 8)}
_TIMES = {"doubl": 2, "twice": 2, "tripl": 3, "trebl": 3, "thrice": 3, "quadrupl": 4}
_CURRENCIES = {
    "$": "dollar", "us$": "dollar", "usd": "dollar", "dollar": "dollar", "€": "euro", "eur": "euro", "euro": "euro",
    "£": "pound", "gbp": "pound", "pound": "pound", "¥": "yen", "yen": "yen", "jpy": "yen", "₹": "rupee",
    "rupee": "rupee", "crown": "crown", "kr": "crown", "krona": "crown", "kronor": "crown", "krone": "crown",
    "franc": "franc", "chf": "franc", "yuan": "yuan", "rouble": "rouble", "ruble": "rouble",
}  # fmt: skip

_WORD = rf"(?:{'|'.join(sorted((*_SMALL, *_SCALES), key=len, reverse=True))})"
_AND = r"(?:(?<=hundred)|(?<=thousand)|(?<=million))[ ]and[ ]"
_WORDS = rf"(?:(?:a|an)[ ](?={'|'.join(_SCALES)}))?{_WORD}(?:(?:[ -]|{_AND}){_WORD})*"
_DIGITS = r"\d{1,3}(?:[ ,']\d{3})+(?![\d,])(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d+(?:[.,]\d+)*"
_NUMERATOR = r"(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})"
_DENOMINATOR = rf"half|halves|(?:{'|'.join(list(_PARTS)[1:])})s?"
_PATTERN = re.compile(
    rf"""
      (?P<time>(?<![\w:])(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?![\w:]))
    | (?P<slashed>(?<![\w./])(?P<upper>\d{{1,3}})/(?P<lower>\d{{1,3}})(?![\w/]))
    | (?i:\b(?P<fold>{_WORD}|\d+(?:\.\d+)?)-?fold\b)
    | (?P<money>(?:[A-Za-z]{{0,2}}[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|SEK|NOK|DKK)[ ])[ ]?)?
      (?P<digits>(?<![\w$€£¥₹])(?<![A-Za-z][-.])(?<!\d[.,])(?:{_DIGITS})|(?<=[$€£¥₹])(?:{_DIGITS}))
      (?:(?P<ordinal>st|nd|rd|th)\b|[ -]?(?P<scale>{"|".join(_SCALES)}|bn|mn|mln|tn|[kmb](?!\w))\b)?
    | (?i:\b(?P<mixed>{_WORD}|\d+)[ ]and[ ]a[ ]half\b)
    | (?i:\bhalf[ -](?:an?[ -])?(?P<half_scale>{"|".join(_SCALES)})\b)
    | (?i:\b(?P<part>(?:(?P<numerator>{_NUMERATOR})[ -])?(?P<denominator>{_DENOMINATOR}))\b(?!-[a-z]))
    | (?i:\b(?P<words>{_WORDS})\b)(?!-?fold|[ -](?:{"|".join(_ORDINALS)})\b)
    | (?i:\b(?P<times>(?:twice|thrice)(?=[ ](?:as|that|the|what)\b)|(?:doubl|tripl|trebl|quadrupl)(?:e|ed|es|ing))\b)
    | (?i:\b(?P<halved>halv(?:e|ed|ing)|halves(?=[ ](?:the|its|his|her|their|our|your|my|a|an|all|every|each)\b))\b)
    | (?i:\b(?P<many>dozens|hundreds|thousands|millions|billions|trillions)\b)
    | (?i:\b(?P<spelt>(?:(?:{"|".join(_TENS)})[ -])?(?:{"|".join(_ORDINALS)}))\b)
    | (?P<sign>[{"".join(_SIGNS)}])
    """,
    re.VERBOSE,
)
_PERCENT = re.compile(r"[ -]?(?:%|per ?cent\b|percent\w*|pct\b|percentage points?)", re.IGNORECASE)
_TIMES_AFTER = re.compile(r"[ -]times\b", re.IGNORECASE)
_CURRENCY_AFTER = re.compile(rf" ?({'|'.join(re.escape(one) for one in _CURRENCIES)})s?\b|[ ]?([€£$])", re.IGNORECASE)
_RANGE = re.compile(r"\s?(?:-|to|and|or|,|through)\s?(?:and )?")
_SCALE_LAST = re.compile(rf"(?<=[\d -])({'|'.join(_TAILS)})$", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween [^.;]{0,12}$", re.IGNORECASE)
_OF = re.compile(r"(?: \w+)? ?(?:out of|of|in)(?: (?:the|all|every|its|their|these|those))?(?: \w+)? ", re.IGNORECASE)
_OF_BEFORE = re.compile(r"\b(?:of|among) (?:the |all |its |their |these |those )?$", re.IGNORECASE)
_OF_WHICH = re.compile(r"\bof (?:which|whom)\b", re.IGNORECASE)
_OF_THEM = re.compile(r" of (?:them|these|those|whom|which)\b", re.IGNORECASE)
_SHARE_BEFORE = re.compile(
    r"\b(?:by|about|nearly|almost|roughly|over|than|under|around|only|just|least|some|to|approximately|up)$",
    re.IGNORECASE,
)
_SHARE_AFTER = re.compile(
    r" (?:of|as|more|less|fewer|higher|lower|cheaper|smaller|larger|bigger|were|are|have|had|who|said|lost)\b|"
    r"\s*[.,;:)]|\s*$",
    re.IGNORECASE,
)
_BYSTANDER = re.compile(r"[ -](?:country|party|person|sector|state|nation)\b", re.IGNORECASE)
"""What follows where `a third` is another one besides two."""
_NO_HALF = re.compile(
    r"\b(?:first|second|third|fourth|latter|other|better|each|every|last|final|former|this|that|per)[ -]$", re.I
)
_PART_CALLED_HALF = re.compile(r"\b(?:its|their|his|her|our|your|my|the)[ -](?!other|same)\w+[ -]$", re.I)
"""Before a half that is a thing and no share: `its northern half`, unless it says of what."""
_NEARLY = "nearly|almost|just under|close to|approaching|not quite|just short of|slightly under|shy of"
_ABOUT = (
    "about|around|roughly|approximately|approx\\.?|some|circa|ca?\\.|estimated|near|on the order of|just over|"
    "slightly over|slightly more than|just above"
)
_UNDER = "under|less than|below|fewer than|at most|up to|no more than|within|not more than|lower than"
_OVER = (
    "over|more than|above|at least|no fewer than|no less than|upwards? of|exceed\\w*|in excess of|beyond|"
    "(?:higher|greater|larger) than|not less than"
)
_BOUNDS: tuple[tuple[Bound, re.Pattern[str]], ...] = (
    ("nearly", re.compile(rf"\b(?:{_NEARLY})(?: the| an?)? ?$", re.IGNORECASE)),
    ("about", re.compile(rf"(?:\b(?:{_ABOUT})(?: the| an?)? ?|~ ?)$", re.IGNORECASE)),
    ("under", re.compile(rf"\b(?:{_UNDER})(?: the| an?)? ?$", re.IGNORECASE)),
    ("over", re.compile(rf"\b(?:{_OVER})(?: the| an?)? ?$", re.IGNORECASE)),
)
"""In this order: `just under` is nearer than `under`."""
_NOT_BEYOND = re.compile(
    r"(?:\b(?:not|never|cannot)|n't)\b(?: [a-z]+){0,4} (?:more|less|fewer) than(?: the| an?)? ?$", re.IGNORECASE
)
_UP = (
    "rose|rises?|risen|rising|increas\\w+|grew|grows?|grown|growing|gain\\w*|climb\\w*|jump\\w*|surg\\w+|soar\\w*|"
    "rais\\w+|up|higher"
)
_DOWN = (
    "fell|falls?|fallen|falling|drop\\w*|declin\\w+|decreas\\w+|cuts?|cutting|reduc\\w+|shrank|shrink\\w*|shrunk|down|"
    "lower|lowered|plung\\w+|slid"
)
_BEFORE_TURN = re.compile(rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b(?: \w+){{0,3}} ?$", re.IGNORECASE)
_AFTER_TURN = re.compile(
    r"\s?(?:%|percent|per cent|\w+)? ?\b(?:(?P<up>higher|more|above|increase|rise|growth)|"
    r"(?P<down>lower|less|fewer|below|decrease|drop|fall|reduction|decline|cut))\b",
    re.IGNORECASE,
)


_NEAR = 40
"""Characters around a figure in which words may say what it is."""


class Figure(NamedTuple):
    """A figure where it stands. `values` has two readings where a mark may group or point: `1.215`."""

    span: Span
    values: tuple[Fraction, ...]
    unit: Unit = ""
    currency: str = ""
    bound: Bound = ""
    turn: Turn = ""
    spelt: bool = False
    rounded: bool = True
    """Whether a share is one that a percentage can only round: a fraction in words, or so many of so many."""
    is_ratio: bool = False
    """Whether it is the share that two other figures make, which stand inside it."""
    is_multiple: bool = False
    """Whether it says how many times: `five times as many`."""

    @property
    def value(self) -> Fraction:
        return self.values[0]


def find_numbers(text: str, *, without: Sequence[Span] = ()) -> tuple[Figure, ...]:
    """Every figure of a normalised text outside the given spans, and the shares that two of them make."""
    blanked = _blank(text, without)
    found: list[Figure] = []
    for match in _PATTERN.finditer(blanked):
        if (figure := _read(match, blanked)) is not None:
            found.append(_qualify(figure, blanked))
    found = _share_scales(_share_units(found, blanked), blanked)
    return tuple(sorted([*found, *_find_ratios(found, blanked)], key=lambda one: (one.span, one.unit)))


def _blank(text: str, spans: Sequence[Span]) -> str:
    """The text with these spans overwritten, so that every offset stays."""
    for span in spans:
        text = text[: span.start] + "_" * (span.end - span.start) + text[span.end :]
    return text


def _read(match: re.Match[str], text: str) -> Figure | None:
    span, found = Span(*match.span()), match.groupdict()
    if found["time"]:
        return Figure(span, (Fraction(int(found["hour"]) % 12) + Fraction(int(found["minute"]), 60),))
    if found["slashed"]:
        return _make_share(span, int(found["upper"]), int(found["lower"]))
    if found["digits"]:
        return _read_digits(span, found)
    if found["mixed"]:
        return Figure(span, (_evaluate_words(found["mixed"]) + Fraction(1, 2),), spelt=True)
    if found["half_scale"]:
        return Figure(span, (Fraction(_SCALES[found["half_scale"].lower()], 2),), spelt=True)
    if found["part"]:
        return _read_part(span, found, text)
    if found["words"]:
        return Figure(span, (_evaluate_words(found["words"]),), spelt=True)
    if found["fold"]:
        fold = found["fold"]
        return Figure(span, (Fraction(fold) if fold[0].isdigit() else _evaluate_words(fold),), "times")
    if found["times"]:
        return Figure(
            span, (Fraction(next(n for stem, n in _TIMES.items() if found["times"].lower().startswith(stem))),), "times"
        )
    if found["halved"]:
        return _make_share(span, 1, 2)
    if found["many"]:
        return Figure(span, (Fraction(_SCALES[found["many"].lower()[:-1]]),), "many", spelt=True)
    if found["sign"]:
        return _make_share(span, *_SIGNS[found["sign"]])
    return _read_ordinal(span, found["spelt"].lower())


def _read_digits(span: Span, found: dict[str, str | None]) -> Figure | None:
    digits = found["digits"] or ""
    readings = (parse_decimal(digits, lone_three="decimal point"), parse_decimal(digits, lone_three="grouping"))
    scale = _TAILS.get((found["scale"] or "").lower(), 1)
    values = tuple(dict.fromkeys(Fraction(one) * scale for one in readings if one is not None))
    if not values:
        return None
    sign = (found["money"] or "").strip().lower()
    currency = _CURRENCIES.get(sign, _CURRENCIES.get(sign[-1:], ""))
    return Figure(span, values, "ordinal" if found["ordinal"] else "", currency)


def _read_part(span: Span, found: dict[str, str | None], text: str) -> Figure | None:
    """A share in words. `a third party`, `the second half` and `third` alone are none."""
    word = (found["denominator"] or "").lower()
    numerator = (found["numerator"] or "").lower()
    before, after = text[max(0, span.start - _NEAR) : span.start], text[span.end : span.end + _NEAR]
    lower = _PARTS[{"halves": "half"}.get(word, word if word in _PARTS else word[:-1])]
    if word.endswith("s") and numerator not in ("", "a", "an", "one", "1"):
        return _make_share(span, int(_evaluate_words(numerator)), lower)
    if word == "half" and not numerator and _PART_CALLED_HALF.search(before) and not after.startswith(" of "):
        return None
    if word == "half" and not _NO_HALF.search(before) and numerator in ("", "a", "one"):
        return _make_share(span, 1, 2)
    is_share = numerator == "one" or _SHARE_BEFORE.search(before.rstrip()) or _SHARE_AFTER.match(after)
    if numerator in ("a", "one") and word in _PARTS and is_share and not _BYSTANDER.match(after):
        return _make_share(span, 1, lower)
    return _read_ordinal(Span(span.end - len(word), span.end), word) if word in _ORDINALS else None


def _read_ordinal(span: Span, word: str) -> Figure:
    """`third`, `twenty-first`."""
    tens, _, last = word.replace(" ", "-").rpartition("-")
    value = _TENS.get(tens, 0) + _ORDINALS[last]
    return Figure(span, (Fraction(value),), "ordinal", spelt=True)


def _evaluate_words(words: str) -> Fraction:
    """The number that number words say: `two hundred and five`, `a dozen`, `twenty-one`."""
    total, current = 0, 0
    for word in re.split(r"[ -]", words.lower()):
        if word.isdigit():
            current += int(word)
        elif word in _SMALL:
            current += _SMALL[word]
        elif word in ("hundred", "dozen"):
            current = max(current, 1) * _SCALES[word]
        elif word in _SCALES:
            total, current = total + max(current, 1) * _SCALES[word], 0
    return Fraction(total + current)


def _make_share(span: Span, upper: int, lower: int) -> Figure | None:
    return Figure(span, (Fraction(upper, lower),), "share", spelt=True) if lower else None


def _qualify(figure: Figure, text: str) -> Figure:
    """The figure with the unit that follows it, how exactly it is meant, and which way it goes."""
    before, after = (
        text[max(0, figure.span.start - _NEAR) : figure.span.start],
        text[figure.span.end : figure.span.end + _NEAR],
    )
    percent = _PERCENT.match(after)
    if percent and figure.unit in ("", "times"):
        span = Span(figure.span.start, figure.span.end + percent.end())
        figure = figure._replace(
            span=span, values=tuple(one / 100 for one in figure.values), unit="share", spelt=False, rounded=False
        )
        after = text[span.end : span.end + _NEAR]
    if figure.unit == "" and not figure.currency and (money := _CURRENCY_AFTER.match(after)):
        figure = figure._replace(currency=_CURRENCIES[(money[1] or money[2]).lower()])
    is_multiple = figure.unit == "times" or (not figure.unit and _TIMES_AFTER.match(after) is not None)
    bound: Bound = next((name for name, pattern in _BOUNDS if pattern.search(before)), "")
    if bound in ("over", "under") and _NOT_BEYOND.search(before):  # `could not promise more than 80` is at most 80
        bound = "under" if bound == "over" else "over"
    if not bound and re.match(r" \w+ or so\b| or so\b", after):
        bound = "about"
    return figure._replace(bound=bound, turn=_find_turn(before, after), is_multiple=is_multiple)


def _find_turn(before: str, after: str) -> Turn:
    found = _BEFORE_TURN.search(re.split(r"[.;:,]\s", before)[-1]) or _AFTER_TURN.match(after)
    return "" if found is None else "up" if found["up"] else "down"


def _share_units(figures: list[Figure], text: str) -> list[Figure]:
    """`20 to 30 percent`: the first figure of a range has the unit of the second."""
    shared = list(figures)
    for n in range(len(shared) - 2, -1, -1):
        here, following = shared[n], shared[n + 1]
        between = text[here.span.end : following.span.start]
        if here.unit or here.currency or not _RANGE.fullmatch(between):
            continue
        if following.unit == "share" and not following.spelt:
            values = tuple(one / 100 for one in here.values)
            shared[n] = here._replace(unit="share", values=values, spelt=False, rounded=False)
        elif following.currency and between.strip() in ("-", "to"):
            shared[n] = here._replace(currency=following.currency)
    return shared


def _share_scales(figures: list[Figure], text: str) -> list[Figure]:
    """`between £134 and 184 million`: the scale after a range holds for both of its ends, and so does the currency."""
    shared = list(figures)
    for n, (here, following) in enumerate(pairwise(figures)):
        scale = _SCALE_LAST.search(following.span.of(text))
        between, before = text[here.span.end : following.span.start].strip(), text[: here.span.start]
        is_range = between in ("-", "to") or (between == "and" and _BETWEEN.search(before))
        if not scale or not is_range or here.unit or here.spelt or _SCALE_LAST.search(here.span.of(text)):
            continue
        if any(one < following.value / _TAILS[scale[1].lower()] for one in here.values):
            values = tuple(one * _TAILS[scale[1].lower()] for one in here.values)
            shared[n] = here._replace(values=(*values, *here.values))
            if here.currency and not following.currency:
                shared[n + 1] = following._replace(currency=here.currency)
    return shared


def _find_ratios(figures: Sequence[Figure], text: str) -> Iterator[Figure]:
    """The share that two counts make: `29 of 38`, `one in five`, `of 38 denials, 29`, `38 came, 29 of them late`."""
    for first, second in pairwise(figures):
        if first.unit or second.unit or first.currency or second.currency:
            continue
        between = text[first.span.end : second.span.start]
        span = Span(first.span.start, second.span.end)
        if first.value < second.value and _OF.fullmatch(between):
            yield Figure(span, (first.value / second.value,), "share", spelt=True, bound=first.bound, is_ratio=True)
        elif (
            second.value < first.value
            and len(between) < 60
            and (
                _OF_BEFORE.search(text[max(0, first.span.start - _NEAR) : first.span.start])
                or _OF_WHICH.search(between)
                or _OF_THEM.match(text, second.span.end)
            )
        ):
            yield Figure(span, (second.value / first.value,), "share", spelt=True, bound=second.bound, is_ratio=True)
