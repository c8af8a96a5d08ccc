"""A leaf of an answer is challenged: what is asked again, what counts otherwise, and what stays."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.asker.test_stated import BOUNDED, QUESTION, YES
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.papers import SmallFile

import foam

SUNDAY = SmallFile("library-sunday")
VISITS = "The Ellmoor library counted 4,200 visits on six trial Sundays."
FULL = "The reading room was full by noon on each trial Sunday."
HOUSEHOLD = "The household has 2 members, as the notice counts them."
SUM = "countable_is_at_most_limit"


@dataclass(frozen=True)
class Asked:
    """An answer, and the home it is in."""

    home: Path
    answer: dict[str, Any]

    @property
    def run(self) -> str:
        return str(self.answer["run"])

    def copy(self, to: Path) -> Asked:
        return Asked(shutil.copytree(self.home, to), self.answer)

    def contest(self, node: str, kind: str, *options: object, model: foam.FactsModel | None = None) -> dict[str, Any]:
        told = ("contest", "open", self.run, node, "--kind", kind, "--because", "It is not so.", *options)
        return read_foam(self.home, *told, given={"models": model} if model else BOUNDED)


def read_standings(answer: dict[str, Any]) -> dict[str, str]:
    return {one["leaf"]: one["stands"] for one in answer["tree"]["standings"]}


def find_sentence(answer: dict[str, Any], words: str) -> str:
    """The id of a sentence in the file."""
    return next(
        f"{document['number']}#s{one['pointer']['sentence']}"
        for document in answer["file"]["documents"]
        for one in document["sentences"]
        if one["text"] == words
    )


def know(*, wrong: str = "", question: str = QUESTION, sentences: tuple[Any, ...] = ()) -> foam.FactsModel:
    """A model that reads, and knows that one sentence is not so."""
    known = [one.model_copy(update={"is_so": one.text != wrong}) for one in sentences]
    known += [] if sentences else [foam.Facts.model_validate(_describe(question, wrong)).sentences[0]]
    return foam.FactsModel(foam.Facts(question=question, writes=True, sentences=tuple(known)))


def _describe(question: str, wrong: str) -> dict[str, Any]:
    return {"question": question, "sentences": [{"text": wrong or "It rained.", "side": "for", "is_so": not wrong}]}


def know_sunday(wrong: str = "") -> foam.FactsModel:
    return know(wrong=wrong, question=SUNDAY.facts.question, sentences=SUNDAY.facts.sentences)


@pytest.fixture(scope="module")
def sunday(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    """Values decide: reasons for and against, and no outcome."""
    home = tmp_path_factory.mktemp("sunday") / "home"
    run_foam(home, "library", "add", *SUNDAY.papers)
    told = ("ask", SUNDAY.facts.question, "--library")
    return Asked(home, read_foam(home, *told, given={"models": know_sunday()}))


@pytest.fixture(scope="module")
def denial(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    """Stated rules decide, with nobody asked."""
    home = tmp_path_factory.mktemp("denial") / "home"
    return Asked(home, read_foam(home, "ask", QUESTION, "--pack", "benefits-appeal", given=BOUNDED))


def test_a_fact_that_is_not_so_falls_and_no_other_leaf_with_it(sunday: Asked, tmp_path: Path) -> None:
    asked = sunday.copy(tmp_path / "home")
    heard = asked.contest("ground1", "not_so", "--at", find_sentence(asked.answer, FULL), model=know_sunday(VISITS))
    assert heard["outcome"]["disposition"] == "sustained"
    before, after = read_standings(asked.answer), read_standings(heard["answer"])
    assert {name for name in before if before[name] != after[name]} == {"ground1"}
    assert after["ground1"] == "false"
    assert {row["part"] for row in heard["redline"]} >= {"ground1", "reason1"}
    assert 0 < heard["locality"]["asked"] <= 6


def test_a_fact_that_is_so_stays_whatever_the_challenger_says(sunday: Asked, tmp_path: Path) -> None:
    asked = sunday.copy(tmp_path / "home")
    heard = asked.contest("ground1", "not_so", "--at", find_sentence(asked.answer, FULL), model=know_sunday())
    assert heard["outcome"]["disposition"] == "rejected"
    assert heard["redline"] == []
    assert heard["version"] == asked.run


def test_what_a_reason_is_held_to_show_may_fall_and_leave_the_fact(sunday: Asked, tmp_path: Path) -> None:
    asked = sunday.copy(tmp_path / "home")
    heard = asked.contest("reason1", "does_not_follow", model=know_sunday(VISITS))
    assert heard["outcome"]["disposition"] == "sustained"
    after = read_standings(heard["answer"])
    assert (after["ground1"], after["reason1_follows"]) == ("true", "false")


def test_a_paper_that_was_left_out_gives_a_reason_beside_the_others(sunday: Asked, tmp_path: Path) -> None:
    asked, paper = sunday.copy(tmp_path / "home"), tmp_path / "bus.txt"
    paper.write_text("The bus to the library does not run on Sundays.\n", "utf-8")
    facts = SUNDAY.facts.model_copy(update={"writes": True})
    known = facts.sentences[0].model_copy(update={"text": "The bus to the library does not run on Sundays."})
    reader = foam.FactsModel(facts.model_copy(update={"sentences": (*facts.sentences, known)}))
    heard = asked.contest("question", "left_out", "--with", paper, model=reader)
    assert heard["outcome"]["disposition"] == "sustained"
    held = heard["answer"]["tree"]["frame"]["considerations"]
    assert [one["says"] for one in held][-1] == known.text
    again = asked.contest("question", "left_out", "--at", find_sentence(asked.answer, FULL), model=reader)
    assert again["outcome"]["disposition"] == "already so"


def test_that_it_weighs_otherwise_is_declined_with_where_it_can_be_weighed(sunday: Asked) -> None:
    told = ("contest", "open", sunday.run, "reason1", "--kind", "weighs_otherwise", "--because", "It matters more.")
    refused = run_foam(sunday.home, *told, code=2)
    assert "nobody weighs" in refused.stderr
    assert "foam deliberate" in refused.stderr


def test_a_rule_that_does_not_apply_leaves_the_fact_and_no_outcome_is_claimed(denial: Asked, tmp_path: Path) -> None:
    asked = denial.copy(tmp_path / "home")
    assert asked.answer["lead"] == YES
    heard = asked.contest("two", "rule_does_not_apply", model=know(wrong=HOUSEHOLD))
    assert heard["outcome"]["disposition"] == "sustained"
    version = heard["answer"]
    after = read_standings(version)
    assert (after["two"], after["size"]) == ("false", "true")
    assert version["lead"] != YES
    assert any(YES in one for one in heard["outcome"]["came_to"])


def test_where_no_model_reads_a_person_decides_and_the_answer_follows(denial: Asked, tmp_path: Path) -> None:
    asked = denial.copy(tmp_path / "home")
    heard = asked.contest("two", "rule_does_not_apply")
    assert heard["outcome"]["disposition"] == "for a person"
    assert heard["locality"]["asked"] == 0
    assert heard["outcome"]["look_at"]
    told = ("contest", "answer", heard["run"], "--move", "concede", "--by", "Ada", "--because", "I counted three.")
    given = read_foam(asked.home, *told, given=BOUNDED)
    assert given["outcome"]["disposition"] == "sustained"
    assert given["answer"]["lead"] != YES


def test_a_challenge_may_wait_for_its_answer_with_the_paper_that_came_with_it(denial: Asked, tmp_path: Path) -> None:
    asked, paper = denial.copy(tmp_path / "home"), tmp_path / "register.txt"
    paper.write_text("The register says that three people live in the household.\n", "utf-8")
    held = asked.contest("size", "not_so", "--with", paper, "--hold")
    assert held["outcome"]["disposition"] == "open"
    told = ("contest", "answer", held["run"], "--move", "concede", "--by", "Ada", "--because", "The register has it.")
    heard = read_foam(asked.home, *told, given=BOUNDED)
    assert heard["outcome"]["disposition"] == "sustained"
    assert read_standings(heard["answer"])["size"] == "false"
    assert "three people live" in json.dumps(heard["redline"])


def write_steps(path: Path, *last: str, claimed: str = "") -> Path:
    """The office's steps as a file: the mean of four payments, the last one given, times 4.3."""
    pay = [("02#s3", "310"), ("03#s3", "295"), ("04#s3", "305"), last or ("05#s3", "310")]
    figures = [*((f"p{n}", *one) for n, one in enumerate(pay)), ("factor", "06#s0", "4.3"), ("less", "06#s3", "20")]
    rows = [f'step = "{name}"\nop = "figure"\nvalue = "{value}"\nat = ["{at}"]' for name, at, value in figures]
    rows += ['step = "mean"\nop = "mean"\nargs = ["p0", "p1", "p2", "p3"]']
    rows += ['step = "month"\nop = "mul"\nargs = ["mean", "factor"]']
    rows += [f'step = "counted"\nop = "less_percent"\nargs = ["month", "less"]\nvalue = "{claimed}"']
    path.write_text("".join(f"[[steps]]\n{one}\n" for one in rows), "utf-8")
    return path


