"""Asking again for what is at fault alone.

    form ── faults, each at a field, at an entry of a list, at one field of an entry or at entries that belong together
    ── a form of just these ── put in place: the form, mended

Whoever mends sees what was written, what is wrong with it and what the passages at fault may cite, and not the whole
question again. What is not at fault stays to the letter. Where a fault has no place, nothing can be asked for alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from foam.model.form import Form, FormField, FormValue, IdsField, ListField, PlainField, PlainValue, Record, TextField
from foam.model.question import Option, Write
from foam.model.template import Prompts, fence, render_prompt

TEMPLATE = "acts/mend"
_MAY_CITE = "WHAT YOU MAY CITE in what you write again, under the ids that it has; nothing else"
_MAY_SPEAK_OF = "WHAT YOU MAY SPEAK OF, as the rest cites it: what you write again has no place for citations"
_PLACE = re.compile(r"(?P<field>[^:,]+?)(?: \((?P<group>\w+)\))?(?:, entry (?P<entry>\d+)(?:, (?P<part>\w+))?)?: ")


class FaultyPassage(NamedTuple):
    """A passage that is written again, and what is wrong with it."""

    passage: Mapping[str, PlainValue]
    """An entry of a list; a field as a record of its own."""
    faults: tuple[str, ...]


class Mending(NamedTuple):
    """What is told to whoever mends an act."""

    tell: Callable[[Sequence[FaultyPassage]], str]
    """What has to be known of the matter to write such passages again, fenced."""
    offer: Callable[[Sequence[FaultyPassage]], tuple[Option, ...]]
    """What may be cited in the place of such passages, under the ids that it had in the question."""


class FaultPlace(NamedTuple):
    """Where a fault lies: in a field, in one entry of a list, in one field of an entry, or in entries that belong
    together."""

    field: str
    entry: int = 0
    """Counted from 1; 0 for a field that is no list."""
    part: str = ""
    """The field of the entry, where that alone is at fault."""
    group: str = ""
    """The name by which entries belong together, where they are asked for anew, as many as it takes."""
    key: str = ""
    """The field that has this name."""

    @property
    def asked_as(self) -> str:
        """The field under which it is asked for: parts of entries stand apart from whole ones."""
        return f"{self.field}_{self.part}" if self.part else self.field

    def __str__(self) -> str:
        if self.group:
            return f"{self.field} ({self.group}), in as many entries as it takes"
        told = f"{self.field}, entry {self.entry}" if self.entry else self.field
        return f"{told}, {self.part}, under {self.asked_as}" if self.part else told

    def list_entries(self, filled: Form) -> tuple[int, ...]:
        """The entries that it is about; there may be none yet that belong together by its name."""
        if not self.group:
            return (self.entry,) if self.entry else ()
        rows = enumerate(_list_rows(filled, self.field), start=1)
        return tuple(number for number, row in rows if row[self.key] == (self.group,))


def find_places(fields: Sequence[FormField], filled: Form, faults: Sequence[str]) -> tuple[FaultPlace, ...]:
    """Where the faults lie, in the order of the form; nothing where one of them has no place in it.

    An entry that is at fault as a whole is asked for as a whole, whatever else is wrong with parts of it.
    """
    found = {find_place(fields, filled, fault) for fault in faults}
    if None in found:
        return ()
    places = {one for one in found if one}
    kept = [one for one in places if not one.part or one._replace(part="") not in places]
    order = [field.name for field in fields]
    return tuple(sorted(kept, key=lambda one: (order.index(one.field), one[1:])))


def make_mending_question(
    prompts: Prompts,
    question: Write,
    filled: Form,
    faults: Sequence[str],
    places: Sequence[FaultPlace],
    mending: Mending,
) -> Write:
    """The form of just what is at fault."""
    located = [(find_place(question.fields, filled, fault), fault) for fault in faults]
    faulty = [
        FaultyPassage(
            _read_passage(filled, place),
            tuple(fault for found, fault in located if found and found._replace(part="") == place._replace(part="")),
        )
        for place in places
    ]
    can_cite = _can_cite(question.fields, places)
    offered = mending.offer(faulty) if can_cite else _list_cited(question, filled)
    hidden = {one.id for one in question.material} - {one.id for one in offered}
    prompt = render_prompt(
        prompts,
        TEMPLATE,
        matter=mending.tell(faulty),
        said=fence(json.dumps(_order_form(question.fields, filled), ensure_ascii=False, indent=1)),
        faults="\n".join(f"- {fault}" for fault in faults),
        offering=_MAY_CITE if can_cite else _MAY_SPEAK_OF,
        offered="\n".join(fence(one.text, label=f"evidence id={one.id}") for one in offered) or "nothing",
        asked="; ".join(str(place) for place in places),
    )
    fields = tuple(one for field in question.fields for one in _narrow_field(field, places, hidden))
    shown = tuple(one for one in question.material if one.id not in hidden)
    return question.model_copy(update={**prompt, "fields": fields, "material": shown, "shared": ""})


def put_in_place(filled: Form, places: Sequence[FaultPlace], mended: Form) -> dict[str, FormValue]:
    """The form with what was written again in its place."""
    merged = dict(filled)
    for place in places:
        if not place.entry:
            merged[place.field] = mended[place.field]
    for name in {place.field for place in places if place.group}:
        own = [place for place in places if place.field == name]
        gone = {entry for place in own for entry in place.list_entries(filled)}
        rows = [row for number, row in enumerate(_list_rows(filled, name), start=1) if number not in gone]
        standing = [row[own[0].key] for row in rows]
        given = (row for row in _list_rows(mended, name) if row[own[0].key] not in standing)
        first = min(gone, default=len(rows) + 1) - 1
        merged[name] = (*rows[:first], *given, *rows[first:])
    for name in {place.field for place in places if place.entry}:
        rows = _list_rows(filled, name)
        own = [place for place in places if place.field == name]
        anew = {asked: iter(_list_rows(mended, asked)) for asked in {place.asked_as for place in own}}
        for place in own:
            row = next(anew[place.asked_as])
            rows[place.entry - 1] = {**rows[place.entry - 1], **row} if place.part else row
        merged[name] = tuple(rows)
    return merged


def _can_cite(fields: Sequence[FormField], places: Sequence[FaultPlace]) -> bool:
    """Whether ids can be named in what is written again: in an entry of a list, or where a field of ids is at fault."""
    again = {place.field for place in places}
    return any(not isinstance(field, TextField) for field in fields if field.name in again)


def _list_cited(question: Write, filled: Form) -> tuple[Option, ...]:
    """What the form cites anywhere, of what was offered."""
    rows = (row for field in question.fields if isinstance(field, ListField) for row in _list_rows(filled, field.name))
    values = (value for record in (filled, *rows) for value in record.values())
    named = {name for value in values if isinstance(value, tuple) for name in value if isinstance(name, str)}
    return tuple(one for one in question.material if one.id in named)


def find_place(fields: Sequence[FormField], filled: Form, fault: str) -> FaultPlace | None:
    """The place that a fault names before its colon, as `opening: …`, `points, entry 2: …` or `steps (sum): …`."""
    match = _PLACE.match(fault)
    field = next((one for one in fields if match and one.name == match["field"]), None)
    if match is None or field is None:
        return None
    if match["group"]:
        key = field.grouped_by if isinstance(field, ListField) else ""
        return FaultPlace(field.name, group=match["group"], key=key) if key else None
    entry = int(match["entry"] or 0)
    fits = 1 <= entry <= len(_list_rows(filled, field.name)) if isinstance(field, ListField) else not entry
    parts = {one.name for one in field.fields} if isinstance(field, ListField) else set[str]()
    part = match["part"] or ""
    return FaultPlace(field.name, entry, part) if fits and (not part or part in parts) else None


def _list_rows(filled: Form, name: str) -> list[Record]:
    rows = filled[name]
    assert isinstance(rows, tuple)
    return [row for row in rows if isinstance(row, dict)]


def _read_passage(filled: Form, place: FaultPlace) -> Mapping[str, PlainValue]:
    """An entry as it is; a field as a record of its own."""
    if place.entry:
        return _list_rows(filled, place.field)[place.entry - 1]
    rows = [_list_rows(filled, place.field)[entry - 1] for entry in place.list_entries(filled)]
    value = rows or filled[place.field]
    return {place.field: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}


def _order_form(fields: Sequence[FormField], filled: Form) -> dict[str, object]:
    """The form in the order in which it was asked for."""

    def order(field: FormField) -> object:
        if not isinstance(field, ListField):
            return filled[field.name]
        return [{one.name: row[one.name] for one in field.fields} for row in _list_rows(filled, field.name)]

    return {field.name: order(field) for field in fields}


def _narrow_field(field: FormField, places: Sequence[FaultPlace], hidden: set[str]) -> Iterator[FormField]:
    """The field as it is asked for again: only entries at fault, only ids that are shown; parts of entries apart."""
    own = [place for place in places if place.field == field.name]
    if not isinstance(field, ListField):
        yield from [_hide_ids(field, hidden)] if own else []
        return
    if any(place.group for place in own):
        yield field.model_copy(update={"fields": tuple(_hide_ids(one, hidden) for one in field.fields)})
        return
    for asked, part in dict.fromkeys((place.asked_as, place.part) for place in own):
        entries = sum(place.asked_as == asked for place in own)
        inner = tuple(_hide_ids(one, hidden) for one in field.fields if part in ("", one.name))
        bounds = {"at_least": entries, "at_most": entries}
        about = f"{part} of such entries, and nothing else of them" if part else field.about
        yield field.model_copy(update={"name": asked, "fields": inner, "about": about, **bounds})


def _hide_ids(field: PlainField, hidden: set[str]) -> PlainField:
    if not isinstance(field, IdsField):
        return field
    ids = tuple(one for one in field.ids if one not in hidden)
    bounds = {"at_least": min(field.at_least, len(ids)), "at_most": min(field.at_most, len(ids))}
    return field.model_copy(update={"ids": ids, **bounds})
