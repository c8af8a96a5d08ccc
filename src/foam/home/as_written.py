"""An answer or a debate as it was written, where this FOAM does not compute it as the one then did.

A view is computed from the record, and a later FOAM, or a pack that was changed, may give another or none. What was
written is still what the run closed with: its digest stands in the record. So the copy at hand is checked: the file
that was named, or what the home kept for a matter or a bundle.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import ValidationError

from foam.appeal.kept import recall_view
from foam.errors import NotRecorded
from foam.home.desk import Desk
from foam.home.vault import KEPT
from foam.record.runs import find_erasure, find_outcome, read_foam_version, read_views
from foam.values import Value, digest, short
from foam.version import __version__

View = TypeVar("View", bound=Value)
_OTHERWISE = "it comes out otherwise"


class Taken(NamedTuple, Generic[View]):
    """A view that was computed or, where there are notes, taken as it was written."""

    view: View
    digest: str
    """Of what was computed or written. A field that came later is in the view and not in what was written."""
    notes: tuple[str, ...] = ()


async def compute_or_take(
    desk: Desk, run: str, name: str, kind: type[View], compute: Callable[[], Awaitable[View]], written: Any = None
) -> Taken[View]:
    """The view of this name that a run closed with: computed, or else as it was `written` or as the home kept it.

    NotRecorded where it cannot be computed and there is no copy. What the same FOAM computes otherwise than it did is
    given as it comes out: that is no matter of versions.
    """
    wrote = read_foam_version(desk.reading, run)
    outcome = find_outcome(desk.reading, run)
    closed = read_views(outcome).get(name) if outcome else None
    try:
        view = await compute()
    except NotRecorded as error:
        if find_erasure(desk.reading, run) is not None:
            raise
        why = error.what
    except ValidationError as error:
        why = f"its record has other {error.title} than it reads"
    else:
        if view.digest == closed or wrote == __version__:
            return Taken(view, view.digest)
        why = _OTHERWISE
    by = f"FOAM {wrote} wrote {short(run)}, and this one, {__version__}, does not compute it: {why}"
    try:
        copy = kind.model_validate(written) if digest(written) == closed else _recall_kept(desk, run, kind)
    except ValidationError as error:
        raise NotRecorded(f"{by}; nor can it read the copy", hint="take the FOAM that wrote it") from error
    if copy is None or closed is None:
        hint = "check a file of it that was saved as JSON (foam verify FILE) or a bundle (foam bundle verify)"
        raise NotRecorded(by, hint=f"{hint}, or take the FOAM and the pack that wrote it")
    return Taken(copy, closed, (f"{by}; a copy that has the digest on record was checked instead",))


def _recall_kept(desk: Desk, run: str, kind: type[View]) -> View | None:
    kept = recall_view(desk.folder / KEPT, run, desk.reading, desk.keys)
    return kept.view if kept and isinstance(kept.view, kind) else None