@pytest.mark.parametrize(
    ("last", "claimed", "ended"),
    [
        ((), "", "already so"),
        ((), "1049.20", "already so"),
        ((), "1300", "rejected"),
        (("05#s5", "490"), "1300", "rejected"),
        (("05#s5", "490"), "1204", "for a person"),
    ],
)
def test_code_alone_works_a_sum_out(
    denial: Asked, tmp_path: Path, last: tuple[str, ...], claimed: str, ended: str
) -> None:
    asked, path = denial.copy(tmp_path / "home"), write_steps(tmp_path / "steps.toml", *last, claimed=claimed)
    heard = asked.contest(SUM, "miscounted", "--steps", path)
    assert heard["outcome"]["disposition"] == ended
    assert heard["locality"]["asked"] == 0
    assert heard["version"] == asked.run


def test_a_figure_that_is_meant_takes_the_place_of_the_other(denial: Asked, tmp_path: Path) -> None:
    asked, path = denial.copy(tmp_path / "home"), write_steps(tmp_path / "steps.toml", "05#s5", "490")
    heard = asked.contest(SUM, "miscounted", "--steps", path, model=know())
    assert heard["outcome"]["disposition"] == "sustained"
    assert "1,204" in json.dumps(heard["redline"], ensure_ascii=False)
    assert heard["answer"]["lead"] == YES, "it stays under the limit"


