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
    say_role,
    write_observatory,
)
from tests.examination.small import make_file

import foam
import foam.examination.views
from foam.bundle.container import unpack
from foam.bundle.contents import check_contents
from foam.bundle.data import BundleData
from foam.bundle.statement import Bundled, read_envelope
from foam.cli.main import foam as command
from foam.errors import InputError, NotFound
from foam.examination.arithmetic import find_arithmetic
from foam.examination.file import CaseFile
from foam.examination.job import ExamineSpec, examine
from foam.examination.modelled.check import check_finding
from foam.examination.modelled.points import find_unborne_lengths
from foam.examination.modelled.result import ModelReading
from foam.examination.modelled.shown import list_lines, list_windows
from foam.examination.modelled.working import Unread, Worked, read_working
from foam.examination.report import Examination
from foam.job.acts import count_acts
from foam.job.events import StepProgress
from foam.job.job import RunResult, replay, run
from foam.job.session import Tools
from foam.job.waiting import complete
from foam.model.cast import ROLES
from foam.model.scripted import ScriptedModel
from foam.pack.loader import load_pack
from foam.record.graph import entries_of
from foam.record.memory import MemoryStore

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


def make_tools(writer: Writer, file: CaseFile = FILE) -> Tools:
    return Tools(models=dict.fromkeys(ROLES, writer.model), pack=PACK, given={file.digest: file.json_value()})


def make_spec(tools: Tools, file: CaseFile = FILE) -> ExamineSpec:
    return ExamineSpec(**tools.describe(), file=file.digest, asks=True)


class Ran:
    """An examination with a writer, and its record."""

    def __init__(self, writer: Writer, file: CaseFile = FILE) -> None:
        self.store = MemoryStore()
        tools = make_tools(writer, file)
        self.result: RunResult[Examination] = complete(run(examine, make_spec(tools, file), tools, store=self.store))
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
        ("40 + 10 = 50; 50 × 3 = 160", False),
        ("3 March 2025 + 14 days = 17 March 2025", True),
        ("3 March 2025 + 14 days = 25 March 2025", False),
        ("25 March 2025 = 3 March 2025 + 14 days", False),
        ("20 June 2025 - 14 days = 6 June 2025", True),
        ("20 June 2025 minus two weeks = 1 June 2025", False),
        ("3 March 2025 + 2 weeks = 10 March 2025", False),
        ("31 January 2025 + 1 month = 28 February 2025", True),
        ("3 March 2025 + 10 working days = 18 March 2025", True),
        ("3 March 2025 + 10 working days = 12 March 2025", False),
        ("3 March 2025 + 5 business days + 14 days = 24 March 2025", True),
        ("3 March 2025 + 5 business days without 6 March 2025 = 11 March 2025", True),
        ("3 March 2025 + 5 business days without 6 March 2025 = 10 March 2025", True),
        ("3 March 2025 + 5 business days without 6 March 2025 to 14 March 2025 = 10 March 2025", False),
        ("from 1 March 2025 to 20 March 2025 = 19 days", True),
        ("from 1 March 2025 to 20 March 2025 = 25 days", False),
        ("from 1 March 2025 to 20 March 2025 is at most 14 days", False),
        ("from 1 March 2025 to 20 March 2025 is longer than 5 business days", True),
        ("3 March 2025 is a Monday", True),
        ("3 March 2025 is a Tuesday", False),
        ("16 March 2025 is not after 3 March 2025 + 14 days", True),
        ("18 March 2025 is not after 3 March 2025 + 14 days", False),
        ("18 March 2025 is later than 3 March 2025 + 14 days", True),
        ("9 March 2025 is before 5 March 2025", False),
        ("14 March 2025 is not earlier than 3 March 2025 + 10 working days", False),
        ("26 March 2025 is after 3 March 2025 + 5 business days + 7 business days without 12 March 2025", True),
        ("10 March 2025 + 7 days = 17 March 2025; 18 March 2025 is after 17 March 2025 + 2 days", False),
        ("seven is at least five", True),
        ("120 crowns is more than 175 crowns", False),
        ("27 + 2 is no less than 30", False),
        ("27 / 50 is at least 60 %", False),
        ("20 days is more than 2 weeks", True),
        ("7 May 2025 is after 5 May 2025", True),
    ],
)
def test_what_is_reckoned_is_worked_out_again(text: str, holds: bool) -> None:
    worked = read_working(text)
    assert isinstance(worked, Worked)
    assert worked.holds == holds


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is empty"),
        ("it is too much", "neither = nor a comparison"),
        ("120 + 35", "neither = nor a comparison"),
        ("the fee = 60", "no equation of figures"),
        ("3 March + 14 days = 25 March", "needs its year"),
        ("3 March 2025 + some days = 25 March 2025", "on one side of ="),
        ("18 March 2025 is after the deadline", "“the deadline” is not a day"),
        ("18 March 2025 is after 3 March 2025 + 10 working days", "holidays may decide it"),
        ("20 % is at most 30", "one is a share"),
        ("14 days is more than 10 euros", "not of one measure"),
        ("20 business days is more than 2 weeks", "not of one measure"),
        ("3 days + 2 weeks = 5 days", "days and weeks are not one measure"),
        ("10 euros + 5 dollars = 15 euros", "dollars and euros are not one measure"),
        ("from 1 March 2025 to 20 March 2025 is at most 14 euros", "no length of time"),
        ("40 + 10 = 60; 60 × 3 = 180", "“40 + 10 = 60” does not come out"),
    ],
)
def test_what_cannot_be_reckoned_says_why(text: str, why: str) -> None:
    worked = read_working(text)
    assert isinstance(worked, Unread)
    assert why in worked.why


