"""Which section of which law a reason names: held against the papers and the rules of the decision, then set aside.

Where a rule stands is not what it says. A wrong number is a fault; a right one only stands in the way of a reader who
compares what the reason says with what its sources say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foam.text.mentions.references import Reference, find_references
from foam.text.normalise import normalise
from foam.text.span import Span

_PARTS = r"(?:sub-?sections?|paragraphs?|sub-?paragraphs?|para\.|points?|no\.)"
_SINGLE = "section|article|rule|regulation|clause"
_SPELLINGS = (
    (re.compile(r"(?<![\w.])ss?\.\s?(?=\d)"), "section "),
    (re.compile(rf"\b{_PARTS} \(?(\w{{1,3}})\)? of (?:the )?({_SINGLE}) (\d+[a-z]?)", re.I), r"\2 \3(\1)"),
    (re.compile(rf"(\d[a-z]?),? {_PARTS} \(?(\d{{1,2}}|[a-z])\)?(?!\w)", re.I), r"\1(\2)"),
    (re.compile(r"(\d[A-Za-z]?) (?=\(\w{1,3}\))"), r"\1"),
)  # fmt: skip
"""How people write a place in a law, and how it is compared: `s. 12 (3)`, `paragraph 3 of section 12`."""
_NAME = (
    r"(?:[A-Z][\w'’-]+ (?:(?:and|of|for|on|to|in) (?:the )?)?){1,8}"
    r"(?:Act|Code|Law|Regulations?|Ordinance|Rules|By-?laws?|Statute|Order|Directive|Decree)"
    r"(?:,? (?:of )?(?P<year>\d{4}))?"
)
_LAW = re.compile(rf"\b{_NAME}\b")
_PLACE = r"\d+[A-Za-z]?(?:\.\d+)*(?:\(\w{1,4}\))*"
_LABEL = r"(?:sections?|articles?|rules?|regulations?|clauses?|paragraphs?|§§?|chapter|schedule)"
_OF_LAW = (
    rf"(?: of (?:the |this |that )?(?:{_NAME.replace('?P<year>', '')}|[Aa]ct|[Ll]aw|[Cc]ode|[Rr]ules|[Bb]y-?laws?))?"
)
_WHERE = re.compile(
    rf"(?:(?:,\s*)?\b(?:as |is |are )?(?:under|by|per|in|according to|pursuant to|on the strength of) (?:the )?"
    rf"(?i:{_LABEL}) {_PLACE}(?:(?:,| and| or) {_PLACE})*{_OF_LAW},?"
    rf"|^(?i:{_LABEL}) {_PLACE}{_OF_LAW} (?:says|provides|states|lays down|tells us)(?: that)?)",
)
"""A reference that only tells where the rest stands."""
_LEADING = re.compile(r"(?:^|\n)\s*(\d+[a-z]?(?:\.\d+)*)[.):]?\s+(?=[A-Z(])")
_MARKED = re.compile(r"(?<![\w)])\((\w{1,3})\)\s")
"""A paragraph of a section that begins with its own mark: `(3) No levy is due`."""


def spell_references(text: str) -> str:
    """The text with places in laws written in one way."""
    plain = normalise(text)
    for pattern, written in _SPELLINGS:
        plain = pattern.sub(written, plain)
    return plain


def find_wrong_reference(says: str, papers: Sequence[str]) -> str:
    """The first place in a law, or law of a year, that the papers give otherwise; empty where there is none.

    Where they hold nothing of the kind there is nothing to hold it against.
    """
    texts = [spell_references(one) for one in papers]
    held = [one for text in texts for one in _list_places(text)]
    for said in find_references(spell_references(says)):
        if any(said.label == one.label for one in held) and not any(_stands(said, one, held) for one in held):
            return f"{said.label} {said.place}".strip()
    years: dict[str, set[str]] = {}
    for found in (one for text in texts for one in _LAW.finditer(text)):
        years.setdefault(_name(found), set()).add(found["year"] or "")
    for law in _LAW.finditer(normalise(says)):
        known = years.get(_name(law), set()) - {""}
        if law["year"] and known and law["year"] not in known:
            return law[0]
    return ""


def leave_out_references(says: str) -> str:
    """What a reason says without the places in laws that only tell where it stands."""
    left = _WHERE.sub(" ", spell_references(says))
    left = " ".join(_LAW.sub("the law", left).split()).lstrip(",;: ")
    left = re.sub(r"\bthe the law\b", "the law", re.sub(r" (?=[,.;:])", "", left))
    return left[:1].upper() + left[1:]


def leave_out_marks(sentence: str) -> str:
    """A sentence of a law without the number of its paragraph."""
    return re.sub(r"^\s*(?:\(\w{1,3}\)\s+)+", "", sentence)


def _list_places(text: str) -> Iterator[Reference]:
    """Every place that a paper names or has: `Section 12. (1) … (3) …` has 12, 12(1) and 12(3)."""
    named = find_references(text)
    leading = (Reference(Span(*found.span(1)), "", found[1]) for found in _LEADING.finditer(text))
    begun = sorted((*named, *leading))
    yield from begun
    for mark in _MARKED.finditer(text):
        before = [one for one in begun if one.span.start < mark.start()]
        if before:
            yield before[-1]._replace(place=f"{before[-1].place.partition('(')[0]}({mark[1]})")


def _stands(said: Reference, one: Reference, held: Sequence[Reference]) -> bool:
    """Whether a place that is held is the one that is said, or its section, where no paragraph of that is held."""
    if one.label and said.label and one.label != said.label:
        return False
    if one.place == said.place or one.place.startswith((f"{said.place}(", f"{said.place}.")):
        return True
    section = said.place.partition("(")[0]
    divided = any(other.place.startswith(f"{section}(") for other in held)
    return one.place == section and not divided


def _name(law: re.Match[str]) -> str:
    return re.sub(r",? (?:of )?\d{4}$", "", law[0]).removeprefix("The ").casefold()