def test_a_figure_that_stands_nowhere_is_refused(denial: Asked, tmp_path: Path) -> None:
    path = write_steps(tmp_path / "steps.toml", "05#s3", "900")
    told = ("contest", "open", denial.run, SUM, "--kind", "miscounted", "--because", "No.", "--steps", path)
    assert "900 does not stand in 05#s3" in run_foam(denial.home, *told, code=2, given=BOUNDED).stderr


def test_a_dry_run_says_what_would_be_asked_and_leaves_no_trace(denial: Asked, tmp_path: Path) -> None:
    asked = denial.copy(tmp_path / "home")
    shown = asked.contest("two", "rule_does_not_apply", "--dry-run")
    assert shown["questions_at_most"] == 4
    assert read_foam(asked.home, "contest", "status", asked.run)["challenges"] == []


def test_the_record_gives_both_versions_again_and_the_page_marks_what_differs(denial: Asked, tmp_path: Path) -> None:
    asked = denial.copy(tmp_path / "home")
    heard = asked.contest("two", "rule_does_not_apply", "--out", tmp_path / "redline.html", model=know(wrong=HOUSEHOLD))
    page = (tmp_path / "redline.html").read_text("utf-8")
    assert "<del" in page
    assert "It is not so." in page
    run_foam(asked.home, "contest", "show", heard["run"], "--version", tmp_path / "next.md")
    assert heard["answer"]["lead"] in (tmp_path / "next.md").read_text("utf-8")
    assert read_foam(asked.home, "record", "replay", asked.run)["ok"]
    assert read_foam(asked.home, "record", "replay", heard["run"])["ok"]
    assert "sustained" in run_foam(asked.home, "contest", "status", asked.run).stdout


def test_every_part_that_is_listed_says_what_it_is_open_to(denial: Asked) -> None:
    parts = {one["id"]: one for one in read_foam(denial.home, "contest", "parts", denial.run)["parts"]}
    assert {one["leaf"] for one in denial.answer["tree"]["standings"]} <= parts.keys()
    assert all(one["kinds"] for one in parts.values())
    told = ("contest", "open", denial.run, "lump", "--kind", "does_not_follow", "--because", "No.")
    refused = run_foam(denial.home, *told, code=2)
    assert "does not fit" in refused.stderr
    assert "rule_does_not_apply" in refused.stderr
