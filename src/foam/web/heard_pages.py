"""What came of a challenge as its page shows it: made where the challenge was heard, and kept.

It is the same for everybody who may see the run. What was made before words were erased is not shown after.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from foam import Home
from foam.paper import compose, inset
from foam.web.addresses import run_path
from foam.web.catalogue import find_language, say, say_or
from foam.web.sections import list_sections, split_opening

_MOST = 200
"""Pages that are kept; who was not asked for longest goes first."""


@dataclass(frozen=True)
class HeardPage:
    """The outcome of a challenge, and what differs since."""

    title: str
    disposition: str
    """What became of the challenge."""
    heard: dict[str, Any]
    """What was challenged and how, in plain words."""
    opening: str = field(repr=False)
    rest: str = field(repr=False)
    sections: tuple[tuple[str, str], ...]
    data: dict[str, Any] = field(repr=False)
    is_cut: bool = False


def make_heard_page(found: Any) -> HeardPage:
    """The page of a challenge that was heard."""
    became = found.outcome.disposition
    paper = compose(found)
    opening, rest = (inset(part, hrefs={}, actions={}) for part in split_opening(paper))
    return HeardPage(
        title=say("run.challenge", became=say_or(f"became.{became}", became)),
        disposition=became,
        heard=_tell(found),
        opening=opening,
        rest=rest,
        sections=tuple(list_sections(paper)),
        data=dict(found.json_value()),
    )


def read_heard_page(home: Home, run: str) -> HeardPage:
    """The same, off the record."""
    return make_heard_page(home.contest.show(run).view)


def _tell(found: Any) -> dict[str, Any]:
    outcome = found.outcome
    made, part = outcome.challenge, found.before.parts.get(outcome.challenge.node)
    return {
        "of": run_path(outcome.of),
        "kind": say_or(f"kinds.{made.ground.kind}", made.ground.kind.replace("_", " ")),
        "text": part.text if part else made.node,
        "is_revised": outcome.revised,
        "waits": outcome.disposition in ("open", "for a person"),
    }


class HeardPages:
    """Pages that were made, by run and language. Any thread may ask."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._held: OrderedDict[tuple[str, str], tuple[int, HeardPage]] = OrderedDict()

    def keep(self, run: str, page: HeardPage, *, erasures: int) -> None:
        """Keep a page; `erasures` is how often words had been erased when it was begun."""
        with self._lock:
            self._held[find_language(), run] = erasures, page
            while len(self._held) > self._most:
                self._held.popitem(last=False)

    def find(self, run: str, *, erasures: int) -> HeardPage | None:
        """A page that was kept, unless words were erased since."""
        name = find_language(), run
        with self._lock:
            held = self._held.get(name)
            if held is None or held[0] != erasures:
                self._held.pop(name, None)
                return None
            self._held.move_to_end(name)
            return held[1]
