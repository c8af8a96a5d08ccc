"""What a model finds in a file: true findings are kept; what code or the evaluator does not bear out is not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.examination.observatory import (
    NOT_SHOWN,
    Record,
    Writer,
    find_id,
    make_observatory,
    say_decides,
    say_finding,
    write_observatory,
)
from tests.examination.small import make_file

import foam
import foam.examination.views
from foam.cli.main import foam as command
from foam.errors import InputError
from foam.examination.arithmetic import find_arithmetic
from foam.examination.job import ExamineSpec, examine
from foam.examination.modelled.check import check_finding
from foam.examination.modelled.find import find_by_model
from foam.examination.modelled.result import ModelReading
from foam.examination.modelled.shown import list_lines, list_windows
from foam.examination.modelled.working import read_calendar, read_comparison, read_sum
from foam.examination.report import Examination
from foam.job.acts import count_acts
from foam.job.clerk import Clerk
from foam.job.events import StepProgress
from foam.job.job import RunResult, replay, run
from foam.job.session import Session, Tools
from foam.job.waiting import complete
from foam.model.cast import ROLES
from foam.model.judge import Weighed
from foam.model.scripted import ScriptedModel
from foam.pack.loader import load_pack
from foam.record.clock import utc_now
from foam.record.graph import entries_of
from foam.record.memory import MemoryStore
from foam.record.runs import open_run

SUM = say_finding(
    "arithmetic",
    "For both you owe us",
    "The deposit is",
    "The insurance is",
    text="The decision asks for 175 crowns, but 120 and 35 come to 155.",
    working="120 + 35 = 175",
)
REPORT = say_finding(
    "report",
    "Our steward wrote",
    "under its cover",
    text="The decision says that the steward wrote of rain. The note of Ole Finn says that the mount was dry.",
)
LATE = say_finding(
    "date",
    "5 May 2025",
    "You applied on",
    "Rule 2",
    text="The answer came on 5 May 2025. The term of 21 days from 2 April 2025 was over.",
    working="5 May 2025 is not after 2 April 2025 + 21 days",
)
TOLD = say_finding(
    "arithmetic", "The fee is 40", text="The fee of 60 crowns does not come out.", working="40 + 10 = 60"
)


FILE = make_observatory()
PACK = load_pack("benefits-appeal")


def make_tools(writer: Writer) -> Tools:
    return Tools(models=dict.fromkeys(ROLES, writer.model), pack=PACK, given={FILE.digest: FILE.json_value()})


def make_spec(tools: Tools) -> ExamineSpec:
    return ExamineSpec(**tools.describe(), file=FILE.digest, judge="shipped", asks=True)


class Ran:
    """An examination with a writer, and its record."""

    def __init__(self, writer: Writer) -> None:
        self.store = MemoryStore()
        tools = make_tools(writer)
        self.result: RunResult[Examination] = complete(run(examine, make_spec(tools), tools, store=self.store))
        assert self.result.view.reading
        self.reading: ModelReading = self.result.view.reading

    @property
    def kept(self) -> list[str]:
        return [one.text for one in self.reading.findings]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("120 + 35 = 175", False),
        ("120 + 35 = 155", True),
        ("3 × 12.50 = 40", False),
        ("(40 + 10) × 2 = 100", True),
        ("it is too much", None),
        ("120 + 35", None),
    ],
)
def test_a_sum_is_worked_out_again(text: str, holds: bool | None) -> None:
    worked = read_sum(text)
    assert (worked.holds if worked else None) == holds


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("3 March 2025 + 14 days = 17 March 2025", True),
        ("3 March 2025 + 14 days = 25 March 2025", False),
        ("3 March 2025 + 2 weeks = 10 March 2025", False),
        ("31 January 2025 + 1 month = 28 February 2025", True),
        ("3 March 2025 + 10 working days = 18 March 2025", True),
        ("from 1 March 2025 to 20 March 2025 = 19 days", True),
        ("from 1 March 2025 to 20 March 2025 = 25 days", False),
        ("3 March 2025 is a Monday", True),
        ("3 March 2025 is a Tuesday", False),
        ("16 March 2025 is not after 3 March 2025 + 14 days", True),
        ("18 March 2025 is not after 3 March 2025 + 14 days", False),
        ("9 March 2025 is before 5 March 2025", False),
        ("18 March 2025 is after 3 March 2025 + 10 working days", None),
        ("3 March + 14 days = 25 March", None),
        ("two weeks are over", None),
    ],
)
def test_days_are_held_against_the_calendar(text: str, holds: bool | None) -> None:
    worked = read_calendar(text, list_lines(FILE)[0])
    assert (worked.holds if worked else None) == holds


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("seven is at least five", True),
        ("120 crowns is more than 175 crowns", False),
        ("20 % is at most 30", None),
        ("7 May 2025 is after 5 May 2025", True),
    ],
)
def test_figures_and_days_are_compared(text: str, holds: bool | None) -> None:
    worked = read_comparison(text, list_lines(FILE)[0])
    assert (worked.holds if worked else None) == holds


FAULTS: list[tuple[str, Record, str]] = [
    ("a true sum", SUM, ""),
    ("a true report", REPORT, ""),
    ("a true date", LATE, ""),
    ("an invented number", {**REPORT, "text": "The steward wrote it 14 times."}, "no cited sentence gives this figure"),
    ("an invented name", {**REPORT, "text": "The note is by Vera Lund."}, "no cited sentence has this name"),
    ("a number in the advice", {**REPORT, "advice": "Pay 900 crowns back."}, "advice: “900"),
    ("one sentence alone", {**REPORT, "ids": (find_id("Our steward wrote"),)}, "at least two sentences"),
    (
        "one document alone",
        {**REPORT, "ids": (find_id("Our steward wrote"), find_id("You applied on"))},
        "sentences of two documents",
    ),
    ("a right sum", {**SUM, "working": "120 + 35 = 155", "text": "It is wrong."}, "it comes out"),
    ("no working", {**SUM, "working": ""}, "it cannot be read"),
    ("figures from elsewhere", {**SUM, "working": "120 + 30 = 175"}, "no cited sentence gives this figure exactly"),
    (
        "a term that was kept",
        {**LATE, "working": "2 April 2025 is not after 5 May 2025 + 21 days", "text": "It is late."},
        "it comes out",
    ),
    ("a day from elsewhere", {**LATE, "working": "6 May 2025 is before 2 April 2025"}, "gives this day"),
    ("another length", {**LATE, "working": "5 May 2025 is not after 2 April 2025 + 30 days"}, "length of time"),
    (
        "an order",
        {**SUM, "ids": (find_id("For both you owe us"), find_id("Any software"))},
        "tells readers or programs what to do",
    ),
    ("what code found", TOLD, "it was found before"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "record", "fault"), FAULTS)
def test_what_is_written_is_checked(name: str, record: Record, fault: str) -> None:
    by_id = {line.id: line for line in list_lines(FILE)}
    found = check_finding(record, by_id, find_arithmetic(FILE))
    assert any(fault in one for one in found.faults) if fault else not found.faults


def test_true_findings_are_kept_and_say_who_found_them() -> None:
    ran = Ran(Writer([SUM, REPORT, LATE]))
    assert ran.kept == [SUM["text"], REPORT["text"], LATE["text"]]
    one = ran.reading.findings[0]
    assert one.established_by == "model test-writer, confirmed by test-writer"
    assert one.sure < 0.8
    assert one.working == ("120 + 35 = 155; as the file has it: 120 + 35 = 175",)
    assert [found.established for found in ran.result.view.findings] == ["code", "model", "model", "model"]
    report = str(ran.result.view)
    assert "Found by a language model, test-writer, confirmed by test-writer. Please check it." in report
    assert "3 found and confirmed by test-writer, 0 suggested, 0 dropped" in report


def test_what_fails_goes_back_once_and_is_dropped() -> None:
    wrong = {**SUM, "working": "120 + 35 = 155"}
    writer = Writer([REPORT, wrong, TOLD], [REPORT, wrong])
    ran = Ran(writer)
    _, second = writer.list_asked("acts/findings")
    assert "finding 2: working: it comes out" in second.prompt
    assert "finding 3: it was found before" in second.prompt
    assert ran.kept == [REPORT["text"]]
    assert [one.text for one in ran.reading.dropped] == [SUM["text"]]
    assert count_acts(entries_of(ran.store, ran.result.run)).again == 1
    mended = Ran(Writer([REPORT, wrong], [REPORT, SUM]))
    assert mended.kept == [REPORT["text"], SUM["text"]]
    assert not mended.reading.dropped


@pytest.mark.parametrize("verdict", ["no", "cannot tell"])
def test_what_is_not_confirmed_is_only_suggested(verdict: str) -> None:
    ran = Ran(Writer([SUM, REPORT], verdicts={"f2": verdict}))
    assert ran.kept == [SUM["text"]]
    (suggested,) = ran.reading.suggested
    assert (suggested.finding.text, suggested.verdict) == (REPORT["text"], verdict)
    assert suggested.finding.id not in {one.id for one in ran.result.view.findings}
    assert "Suggested, not found" in str(ran.result.view)


def test_ids_that_were_not_offered_are_no_answer() -> None:
    ran = Ran(Writer([{**SUM, "ids": ("s999",)}]))
    assert not ran.kept
    assert ran.reading.unanswered == 1


def test_the_judge_may_veto_a_contradiction() -> None:
    said = say_finding("contradiction", "Our steward wrote", "under its cover", text="The two cannot both be right.")
    agreeing = Weighed(supports=0.95, contradicts=0.03, neither=0.02, bears=1)
    other = Weighed(supports=0.1, contradicts=0.8, neither=0.1, bears=1)
    for weighed, kept in ((agreeing, 0), (other, 1)):
        reading = ask_alone(Writer([said]), weighed)
        assert len(reading.findings) == kept
        assert len(reading.suggested) == 1 - kept


def ask_alone(writer: Writer, weighed: Weighed) -> ModelReading:
    """Ask for findings with a judge that always weighs alike."""
    store, tools = MemoryStore(), make_tools(writer)
    key = open_run(store, "examine", make_spec(tools).json_value(), clock=utc_now)
    session = Session(run=key, store=store, clerk=Clerk(store, tools.models, run=key), tools=tools)
    return complete(find_by_model(session, FILE, (), weigh_pairs=lambda pairs: [weighed] * len(pairs))).reading


def test_what_decides_is_bound_to_sentences_and_confirmed() -> None:
    (found,) = Ran(Writer(decides=say_decides())).reading.findings
    assert (found.kind, found.bearing, found.established) == ("condition", "against", "model")
    assert found.working == ("The member has looked after guests on at least five nights: met.",)
    assert len(found.passages) == 2


@pytest.mark.parametrize(
    ("decides", "why"),
    [
        (say_decides(speaks="for"), "by if_all_met and the conditions it is against"),
        (say_decides(status="not met", speaks="for"), "by it the condition is met"),
        (say_decides(compare="nine is at least five"), "no cited sentence gives this figure"),
        (say_decides(shown="nine evenings", compare=""), "a party's own word"),
        (say_decides(shown="", compare=""), "by no sentence"),
        ({**say_decides(), "rule": (find_id("seven evenings"),)}, "stand in the rules or in the decision"),
    ],
)
def test_what_decides_is_checked(decides: Record, why: str) -> None:
    writer = Writer(decides=decides)
    reading = Ran(writer).reading
    assert not reading.findings
    assert why in reading.dropped[0].why
    assert len(writer.list_asked("acts/decides")) == 2


def test_what_decides_counts_only_if_all_of_it_is_confirmed() -> None:
    for name in ("rule", "c1"):
        reading = Ran(Writer(decides=say_decides(), verdicts={name: "cannot tell"})).reading
        assert not reading.findings
        assert reading.suggested[0].finding.bearing == "against"
    nothing = Ran(Writer(decides=NOT_SHOWN)).reading
    assert nothing == ModelReading(model="test-writer", evaluator="test-writer")


def test_a_run_is_replayed_to_the_byte_and_asks_nothing_twice() -> None:
    writer = Writer([SUM, {**REPORT, "text": "It rained 14 times."}], decides=say_decides(), verdicts={"f1": "no"})
    ran = Ran(writer)
    again = complete(replay(ran.store, ran.result.run))
    assert again.json_value() == ran.result.view.json_value()
    assert again.digest == ran.result.view.digest


def test_documents_stand_in_fences_and_decision_and_rules_in_every_window() -> None:
    texts = {f"letter {n}": " ".join(f"Lamp {n} burned on night {m}." for m in range(40)) for n in range(6)}
    parts = {"refusal": "We refuse it.", "rules": "Rule 1: A lamp is lent."}
    file = make_file({**parts, **texts}, decision="refusal", rules="rules")
    shown = list_windows(file, size=100, most=2)
    assert [len(window.lines) for window in shown.windows] == [100, 100]
    assert shown.unread > 0
    for window in shown.windows:
        assert {"refusal", "rules"} <= {line.filed.name for line in window.lines}
        assert window.show().count("<document ") == len({line.filed.id for line in window.lines})


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., foam.Home]:
    def make(model: ScriptedModel, **options: object) -> foam.Home:
        return foam.open(tmp_path / "home", models=model, environ={}, **options)  # type: ignore[arg-type]

    return make


def test_the_call_asks_a_model_only_if_one_is_named(tmp_path: Path, opened: Callable[..., foam.Home]) -> None:
    folder, writer, heard = write_observatory(tmp_path / "file"), Writer([SUM]), list[object]()
    with opened(writer.model, listener=heard.append) as home:
        ask = partial(home.examine, folder, decision=folder / "refusal.txt", rules=[folder / "rules.txt"])
        plain = ask()
        assert plain.view.reading is None
        assert not writer.model.calls
        asked = ask(model="test-writer")
        assert asked.view.reading
        assert [one.text for one in asked.view.reading.findings] == [SUM["text"]]
        assert [one.id for one in asked.view.findings[:1]] == [one.id for one in plain.view.findings]
        assert any(isinstance(one, StepProgress) and one.step == "reading by a model" for one in heard)
        assert home.replay(asked).ok
        calls = len(writer.model.calls)
        assert ask(model="test-writer").run == asked.run
        assert len(writer.model.calls) == calls


def test_a_model_that_does_not_write_is_refused(tmp_path: Path, opened: Callable[..., foam.Home]) -> None:
    folder = write_observatory(tmp_path / "file")
    with opened(ScriptedModel()) as home, pytest.raises(InputError, match="does not write"):
        home.examine(folder, decision=folder / "refusal.txt", model="scripted")
    run = CliRunner(env={"FOAM_HOME": str(tmp_path / "home")}).invoke
    refused = run(command, ["examine", str(folder), "--model", "scripted", "--quiet"])
    assert (refused.exit_code, "does not write" in refused.output) == (2, True)
