"""What a model finds in a file: what two readings and code bear out is kept; the rest is told apart."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.examination.observatory import (
    DECIDES,
    Record,
    Writer,
    find_id,
    make_observatory,
    say_finding,
    say_sum,
    write_observatory,
)

import foam
import foam.examination.views
from foam.bundle.container import unpack
from foam.bundle.contents import check_contents
from foam.bundle.data import BundleData
from foam.bundle.statement import read_envelope
from foam.cli.main import foam as command
from foam.errors import InputError, NotFound, OutOfBounds
from foam.examination.file import CaseFile
from foam.examination.job import ExamineSpec, examine
from foam.examination.reading import ModelReading
from foam.examination.report import LEFT_TO_A_MODEL, Examination
from foam.job.job import RunResult, replay, run
from foam.job.session import Tools
from foam.job.waiting import complete
from foam.model.cast import ROLES
from foam.model.question import Written
from foam.model.scripted import Call, ScriptedModel
from foam.pack.loader import load_pack
from foam.record.memory import MemoryStore

SUM = say_finding(
    "sum", "figure", "For both you owe us", "The deposit is", "The insurance is",
    says="The decision asks for 175 crowns for both.",
)  # fmt: skip
REPORT = say_finding(
    "rain", "report", "Our steward wrote", "under its cover",
    says="The decision says that the steward wrote of rain, and his note says that the mount was dry.",
)  # fmt: skip
FEE = say_finding("fee", "figure", "The fee is 40", says="The fee of 60 crowns does not come out.")
LETTER = {"what": "the letter of the steward", "who_has_it": "Ole Finn", "touches": "the rain"}
FILE = make_observatory()
PACK = load_pack("benefits-appeal")


class Ran:
    """An examination that a model reads as well, and its record."""

    def __init__(self, writer: Writer, file: CaseFile = FILE) -> None:
        self.store = MemoryStore()
        tools = Tools(models=dict.fromkeys(ROLES, writer.model), pack=PACK, given={file.digest: file.json_value()})
        spec = ExamineSpec(**tools.describe(), file=file.digest, asks=True)
        self.result: RunResult[Examination] = complete(run(examine, spec, tools, store=self.store))
        assert self.result.view.reading
        self.reading: ModelReading = self.result.view.reading

    @property
    def kept(self) -> list[str]:
        return [one.text for one in self.reading.findings]


def test_what_is_confirmed_is_a_finding_that_says_who_read_it() -> None:
    writer = Writer(SUM, REPORT, steps=say_sum("sum"), shows={"f1": "arithmetic", "f2": "report"})
    ran = Ran(writer)
    assert ran.kept == [SUM["says"], REPORT["says"]]
    one = ran.reading.findings[0]
    assert one.established_by == "model test-writer, looked at again by test-writer"
    assert not one.is_sure
    assert one.working[0] == "120 + 35 = 155 (has to be exactly 175): it is not so"
    report = " ".join(str(ran.result.view).split())
    assert "A reading, by test-writer, looked at again by test-writer." in report
    assert "Sure: code compared the words and figures." in report, "the fee, which code found"
    assert ran.result.view.unexamined == ()
    assert len(writer.model.calls) == 2, "a file is read in two requests"


@pytest.mark.parametrize(
    ("finding", "steps", "shows", "why"),
    [
        (SUM, say_sum("sum"), "not shown", "The sentences of f1 say so."),
        (SUM, (), "arithmetic", "no working was given"),
        (SUM, say_sum("sum")[:3], "arithmetic", "no working was given"),
        ({**REPORT, "at": REPORT["at"][:1], "says": "It does not fit."}, (), "report", "needs two sentences"),
    ],
)
def test_what_is_not_borne_out_is_told_apart(finding: Record, steps: Any, shows: str, why: str) -> None:
    ran = Ran(Writer(finding, steps=steps, shows={"f1": shows}))
    assert not ran.kept
    (suggested,) = ran.reading.suggested
    assert why in suggested.why
    assert "What was read and was not confirmed (1)" in str(ran.result.view)


@pytest.mark.parametrize("words", ["14", "Lund"])
def test_what_stands_in_none_of_its_sentences_is_marked_and_kept(words: str) -> None:
    finding = {**REPORT, "says": f"The steward wrote of {words}."}
    writer = Writer(finding, shows={"f1": "report"})
    ran = Ran(writer)
    assert f"“{words}”" in ran.reading.findings[0].working[-1]
    assert f"“{words}”" in str(writer.list_asked("acts/second_look")[0]), "who looks again is told, too"
    assert words in str(ran.result.view)


def test_what_gives_orders_shows_nothing() -> None:
    writer = Writer(say_finding("told", "figure", "Any software", says="It is so."), strange=["Any software"])
    ran = Ran(writer)
    (dropped,) = ran.reading.dropped
    assert "gives orders" in dropped.why
    assert not writer.list_asked("acts/second_look"), "there is nothing to be looked at again"
    assert "Text that gives orders" in str(ran.result.view)


def test_what_the_workings_of_a_reading_come_to_may_be_said() -> None:
    told = {**REPORT, "at": SUM["at"][:2], "says": "The decision asks for 175 crowns, and not for 155."}
    alone = Ran(Writer(told, shows={"f1": "report"})).reading.findings[0]
    beside = Ran(Writer(SUM, told, steps=say_sum("sum"), shows={"f2": "report"})).reading.findings[-1]
    assert [any("155" in one for one in found.working) for found in (alone, beside)] == [True, False]


@pytest.mark.parametrize("rule", [1, 2])
def test_a_sentence_stands_under_the_number_before_it(rule: int) -> None:
    rules = "Rule 1: The telescope is lent.\n\nRule 2: A loan is asked for. Guests were looked after on five nights."
    file = make_observatory(rules=rules)
    at = (find_id("five nights", file), find_id("seven evenings", file))
    told = {"name": ("nights",), "kind": "decision_wrong", "at": at, "says": f"By rule {rule} it was enough."}
    ran = Ran(Writer(told, shows={"f1": "condition"}), file)
    assert any("rule 1" in one for one in ran.reading.findings[0].working) == (rule == 1)


def test_a_contradiction_that_a_finding_tells_of_is_not_told_twice() -> None:
    at = REPORT["at"]
    conflicts = ({"at": at, "says": "whether there was rain"}, {"at": (at[1], FEE["at"][0]), "says": "which of both"})
    writer = Writer(
        REPORT, conflicts=conflicts, shows=dict.fromkeys(("f1", "f2", "f3"), "contradiction") | {"f1": "report"}
    )
    assert Ran(writer).kept == [REPORT["says"], "which of both"]


def test_what_code_found_and_mere_facts_are_not_told_again() -> None:
    fact = say_finding("book", "fact", "seven evenings", says="Seven evenings.")
    shows = {"f1": "arithmetic", "f2": "no fault"}
    assert not Ran(Writer(FEE, fact, REPORT, shows=shows)).reading.findings


def test_another_fault_of_sentences_in_which_code_found_one_is_told() -> None:
    (found,) = Ran(Writer(FEE, shows={"f1": "condition"})).reading.findings
    assert (found.kind, found.text) == ("condition", FEE["says"])


def test_what_the_file_does_not_hold_is_told_with_who_may_have_it() -> None:
    ran = Ran(Writer(missing=[LETTER]))
    assert [one.what for one in ran.reading.missing] == [LETTER["what"]]
    assert "the letter of the steward. Ole Finn may have it." in str(ran.result.view)


def test_what_decides_comes_first_and_says_which_way_it_speaks() -> None:
    writer = Writer(REPORT, DECIDES, shows={"f1": "report", "f2": "no fault"}, decides="f2", speaks="against")
    found = Ran(writer).result.view
    assert [one.bearing for one in found.findings if one.established == "model"] == ["against", None]
    report = " ".join(str(found).split())
    assert f"This speaks for reversing the decision, because: {DECIDES['says']}" in report


def test_a_decision_that_nobody_named_is_said_to_be_read_as_one() -> None:
    file = make_observatory().model_copy(
        update={"documents": tuple(one.model_copy(update={"part": "document"}) for one in FILE.documents)}
    )
    assert "“refusal” was read as the decision." in str(Ran(Writer(), file).result.view)


def test_a_model_that_gives_nothing_leaves_all_of_it_unexamined() -> None:
    silent = Writer()
    silent.model = ScriptedModel(lambda _: OutOfBounds("it says nothing", said=""), name="silent", writes=True)
    view = Ran(silent).result.view
    assert view.unexamined == LEFT_TO_A_MODEL
    assert "silent gave no reading" in str(view).lower()
    told = " ".join(str(view).split())
    assert all(one in told for one in LEFT_TO_A_MODEL), "what was not examined is said by name"


def test_a_paper_of_which_a_part_was_not_read_is_named() -> None:
    nights = " ".join(f"On night {n} nobody came to the dome, and the lamps were out." for n in range(2400))
    writer = Writer(REPORT, shows={"f1": "report"})

    def say(call: Call) -> Written | OutOfBounds | None:
        is_last = "On night 2390 nobody" in getattr(call.question, "prompt", "")
        return OutOfBounds("it breaks off", said="") if is_last else writer.say(call)

    writer.model = ScriptedModel(say, name="tired", writes=True)
    view = Ran(writer, make_observatory(book=f"Guest book\n\n{nights}")).result.view
    assert view.reading
    assert "book" in view.reading.unread
    assert "what “book” says, as far as it was not read" in " ".join(str(view).split())


def test_a_long_file_is_read_in_parts_which_one_more_reading_joins() -> None:
    nights = " ".join(f"On night {n} nobody came to the dome, and the lamps were out." for n in range(2400))
    owed = say_finding("owed", "report", "For both you owe us", "The deposit is", says="It asks for 175 crowns.")
    writer = Writer(owed, shows={"f1": "report"})
    ran = Ran(writer, make_observatory(book=f"Guest book\n\n{nights}"))
    *parts, joined = writer.list_asked("acts/read")
    assert len(parts) == 2
    assert "nobody came to the dome" in parts[0].prompt
    assert "nobody came to the dome" not in joined.prompt, "what no part named is left out"
    assert ran.kept == [owed["says"]]
    assert not ran.reading.unread


def test_a_run_is_replayed_to_the_byte() -> None:
    ran = Ran(Writer(SUM, REPORT, steps=say_sum("sum"), shows={"f1": "arithmetic"}))
    again = complete(replay(ran.store, ran.result.run))
    assert again.json_value() == ran.result.view.json_value()


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., foam.Home]:
    def make(model: ScriptedModel, **options: object) -> foam.Home:
        return foam.open(tmp_path / "home", models=model, environ={}, **options)  # type: ignore[arg-type]

    return make


def test_the_call_asks_a_model_only_if_one_is_named(tmp_path: Path, opened: Callable[..., foam.Home]) -> None:
    folder = write_observatory(tmp_path / "file")
    writer = Writer(REPORT, shows={"f1": "report"})
    with opened(writer.model) as home:
        ask = partial(home.examine, folder, decision=folder / "refusal.txt", rules=[folder / "rules.txt"])
        plain = ask()
        assert plain.view.reading is None
        assert not writer.model.calls
        asked = ask(model="test-writer")
        assert asked.view.reading
        assert [one.text for one in asked.view.reading.findings] == [REPORT["says"]]
        assert [one.id for one in asked.view.findings[:1]] == [one.id for one in plain.view.findings]
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
    folder, writer = write_observatory(tmp_path / "file"), Writer(REPORT, shows={"f1": "report"})
    file = tmp_path / "examination.foam"
    with opened(writer.model) as home:
        ran = home.examine(folder, decision="refusal.txt", rules=["rules.txt"], model="test-writer")
        home.bundle.export(ran, file)
        assert not home.bundle.verify(file).findings
    files = unpack(file.read_bytes()).files
    assert b"under its cover" in files["sources.jsonl"]
    assert "What was found in the file" in files["examination.html"].decode()
    changed = files["examination.json"].replace(b"under its cover", b"beside its cover")
    assert changed != files["examination.json"]
    _, statement = read_envelope(files["attestation.dsse.json"])
    assert statement.predicate
    data = BundleData({**files, "examination.json": changed}, statement.predicate)
    assert {"view", "sources"} <= {one.check for one in check_contents(data)}


def test_a_file_takes_four_requests_at_most_whatever_is_written(
    opened: Callable[..., foam.Home], tmp_path: Path
) -> None:
    writer, folder = Writer(REPORT, shows={"f1": "report"}), write_observatory(tmp_path / "file")

    def spoil(call: Call) -> Written | OutOfBounds | None:
        first = not any(one.question.template == call.question.template for one in model.calls[:-1])
        return OutOfBounds("it breaks off", said="") if first else writer.say(call)

    model = ScriptedModel(spoil, name="spoilt", writes=True)
    with opened(model) as home:
        view = home.examine(folder, decision="refusal", rules=["rules"], model="spoilt").view
    assert view.reading
    assert [one.text for one in view.reading.findings] == [REPORT["says"]]
    assert len(model.calls) == 4
    mute = ScriptedModel(lambda _: OutOfBounds("it says nothing", said=""), name="mute", writes=True)
    with opened(mute) as home:
        view = home.examine(folder, decision="refusal", rules=["rules"], model="mute").view
    assert len(mute.calls) <= 4
    assert view.unexamined == LEFT_TO_A_MODEL
