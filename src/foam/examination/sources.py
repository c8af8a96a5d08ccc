"""Which document, or which rule, a text speaks of when it says `the inspector's report`, `section 4` or `Ms Berg`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from foam.examination.file import CaseFile, FiledDocument
from foam.examination.wording import list_topics
from foam.text.figures import MONTHS
from foam.text.mentions.dates import find_dates
from foam.text.mentions.references import Reference, find_references
from foam.text.span import Span
from foam.text.stem import stem
from foam.text.words import split_letters

_LABEL_WORDS = """
section article rule clause paragraph regulation chapter condition policy principle standard term guideline bylaw by-law
bye-law byelaw requirement provision
"""
_LABELS = frozenset(_LABEL_WORDS.split())
_BYLAW = re.compile(r"bye?-?law")
_PLACE = r"(?:[A-Z]{1,3}[.-]?)?\d+[A-Za-z]?(?:\.\d+)*(?:\([A-Za-z0-9]{1,4}\))*"
_PROVISION = re.compile(
    rf"\s*(?:(?P<label>(?i:{'|'.join(_LABELS)}|§+))\.? ?)?(?P<place>{_PLACE})"
    r"(?:[.:)]|—| - |\s*$|(?=\s+[A-Z][^.?!]{0,60}$)|(?<=\))(?=\s)|(?:(?<=\d\.\d)|(?<=\d\.\d\d))(?=\s+[A-Z]))"
)
_NO_PROVISION = re.compile(
    rf"\s*(?:\w+\.? )?{_PLACE},? (?:of (?:the |our |your |this )?[A-Z]|says\b|provides\b|states\b|requires?\b|"
    rf"allows?\b|grants?\b|(?:{'|'.join(filter(None, MONTHS))})\b)",
    re.IGNORECASE,
)
"""A line that only begins like a rule: it tells what a rule says, or is a day."""
_REFERENCE = re.compile(rf"\b(?P<label>(?i:{'|'.join(_LABELS)}))s? (?P<place>{_PLACE})(?![\w%]|,\d)")
_PARAGRAPH = re.compile(r"\([A-Za-z0-9]{1,4}\)")
_NORM = re.compile(r"\b(?:must|shall|may|is to|are to|has to|have to|entitled|required|not covered|payable)\b")
_CAPITALISED = re.compile(r"\b[A-Z][\w'’-]*")
_COMMON_WORDS = "the a an of its their his her our your my this that own said same copy date"
_COMMON = frozenset(map(stem, _COMMON_WORDS.split()))
_ENOUGH = 0.5
"""Share of a phrase's words that a document's heading must have."""
_CALLED = 0.6
"""How far a word for the author's role goes."""
_MOST = 3
"""A phrase that fits more documents than this names none of them."""
_HEADING = 80
_INITIALS = re.compile(r"\b[A-Z]{2,3}\b")
_LEAST_ROOT = 5
"""Letters that a word must have to be the root of another."""
_OF_A_DAY = re.compile(
    r"\b(?:letter|report|note|notice|mail|email|statement|memo\w*|reply|decision) (?:of|dated|from) "
)


_POINTING = re.compile(
    r"(?<!of )(?i:\b(?:the|this|that|these|those|its|their|his|her|our|your|my)\b)|\w['’](?:s\b|\s)|\d|(?<=\S )[A-Z]"
)
"""What points to one document or author: `the survey`, `Brink's letter`; `critics` and `some of the tenants` do not."""


class Provision(NamedTuple):
    """A numbered rule, and the sentences it consists of."""

    document: FiledDocument
    label: str
    place: str
    sentences: range

    @property
    def name(self) -> str:
        """How it is called: `section 4`."""
        return f"{self.label or 'number'} {self.place}"


def list_provisions(file: CaseFile) -> tuple[Provision, ...]:
    """Every numbered rule of the file: in documents that were named as rules, or that read like rules."""
    return tuple(one for document in file.documents for one in _read_provisions(document))


