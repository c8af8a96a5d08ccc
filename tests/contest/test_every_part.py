"""Whatever can be challenged can be heard: sustained or not, the result is a whole file that the record gives again."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.contest.hall import Hall, case, contradicted, everything, judging, nothing
from tests.contest.test_admit import _ground

from foam.contest.admit import list_parts
from foam.contest.challenge import GROUNDS
from foam.contest.kinds.kind import OfTree
from foam.contest.subject import CaseFile, DossierFile
from foam.deliberation.verify import verify_dossier
from foam.evidence.computed import WithComputed
from foam.model.question import Choose, Chosen, Label, Labelled
from foam.model.scripted import Call, Said, Script

MOST = 1
"""Parts of one kind of a dossier on which a kind of challenge is tried."""
MOST_OF_CASES = 2
"""The same of a case, where a hearing takes little."""


def _overturning(call: Call) -> Said | None:
    """Names nothing, and says otherwise wherever a verdict is asked again."""
    question = call.question
    if isinstance(question, Choose) and question.template in ("contest/label", "contest/branch"):
        # Of the two labels one is held; the one that was proposed is not the first of the first order.
        return Chosen(ids=(max(option.id for option in question.options),))
    if isinstance(question, Label) and question.template == "contest/support":
        return Labelled(label="neither")
    if isinstance(question, Label) and question.template == "contest/commitment":
        return Labelled(label="no")
    return judging(nothing)(call)


def _try_all(hall: Hall, script: Script, tried: str, *, most: int = MOST) -> Counter[str]:
    heard: Counter[str] = Counter()
    for part in list_parts(hall.file):
        for kind in part.kinds:
            heard[f"{part.kind} {kind}"] += 1
            if heard[f"{part.kind} {kind}"] > most:
                continue
            found = hall.challenge(part.id, _ground(hall, kind, part.id), f"Tried {tried}: {part.id}.", script=script)
            heard[found.outcome.disposition] += 1
            assert all(reason.cites for reason in found.outcome.reasons)
            if found.outcome.revised:
                _check_whole(hall, found.run, found.after)
    return heard


def _check_whole(hall: Hall, run: str, after: object) -> None:
    again = hall.version(run)
    if isinstance(after, CaseFile):
        assert isinstance(again, CaseFile)
        assert again.case == after.case
        return
    assert isinstance(after, DossierFile)
    assert isinstance(again, DossierFile)
    assert again.dossier == after.dossier
    corpus = WithComputed(hall.table.corpus, after.mediation.computed)
    limits, store = hall.table.pack.limits, hall.table.store
    assert verify_dossier(after.dossier, corpus=corpus, limits=limits, store=store, run=run).failures == ()
    sources = [(claim.ground.pointer, claim.direction) for claim in after.mediation.reasons]
    standing = after.mediation.synthesis.sublation
    counted = [
        place
        for place, claim in zip(sources, after.mediation.reasons, strict=True)
        if standing.standing(claim.id).place != "fallen"
    ]
    assert len(set(counted)) == len(counted), "one sentence counts twice for one side"


OF_TREES = {name for name, kind in GROUNDS.items() if issubclass(kind, OfTree)}
ENDINGS = frozenset({"partly sustained", "for a person"})
OF_FILES = {"counted_against", "left_out", "condition", "outcome", "independence", "date"}


@pytest.mark.parametrize("pack", ["benefits-appeal", "policy-debate"])
@pytest.mark.parametrize("tried", ["named", "overturned"])
def test_every_kind_of_part_of_a_dossier_is_heard_on_every_kind(pack: str, tried: str) -> None:
    hall = contradicted(pack)
    heard = _try_all(hall, judging(everything) if tried == "named" else _overturning, tried)
    assert min(heard["sustained"], heard["rejected"]) > 3
    assert {name.split()[1] for name in heard if " " in name and name not in ENDINGS} == {
        *GROUNDS
    } - OF_FILES - OF_TREES


@pytest.mark.parametrize("pack", ["benefits-appeal", "policy-debate"])
def test_every_kind_of_part_of_a_case_is_heard_on_every_kind(pack: str) -> None:
    hall = case(pack, "appeal" if pack == "benefits-appeal" else "1AC")
    heard = _try_all(hall, _overturning, "overturned", most=MOST_OF_CASES)
    assert min(heard["sustained"], heard["rejected"]) > 1
