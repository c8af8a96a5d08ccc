"""Names in running text: people, organisations, places, by their capitals; and whether other texts name them, too.

A capital inside a sentence makes a name, one at its beginning only where the word is no ordinary one. Each word of a
name must stand in a source: alone, in another case, as a possessive or plural, as the initials of a longer name, or as
the country of its people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from foam.text.mentions.peoples import JOINED, list_governed, list_people, make_key
from foam.text.mentions.persons import is_called, is_first_name
from foam.text.names import is_institution
from foam.text.ordinary import is_ordinary
from foam.text.span import Span

_TOKEN = re.compile(rf"{JOINED}|(?:[A-Z]\.){{2,}}[A-Z]?|[^\W_]+(?:['’&.][^\W_]+)*")
_HYPHENED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
"""Words that others write as one: `Mag-lev`."""
_STARTS = re.compile(r"(?:^|[.!?;:…]['\")\]]*\s+|\n\s*(?:[-*•]\s*)?|[\"“(\[—]\s*|(?:^|\s)'|[-*•>]\s)$")
"""What a sentence, a title or a quotation begins after: there a capital says nothing."""
_ABBREVIATED = re.compile(
    r"\b(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Gen|Gov|Sen|Rep|Lt|Col|Capt|Sgt|Rev|Hon|Jr|Sr|vs|No|Inc|Ltd|Co|Corp)\.\s+$"
)
_LINKS = frozenset(
    {"of", "de", "la", "le", "du", "van", "von", "der", "den", "di", "da", "del", "for", "bin", "al", "el"}
)
_BEFORE_WORDS = """the a an this that these those in on at by for from when if but and or as after before since while
under with to"""
_BEFORE_NAMES = frozenset(_BEFORE_WORDS.split())
"""Words with a capital that begin a sentence and no name."""
_VOWELS = frozenset("aeiouy")
_LONG = 5
"""Letters from which another spelling of a name is taken for the same name."""
_TITLES = """mr mrs ms miss dr prof sir lord lady king queen prince princess president minister senator governor mayor
judge justice professor doctor captain general colonel secretary chancellor chairman director pope saint st inspector
officer reverend mother father god internet web earth world west east north south western eastern northern southern
state states city county republic act bill code law constitution church war press house senate congress capitol
olympic olympics tv dvd cd ok am pm bc ad ce phd ceo cfo id pdf ii iii iv vi vii viii jr sr i inc ltd corp plc llc llp
gmbh ag nv rev gov sen rep gen lt col capt sgt hon
constitutional federal national international supreme agreement treaty league news research development guard registry
award awards
series cup team club force forces army navy police corporation movement revolution empire programme program fund plan
project school schools hospital museum airport station river lake mount mt island islands street road avenue building
tower bridge park records record report review journal book day author narrator
first second third fourth fifth sixth seventh eighth ninth tenth"""
_TITLE_WORDS = frozenset(_TITLES.split())
_SUFFIX = re.compile(r"(?:ians?|eans?|ans?|ns?|ese|ish|is?|ites?|ics?|s|es|a|e|o|y|ia|land|i?stan)?$")


_DOERS = re.compile(r"[A-Z][a-z]+(?:ers|ors|ings|ists) (?!(?:is|was|has|had|does|says|said|\w+ed|\w+s)\b)[a-z]")
"""A plural of doers or doings and no verb of one person after it: `Growers who`, but not `Rogers was`."""
_ITEM = r"[\w'’-]+(?: [\w'’-]+){0,3}"
_SIDE_BY_SIDE = re.compile(rf"(?P<listed>(?:{_ITEM}, )*){_ITEM},? (?:and|or) \w", re.IGNORECASE)
_COMPARED = re.compile(r"\b(?:than|versus|instead of|compared (?:to|with))\b", re.IGNORECASE)


class Name(NamedTuple):
    """A word of a name where it stands, and the whole name it belongs to."""

    span: Span
    whole: Span


def find_unborne_names(text: str, sources: Sequence[str], *, without: Sequence[Span] = ()) -> Iterator[Name]:
    """The words of names in a normalised text that no source has, each with its whole name."""
    held = _Held.read(sources)
    for run in _find_runs(text, without):
        words = [span.of(text) for span in run]
        spelt = held.find_spelt_out(words)
        whole = Span(run[0].start, run[-1].end)
        missing = [
            span
            for place, span in enumerate(run)
            if place not in spelt and _is_missing(span, text, held) and _is_telling(span, text, run)
        ]
        named = [span for span in run if span.of(text).lower() not in _BEFORE_NAMES] or run
        yield from (Name(span, Span(min(span, named[0]).start, whole.end)) for span in missing)
        if not missing and not spelt and held.are_apart(words):
            yield Name(whole, whole)


def _is_missing(span: Span, text: str, held: _Held) -> bool:
    """Whether the sources lack a word of a name. What they have as a word of the language is no name there."""
    word = span.of(text)
    if not held.capitals.isdisjoint(list_governed(make_key(word), text[: span.start], text[span.end :])):
        return False
    return not held.has(word) or (is_first_name(word) and make_key(word) not in held.capitals)


_LISTED = r"(?:[A-Z][\w.'’-]*(?: (?:[A-Z\"][\w.'’\"-]*|of|de|van|von|the))*(?: \([^()]*\))?)"
_LIST = re.compile(rf"{_LISTED}(?:, {_LISTED})*,? (?:and|&) {_LISTED}")
_ADDED = re.compile(r"[a-z][,:(—–] ?\(?$")


def count_named(text: str) -> int:
    """The most things that a text names side by side: the items of its longest list, or two that it compares."""
    lists = (2 + match["listed"].count(",") for match in _SIDE_BY_SIDE.finditer(text))
    return max((2 if _COMPARED.search(text) else 0, *lists))


def count_names(text: str) -> int:
    """How many different names a text has."""
    runs = (run for run in _find_runs(text, ()) if any(_is_telling(span, text, run) for span in run))
    return len({" ".join(span.of(text) for span in run) for run in runs})


def count_people(text: str) -> int:
    """How many people a text names: by the last words of names that are no institution's, country's or people's."""
    found: set[str] = set()
    for run in _find_runs(text, ()):
        words = [span.of(text) for span in run]
        keys = [make_key(word) for word in words]
        if any(_is_telling(span, text, run) for span in run) and not (
            is_institution(words) or any(map(list_people, keys)) or all(map(_is_acronym, words))
        ):
            found.add(keys[-1])
    return len(found)


