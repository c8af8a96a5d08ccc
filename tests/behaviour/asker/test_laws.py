"""The laws of the table: change what is put in in a known way, and see what comes out."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.behaviour.conftest import Held
from tests.behaviour.homes import deliberate
from tests.behaviour.outcomes import read_leanings, read_outcome, read_sides, read_summary

import foam

EXCHANGED = {"for": "against", "against": "for"}
EXAMINER_AGAIN = """
id = "second-examiner"
role = "examiner"
description = "I take nobody's side. I hold what is said against what is cited, count again, and ask of every rule \
whether its conditions are met."
speaks_for = ["others"]

[weighting]
accuracy = 0.2
lawfulness = 0.2
fairness = 0.15
welfare = 0.15
prosperity = 0.1
reliability = 0.1
liberty = 0.05
nature = 0.05
"""


def _turn(facts: foam.Facts) -> foam.Facts:
    """The facts, with every sentence speaking for the other side."""
    turned = [one.model_copy(update={"side": EXCHANGED.get(one.side, one.side)}) for one in facts.sentences]
    return facts.model_copy(update={"sentences": tuple(turned)})


def test_the_outcome_turns_with_the_facts(piano: Held, tmp_path: Path) -> None:
    turned = deliberate(tmp_path, _turn(piano.file.facts), piano.file.papers).view.json_value()
    assert (read_outcome(piano.document), read_outcome(turned)) == ("affirmed", "denied")
    sides, other = read_sides(piano.document), read_sides(turned)
    assert sides.keys() & other.keys()
    assert all(other[text] == EXCHANGED[sides[text]] for text in sides.keys() & other.keys())


def test_seats_that_exchange_their_stances_mirror_no_reason(sunday: Held, tmp_path: Path) -> None:
    seats = {words: EXCHANGED[side] for words, side in sunday.file.facts.seats.items()}
    facts = sunday.file.facts.model_copy(update={"seats": seats})
    exchanged = read_sides(deliberate(tmp_path, facts, sunday.file.papers).view.json_value())
    before = read_sides(sunday.document)
    assert before.keys() & exchanged.keys()
    assert all(exchanged[text] == before[text] for text in before.keys() & exchanged.keys())


def test_without_the_evidence_that_decided_it_the_outcome_is_not_claimed(piano: Held, tmp_path: Path) -> None:
    deciding = piano.file.find_papers(*(text for text, side in read_sides(piano.document).items() if side == "for"))
    left = [path for path in piano.file.papers if path not in deciding]
    assert left
    assert deciding
    about = tmp_path / "about.txt"
    about.write_text("Milo Tarn asked for the permit in March. Nobody has looked at the permit yet.")
    without = deliberate(tmp_path / "home", piano.file.facts, [*left, about]).view.json_value()
    assert read_outcome(without) != "affirmed"


def test_seats_that_point_at_the_wrong_sentences_decide_nothing(piano: Held, tmp_path: Path) -> None:
    """Each seat takes what speaks of nothing for its reasons; whoever weighs them reads what they point at."""
    known = piano.file.facts
    noise = ("The quay is lit by gas lamps.", "The quay is closed to carts during the summer.")
    wrong = [one.model_copy(update={"side": "neither"}) for one in known.sentences]
    wrong += [known.sentences[0].model_copy(update={"text": text, "side": "for"}) for text in noise]
    seats = foam.FactsModel(
        known.model_copy(update={"sentences": tuple(wrong), "seats": dict.fromkeys(known.seats, "for")})
    )
    reader = foam.FactsModel(known)
    models = {"proposer": seats, "critic": seats, "evaluator": reader, "judge": reader}
    dossier = deliberate(tmp_path, known, piano.file.papers, given={"models": models}).view.json_value()
    assert not set(noise) & read_sides(dossier).keys()
    assert read_outcome(dossier) == "not shown"


@pytest.fixture(scope="module")
def doubled(sunday: Held, tmp_path_factory: pytest.TempPathFactory) -> foam.Answer:
    """The deliberation with the examiner seated twice."""
    folder = tmp_path_factory.mktemp("doubled")
    (folder / "seat.toml").write_text(EXAMINER_AGAIN, "utf-8")
    ran = deliberate(folder / "home", sunday.file.facts, sunday.file.papers, add=[folder / "seat.toml"])
    view: foam.Answer = ran.view
    return view


def test_a_seat_that_sits_twice_changes_no_reason_and_no_outcome(sunday: Held, doubled: foam.Answer) -> None:
    dossier = doubled.json_value()
    assert read_sides(dossier) == read_sides(sunday.document)
    assert read_outcome(dossier) == read_outcome(sunday.document)
    leanings = read_leanings(dossier)
    assert leanings.pop("second-examiner") == leanings["examiner"]
    assert leanings == read_leanings(sunday.document)


def test_a_seat_that_sits_twice_leaves_the_summary_as_it_was(sunday: Held, doubled: foam.Answer) -> None:
    assert list(doubled.summary) == read_summary(sunday.document)


@pytest.mark.parametrize("policy", ["official", "peer-reviewed", "corroborated"])
def test_a_stricter_policy_on_sources_never_adds_support(sunday: Held, tmp_path: Path, policy: str) -> None:
    strict = deliberate(tmp_path, sunday.file.facts, sunday.file.papers, policy=policy).view.json_value()
    assert read_sides(strict).keys() <= read_sides(sunday.document).keys()
    before, after = read_leanings(sunday.document), read_leanings(strict)
    assert all(mine <= its for seat in after for mine, its in zip(after[seat], before[seat], strict=True))
    assert after != before


def test_papers_about_something_else_add_no_reason(piano: Held, sunday: Held, tmp_path: Path) -> None:
    both = [*piano.file.papers, *sunday.file.papers]
    dossier = deliberate(tmp_path, piano.file.facts, both).view.json_value()
    assert read_sides(dossier) == read_sides(piano.document)
    assert read_outcome(dossier) == read_outcome(piano.document)


def test_papers_under_other_names_in_another_sequence_change_nothing(piano: Held, tmp_path: Path) -> None:
    renamed = []
    for number, path in enumerate(reversed(piano.file.papers)):
        renamed.append(tmp_path / f"{number}.txt")
        renamed[-1].write_text(path.read_text("utf-8"), "utf-8")
    dossier = deliberate(tmp_path / "home", piano.file.facts, renamed).view.json_value()
    assert read_sides(dossier) == read_sides(piano.document)
    assert read_leanings(dossier) == read_leanings(piano.document)