def _read_provisions(document: FiledDocument) -> list[Provision]:
    """The rules of a document: numbered, and called so or saying what must or may be done, as no letter's are."""
    starts = [
        (number, _plain_label(found["label"] or ""), found["place"])
        for number, text in enumerate(document.sentences)
        if (found := _PROVISION.match(text)) and not _NO_PROVISION.match(text)
    ]
    if len(starts) < 2 or document.part == "decision":
        return []
    ends = [number for number, _, _ in starts[1:]] + [len(document.sentences)]
    rules = [
        Provision(document, label, place, range(number, end))
        for (number, label, place), end in zip(starts, ends, strict=True)
    ]
    norms = sum(any(_NORM.search(document.sentences[number]) for number in one.sentences) for one in rules)
    labelled = sum(bool(one.label) for one in rules)
    return rules if document.part == "rules" or 2 * max(norms, labelled) >= len(rules) else []


def _plain_label(label: str) -> str:
    """One spelling of each label."""
    return _BYLAW.sub("bylaw", re.sub(r"§+", "section", label.lower()))


def find_rule_references(text: str) -> tuple[Reference, ...]:
    """Every reference to a numbered rule: `section 4(2)`, `rule 7`, `Policy T4`, `12(a)`."""
    known = [one for one in find_references(text) if one.label in _LABELS or not one.label]
    spans = {one.span for one in known}
    more = [
        Reference(Span(*match.span()), _plain_label(match["label"]), match["place"])
        for match in _REFERENCE.finditer(text)
        if not any(span.start <= match.start() < span.end for span in spans)
    ]
    return tuple(sorted([*known, *more]))


def find_provisions(
    reference: Reference, phrase: str, provisions: Iterable[Provision], asking: FiledDocument
) -> tuple[Provision, ...]:
    """The rules that a reference means: of several documents the one that the phrase names, else the rules' own."""
    others = [one for one in provisions if one.document.copy_of != asking.copy_of]
    fitting = list(_fit(reference, others))
    documents = {one.document.id: one.document for one in fitting}
    if len(documents) > 1:
        named = _rank(phrase, documents.values())
        rules = [one.id for one in documents.values() if one.part == "rules"]
        kept = named[:1] if named else rules[:1] if len(rules) == 1 else []
        fitting = [one for one in fitting if one.document.id in kept]
    return tuple(fitting)


def _fit(reference: Reference, provisions: list[Provision]) -> Iterator[Provision]:
    """Rules of that number; of a part that is not numbered by itself, the rule that it is a part of."""
    place = reference.place
    while place:
        found = [
            one
            for one in provisions
            if (not reference.label or not one.label or one.label == reference.label)
            and (one.place == place or one.place.startswith((f"{place}(", f"{place}.")))
        ]
        if found:
            yield from (_narrow(one, reference.place[len(place) :]) for one in found)
            return
        place = re.sub(r"(?:\([^()]*\)|\.\d+)$", "", place) if re.search(r"[.(]", place) else ""


def _narrow(provision: Provision, part: str) -> Provision:
    """The part of a rule, where its paragraphs are numbered `(1)`, `(2)` by themselves."""
    starts = [n for n in provision.sentences if _PARAGRAPH.match(provision.document.sentences[n])]
    first = next((n for n in starts if part and provision.document.sentences[n].startswith(part)), None)
    if first is None:
        return provision
    end = next((n for n in starts if n > first), provision.sentences.stop)
    return provision._replace(place=provision.place + part, sentences=range(first, end))


def find_named(file: CaseFile, phrase: str, asking: FiledDocument) -> tuple[FiledDocument, ...]:
    """The documents that a phrase names by author, role, title or day; none where it fits none or too many.

    What an article of a work of reference is about is not the article: `the law on refugees` is none.
    """
    others = [one for one in file.list_others(asking) if not one.is_article]
    best = _rank(phrase, others, kind=asking.document.facets.kind, is_nobodys=asking.is_nobodys)
    return tuple(file.by_id[one] for one in best) if len(best) <= _MOST else ()


