"""Challenges over a file: what code settles, what a reader, and what a person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.contest.grounds import read
from tests.examination.small import make, make_file

import foam
from foam.contest import job
from foam.contest.admit import find_challenged
from foam.contest.challenge import GROUNDS, Challenge
from foam.contest.filed.hearing import FileHearing
from foam.contest.filed.subject import ExaminedFile, FilePart
from foam.contest.outcome import Finding
from foam.contest.weigh import ENDS, weigh_question
from foam.errors import InputError, NotFound
from foam.evidence.document import Document
from foam.examination.file import CaseFile
from foam.examination.job import ExamineSpec, order_findings
from foam.examination.report import Examination, list_examined
from foam.examination.rules import CHECKS
from foam.model.question import Question, Write, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.model.template import Prompts

RULES = """Mooring Rules of Port Elm.

Rule 1. The harbour master may withdraw a berth only if the holder has had at least two written warnings.

Rule 2. A holder who pays within 14 days keeps the berth.

Rule 3. The report of the diver on the state of the hull is decisive.
"""
DECISION = """Port Elm Harbour Office

12 May 2025

Your berth 9 is withdrawn.

The hull of your boat leaks oil. Rule 2 says: "A holder who pays within 10 days keeps the berth." You owe 120 crowns \
for water and 30 crowns for power, in all 160 crowns. You were seen on Monday 5 May 2025.

Ida Brandt, harbour master
"""
DIVER = """Report of the diver

Joss Keel, diver
6 May 2025

I dived under the boat of berth 9 on Tuesday 6 May 2025. The state of the hull is sound and it leaks no oil. \
My fee is 40 crowns for the dive and 10 crowns for the boat, in all 50 crowns.

Joss Keel, diver
"""
NEIGHBOUR = """Statement of the tenant of berth 10

Mara Quist, tenant
8 May 2025

My brother owns berth 9. I saw no oil.

