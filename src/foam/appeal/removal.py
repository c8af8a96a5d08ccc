"""Which words of a matter are to be removed: those of an item, of a ground, how the person is addressed, or any."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from foam.appeal.standing import Standing, list_commitments
from foam.errors import InputError, NotFound
from foam.record.entry import Entry
from foam.values import TAG, Value

_NAME_LENGTH = 5
"""Words of a text that is taken for a name, each word of which gives a person away."""
_TITLES = frozenset({"dr", "herr", "frau", "miss", "mr", "mrs", "ms", "mx", "prof", "sir", "the"})


def choose_words(
    standing: Standing,
    *,
    items: Iterable[str] = (),
    grounds: Iterable[str] = (),
    person: bool = False,
    words: Iterable[str] = (),
) -> tuple[str, ...]:
    """The commitments of what is named; `words` names any by the start of their commitment."""
    who = (standing.opening.person, standing.opening.mail) if person else ()
    found = [*_in_named(standing, (*items, *grounds)), *(one.commitment for one in who if one)]
    found += [_find_commitment(standing, prefix) for prefix in words]
    if not found:
        hint = "name it: --item i2, --ground g1, --person, --words …"
        raise InputError("nothing is named to be removed", hint=hint)
    return tuple(dict.fromkeys(found))


def _in_named(standing: Standing, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        found = standing.item(name) or next((ground for ground in standing.grounds if ground.id == name), None)
        if found is None:
            raise NotFound(f"{name} is not on file", hint="foam appeal timeline --words shows what is")
        yield from list_commitments(found.json_value())


def _find_commitment(standing: Standing, prefix: str) -> str:
    found = [one for one in standing.words if one.startswith((prefix, f"{TAG}{prefix}"))]
    if len(found) != 1:
        what = "no words start" if not found else "several words start"
        raise NotFound(f"{what} with {prefix!r}", hint="foam appeal timeline --words shows them")
    return found[0]


class Remaining(Value):
    """Removed words that still stand elsewhere in the record: in which kind of entry, in which field, how often."""

    kind: str
    field: str
    times: int


def find_remaining(entries: Iterable[Entry], texts: Iterable[str]) -> tuple[Remaining, ...]:
    """Where words of these texts stand in entries, most often first. Removing words from a matter does not reach there.

    A name is looked for by each of its words, in capitals as it is written, in an id of one word in any; a longer text
    as a whole.
    """
    patterns = [re.escape(word) for text in texts for word in _list_telling(text)]
    if not patterns:
        return ()
    sought = rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)"
    in_prose, in_ids = re.compile(sought), re.compile(sought, re.IGNORECASE)
    counted: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        for field, said in _list_texts(entry.json_value(), ""):
            words = re.split(r"\s+", said)
            plain = " ".join(words)
            times = len(in_prose.findall(plain) if len(words) > 1 else in_ids.findall(plain.replace("_", " ")))
            if times:
                counted[entry.draft.kind, field] += times
    return tuple(Remaining(kind=kind, field=field, times=n) for (kind, field), n in counted.most_common())


def check_reason(because: str, texts: Iterable[str]) -> None:
    """InputError when the reason, which stays on file, repeats what is removed."""
    told = " ".join(because.split()).casefold()
    for word in (word for text in texts for word in _list_telling(text)):
        if re.search(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", told):
            raise InputError(
                "the reason repeats words that it removes, and it stays on file", hint="say it without them"
            )


def _list_telling(text: str) -> Iterator[str]:
    words = text.split()
    if len(words) > _NAME_LENGTH:
        yield " ".join(words)
        return
    for word in (word.strip(".,;:()'\"") for word in words):
        if len(word) > 2 and not word.islower() and word.casefold() not in _TITLES:
            yield word


def _list_texts(value: Any, field: str) -> Iterator[tuple[str, str]]:
    match value:
        case str():
            yield field, value
        case dict():
            for name, part in value.items():
                yield from _list_texts(part, f"{field}.{name}".lstrip("."))
        case list():
            for part in value:
                yield from _list_texts(part, f"{field}[]")
