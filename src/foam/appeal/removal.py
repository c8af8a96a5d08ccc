"""Which words of a matter are to be removed: those of an item, of a ground, how the person is addressed, or any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.appeal.standing import Standing, list_commitments
from foam.errors import InputError, NotFound
from foam.values import TAG


def choose_words(
    standing: Standing,
    *,
    items: Iterable[str] = (),
    grounds: Iterable[str] = (),
    person: bool = False,
    words: Iterable[str] = (),
) -> tuple[str, ...]:
    """The commitments of what is named; `words` names any by the start of their commitment."""
    found = [*_in_named(standing, (*items, *grounds)), *([standing.opening.person.commitment] if person else [])]
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
