"""What a file refers to by a label and does not hold: enclosures (`Annex B`), and rules by their numbers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, make_finding
from foam_quotes.text.mentions.dates import find_dates
from foam_quotes.text.mentions.references import LABELS, find_references
from foam_quotes.text.normalise import read_as_one_line

_ENCLOSED = re.compile(
    r"\b(?:Annex|Appendix|Attachment|Enclosure|Exhibit|Addendum) (?:[A-Z]\d{0,2}|\d{1,3}|[IVX]{1,4})\b"
)
_PLACE = r"\d{1,3}[A-Za-z]?(?:\.\d+)*(?:\(\w{1,4}\))*"
_NUMBERED = re.compile(rf"[^\w(]*_*(?:(?P<label>[A-Z][\w-]+)\.? )?(?P<place>(?>{_PLACE}))(?:[.:)*]|\s+[A-Z(]|$)")
_BRACKETED = re.compile(r"\(\w{1,4}\)")
_PART = re.compile(rf"(?<!\w){_BRACKETED.pattern}")
"""A part where it stands; in `4(2)` it is only named."""
_FEWEST_RULES = 2


def find_missing(file: CaseFile) -> tuple[Finding, ...]:
    """What is referred to by its label and is not in the file, each once."""
    found = [*_find_enclosures(file), *_find_rules(file)]
    return tuple({finding.text: finding for finding in reversed(found)}.values())[::-1]


def _find_enclosures(file: CaseFile) -> Iterator[Finding]:
    """Enclosures that no document is called by or names in its first sentence, and that begin no line."""
    begun = [line.strip(" #*") for one in file.documents for line in (_name(one), *one.sentences)]
    headed = {label for one in file.documents for label in _ENCLOSED.findall(read_as_one_line(one.sentences[0]))}
    for filed, number, text in file.list_sentences():
        for found in _ENCLOSED.finditer(read_as_one_line(text)):
            label = found[0]
            if label not in headed and not any(re.match(rf"{re.escape(label)}\b", one, re.IGNORECASE) for one in begun):
                yield make_finding(
                    "missing",
                    f"{filed.shown_first} refers to “{label}”, but the file does not have it.",
                    advice="Ask for it, and do not rely on what is said of it until it has been read.",
                    passages=(filed.say(number),),
                )


def _name(filed: FiledDocument) -> str:
    return re.sub(r"[-_]", " ", filed.name)


def _find_rules(file: CaseFile) -> Iterator[Finding]:
    """Rules that are cited by number where another document has rules of that label, and none of that number."""
    own = {filed.name: _list_rules(filed) for filed in file.documents}
    places: dict[str, dict[str, set[str]]] = defaultdict(dict)
    for label, rules in (pair for listed in own.values() for pair in listed.items()):
        for rule, parts in rules.items():
            places[label][rule] = places[label].get(rule, set()) | parts
    held = {(one.label, one.place) for filed in file.documents for one in find_references(filed.name)}
    begun = "|".join(re.escape(label) for label in places if label not in LABELS)
    known = re.compile(rf"\b(?P<label>{begun or '(?!)'})s? (?P<place>{_PLACE})(?!\w)", re.IGNORECASE)
    for filed, number, text in file.list_sentences():
        line = read_as_one_line(text)
        cited = {(one.label, one.place) for one in find_references(line) if one.label}
        cited |= {(found["label"].lower(), found["place"]) for found in known.finditer(line)}
        for label, place in sorted(cited - held):
            if label in places and label not in own[filed.name] and not _is_among(place, places[label]):
                yield make_finding(
                    "missing",
                    f"{filed.shown_first} relies on {label} {place}, which is not among the rules in the file.",
                    advice="Ask for the text of this rule; without it nobody can check what it says.",
                    passages=(filed.say(number),),
                )


def _list_rules(filed: FiledDocument) -> dict[str, dict[str, set[str]]]:
    """The numbers of a document's rules by their label, each with the parts that stand under it.

    The label begins a rule or, where it is usual, stands in the name of the document.
    """
    begun: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    titled = [label for label in LABELS if label in _name(filed).lower()]
    number, labels = "", list[str]()
    for text in filed.sentences:
        own = text
        if (found := _NUMBERED.match(text)) and not _is_day(found, text):
            named = [one.label for one in find_references(text[: found.end()])] or [(found["label"] or "").lower()]
            number, labels = found["place"].partition("(")[0], named if found["label"] else titled
            own = text[found.start("place") + len(number) :]
        for label in labels:
            begun[label][number].update(_PART.findall(own))
    return {
        label: rules for label, rules in begun.items() if max(len(rules), *map(len, rules.values())) >= _FEWEST_RULES
    }


def _is_day(found: re.Match[str], text: str) -> bool:
    """Whether the number is that of a day: `On 14 May`."""
    return any(one.span.start <= found.start("place") < one.span.end for one in find_dates(text))


def _is_among(place: str, rules: Mapping[str, set[str]]) -> bool:
    """Whether a rule has this number, with these parts where any of its parts are told apart."""
    number = place.partition("(")[0]
    parts = rules.get(number, set())
    is_there = number in rules or any(one.startswith(f"{number}.") for one in rules)
    return is_there and (not parts or parts.issuperset(_BRACKETED.findall(place)))
