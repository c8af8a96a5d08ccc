"""What came of a challenge as its page shows it: made where the challenge was heard, and kept.

It is the same for everybody who may see the run. What was made before words were erased is not shown after.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from foam import Home
from foam.paper import compose, inset
from foam.web.addresses import run_path
from foam.web.catalogue import say, say_or
from foam.web.rendered import list_sections, split_opening


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