def _rank(phrase: str, documents: Iterable[FiledDocument], *, kind: str = "", is_nobodys: bool = False) -> list[str]:
    """Ids of the documents that a phrase fits best. What kind of document it is does not tell one from whoever speaks
    of it where that is of the same `kind`; `is_nobodys` says that nobody signed or dated what speaks of it."""
    words = {stem(word.lower()) for word in split_letters(re.sub(r"['’]s\b", "", phrase))} - _COMMON
    days = [day for one in find_dates(phrase) if (day := one.whole)]
    topics = (
        list_topics(phrase)
        - _COMMON
        - {part for one in find_dates(phrase) for part in list_topics(one.span.of(phrase))}
    )
    points = _POINTING.search(phrase) is not None
    is_name = is_nobodys or topics.isdisjoint(list_topics(_CAPITALISED.sub("", phrase)))
    rated: dict[str, float] = {}
    for one in documents:
        score = 0.0
        surname = one.author.surname
        if surname and stem(surname.lower()) in words and surname in phrase:
            score += 2
        if words & {stem(word) for word in one.author.called}:
            score += _CALLED
        if any(_stands_for(letters, one) for letters in _INITIALS.findall(phrase)):
            score += 1
        heading = _join_heading(one, kind=kind)
        headed = list_topics(heading)
        if not points:
            headed = list_topics(" ".join(_list_spelled(phrase) & _list_spelled(heading)))
        known = sum(word in headed or (points and _has_root(word, headed)) for word in topics)
        if topics and not (is_name and _is_only_about(one, topics)) and (share := known / len(topics)) >= _ENOUGH:
            score += share
        if days and score:
            score += 1 if one.author.dated in days else -1 if one.author.dated and _OF_A_DAY.search(phrase) else 0
        if score > 0:
            rated[one.id] = score
    highest = max(rated.values(), default=0.0)
    return [one for one, score in rated.items() if score == highest]


def _is_only_about(document: FiledDocument, topics: frozenset[str]) -> bool:
    """Whether words that stand in its title say what a text is about, and not which text it is: nobody signed or dated
    it, and the words are no more than half of the title.

    `The United States` is no name for “Harbour law in the United States”.
    """
    title = list_topics(document.name)
    return document.is_nobodys and 2 * len(topics & title) <= len(title)


def _stands_for(letters: str, document: FiledDocument) -> bool:
    """Whether a document says whose first letters these are, or has them speak: `C. Tull (CT)`, `CT: Yes.`"""
    text = document.document.text
    return f"\n{letters}: " in text or (f"({letters})" in text and not document.is_nobodys)


def _has_root(word: str, others: Iterable[str]) -> bool:
    """Whether one of the others is what a word is made from, or the reverse: `auditors`, `audit`."""
    long_enough = (one for one in others if min(len(word), len(one)) >= _LEAST_ROOT)
    return any(word.startswith(one) or one.startswith(word) for one in long_enough)


def list_heading_words(document: FiledDocument) -> frozenset[str]:
    """The words by which others may call a document: of its name, its author, the author's role and its heading."""
    return list_topics(_join_heading(document))


def _join_heading(document: FiledDocument, *, kind: str = "") -> str:
    """All that it is called by, but for its kind where it is this one."""
    lines = [line for line in document.document.text.split("\n")[:3] if len(line) <= _HEADING]
    cited, own = document.document.citation, document.document.facets.kind
    told = (
        document.name,
        document.author.name,
        *document.author.called,
        cited.author,
        cited.source,
        cited.title,
        *lines,
        own if own not in ("text", "web", kind) else "",
    )
    return " ".join(told)


def _list_spelled(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in split_letters(text))