def count_spelt_out(text: str) -> Iterator[int]:
    """How many names stand in each list that a text adds to what it counts: `two captains, Ada Lorne and Jon Berg`."""
    for match in _LIST.finditer(text):
        if _ADDED.search(text, 0, match.start()):
            yield from count_lists(match[0])


def count_lists(source: str) -> Iterator[int]:
    """How many names stand in each list of names: three in `Carter, Dorough and McLean`."""
    for match in _LIST.finditer(source):
        yield len(re.split(r", (?:and )?| and | & ", re.sub(r"\([^()]*\)", "", match[0])))


def _find_runs(text: str, without: Sequence[Span]) -> Iterator[list[Span]]:
    """Words with capitals that stand together, with small words between them where they may belong to one name."""
    shouted = _is_in_capitals(text)
    run: list[Span] = []
    for match in _TOKEN.finditer(text):
        span = Span(*match.span())
        if any(one.start < span.end and span.start < one.end for one in without):
            continue
        if not _has_capital(match[0]) or (shouted and is_ordinary(match[0])):
            continue
        if run and not _belong_together(run[-1].of(text), text[run[-1].end : span.start]):
            yield run
            run = []
        run.append(span)
    if run:
        yield run


def _belong_together(word: str, between: str) -> bool:
    """Whether what stands between two words with capitals keeps them in one name."""
    if "." in between and len(word) > 3:
        return False
    return re.fullmatch(r"[ .&-]*", between) is not None or between.strip() in _LINKS


def _has_capital(word: str) -> bool:
    return any(char.isupper() for char in word) and any(char.isalpha() for char in word)


def _is_in_capitals(text: str) -> bool:
    """Whether most words have capitals, as in headings: there they tell nothing."""
    words = [word for word in re.findall(r"[^\W\d_]{2,}", text) if len(word) > 3 or word.lower() not in _LINKS]
    return len(words) > 3 and sum(word[0].isupper() for word in words) > 0.8 * len(words)


def _is_telling(span: Span, text: str, run: Sequence[Span]) -> bool:
    """Whether a word with a capital is a name there: not one that any sentence may begin with, a title or emphasis."""
    word = span.of(text)
    plain = re.sub(r"['’]s$", "", word).strip(".").lower()
    if (
        plain in _TITLE_WORDS
        or (len(plain) < 3 and not _is_acronym(word))
        or (is_institution([plain.capitalize()]) and len(run) == 1)
    ):
        return False
    starts = _begins(span, text)
    if not is_ordinary(plain):
        return not (starts and len(run) == 1 and _DOERS.match(text, span.start))
    if starts:
        following = run[1].of(text) if len(run) > 1 and span == run[0] else ""
        return is_called(plain, text[span.end :], surname="" if is_ordinary(following) else following)
    return len(plain) > 3 and not word.isupper()


def _begins(span: Span, text: str) -> bool:
    """Whether a sentence, a title or a quotation begins with the word."""
    before = text[max(0, span.start - 8) : span.start]
    return _STARTS.search(before) is not None and not _ABBREVIATED.search(before)


