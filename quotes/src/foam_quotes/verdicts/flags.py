"""What the changed words of a quotation are: numbers, negations, how sure it is, how many it speaks of, who it names.

Small edits can be large lies. The lists hold the words of English that carry these meanings; a change that touches one
is flagged, whatever it does to the sense. What no list holds is for a reader of sense (`foam.model.judge`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from foam_quotes.text.opposites import OPPOSITES
from foam_quotes.text.stem import stem
from foam_quotes.text.words import is_negation, is_number
from foam_quotes.verdicts.verdict import Change, Flag

TOKEN = re.compile(r"[^\W_]+(?:[.,'\-/][^\W_]+)*|\S")
_RUN = re.compile(r"(?<!\w)-?\d+(?:[.,/:]\d+)*|\d+|[%$€£¥]|[^\W\d_]+")
"""A figure with its sign, a sign of money or share, or letters."""
_NO_BRACKETS = str.maketrans("", "", "[]")
_BRACKETED = re.compile(r"\[[^\[\]]*\]")
_ARTICLES = frozenset({"a", "an", "the"})
_SPELLINGS = (
    ("our", "or"),
    ("ll", "l"),
    ("z", "s"),
    ("nce", "nse"),
    ("tre", "ter"),
    ("mme", "m"),
    ("ogue", "og"),
    ("gem", "gm"),
)
"""Letters that British and American spelling exchange, after the first letters of a word."""
_SPELT_ALIKE = 3
_NEGATIVE_PREFIXES = frozenset({"un", "in", "im", "il", "ir", "dis", "non", "non-", "anti", "anti-"})
_UNMARKED = 3
"""Words left out inside a quotation from which on their absence is flagged."""
_MODAL_WORDS = """
can could may might must ought shall should will would allegedly apparently appear appears arguably assume assumed
believe believed believes certainly claim claimed claims conceivably confirm confirmed confirms definitely doubtless
estimate estimated evidently expect expected guarantee guaranteed hope hopes inevitably know known likely maybe
perhaps plan planned plans plausible plausibly possible possibly potential potentially presumably probable probably
prove proved proven proves purported reported reportedly rumored rumoured seem seemed seems suggest suggested suggests
supposed supposedly surely suspected think thought undoubtedly unquestionably aim aims theory tend tends show
"""
_MODAL = frozenset(_MODAL_WORDS.split())
_QUANTIFYING_WORDS = """
all almost always any both certain dozen dozens each either entire entirely every everyone everything everywhere few
fewer frequently fully generally half handful largely less little majority many minority more most mostly much nearly
numerous occasionally often only other part partly rarely scarcely several seldom some sometimes somewhat somewhere
typically up usually various whole wholly first last least hundreds thousands millions
"""
_QUANTIFYING = frozenset(_QUANTIFYING_WORDS.split())
_ALIKE = {
    "frequently": "often", "nearly": "almost", "several": "many", "numerous": "many", "various": "many",
    "whole": "all", "entire": "all", "ought": "should", "indicate": "show", "indicates": "show", "indicated": "show",
    "shows": "show", "showed": "show", "shown": "show", "percent": "%", "cent": "%",
}  # fmt: skip
"""Words that may stand for each other."""
_IRREGULAR_FORMS = """
rose rise risen rise fell fall fallen fall grew grow grown grow lost lose won win shrank shrink sank sink began begin
begun begin bought buy sold sell gave give took take kept keep forbade forbid forbidden forbid
"""
_IRREGULAR = dict(zip(*[iter(_IRREGULAR_FORMS.split())] * 2, strict=True))
"""Past forms that no stemmer brings back to their verb."""
_OPPOSED_WORDS = """
before after|above below|over under|inside outside|if unless|grant deny|grant refuse|award deny|admit deny|win lose
pass fail|manage fail|rise sink|buy sell|give take|guilty innocent|maximum minimum|early late|earlier later|top bottom
sooner later|arrive leave|open close|hire dismiss|accept refuse|include omit|increase reduce|raise cut|raise reduce
""".replace("\n", "|")
_OPPOSED = frozenset(frozenset(map(stem, pair.split())) for pair in _OPPOSED_WORDS.split("|") if pair)
"""Opposites in what a quotation says happened. The list of search (`OPPOSITES`) holds those of opinions."""
_HAVE_TO = re.compile(r"\b(?:has|have|had) to\b|\bneeds? to\b")
_SENTENCE_END = re.compile(r"[.!?;][\"')\]]*(?:\s|\Z)")
_DENYING = frozenset({"false", "untrue", "wrong", "myth"})


def keep_sense(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The comparison with what is changed in form alone (marks, capitals, articles, spelling) as the source has it."""
    return tuple(
        one
        if one.type == "same" or read_form(one.quote) != read_form(one.source)
        else Change(type="same", quote=one.source, source=one.source)
        for one in changes
    )


def list_changed_sentences(changes: Iterable[Change]) -> list[tuple[str, str]]:
    """Each sentence in which words are changed, as the source has it and as it is quoted without added brackets."""
    held, quoted = list[str](), list[str]()
    for one in changes:
        ended = _SENTENCE_END.sub(r"\g<0>\n", one.source) if one.type == "same" else one.source
        held.append(ended)
        is_marked = one.type == "added" and _BRACKETED.fullmatch(one.quote)
        quoted.append(ended if one.type == "same" or is_marked else one.quote)
    pairs = zip(" ".join(held).split("\n"), " ".join(quoted).split("\n"), strict=True)
    return [(source.strip(), quote.strip()) for source, quote in pairs if source != quote]


