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
_NUMBERED = re.compile(rf"[\W_]*(?:(?P<label>[A-Z][\w-]+)\.? )?(?P<place>(?>{_PLACE}))(?:[.:)*]|\s+[A-Z(]|$)")
_PART = re.compile(r"(?<!\w)\([a-z0-9]{1,3}\)")
_FEWEST_RULES = 2


def find_missing(file: CaseFile) -> tuple[Finding, ...]:
    """What is referred to by its label and is not in the file, each once."""
    found = [*_find_enclosures(file), *_find_rules(file)]
    return tuple({finding.text: finding for finding in reversed(found)}.values())[::-1]


def _find_enclosures(file: CaseFile) -> Iterator[Finding]:
    """Enclosures that no document is called by, and that head no line."""
    heads = [line.strip(" #*").casefold() for one in file.documents for line in (_name(one), *one.sentences)]
    for filed, number, text in file.list_sentences():
        for found in _ENCLOSED.finditer(read_as_one_line(text)):
            label = found[0]
            if not any(re.match(rf"{re.escape(label.casefold())}\b", head) for head in heads):
                yield make_finding(
                    "missing",
                    f"{filed.shown_first} refers to “{label}”, but the file does not have it.",
                    advice="Ask for it, and do not rely on what is said of it until it has been read.",
                    passages=(filed.say(number),),
                )


def _name(filed: FiledDocument) -> str:
    return re.sub(r"[-_]", " ", filed.name)


def _find_rules(file: CaseFile) -> Iterator[Finding]:
    """Rules that are cited by number where the file has rules of that label, and none of that number."""
    places = _list_rules(file)
    held = {(one.label, one.place) for filed in file.documents for one in find_references(filed.name)}
    begun = "|".join(re.escape(label) for label in places if label not in LABELS)
    known = re.compile(rf"\b(?P<label>{begun or '(?!)'})s? (?P<place>{_PLACE})(?!\w)", re.IGNORECASE)
    for filed, number, text in file.list_sentences():
        line = read_as_one_line(text)
        cited = {(one.label, one.place) for one in find_references(line) if one.label}
        cited |= {(found["label"].lower(), found["place"]) for found in known.finditer(line)}
        for label, place in sorted(cited - held):
            if label in places and not _is_among(place, places[label]):
                yield make_finding(
                    "missing",
                    f"{filed.shown_first} relies on {label} {place}, which is not among the rules in the file.",
                    advice="Ask for the text of this rule; without it nobody can check what it says.",
                    passages=(filed.say(number),),
                )


def _list_rules(file: CaseFile) -> Mapping[str, set[str]]:
    """The numbers of the rules by their label, which begins them or, of those that are usual, stands in the name of
    their document."""
    places: dict[str, set[str]] = defaultdict(set)
    for filed in file.documents:
        begun: dict[str, set[str]] = defaultdict(set)
        titled = [label for label in LABELS if label in _name(filed).lower()]
        place, labels = "", list[str]()
        for text in filed.sentences:
            if (found := _NUMBERED.match(text)) and not _is_day(found, text):
                named = [one.label for one in find_references(text[: found.end()])] or [(found["label"] or "").lower()]
                place, labels = found["place"], named if found["label"] else titled
            parts = [f"{place}{part}" for part in _PART.findall(text)] if "(" not in place else []
            for label in labels:
                begun[label].update([place, *parts])
        for label, own in begun.items():
            places[label] |= own if len(own) >= _FEWEST_RULES else set()
    return {label: own for label, own in places.items() if own}


def _is_day(found: re.Match[str], text: str) -> bool:
    """Whether the number is that of a day: `On 14 May`."""
    return any(one.span.start <= found.start("place") < one.span.end for one in find_dates(text))


def _is_among(place: str, places: set[str]) -> bool:
    """Whether a rule has this number, or is the part or the whole of one that has."""
    whole, part, _ = place.partition("(")
    has_parts = any(one.startswith(f"{whole}(") for one in places)
    return (whole in places and not (part and has_parts)) or any(
        one == place or one.startswith((f"{place}(", f"{place}.")) for one in places
    )
