"""How a person may be named besides in full, by form alone: what is surely theirs, and what another may be called too.

Nobody's nickname can be worked out: aliases are given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from foam.values import Value
from foam_quotes.text.ordinary import is_ordinary

_PART = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


class NameForms(Value):
    """The ways to write a name."""

    sure: tuple[str, ...] = ()
    """The name in full, turned round, and with initials for the first names unless the surname is an ordinary word;
    each alias as it was given."""
    doubtful: tuple[str, ...] = ()
    """The surname, a first name or the initials alone: others may have the same."""

    def find_doubtful(self, texts: Iterable[str]) -> Iterator[str]:
        """Those of the doubtful forms that stand in the texts, with their capitals or in capitals."""
        held = list(texts)
        for form in self.doubtful:
            written = r"\.?\s?".join(map(re.escape, form)) + r"\b" if form.isupper() else re.escape(form)
            told = re.compile(rf"(?<!\w)(?:{written}|{re.escape(form.upper())})(?!\w)")
            if any(map(told.search, held)):
                yield form


def list_name_forms(name: str, aliases: Iterable[str] = ()) -> NameForms:
    """The forms of a name, given in full as `First Second Surname` or `Surname, First Second`."""
    given = [one.strip() for one in (name, *aliases) if one.strip()]
    last, comma, first = name.partition(",")
    parts = _PART.findall(f"{first} {last}" if comma else name)
    *firsts, surname = parts or [name]
    if not firsts:
        return NameForms(sure=tuple(given))
    initials = [one[0].upper() for one in firsts]
    turned = [form for one in (" ".join(firsts), firsts[0]) for form in (f"{one} {surname}", f"{surname} {one}")]
    short = dict.fromkeys((" ".join(initials), "".join(initials), initials[0]))
    initialled = [form for one in short for form in (f"{one} {surname}", f"{surname} {one}")]
    alone = [surname, *firsts, "".join(initials) + surname[0].upper()]
    (alone if is_ordinary(surname.lower()) else turned).extend(initialled)  # `a long` is not Anna Long
    return NameForms(
        sure=tuple(dict.fromkeys((*given, *turned))),
        doubtful=tuple(one for one in dict.fromkeys(alone) if len(one) > 1 and one not in given),
    )