def test_lengths_are_those_of_the_cited_sentences() -> None:
    said = ["An offer is received on the fifth business day after it was sent.", "It ends one month later."]
    said.append("It is in time on the next working day.")
    for text, fault in (
        ("3 March 2025 + 5 business days = 20 March 2025", ""),
        ("3 March 2025 + 5 working days + 1 month = 20 May 2025", ""),
        ("3 March 2025 + 5 days = 20 March 2025", "counts otherwise, “fifth business day”"),
        ("3 March 2025 + 6 business days = 20 March 2025", "no cited sentence gives this length"),
        ("31 January 2026 + 1 working day = 2 February 2026", ""),
        ("31 January 2026 + 1 day = 1 February 2026", "counts otherwise, “next working day”"),
    ):
        worked = read_working(text)
        assert isinstance(worked, Worked)
        found = [*find_unborne_lengths(worked.lengths, said)]
        assert len(found) == bool(fault)
        assert all(fault in one for one in found)


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
    (
        "one document that contradicts itself",
        {
            **REPORT,
            "kind": "contradiction",
            "ids": (find_id("Our steward wrote"), find_id("You applied on")),
            "text": "The two sentences cannot both be right.",
        },
        "",
    ),
    ("a right sum", {**SUM, "working": "120 + 35 = 155", "text": "It is wrong."}, "it comes out"),
    ("no working", {**SUM, "working": ""}, "needs it"),
    ("figures from elsewhere", {**SUM, "working": "120 + 30 = 175"}, "no cited sentence gives this figure exactly"),
    (
        "a term that was kept",
        {**LATE, "working": "2 April 2025 is not after 5 May 2025 + 21 days", "text": "It is late."},
        "it comes out",
    ),
    ("a day from elsewhere", {**LATE, "working": "6 May 2025 is before 2 April 2025"}, "gives this day"),
    (
        "a day of another sentence",
        {**LATE, "working": "10 April 2025 is before 2 April 2025"},
        f"gives this day; it stands in {find_id('10 April 2025')}",
    ),
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


def test_what_decides_is_bound_to_sentences_and_confirmed() -> None:
    (found,) = Ran(Writer(decides=say_decides())).reading.findings
    assert (found.kind, found.bearing, found.established) == ("condition", "against", "model")
    assert found.working == (
        "The member has looked after guests on at least five nights: met (seven is at least five).",
    )
    assert len(found.passages) == 2