def read_form(text: str) -> str:
    """Its letters in one spelling, without articles, and its figures each by itself: what is the same but in form."""
    runs = (run.lower() for run in _RUN.findall(text.translate(_NO_BRACKETS)))
    return "".join(_spell(run) if run.isalpha() else f" {run} " for run in runs if run not in _ARTICLES)


def _spell(word: str) -> str:
    ending = word[_SPELT_ALIKE:]
    for one, other in _SPELLINGS:
        ending = ending.replace(one, other)
    return word[:_SPELT_ALIKE] + ending


def find_flags(changes: Sequence[Change]) -> tuple[Flag, ...]:
    """Every kind of change that a reader must know of, in a fixed order."""
    touched = [(_plain(c.quote), _plain(c.source)) for c in changes if c.type != "same"]
    checks: tuple[tuple[Flag, Callable[[list[str], list[str]], bool]], ...] = (
        ("number", lambda quoted, held: _quantities(quoted) != _quantities(held)),
        ("negation", _turned),
        ("modality", _is_surer_or_less_sure),
        ("quantifier", _counts_otherwise),
        ("opposite", _has_opposites),
    )
    flags = [flag for flag, is_so in checks if any(is_so(*one) for one in touched)]
    if any(_names_another(*sides) for sides in _inner(changes)):
        flags.append("name")
    if any(_is_silent(change) for change in changes[1:-1]):
        flags.append("silent_omission")
    return tuple(flags)


def leaves_out_negation(omitted: str) -> bool:
    """Whether words that a mark stands for turned the sentence they were taken from: `will [...] work`."""
    return not _SENTENCE_END.search(omitted) and any(_is_denial(token) for token in TOKEN.findall(omitted))


def _plain(text: str) -> list[str]:
    """The tokens of one side, words that may stand for each other as one word."""
    tokens = TOKEN.findall(_HAVE_TO.sub("must", text.replace("can not", "cannot").replace("per cent", "percent")))
    return [_ALIKE.get(token.lower(), token) for token in tokens]


def _quantities(tokens: Iterable[str]) -> list[str]:
    return sorted(token for token in tokens if is_number(token) or token in "%$€£¥")


def _turned(quoted: list[str], held: list[str]) -> bool:
    """Whether the change adds or drops a negation, as a word or as a prefix (`likely` to `unlikely`)."""
    if sum(map(_is_denial, quoted)) != sum(map(_is_denial, held)):
        return True
    lower = [token.lower() for token in held]
    return any(_negates(a, b) or _negates(b, a) for a in map(str.lower, quoted) for b in lower)


def _is_denial(token: str) -> bool:
    return is_negation(token) or token.lower() in _DENYING


def _negates(word: str, other: str) -> bool:
    return len(other) > 2 and word.endswith(other) and word.removesuffix(other) in _NEGATIVE_PREFIXES


def _is_surer_or_less_sure(quoted: list[str], held: list[str]) -> bool:
    """Whether a modal verb or a word of doubt or certainty goes, comes or is exchanged."""
    if any("'" in token for token in (*quoted, *held)):  # `they'll`, `I'd`: contractions hide the verb
        return False
    return _listed(quoted, _MODAL) != _listed(held, _MODAL)


def _counts_otherwise(quoted: list[str], held: list[str]) -> bool:
    return _listed(quoted, _QUANTIFYING) != _listed(held, _QUANTIFYING)


def _listed(tokens: Iterable[str], words: frozenset[str]) -> list[str]:
    return sorted(low for token in tokens if (low := token.lower()) in words)


def _has_opposites(quoted: list[str], held: list[str]) -> bool:
    ours, theirs = ({_stem(token) for token in side} for side in (quoted, held))
    return any(
        theirs & OPPOSITES.get(one, {}).keys() or _OPPOSED & {frozenset((one, other)) for other in theirs}
        for one in ours
    )


def _stem(token: str) -> str:
    word = token.lower()
    return stem(_IRREGULAR.get(word, word))


def _inner(changes: Sequence[Change]) -> Iterable[tuple[list[str], list[str]]]:
    """The replacements that do not open the quotation: there a capital says nothing."""
    for place, change in enumerate(changes):
        if change.type == "replaced" and place:
            before = changes[place - 1].quote.rstrip()
            if not before.endswith((".", "!", "?", ":")):
                yield TOKEN.findall(change.quote), TOKEN.findall(change.source)


def _names_another(quoted: list[str], held: list[str]) -> bool:
    """Whether a capitalised word is exchanged for other letters; `US` may stand for `United States`."""
    ours, theirs = ([token for token in side if token[:1].isupper()] for side in (quoted, held))
    if not (ours or theirs) or _letters(quoted) == _letters(held):
        return False
    short, full = sorted((_letters(ours or quoted), _letters(theirs or held)), key=len)
    initials = {"".join(token[0] for token in side).lower() for side in (ours, theirs) if len(side) > 1}
    return short not in initials and bool(full)


def _letters(tokens: Iterable[str]) -> str:
    return "".join(char for token in tokens for char in token.lower() if char.isalnum())


def _is_silent(change: Change) -> bool:
    """Whether words of the source are left out here without a mark."""
    gone = [token for token in TOKEN.findall(change.source) if token[0].isalpha()]
    come = [token for token in TOKEN.findall(change.quote) if token[0].isalpha()]
    return change.type in ("removed", "replaced") and len(gone) - len(come) >= _UNMARKED
