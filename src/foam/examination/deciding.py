"""What decides whether a decision should stand: the facts of the file held against the rules that it applies.

A finding here speaks against the decision or for it. Counts of what happened in a time, sums as of a day, days that a
paper covers and steps that had to come before are reckoned by code; reasons and conditions in words are read by the
judge. A party's word and a paper that nobody signed decide nothing. Where something speaks against the decision, what
bears it out is left for the report.
"""

from __future__ import annotations

from collections.abc import Iterator

from foam.examination.checks import Check
from foam.examination.decisive import Decisive, Matter, read_matter
from foam.examination.file import CaseFile
from foam.examination.finding import Finding, make_finding
from foam.examination.measures import find_measures
from foam.examination.reasons import is_listed
from foam.examination.reports import Weigh, weigh_shipped
from foam.examination.steps import find_called_late, find_steps
from foam.examination.tallies import find_tallies
from foam.examination.upheld import find_read
from foam.examination.validity import find_validity

_MOST = 3
"""Findings of one side that are told: the first suffices, the others show that it is not alone."""
_ADVICE = {
    "against": "Decide again on this point, and say in the new decision which sentences show it.",
    "for": "The decision may rely on this; name the sentences that show it.",
}


def find_deciding(file: CaseFile, *, weigh_pairs: Weigh = weigh_shipped) -> tuple[Finding, ...]:
    """What speaks against the decision; where nothing does, what bears it out; nothing where neither is shown."""
    matter = read_matter(file)
    if matter is None:
        return ()
    found = [*_list_reckoned(matter)]
    found += [*find_read(matter, weigh_pairs, reckoned=found)]
    highest = max((one.rank for one in found), default=0)
    deciding = [one for one in found if one.rank == highest]
    against = [one for one in deciding if one.bearing == "against"]
    told = sorted(against or deciding, key=lambda one: -one.sure)
    return tuple(_tell(one) for one in told[:_MOST])


def _list_reckoned(matter: Matter) -> Iterator[Decisive]:
    yield from find_tallies(matter)
    yield from find_steps(matter)
    for one in find_called_late(matter):
        if one.bearing == "for" or (one.bearing and not is_listed(matter.decision)):  # it may stand by other reasons
            yield Decisive(one.bearing, "date", one.text, one.places, one.working, sure=0.85)
    yield from find_measures(matter)
    yield from find_validity(matter)


def _tell(one: Decisive) -> Finding:
    return make_finding(
        one.kind,
        one.text,
        advice=_ADVICE[one.bearing],
        passages=list({(filed.id, number): filed.say(number) for filed, number in one.places}.values()),
        established=one.established,
        sure=one.sure,
        working=one.working,
        bearing=one.bearing,
    )


DECIDING = Check("what decides", find_deciding, uses_judge=True, version="5")
"""It is run where a file is deliberated; a report of what is wrong does without it."""