@pytest.mark.parametrize(
    ("decides", "why"),
    [
        (say_decides(speaks="for"), "by if_all_met and the conditions it is against"),
        (say_decides(status="not met", speaks="for"), "by it the condition is met"),
        (say_decides(compare="nine is at least five"), "no cited sentence gives this figure"),
        (say_decides(shown="nine evenings", compare=""), "“plea” is read as a party's own word, which shows nothing"),
        (say_decides(shown="Rule 2", compare=""), "is a sentence of the rules, which shows no fact"),
        (
            {**say_decides(shown="nine evenings", compare=""), "roles": (say_role("nine evenings"),)},
            "is written by whom the decision is about",
        ),
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


KEPT = "Tom Aske received visitors here on seven evenings.\n\nSigned: Ole Finn, operator"


def test_a_model_may_say_the_role_of_a_paper_with_its_reason() -> None:
    """A paper that is read as a party's shows nothing, unless it is said whose it is and the evaluator agrees."""
    file = make_observatory(book=KEPT)
    said = say_decides(file=file)
    assert "is read as a party's own word" in Ran(Writer(decides=said), file).reading.dropped[0].why
    vouched = {**said, "roles": (say_role("seven evenings", file),)}
    (found,) = Ran(Writer(decides=vouched), file).reading.findings
    assert found.bearing == "against"
    assert found.working[-1] == "“book” is taken as independent: it tells of visitors of Tom Aske."
    doubted = Ran(Writer(decides=vouched, verdicts={"r1": "no"}), file).reading
    assert not doubted.findings
    assert doubted.suggested


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (make_observatory(book=KEPT, roles={"book": "party"}), "was set by whoever gave the file"),
        (make_observatory(book="Tom Aske received visitors here on seven evenings."), "nobody signed, dated"),
    ],
)
def test_whose_a_paper_is_cannot_be_said_against_the_user_nor_of_nobodys_paper(file: CaseFile, why: str) -> None:
    said = {**say_decides(file=file), "roles": (say_role("seven evenings", file),)}
    assert why in Ran(Writer(decides=said), file).reading.dropped[0].why


def test_what_decides_is_headed_and_says_which_way_it_speaks() -> None:
    report = str(Ran(Writer(decides=say_decides())).result.view)
    assert "What decides\n------------" in report
    assert "This speaks for reversing the decision, because: The rule asks for five nights" in " ".join(report.split())
    assert "Conditions of the rules" not in report


def test_what_is_missing_is_looked_for_in_the_list_of_documents() -> None:
    missing = say_finding("missing", "Our steward wrote", text="The decision rests on a letter of the steward.")
    writer = Writer([missing])
    ran = Ran(writer)
    assert ran.kept == [missing["text"]]
    (asked,) = writer.list_asked("acts/shown")
    for filed in FILE.documents:
        assert f"- {filed.name}; " in asked.prompt
    assert "What the other documents have that comes nearest to it:" in asked.prompt
    assert "under its cover" in asked.prompt


def test_what_adds_sentences_of_another_kind_is_not_found_before() -> None:
    by_id = {line.id: line for line in list_lines(FILE)}
    (known,) = find_arithmetic(FILE)
    ids = (find_id("The fee is 40"), find_id("seven evenings"))
    reason = {"kind": "reason", "ids": ids, "text": "It does not fit.", "working": "", "advice": "Ask."}
    assert not check_finding(reason, by_id, [known]).faults
    assert check_finding({**reason, "kind": "arithmetic", "working": "40 + 10 = 60"}, by_id, [known]).faults


def test_what_was_dropped_is_listed_with_why_at_the_end() -> None:
    wrong = {**SUM, "working": "120 + 35 = 155"}
    view = Ran(Writer([wrong])).result.view
    text = " ".join(str(view).split())
    assert text.index("What was read") < text.index("What the model wrote and code did not take over (1)")
    assert "it comes out" in text
    assert "<details" in view.render("html")
    assert "did not take over (1)" in view.render("html")


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
    shown = list_windows(file, size=100, most=2, letters=0)
    assert [len(window.lines) for window in shown.windows] == [82, 82]
    assert shown.unread == 80
    letters = [{line.filed.name for line in window.lines} - {"refusal", "rules"} for window in shown.windows]
    assert letters == [{"letter 0", "letter 1"}, {"letter 2", "letter 3"}]
    assert [len(window.lines) for window in list_windows(file, size=30, letters=0).windows[:2]] == [22, 22]
    for window in shown.windows:
        assert {"refusal", "rules"} <= {line.filed.name for line in window.lines}
        assert window.show().count("<document ") == len({line.filed.id for line in window.lines})


