"""Ballots of people: blind until cast, kept for good, and held against the jury's."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.case.writing import agreeable
from tests.judging.cases import decided
from tests.judging.planted import PLANTED

import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.judging.tournament.agreement import compare_with_people
from foam.judging.tournament.people import (
    SIDES,
    PersonBallot,
    Vote,
    choose_standing,
    draw_pairings,
    find_jury_scores,
    find_jury_verdict,
    read_ballots,
)
from foam.judging.tournament.session import TournamentOutcome
from foam.stats.agreement import cohen_kappa, kappa_interval


def open_home(folder: Path) -> foam.Home:
    model = foam.ScriptedModel(decided(agreeable))
    return foam.open(folder, models=model, embedder=HashingEmbedder(), environ={})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """A home with a tournament of four cases: the home's folder, the tournament's, and the run."""
    root = tmp_path_factory.mktemp("people")
    for name, (text, _) in PLANTED.items():
        (root / f"{name}.md").write_text(text, "utf-8")
    with open_home(root / "home") as home:
        home.tournament.new(root / "T", name="Spring", seed=3)
        for number, name in enumerate(PLANTED):
            home.tournament.add(root / "T", [root / f"{name}.md"], source=("Quill Society", "otter-9b")[number % 2])
        run = home.tournament.run(root / "T").ran.run
    return root / "home", root / "T", run


@pytest.fixture
def home(played: tuple[Path, Path, str], tmp_path: Path) -> Iterator[foam.Home]:
    shutil.copytree(played[0], tmp_path / "home")
    with open_home(tmp_path / "home") as opened:
        yield opened


def test_a_tournament_is_found_by_its_run_and_by_its_folder(home: foam.Home, played: tuple[Path, Path, str]) -> None:
    _, folder, run = played
    (line,) = home.tournament.list()
    assert (line.run, line.name, line.cases, line.ballots) == (run, "Spring", 4, 0)
    by_run, by_folder = home.tournament.find(run), home.tournament.find(folder)
    assert by_run.outcome == by_folder.outcome
    report = home.tournament.show(run).report
    assert report == home.tournament.report(folder)
    assert {row.source for row in report.sources} == {"Quill Society", "otter-9b"}


def test_without_its_folder_a_tournament_is_told_from_the_record(
    home: foam.Home, played: tuple[Path, Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(home.tournament), "_find_folder", lambda self, run: None)
    found = home.tournament.show(played[2])
    assert {row.source for row in found.report.sources} == {"unstated"}
    assert any("the folder with its key is not there" in one for one in found.report.remarks)
    assert found.outcome.run == played[2]


def test_a_pairing_tells_neither_names_nor_verdict(home: foam.Home, played: tuple[Path, Path, str]) -> None:
    outcome = home.tournament.find(played[2]).outcome
    for pairing in draw_pairings(outcome):
        shown = home.tournament.pairing(played[2], pairing.number)
        told = str(shown.json_value()).lower()
        for secret in ("quill", "otter", "case_0", "jury", "verdict", "score"):
            assert secret not in told
        assert shown.first
        assert shown.first != shown.second
    assert home.tournament.pairing(played[2], 1) == home.tournament.pairing(played[1], 1)


def test_the_seed_draws_both_sides(home: foam.Home, played: tuple[Path, Path, str]) -> None:
    outcome = home.tournament.find(played[2]).outcome
    drawn = draw_pairings(outcome)
    assert len(drawn) == len({tuple(sorted(one.shown)) for one in drawn})
    rules = outcome.plan.rules.model_copy(update={"seed": 11})
    other = outcome.model_copy(update={"plan": outcome.plan.model_copy(update={"rules": rules})})
    assert draw_pairings(other) != drawn
    assert {tuple(sorted(one.shown)) for one in draw_pairings(other)} == {tuple(sorted(one.shown)) for one in drawn}
    sides = {one.shown == tuple(sorted(one.shown)) for one in (*drawn, *draw_pairings(other))}
    assert sides == {True, False}


def test_a_ballot_stays_and_a_later_one_supersedes_it(home: foam.Home, played: tuple[Path, Path, str]) -> None:
    run = played[2]
    with pytest.raises(foam.InputError, match="has not voted"):
        home.tournament.reveal(run, 1, by="ada")
    first = home.tournament.ballot(run, 1, better="first", by=" ada ", because="It cites what it says.")
    again = home.tournament.ballot(run, 1, better="first", by="ada", because="It cites what it says.")
    assert again == first, "the same vote cast twice is one ballot"
    later = home.tournament.ballot(run, 1, better="undecided", by="ada", on={"evidence": "second"})
    assert (first.number, later.number) == (1, 2)
    shown = home.tournament.reveal(run, 1, by="ada")
    assert shown.ballots == (first, later)
    assert set(shown.sources) <= {"Quill Society", "otter-9b"}
    report = home.tournament.people(run)
    assert (report.cast, report.voters, report.judged) == (2, ("ada",), 1)
    assert report.rows[0].people_undecided == 1
    with pytest.raises(foam.InputError, match="has not voted"):
        home.tournament.reveal(run, 1, by="ben")
    assert home.tournament.find_unvoted(run, by="ada") == 2
    assert home.tournament.find_unvoted(run, by="ben") == 1
    assert home.record.verify().ok
    assert home.replay(run).ok


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"by": "  "}, "names nobody"),
        ({"by": "x" * 100}, "voter"),
        ({"on": {"charm": "first"}}, "charm"),
        ({"better": "best"}, "better"),
        ({"because": "x" * 5000}, "because"),
    ],
)
def test_a_ballot_that_says_nothing_usable_is_refused(
    home: foam.Home, played: tuple[Path, Path, str], changed: dict[str, Any], said: str
) -> None:
    given: dict[str, Any] = {"better": "first", "by": "ada", **changed}
    with pytest.raises(foam.InputError, match=said):
        home.tournament.ballot(played[2], 1, **given)
    assert home.tournament.people(played[2]).cast == 0
    with pytest.raises(foam.NotFound):
        home.tournament.ballot(played[2], 99, better="first", by="ada")


def test_what_is_no_tournament_is_told(home: foam.Home) -> None:
    ran = home.ask("Should towns pay for night buses?", pack="policy-debate")
    with pytest.raises(foam.NotFound, match="is no tournament"):
        home.tournament.find(ran.run)


def test_erasing_a_person_takes_their_reasons(home: foam.Home, played: tuple[Path, Path, str]) -> None:
    home.tournament.ballot(played[2], 1, better="first", by="Ada Osei", because="My neighbour was there that winter.")
    home.erase(person="Ada Osei", because="asked for it")
    (left,) = read_ballots(home._desk.reading, played[2])
    assert "Osei" not in str(left.json_value())
    assert "neighbour" not in str(left.json_value())


def make_ballots(outcome: TournamentOutcome, votes: list[str]) -> list[PersonBallot]:
    drawn = draw_pairings(outcome)
    return [
        PersonBallot(
            key=f"k{n}", run="r", at=f"{n:03d}", shown=drawn[n % len(drawn)].shown, number=1,
            vote=Vote(voter=f"v{n // len(drawn)}", better=vote),
        )
        for n, vote in enumerate(votes)
    ]  # fmt: skip


def test_agreement_counts_only_where_both_chose(home: foam.Home, played: tuple[Path, Path, str]) -> None:
    outcome = home.tournament.find(played[2]).outcome
    drawn = draw_pairings(outcome)
    jury = [find_jury_verdict(outcome, one.shown) for one in drawn]
    agreeing = [side if side in ("first", "second") else "undecided" for side in jury]
    report = compare_with_people("T", outcome, make_ballots(outcome, agreeing))
    whole = report.rows[0]
    assert whole.compared == sum(side in ("first", "second") for side in jury)
    assert whole.compared + whole.people_undecided == len(drawn)
    assert whole.compared >= 3, "this jury has a taste"
    assert whole.same.value == 1.0
    opposed = [{"first": "second", "second": "first"}.get(str(side), "undecided") for side in jury]
    assert compare_with_people("T", outcome, make_ballots(outcome, opposed)).rows[0].same.value == 0.0
    assert "One person voted" in " ".join(report.remarks)
    assert f"{len(drawn)} cast by 1 on {len(drawn)} of {len(drawn)} pairings" in report.render("md")


def test_only_the_last_ballot_of_a_person_counts() -> None:
    def ballot(voter: str, number: int, shown: tuple[str, str]) -> PersonBallot:
        vote = Vote(voter=voter, better=SIDES[number % 3])
        return PersonBallot(key=f"{voter}{number}", run="r", at="t", shown=shown, number=number, vote=vote)

    one, two = ("a", "b"), ("c", "d")
    cast = (ballot("x", 2, one), ballot("x", 1, one), ballot("y", 1, one), ballot("x", 1, two))
    assert {one.key for one in choose_standing(cast)} == {"x2", "y1", "x1"}
    assert len(choose_standing(cast)) == 3


def test_scores_within_the_tie_are_level(home: foam.Home, played: tuple[Path, Path, str]) -> None:
    outcome = home.tournament.find(played[2]).outcome
    shown = draw_pairings(outcome)[0].shown
    name = outcome.plan.rubric.dimensions[0].id

    def with_scores(first: float, second: float) -> dict[str, str]:
        pooled = {
            case: outcome.pooled[case].model_copy(update={"dimensions": {name: score}, "declined": ()})
            for case, score in zip(shown, (first, second), strict=True)
        }
        return dict(find_jury_scores(outcome.model_copy(update={"pooled": pooled}), shown))

    assert with_scores(60, 50) == {name: "first"}
    assert with_scores(50, 60) == {name: "second"}
    assert with_scores(50, 51) == {name: "undecided"}


def test_kappa_has_an_interval_that_stays_open() -> None:
    ours, theirs = np.array([0, 1, 0, 1]), np.array([0, 1, 0, 1])
    whole = kappa_interval(ours, theirs)
    assert whole.value == 1.0
    assert whole.low is not None
    assert 0 < whole.low < 0.9, "four items that agree prove little"
    mixed = kappa_interval(np.array([0, 1, 0, 1, 1, 0]), np.array([0, 1, 1, 1, 0, 0]))
    assert mixed.value == cohen_kappa(np.array([0, 1, 0, 1, 1, 0]), np.array([0, 1, 1, 1, 0, 0]))
    assert mixed.low is not None
    assert mixed.high is not None
    assert mixed.low < mixed.value < mixed.high  # type: ignore[operator]
    assert kappa_interval(np.array([1, 1]), np.array([1, 1])).value is None