class _Held(NamedTuple):
    """What the sources name."""

    words: frozenset[str]
    initials: frozenset[str]
    spelt_out: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    in_names: frozenset[str]
    capitals: frozenset[str]
    """Words that stand in them with a capital."""
    expanded: frozenset[str]
    """Initials of names that the sources give in full: no other name may stand for them."""

    @classmethod
    def read(cls, sources: Sequence[str]) -> _Held:
        held = [_read_source(source) for source in sources]
        return cls(*(frozenset[Any]().union(*parts) for parts in zip(*held, strict=True))) if held else _read_source("")

    def has(self, word: str) -> bool:
        """Whether a word of a name stands in the sources in any of its forms."""
        keys = _list_keys(word)
        if not self.words.isdisjoint(keys) or any(not self.capitals.isdisjoint(list_people(key)) for key in keys):
            return True
        if _is_acronym(word) and re.sub(r"\W", "", word).lower().rstrip("s") in self.spelt_out:
            return True
        if any(_is_short_place(key, other) for key in keys for other in self.capitals):
            return True
        long = [key for key in keys if len(key) >= _LONG]
        return any(_is_same_people(key, other) or _is_same_name(key, other) for key in long for other in self.words)

    def find_spelt_out(self, words: Sequence[str]) -> set[int]:
        """The places of words whose initials the sources have: all three of `World Health Organization` for `WHO`."""
        known = self.initials - self.expanded
        return {
            place
            for start in range(len(words))
            for end in range(start + 2, len(words) + 1)
            if (end - start > 2 or end - start == len(words))
            and "".join(word[0].lower() for word in words[start:end]) in known
            for place in range(start, end)
        }

    def are_apart(self, words: Sequence[str]) -> bool:
        """Whether a name of two words is put together from two names of the sources."""
        if len(words) != 2 or any(is_ordinary(word) or _is_acronym(word) for word in words):
            return False
        first, second = map(make_key, words)
        return {first, second} <= self.in_names and (first, second) not in self.pairs


@lru_cache(maxsize=2048)
def _read_source(source: str) -> _Held:
    """What one source has. Writers are held against the same sentences again and again."""
    tokens = [match[0] for match in _TOKEN.finditer(source)]
    joined = (match[0].replace("-", "") for match in _HYPHENED.finditer(source))
    names = [[span.of(source) for span in run] for run in _find_runs(source, ())]
    return _Held(
        words=frozenset(key for token in (*tokens, *joined) for key in _list_keys(token)),
        initials=frozenset(re.sub(r"\W", "", token).lower() for token in tokens if _is_acronym(token)),
        spelt_out=frozenset(_spell_initials(tokens)),
        pairs=frozenset(_list_pairs([make_key(token) for token in tokens])),
        in_names=frozenset(make_key(word) for name in names if len(name) > 1 for word in name),
        capitals=frozenset(make_key(token) for token in tokens if _has_capital(token)),
        expanded=frozenset("".join(word[0].lower() for word in name) for name in names),
    )


def _list_pairs(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Words that stand near each other, in either order: `Wright, Edgar` names `Edgar Wright`."""
    for n, word in enumerate(words):
        for other in words[n + 1 : n + 7]:
            yield word, other
            yield other, word


def _is_acronym(token: str) -> bool:
    letters = re.sub(r"[^A-Za-z]", "", re.sub(r"(?:['’]s|s)$", "", token))
    return len(letters) > 1 and letters.isupper()


def _spell_initials(tokens: Sequence[str]) -> set[str]:
    """The initials of words that stand together: with every word, and with those that have capitals alone."""
    found: set[str] = set()
    for start in range(len(tokens)):
        if not tokens[start][0].isalpha():
            continue
        every, capitals = "", ""
        for token in tokens[start : start + 9]:
            every += token[0].lower()
            capitals += token[0].lower() if token[0].isupper() else ""
            found.update(one for one in (every, capitals) if len(one) > 1)
    return found


def _is_same_name(key: str, other: str) -> bool:
    """Whether two spellings differ by one letter that the one has and the other lacks, or by one vowel: `Barak` and
    `Barack`, `Mahdi` and `Mehdi`.
    """
    if len(key) == len(other):
        differing = [pair for pair in zip(key, other, strict=True) if pair[0] != pair[1]]
        return len(differing) == 1 and key[0] == other[0] and {*differing[0]} <= _VOWELS
    if abs(len(key) - len(other)) != 1:
        return False
    short, long = sorted((key, other), key=len)
    return any(short == long[:place] + long[place + 1 :] for place in range(1, len(long)))


@cache
def _list_keys(word: str) -> tuple[str, ...]:
    """The key of a word, and those of its parts."""
    bare = re.sub(r"['’]s$", "", word)
    parts = re.split(r"['’&-]", bare)
    whole = (make_key(word), make_key("".join(parts)))
    return tuple(dict.fromkeys(filter(None, (*whole, *(make_key(part) for part in parts if len(part) > 2)))))


def _is_short_place(key: str, other: str) -> bool:
    """Whether two short words are a place and its people, of which the ending changes: `Rome` and `Roman`, `Cuba`."""
    place, people = sorted((key, other), key=len)
    return len(place) >= 4 and place[-1] in _VOWELS and people in (f"{place[:-1]}an", f"{place[:-1]}ian")


def _is_same_people(key: str, other: str) -> bool:
    """Whether two words are a place and its people: `Nigeria` and `Nigerian`, `Milan` and `Milanese`."""
    if len(other) < 4 or key[:4] != other[:4]:
        return False
    shared = next((n for n, (a, b) in enumerate(zip(key, other, strict=False)) if a != b), min(len(key), len(other)))
    return shared >= 4 and all(_SUFFIX.fullmatch(one[shared:]) for one in (key, other))
