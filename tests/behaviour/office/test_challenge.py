"""A part of a deliberation is found by its sentence and challenged: who settles it, what changes, what stays."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.appeal import FILE
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held

import foam

BONUS = "The bonus of 420 crowns is paid once a year, with the pay for March."
CORRECTED = "The bonus of 240 crowns is paid once a year, with the pay for March."
LIMIT = "It is due where the average monthly income of the last three months does not exceed the limit."
CODE = "A payment that comes once a year is not counted as income."
CODE_AS_CITED = "Section 6. A payment that comes once a year is not counted as income."
LETTER = FILE / "corrected" / "4-employer.txt"
SAYS = {"fact": "not_so", "evidence": "not_so", "consideration": "does_not_follow"}
"""What is said here against each kind of part."""


class Challenger:
    """Somebody with a copy of the home, at the command line."""

    def __init__(self, held: Held, folder: Path) -> None:
        self.run, self.folder = held.run, held.copy(folder)
        self.asked = held.asked
        self._given = {"models": foam.FactsModel(held.file.facts.model_copy(update={"writes": True}))}

    def read(self, *words: object, code: int = 0) -> Any:
        return read_foam(self.folder, *words, code=code, given=self._given)

    def show(self, *words: object, code: int = 0) -> str:
        return run_foam(self.folder, *words, code=code, given=self._given).stdout

    def find(self, sentence: str, part: str) -> str:
        """The part of this kind that shows the sentence."""
        parts = self.read("contest", "parts", self.run)["parts"]
        found: str = next(one["id"] for one in parts if one["text"] == sentence and one["kind"] == part)
        return found

    def list_parts(self, run: str) -> dict[str, str]:
        """The words of every part but those of sources, which are shown with what cites them."""
        parts = self.read("contest", "parts", run)["parts"]
        return {one["id"]: one["text"] for one in parts if one["kind"] not in ("evidence", "document")}

    def challenge(self, sentence: str, what: str, *words: object, because: str = "Look.", code: int = 0) -> Any:
        part, kind = self.find(sentence, what), SAYS[what]
        return self.read("contest", "open", self.run, part, "--kind", kind, "--because", because, *words, code=code)


@pytest.fixture
def challenger(hold: Callable[[str], Held], tmp_path: Path) -> Challenger:
    return Challenger(hold("heating-grant"), tmp_path / "home")


@pytest.fixture(scope="session")
def corrected(hold: Callable[[str], Held], tmp_path_factory: pytest.TempPathFactory) -> tuple[Challenger, Any]:
    """A later letter of the same author brought against a sentence, and what came of it."""
    challenger = Challenger(hold("heating-grant"), tmp_path_factory.mktemp("corrected") / "home")
    told = challenger.challenge(BONUS, "evidence", "--with", LETTER, because="The letter was corrected.")
    return challenger, told


def test_a_look_ahead_asks_nothing_and_leaves_nothing(challenger: Challenger) -> None:
    head = challenger.read("record", "head")["head"]
    challenger.challenge(BONUS, "evidence", "--with", LETTER, "--dry-run")
    assert challenger.read("record", "head")["head"] == head
    assert challenger.read("contest", "status", challenger.run)["challenges"] == []


def test_a_later_letter_with_another_figure_sustains_the_challenge(corrected: tuple[Challenger, Any]) -> None:
    _, told = corrected
    assert told["outcome"]["disposition"] == "sustained"
    assert CORRECTED in str(told["outcome"]["reasons"])


def test_only_what_depended_on_the_sentence_is_asked_again(corrected: tuple[Challenger, Any]) -> None:
    challenger, told = corrected
    assert 0 <= told["locality"]["asked"] < challenger.asked / 2
    assert told["locality"]["reused"] > told["locality"]["asked"]


def list_changes(redline: Any) -> list[tuple[str, str]]:
    """What the redline takes away and adds, line by line."""
    steps = [step for row in redline for step in row["steps"]]
    return [(one["source"], one["quote"]) for one in steps if one["type"] != "same"]


def test_the_redline_shows_what_changed_and_nothing_else(corrected: tuple[Challenger, Any]) -> None:
    challenger, told = corrected
    assert ("420", "240") in list_changes(told["redline"]), "the figure, and not its sentence"
    assert all(any(step["type"] != "same" for step in row["steps"]) for row in told["redline"])
    listed = {row["part"] for row in told["redline"]}
    assert challenger.find(BONUS, "fact") in listed
    assert challenger.find(LIMIT, "fact") not in listed
    before, after = (challenger.list_parts(run) for run in (challenger.run, told["run"]))
    otherwise = {part for part in before.keys() & after.keys() if before[part] != after[part]}
    assert otherwise <= listed, "what reads otherwise is in the redline"
    untouched = before.keys() - listed
    assert untouched <= after.keys(), "what is not in it is still there"
    assert len(untouched) > len(listed & before.keys())


def test_the_new_version_has_the_correction_and_the_old_one_stays(
    corrected: tuple[Challenger, Any], hold: Callable[[str], Held], tmp_path: Path
) -> None:
    challenger, told = corrected
    assert CORRECTED in " ".join(challenger.show("dossier", "show", told["run"]).split())
    old = " ".join(challenger.show("dossier", "show", challenger.run).split())
    assert BONUS in old
    assert CORRECTED not in old
    assert challenger.read("dossier", "show", challenger.run) == hold("heating-grant").document
    page, version = tmp_path / "redline.html", tmp_path / "next.html"
    challenger.show("contest", "show", told["run"], "--out", page, "--version", version)
    assert CORRECTED in html.unescape(re.sub(r"<[^>]+>", "", version.read_text("utf-8")))
    struck = re.findall(r"<del[^>]*>(.*?)</del>", page.read_text("utf-8"), re.DOTALL)
    assert "420" in struck
    assert LIMIT not in struck


def test_the_outcome_is_computed_again_from_the_record_without_a_model(corrected: tuple[Challenger, Any]) -> None:
    challenger, told = corrected
    assert read_foam(challenger.folder, "record", "replay", told["run"])["ok"]
    assert read_foam(challenger.folder, "record", "replay", challenger.run)["ok"]


def test_every_challenge_to_a_run_is_listed_with_its_outcome(corrected: tuple[Challenger, Any]) -> None:
    challenger, told = corrected
    (row,) = challenger.read("contest", "status", challenger.run)["challenges"]
    assert row["run"] == told["run"]
    assert row["outcome"]["disposition"] == "sustained"


@pytest.mark.parametrize("kind", ["fact", "evidence", "consideration"])
def test_a_challenge_that_nothing_bears_out_is_rejected_with_its_reasons(challenger: Challenger, kind: str) -> None:
    at = () if kind == "consideration" else ("--at", challenger.find(CODE_AS_CITED, "evidence"))
    told = challenger.challenge(LIMIT, kind, *at)
    assert told["outcome"]["disposition"] == "rejected"
    assert told["outcome"]["reasons"]
    assert told.get("redline", []) == []


def test_the_same_in_other_words_is_a_repetition(challenger: Challenger) -> None:
    challenger.challenge(LIMIT, "consideration")
    again = challenger.challenge(LIMIT, "consideration", because="Look at it.")
    assert again["outcome"]["disposition"] == "rejected"
    assert again["outcome"]["repeats"]


def test_an_altered_copy_of_the_same_letter_is_no_later_source(challenger: Challenger, tmp_path: Path) -> None:
    unsigned = tmp_path / "note.txt"
    unsigned.write_text("It rained in Larkfield on most days of that week.", "utf-8")
    told = challenger.challenge(BONUS, "evidence", "--with", unsigned)
    assert told["outcome"]["disposition"] != "sustained"
    assert told.get("redline", []) == []


def test_a_kind_that_does_not_fit_is_refused_with_those_that_do(challenger: Challenger) -> None:
    part = challenger.find(BONUS, "evidence")
    shown = challenger.read("contest", "open", challenger.run, part, "--kind", "left_out", "--because", "Look.", code=2)
    assert "not_so" in str(shown)
    missing = challenger.read(
        "contest", "open", challenger.run, "no-such-part", "--kind", "not_so", "--because", "Look.", code=2
    )
    assert "no-such-part" in missing["error"]


def test_a_person_may_answer_a_challenge_that_is_held_open(challenger: Challenger) -> None:
    told = challenger.challenge(BONUS, "evidence", "--with", LETTER, "--hold")
    assert told["outcome"]["disposition"] == "open"
    words = ("--move", "concede", "--by", "caseworker-18", "--because", "It is beside the point.")
    answered = challenger.read("contest", "answer", told["run"], *words)
    assert answered["outcome"]["disposition"] == "sustained"
    assert "caseworker-18" in str(answered)
    assert "It is beside the point." in str(answered)


def test_once_parties_are_named_only_they_challenge(challenger: Challenger) -> None:
    challenger.read("contest", "parties", challenger.run, "ruth", "office")
    challenger.challenge(LIMIT, "consideration", "--as", "somebody-else", code=2)
    assert challenger.challenge(LIMIT, "consideration", "--as", "ruth")["outcome"]["disposition"] == "rejected"


def test_another_weight_asks_no_model(challenger: Challenger) -> None:
    parts = challenger.read("contest", "parts", challenger.run)["parts"]
    seat = next(one["id"] for one in parts if one["text"].startswith("I take nobody's side."))
    words = ("--kind", "weighs_otherwise", "--because", "It counts less.", "--weight", "examiner.accuracy=0.05")
    told = challenger.read("contest", "open", challenger.run, seat, *words)
    assert told["locality"]["asked"] == 0
    assert told["outcome"]["disposition"]


def test_how_well_it_can_be_contested_is_told_in_figures(corrected: tuple[Challenger, Any]) -> None:
    challenger, _ = corrected
    shown = challenger.show("contestability", challenger.run)
    assert "parts can be challenged" in shown
    assert "1 challenges, 1 sustained" in shown


def test_a_decision_over_a_file_of_documents_can_be_challenged_too(challenger: Challenger) -> None:
    """Nothing is revised: the decision is somebody else's."""
    papers = FILE / "papers"
    rules = ("--decision", papers / "1-refusal.txt", "--rules", papers / "2-code.txt")
    examined = challenger.read("examine", papers, *rules)["run"]
    parts = challenger.read("contest", "parts", examined)["parts"]
    part = next(one["id"] for one in parts if CODE in one["text"] and "not_so" in one["kinds"])
    words = ("--kind", "not_so", "--because", "The Code says otherwise.")
    told = challenger.read("contest", "open", examined, part, *words)
    assert told["outcome"]["disposition"] in ("rejected", "for a person")
    assert told["outcome"]["reasons"]
    assert told.get("redline", []) == []