def test_a_document_that_can_be_read_at_once_is_not_cut_however_many_sentences_it_has() -> None:
    texts = {f"log {n}": " ".join(f"Lamp {n} burned on night {m}." for m in range(40)) for n in range(2)}
    file = make_file(texts)
    whole = list_windows(file, size=30, letters=40 * 30).windows
    assert [len(window.lines) for window in whole] == [40, 40]
    assert [len(window.lines) for window in list_windows(file, size=30, letters=400).windows] == [20] * 4


def test_a_file_that_fits_is_read_at_once_and_of_a_longer_one_what_shares_names_stands_together() -> None:
    nights = " ".join(f"It burned on night {m}." for m in range(60))
    texts = {
        "oslo": f"In 2002 the Oslo yard lent lamps to Petra Lund. {nights}",
        "turku": f"The Turku yard had none. {nights}",
        "malta": f"The Malta yard was closed. {nights}",
        "lund": f"Petra Lund was never lent one by the Oslo yard. {nights}",
    }
    file = make_file(texts)
    assert len(list_windows(file).windows) == 1
    first = list_windows(file, size=130, letters=100).windows[0]
    assert {line.filed.name for line in first.lines} == {"oslo", "lund"}


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


def test_decision_and_rules_are_found_by_name_among_the_files(tmp_path: Path, opened: Callable[..., foam.Home]) -> None:
    folder = write_observatory(tmp_path / "file")
    with opened(ScriptedModel()) as home:
        found = home.examine(folder, decision="refusal.txt", rules=["rules"]).view
        assert [one.part for one in found.examined[:2]] == ["decision", "rules"]
        with pytest.raises(NotFound, match="here or among the files") as raised:
            home.examine(folder, decision="refusal.pdf")
        assert raised.value.hint == "did you mean refusal.txt?"


def test_a_model_that_does_not_write_is_refused(tmp_path: Path, opened: Callable[..., foam.Home]) -> None:
    folder = write_observatory(tmp_path / "file")
    with opened(ScriptedModel()) as home, pytest.raises(InputError, match="does not write"):
        home.examine(folder, decision=folder / "refusal.txt", model="scripted")
    run = CliRunner(env={"FOAM_HOME": str(tmp_path / "home")}).invoke
    refused = run(command, ["examine", str(folder), "--model", "scripted", "--quiet"])
    assert (refused.exit_code, "does not write" in refused.output) == (2, True)


def test_an_examination_goes_into_a_bundle_and_any_change_is_caught(
    tmp_path: Path, opened: Callable[..., foam.Home]
) -> None:
    folder, writer = write_observatory(tmp_path / "file"), Writer([SUM, REPORT], verdicts={"f2": "no"})
    file = tmp_path / "examination.foam"
    with opened(writer.model) as home:
        ran = home.examine(folder, decision="refusal.txt", rules=["rules.txt"], model="test-writer")
        home.bundle.export(ran, file)
        assert not home.bundle.verify(file).findings
    files = unpack(file.read_bytes()).files
    assert b"For both you owe" in files["sources.jsonl"]
    assert "What was found in the file" in files["examination.html"].decode()
    changed = files["examination.json"].replace(b"175 crowns", b"155 crowns")
    assert changed != files["examination.json"]
    data = BundleData({**files, "examination.json": changed}, read_about(files))
    found = {one.check for one in check_contents(data)}
    assert {"view", "sources"} <= found


def read_about(files: dict[str, bytes]) -> Bundled:
    """What a bundle says it is about."""
    _, statement = read_envelope(files["attestation.dsse.json"])
    return statement.predicate