Mara Quist
"""
NOTE = """He pours oil into the water at night. Everybody knows."""
TEXTS = {"decision": DECISION, "rules": RULES, "diver": DIVER, "neighbour": NEIGHBOUR, "note": NOTE}


def examine(file: CaseFile) -> ExaminedFile:
    found = [finding for check in CHECKS for finding in check.find(file)]
    checks = tuple(check.name for check in CHECKS)
    report = Examination(examined=list_examined(file), findings=order_findings(found, file), checks=checks)
    return ExaminedFile("b2:1", "b2:1", ExamineSpec(file=file.digest), file, report)


def examine_berth() -> ExaminedFile:
    return examine(make_file(TEXTS, decision="decision", rules="rules", roles={"neighbour": "party"}))


@pytest.fixture(scope="module")
def examined() -> ExaminedFile:
    return examine_berth()


def find_place(examined: ExaminedFile, words: str) -> FilePart:
    return next(part for part in examined.parts.values() if part.id.startswith("evidence-") and words in part.text)


def admit(examined: ExaminedFile, kind: str, place: str, *brought: Document, **particulars: Any) -> FileHearing:
    part = find_place(examined, place)
    challenge = Challenge(node=part.id, ground=read(kind, **particulars), because="Look.")
    hearing = job.admit(examined, challenge, brought)
    assert isinstance(hearing, FileHearing)
    return hearing


def hear(examined: ExaminedFile, kind: str, place: str, **particulars: Any) -> Finding | None:
    """What code tells of it; None where it takes a reader."""
    hearing = admit(examined, kind, place, **particulars)
    return hearing.challenge.ground.settle_file(hearing)


MAKERS: dict[str, Callable[[Prompts], Question]] = {
    "contest/weigh": lambda p: weigh_question(p, admit(examine_berth(), "does_not_follow", "is withdrawn").weighing),
}


def work_out(at: str, total: str, *figures: str) -> dict[str, Any]:
    """A sum as a challenger gives it."""
    rows = [{"step": f"f{n}", "op": "figure", "value": one, "at": [at]} for n, one in enumerate(figures)]
    last = {"step": "sum", "op": "sum", "args": [one["step"] for one in rows], "value": total}
    return {"steps": [*rows, last]}


def test_a_sum_that_does_not_come_out_is_sustained_with_the_working(examined: ExaminedFile) -> None:
    found = hear(examined, "miscounted", "in all 160")
    assert found is not None
    assert found.disposition == "sustained"
    assert "150" in found.reasons[0].text


def test_a_sum_that_comes_out_rejects_nobody_who_claimed_no_sum(examined: ExaminedFile) -> None:
    assert hear(examined, "miscounted", "in all 50") is None
    assert hear(examined, "miscounted", "dived") is None


@pytest.mark.parametrize(
    ("total", "figures", "ends"),
    [("50", ("40", "10"), "already so"), ("60", ("40", "10"), "rejected"), ("90", ("40", "50"), None)],
)
def test_a_claimed_working_is_worked_out(
    examined: ExaminedFile, total: str, figures: tuple[str, ...], ends: str | None
) -> None:
    """One that comes to what the sentence says, one that contradicts itself, and one that only a reader can judge."""
    at = admit(examined, "miscounted", "in all 50").place
    found = hear(examined, "miscounted", "in all 50", **work_out(at, total, *figures))
    assert (found.disposition if found else None) == ends


def test_a_figure_that_does_not_stand_where_it_is_said_to_is_refused(examined: ExaminedFile) -> None:
    at = admit(examined, "miscounted", "in all 50").place
    with pytest.raises(InputError, match="70 does not stand"):
        hear(examined, "miscounted", "in all 50", **work_out(at, "80", "70", "10"))


def test_what_takes_a_reader_goes_to_a_person_with_the_sentences_beside_it(examined: ExaminedFile) -> None:
    for kind, words in (
        ("does_not_follow", "is withdrawn"),
        ("left_out", "pours oil"),
        ("weighs_otherwise", "My brother"),
    ):
        assert hear(examined, kind, words) is None
    found = admit(examined, "weighs_otherwise", "hull is sound", make("paper", "He was bribed.")).refer("Nobody reads.")
    assert found.disposition == "for a person"
    assert found.move == "none"
    assert any("hull is sound" in line for line in found.look_at)
    assert any("He was bribed." in line for line in found.look_at)


def test_a_rule_that_is_told_wrongly_is_sustained_and_one_told_rightly_is_not(examined: ExaminedFile) -> None:
    wrong = hear(examined, "not_so", "within 10 days")
    assert wrong is not None
    assert wrong.disposition == "sustained"
    right = make_file({**TEXTS, "decision": DECISION.replace("10 days", "14 days")}, decision="decision", rules="rules")
    place = 'within 14 days keeps the berth."'
    assert hear(examine(right), "not_so", place) is None, "nobody claimed that the words are others"
    found = hear(examine(right), "not_so", place, words="within 14 days")
    assert found is not None
    assert found.disposition == "rejected"
    assert "Rule 2. A holder who pays within 14 days" in found.reasons[0].text


def test_a_kind_that_does_not_fit_is_refused_with_what_fits(examined: ExaminedFile) -> None:
    part = find_place(examined, "is withdrawn")
    with pytest.raises(InputError, match="does not fit") as refused:
        find_challenged(examined, Challenge(node=part.id, ground=read("weighs_otherwise"), because="no"))
    assert "does_not_follow" in (refused.value.hint or "")
    with pytest.raises(NotFound):
        find_challenged(examined, Challenge(node="evidence-none-s1", ground=read("miscounted"), because="no"))


def test_every_part_is_open_to_something_and_every_kind_fits_some_part(examined: ExaminedFile) -> None:
    parts = examined.parts.values()
    assert all(part.kinds for part in parts)
    assert {kind for part in parts for kind in part.kinds} == {
        name for name, kind in GROUNDS.items() if any(fit.of == "file" for fit in kind.fits)
    }
    assert {part.kind for part in parts} == {"sentence", "finding"}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[foam.Home]:
    with foam.open(tmp_path / "home", environ={}) as opened:
        yield opened


def test_a_challenge_to_an_examination_is_heard_answered_listed_and_replayed(home: foam.Home, tmp_path: Path) -> None:
    for name, text in TEXTS.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    papers = [tmp_path / f"{name}.txt" for name in ("diver", "neighbour", "note")]
    ran = home.examine(*papers, decision=tmp_path / "decision.txt", rules=[tmp_path / "rules.txt"])
    decided = next(
        part for part in home.contest.parts(ran) if "does_not_follow" in part.kinds and "withdrawn" in part.text
    )
    heard = home.contest.open(ran, decided.id, kind="does_not_follow", because="I had no warning.", by="Tor Quist")
    assert heard.view.outcome.disposition == "for a person"
    assert "look at" in heard.view.render("text")
    with pytest.raises(InputError, match="does not fit here"):
        home.contest.answer(heard, move="swap", by="Ann Lee", because="It depends.")
    answered = home.contest.answer(heard, move="concede", by="Ann Lee", because="There was no warning.")
    assert answered.view.outcome.disposition == "sustained"
    rows = home.contest.status(ran).challenges
    assert [row.outcome.disposition for row in rows if row.outcome] == ["sustained"], "an answer takes the place"
    assert home.replay(heard).ok
    assert home.replay(answered).ok
    head = home.record.head()
    shown = home.contest.preview(ran, decided.id, kind="does_not_follow", because="no")
    assert (shown.settled_by, shown.questions_at_most) == ("judge", 2)
    assert any("is withdrawn" in one for one in shown.beside)
    assert home.record.head() == head


@pytest.mark.parametrize(
    ("label", "ends"),
    [*zip(ENDS, ("sustained", "partly sustained", "rejected", "for a person"), strict=True)],
)
def test_whoever_reads_has_the_whole_file_in_view_and_says_how_it_ends(tmp_path: Path, label: str, ends: str) -> None:
    asked: list[Write] = []

    def judge(call: Call) -> Said:
        assert isinstance(call.question, Write)
        asked.append(call.question)
        return Written(fields={"why": "So it reads.", "challenge": label, "at": ("01#s0",)})

    for name, text in TEXTS.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    papers = [tmp_path / f"{name}.txt" for name in ("diver", "neighbour", "note")]
    with foam.open(tmp_path / "home", environ={}, models=ScriptedModel(judge, writes=True)) as home:
        ran = home.examine(*papers, decision=tmp_path / "decision.txt", rules=[tmp_path / "rules.txt"])
        part = next(
            part for part in home.contest.parts(ran) if "does_not_follow" in part.kinds and "withdrawn" in part.text
        )
        heard = home.contest.open(ran, part.id, kind="does_not_follow", because="I had no warning.", by="Tor Quist")
        assert heard.view.outcome.disposition == ends
        assert home.replay(heard).ok
    (question,) = asked
    shown = str(question)
    assert shown.index("is withdrawn") < shown.index("I had no warning.") < shown.index("at least two written")
    assert all(words in shown for words in ("at least two written warnings", "I had no warning.", "leaks no oil"))
