"""What is left of an act without what code found at fault in it.

    fault at an entry of a list             the entry is left out, as long as another stands
    fault at a field of an entry            the field is emptied where it may be, else the entry is left out
    fault in an explanation of sentences    the sentences that have the words at fault

Nothing is written anew: what is left stands to the letter. Where the rest could not stand, nothing is left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam.job.mending import FaultPlace, find_place
from foam.model.form import Form, FormField, FormValue, ListField, Record, TextField
from foam_quotes.text.segment import split_sentences

_QUOTED = re.compile(r"“([^”]*)”")


def leave_out(fields: Sequence[FormField], filled: Form, faults: Sequence[str]) -> dict[str, FormValue] | None:
    """The form without what is at fault; None where a fault has no place in it, or too little would be left."""
    located = [(find_place(fields, filled, fault), fault) for fault in faults]
    places = [place for place, _ in located if place]
    if len(places) < len(located):
        return None
    left = dict(filled)
    for field in fields:
        own = [(place, fault) for place, fault in located if place and place.field == field.name]
        if not own:
            continue
        value = filled[field.name]
        if isinstance(field, ListField):
            rows = _leave_out_rows(field, value, [place for place, _ in own])
            # Better one sound entry of one's own than none: only a list that must be complete is not left short.
            if len(rows) < (field.at_least if field.at_least == field.at_most else 1):
                return None
            left[field.name] = rows
        elif isinstance(field, TextField) and field.explains:
            text = _leave_out_sentences(str(value), [fault for _, fault in own])
            if not text:
                return None
            left[field.name] = text
        else:
            return None
    return left


def name_fault(fault: str) -> str:
    """A fault without the words at fault and where else they are found: which complaint it is, and of what."""
    return _QUOTED.sub("“”", fault).partition("; ")[0]


def _leave_out_rows(field: ListField, value: FormValue, places: Sequence[FaultPlace]) -> tuple[Record, ...]:
    rows = [row for row in value if isinstance(row, dict)] if isinstance(value, tuple) else []
    optional = {one.name for one in field.fields if isinstance(one, TextField) and one.may_be_empty}
    dropped = {place.entry for place in places if place.part not in optional}
    emptied = {place.entry: {one.part: "" for one in places if one.entry == place.entry} for place in places}
    return tuple(
        {**row, **emptied.get(number, {})} for number, row in enumerate(rows, start=1) if number not in dropped
    )


def _leave_out_sentences(text: str, faults: Sequence[str]) -> str:
    """The text without its sentences at fault; empty where a fault does not say which, or none is left."""
    sentences = [span.of(text).strip() for span in split_sentences(text)]
    named = [match[1] if (match := _QUOTED.search(fault)) else "" for fault in faults]
    if not all(words and any(words in one for one in sentences) for words in named):
        return ""
    return " ".join(one for one in sentences if not any(words in one for words in named))
