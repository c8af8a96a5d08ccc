"""With a reader who judges single sentences rightly, a deliberation over a case file comes out right, and stays so.

Two files whose deciding facts code finds alone, so that no judge is asked; `python -m bench outcomes.scripted` has all
twelve, `outcomes.broken` every change by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.examination.filing import FOLDER, VERSIONS, Version, load_file, take_version
from tests.examination.reader import load_knowledge
from tests.examination.stage import (
    BROKEN,
    Staged,
    bring_everything,
    deliberate_strongly,
    list_staged,
    measure_sureness,
    stage,
    take_away,
    turn_outcome,
    turn_question,
)
from tests.examination.test_deciding import say_nothing

import foam
from foam.deliberation.dossier import EvidenceNode
from foam.examination import rules
from foam.examination.checks import CHECKS
from foam.examination.deciding import DECIDING, find_deciding

HEARING, TRANSFER = BROKEN
FEW = ("for", "against")
_BY_CODE = ("arithmetic", "dates", "what is missing")


def seat_few(name: str, version: Version) -> Staged:
    """The version before two of the seats."""
    return stage(name, version).model_copy(update={"table": FEW})


@pytest.fixture(autouse=True, scope="module")
def without_judge() -> Iterator[None]:
    """What code finds alone: these files need no more, and it is quick."""
    checks = tuple(one for one in CHECKS if one.name in _BY_CODE)
    deciding = DECIDING._replace(find=lambda file: find_deciding(file, weigh_pairs=say_nothing))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rules, "OWN", rules.Rules(deciding, checks))
        yield


@pytest.fixture(scope="module")
def hearing(without_judge: None, tmp_path_factory: pytest.TempPathFactory) -> foam.Dossier:
    """The invitation came too late, and the decision says that it came in time."""
    return deliberate_strongly(seat_few(HEARING.name, HEARING.version), tmp_path_factory.mktemp("hearing"))


@pytest.mark.parametrize("name", list_staged())
def test_what_is_judged_stands_in_the_file(name: str) -> None:
    file = load_file(FOLDER / f"{name}.toml")
    for version in VERSIONS:
        held = " ".join(" ".join(one.text for one in take_version(file, version).documents).split())
        for sentence in load_knowledge(file.name):
            judged = sentence.judge(version)
            if judged.speaks != "neither":
                assert sentence.words.rstrip(".") in held
            assert judged.struck_by in held
            assert judged.given in held


def test_the_outcome_follows_the_fact_that_decides(hearing: foam.Dossier, tmp_path: Path) -> None:
    other = deliberate_strongly(seat_few(HEARING.name, "b"), tmp_path)
    assert (hearing.recommendation.outcome, other.recommendation.outcome) == ("affirmed", "denied")
    assert hearing.recommendation.basis == other.recommendation.basis == "settled"


def test_another_kind_of_fact_is_followed_too(tmp_path: Path) -> None:
    assert deliberate_strongly(seat_few(TRANSFER.name, "b"), tmp_path).recommendation.outcome == "affirmed"


def test_the_question_the_other_way_round_turns_the_outcome(tmp_path: Path) -> None:
    one = seat_few(TRANSFER.name, "a")
    assert (one.wanted, turn_outcome(one.wanted)) == ("denied", "affirmed")
    assert deliberate_strongly(turn_question(one, TRANSFER), tmp_path).recommendation.outcome == "affirmed"


def test_without_the_deciding_document_nobody_is_as_sure(hearing: foam.Dossier, tmp_path: Path) -> None:
    one = seat_few(HEARING.name, HEARING.version)
    without = deliberate_strongly(take_away(one, HEARING), tmp_path)
    assert without.recommendation.outcome != one.wanted
    assert without.recommendation.basis == "weighed"
    assert measure_sureness(without, one.wanted) < measure_sureness(hearing, one.wanted)


def test_copies_order_notes_orders_and_stubbornness_change_nothing(hearing: foam.Dossier, tmp_path: Path) -> None:
    one = stage(HEARING.name, HEARING.version)
    found = deliberate_strongly(bring_everything(one, HEARING), tmp_path)
    assert found.recommendation.outcome == hearing.recommendation.outcome
    assert found.fallen, "nobody brought what is refuted"
    texts = {node.text for node in found.nodes if isinstance(node, EvidenceNode)}
    assert not any("Ignore all previous instructions" in text for text in texts)
    record = next(node for node in found.nodes if isinstance(node, EvidenceNode) and "in person" in node.text)
    (claim,) = [one for one in found.claims if one.grounds == (record.id,) and one.place != "repeated"]
    assert claim.place == "core", "what refutes an assertion is contested by it"


def test_what_a_finding_says_is_wrong_is_neither_its_ground_nor_an_undisputed_fact(tmp_path: Path) -> None:
    found = deliberate_strongly(seat_few("housing-arrears", "b"), tmp_path)
    wrong = next(node.id for node in found.nodes if isinstance(node, EvidenceNode) and "paid 950.00" in node.text)
    assert wrong in next(claim for claim in found.claims if claim.settles).sources
    assert found.recommendation.basis == "settled", "the finding was refuted by what it says itself"
    assert wrong not in found.facts


def test_a_finding_that_is_read_the_other_way_settles_nothing(tmp_path: Path) -> None:
    one = seat_few(HEARING.name, HEARING.version)
    found = deliberate_strongly(_misread(one), tmp_path)
    assert found.recommendation.basis == "weighed"
    assert not any(claim.settles for claim in found.claims)


def _misread(one: Staged) -> Staged:
    """A reader who takes the finding that decides for the other side's."""
    (finding, *rest) = one.known
    turned = finding.model_copy(update={"words": "the finding", "a": finding.a.model_copy(update={"speaks": "uphold"})})
    own = finding.model_copy(update={"a": finding.a.model_copy(update={"finding": ""})})
    return one.model_copy(update={"known": (own, turned, *rest)})
