"""What can be done about a case that was not issued, short of writing it again: only what will work is named."""

from __future__ import annotations

from foam.case.leave import list_free, list_unshown
from foam.case.reword import can_be_reworded
from foam.case.values import Case
from foam.values import Value


class Amendments(Value):
    """Ways to amend a case of which something failed."""

    drop: tuple[str, ...] = ()
    """Arguments and claims of a counterplan with a failure that may be left out, all together."""
    reword: tuple[str, ...] = ()
    """Slots with a failure that may be worded anew."""

    @property
    def options(self) -> str:
        """As they are given to `foam case amend`; empty where neither helps."""
        ways = (("--drop", self.drop), ("--reword", self.reword))
        return ", or ".join(" ".join(f"{option} {name}" for name in names) for option, names in ways if names)


def find_amendments(case: Case) -> Amendments:
    """The ways to amend a case at what failed. Other words are only asked for where a model wrote the first."""
    failed = {failure.slot for failure in case.failures}
    groups = {one.group for one in case.slots if one.id in failed} | failed
    writes = case.plan_voice == "written"
    return Amendments(
        drop=(*list_free(case.groups, groups), *list_unshown(case.slots, failed)),
        reword=tuple(one.id for one in case.slots if writes and one.id in failed and can_be_reworded(one)),
    )
