"""Does a text state anything at all, or is it a heading, a row of a table, mark-up, half a sentence, gibberish?

It goes by the shape of English alone: small words that cannot stand beside each other, letters that cannot begin or end
a word, figures without a small word between them. It says so only where the shape is plain; what is left over is for a
reader.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

_MARK_UP = re.compile(r"\[\[|\]\]|\{\{|\}\}|</?[a-zA-Z][^<>]*>|={2,}")
_REFERENCE = re.compile(
    r"(?:see also|category|main articles?|further (?:information|reading)|external links?|file|image|template)\s*:"
    r"|(?:retrieved|archived|accessed) (?:on |from )?(?:\d|the original|january|february|march|april|may|june|july"
    r"|august|september|october|november|december)",
    re.IGNORECASE,
)
"""How lines begin that lead elsewhere and say nothing themselves."""
_CELL_END = re.compile(r"\s*\|\s*|\t|(?<![.!?\s])\s{2,}|,\s+")
_FIGURE = re.compile(r"[\d.,:%/()–-]*\d[\d.,:%/()–-]*")
_BULLET = re.compile(r"^[\s*#•·–-]+|[\s*#]+$")
_END = re.compile(r"[.!?…][\"'”’)\]]*(?:\[[^\[\]]{0,40}\])*$")
_LETTERS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_STOP = re.compile(r"[^\W\d_]{4,}\.")
_CAPITAL_WITHIN = re.compile(r"[a-z]{2,}[A-Z]")
_VOWELS = frozenset("aeiouy")

_DETERMINER_WORDS = "a an the every my your our their"
_PREPOSITION_WORDS = "of from into with by for at among between during towards upon"
_LINKS = "is are was were"
_AUXILIARY_WORDS = (
    f"{_LINKS} am has have had be been should would could can cannot may might must will shall does did do"
)
_CONJUNCTION_WORDS = "and or but because if than nor although whereas unless"
_OTHER_WORDS = (
    "to in on as that this these those which who it its he she they we you i not no so such there when where what how "
    "all any some more most other his her them us then about after before over under out up"
)
_DETERMINERS = frozenset(_DETERMINER_WORDS.split())
_PREPOSITIONS = frozenset(_PREPOSITION_WORDS.split())
_AUXILIARIES = frozenset(_AUXILIARY_WORDS.split())
_CONJUNCTIONS = frozenset(_CONJUNCTION_WORDS.split())
_SMALL = _DETERMINERS | _PREPOSITIONS | _AUXILIARIES | _CONJUNCTIONS | frozenset(_OTHER_WORDS.split())
_FOLLOWED = (
    (_DETERMINER_WORDS, f"{_DETERMINER_WORDS} {_PREPOSITION_WORDS} {_AUXILIARY_WORDS} {_CONJUNCTION_WORDS} to it that"),
    ("of into from with", f"{_AUXILIARY_WORDS} {_CONJUNCTION_WORDS} of to"),
    ("to", f"{_LINKS} am has had should would could of and or but"),
    (_LINKS, f"{_LINKS} be has have had should would"),
    ("be been", f"{_LINKS} be should would could"),
    ("should would could must", f"{_PREPOSITION_WORDS} {_LINKS} has had"),
)
_NEVER_AFTER = {word: frozenset(after.split()) for words, after in _FOLLOWED for word in words.split()}
"""Words that cannot follow these in English."""
_NEVER_LAST = _DETERMINERS | _CONJUNCTIONS
"""Words that leave any sentence open."""
_OPEN_WORDS = "to in on as that which who not"
_OPEN = (_NEVER_LAST | _PREPOSITIONS | _AUXILIARIES | frozenset(_OPEN_WORDS.split())) - {"do", "did", "does"}
"""Words that leave a short line open: a longer one may end with them."""
_ONSET_PAIRS = (
    "bl br ch cl cr cz dj dr dw fj fl fr gh gl gn gr gw kh kl kn kr kw ll mc mn ph pl pn pr ps pt qu rh sc sh sk sl sm "
    "sn sp sq sr st sv sw sz th tr ts tw tz vl vr wh wr zh zw"
)
_ONSETS = frozenset(_ONSET_PAIRS.split())
"""The two consonants with which a word, or a name, may begin."""
_CLOSING_PAIRS = (
    "hc hd hf hg hk hl hp hr bd bf bg bh bk bp bt bv cb cd cf cg cm cn cp cr dc df dk dl dm dn dp dr dt dv fd fg fl fm "
    "fn fp fr gd gf gk gl gp gr gv jn kc kd kf kg kh kj kl km kp kr kt mc md mk mv nb nf nh nj nl nm nr nv pb pc pd pf "
    "pg pk pl pm pr pv sb sd sf sg sj sv tb tc td tf tg tj tk tl tm tp tr tv vd vn vr vs vt wc wg wh wv"
)
_NEVER_CLOSING = frozenset(_CLOSING_PAIRS.split())
"""Two consonants with which no word ends."""
_NO_WORDS, _DISORDERED = "its letters make no words", "its words stand in no order"
NO_ORDER = frozenset((_NO_WORDS, _DISORDERED))
"""The reasons that tell of gibberish, and not of a heading, a row or half a sentence."""
_FEW = 6
"""Words of a line that may be a heading or the beginning of a sentence."""


@lru_cache(maxsize=4096)
def find_no_statement(text: str) -> str:
    """Why the text states nothing; empty where it may state something, and where there are no words to tell by."""
    if _MARK_UP.search(text):
        return "it holds mark-up"
    plain = _BULLET.sub("", text)
    if _REFERENCE.match(plain):
        return "it is a line that leads elsewhere"
    words = _LETTERS.findall(plain)
    if not words:
        return ""
    if _is_table_row(plain, words):
        return "it is a row of figures or cells"
    if _is_scrambled(words):
        return _NO_WORDS
    if _is_out_of_order(plain):
        return _DISORDERED
    if _END.search(plain):
        return ""
    if breaks_off(plain):
        return "it breaks off"
    return "it is a heading" if _is_heading(plain) else ""


def _is_table_row(text: str, words: Sequence[str]) -> bool:
    """Figures without a small word, more of them than a date has; or short cells of which several are figures."""
    pieces = text.replace("|", " ").split()
    figures = sum(_FIGURE.fullmatch(piece) is not None for piece in pieces)
    cells = [cell for cell in _CELL_END.split(text) if cell.strip()]
    short = len(cells) >= 4 and all(len(cell.split()) <= 2 for cell in cells)
    return (figures >= 2 and short) or (figures > 3 and not any(word.lower() in _SMALL for word in words))


def _is_scrambled(words: Sequence[str]) -> bool:
    """Whether many words begin or end as no word does."""
    longer = [word for word in words if len(word) >= 3 and word.isascii() and word.isalpha()]
    strange = sum(_is_strange(word) for word in longer)
    return strange >= 2 and 5 * strange >= len(longer)


def _is_strange(word: str) -> bool:
    if word.isupper():
        return False  # letters that stand for words
    low = word.lower()
    first, last = low[:2], low[-2:]
    begins = not _VOWELS & set(first) and first[0] != first[1] and first not in _ONSETS
    return begins or last in _NEVER_CLOSING or not _VOWELS & set(low) or _CAPITAL_WITHIN.match(word) is not None


def _is_out_of_order(text: str) -> bool:
    """Whether small words follow each other as they cannot, and sentences end in the midst of words."""
    pieces = text.split()
    bare = [piece.lower().rstrip(".,;:") for piece in pieces]
    # A mark after the first of two parts them, but nothing parts an article from what it belongs to. People who speak
    # say a small word twice.
    follow = sum(
        other != one and other in _NEVER_AFTER.get(one, ()) and (piece.isalpha() or one in _DETERMINERS)
        for piece, one, other in zip(pieces, bare, bare[1:], strict=False)
    )
    ends = sum(piece[-1] in ".,;" and one in _DETERMINERS for piece, one in zip(pieces, bare, strict=True))
    stops = any(_STOP.fullmatch(one) and other[0].islower() for one, other in pairwise(pieces))
    unended = (stops or follow > 0) and not _END.search(text) and not text.islower()
    return follow + ends + stops + unended >= 2


def breaks_off(line: str) -> bool:
    """Whether it ends with a word, or a mark, after which more must come."""
    pieces = line.lower().split()
    if line.endswith((",", ";", "(")):
        return len(pieces) <= _FEW
    return bool(pieces) and pieces[-1] in (_OPEN if len(pieces) <= _FEW else _NEVER_LAST)


def _is_heading(line: str) -> bool:
    """A word or two, or a few that all have capitals, as names and titles do."""
    pieces = line.split()
    titled = all(piece.lower() not in _SMALL and piece.lstrip("(\"“‘'")[:1].isupper() for piece in pieces)
    return len(pieces) <= 2 or (titled and len(pieces) <= _FEW)
