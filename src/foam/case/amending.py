"""What can be done about a case that was not issued, short of writing it again: only what will work is named."""

from __future__ import annotations

from foam.case.leave import list_free, list_free_parts
from foam.case.plan import PLAN_TEXT
from foam.case.values import Case
from foam.values import Value

AMEND = "foam case amend RUN"
"""How a case says by what command it is amended: which run wrote it, it does not know itself."""


def name_run(text: str, run: str) -> str:
    """A text in which the command names the run, so that it can be pasted."""
    return text.replace(AMEND, AMEND.replace("RUN", run)) if run else text


class Amendments(Value):
    """Ways to amend a case of which something failed."""

    drop: tuple[str, ...] = ()
    """Arguments and parts with a failure that may be left out, all together."""
    reword: tuple[str, ...] = ()
    """Slots with a failure that may be worded anew."""
    left: tuple[str, ...] = ()
    """Of these, those that are still there when all that may be is left out."""
    only_long: bool = False
    """Whether nothing but the length is at fault: then other words are the smaller remedy, and come first."""

    @property
    def ways(self) -> tuple[str, ...]:
        """As they are given to `foam case amend`, each a whole way by itself: what may be left out is, and the rest is
        worded anew; or all is worded anew that may be. None where neither helps."""
        dropping = _spell("--drop", self.drop) + _spell("--reword", self.left)
        ways = (dropping if self.drop else (), _spell("--reword", self.reword))
        ordered = ways[::-1] if self.only_long else ways
        return tuple(dict.fromkeys(" ".join(way) for way in ordered if way))


def _spell(option: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{option} {name}" for name in names)


def find_amendments(case: Case) -> Amendments:
    """The ways to amend a case at what failed. Other words are only asked for where a model wrote the first."""
    failed = {failure.slot for failure in case.failures}
    groups = {one.group for one in case.slots if one.id in failed} | failed
    writes = case.plan_voice == "written"
    whole = list_free(case.groups, groups)
    single = {one.id for one in case.slots if one.id in failed and one.group not in whole}
    drop = (*whole, *list_free_parts(case.groups, case.slots, single))
    may_be = [
        one
        for one in case.slots
        if (one.seek and "counterplan" not in one.entries) or (case.planned and one.syllogism == PLAN_TEXT)
    ]
    reword = [one for one in may_be if writes and one.id in failed]
    left = tuple(one.id for one in reword if not {one.id, one.group} & set(drop))
    only_long = all(one.rule == "budget" for one in case.failures)
    return Amendments(drop=drop, reword=tuple(one.id for one in reword), left=left, only_long=only_long)
