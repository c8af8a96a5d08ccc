"""The procedure as its users meet it: a contest from notice to remedy, bundles, redaction, and what is refused."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import foam as package
from foam.appeal.chain import MATTER
from foam.appeal.notices.letter import REMOVED
from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.model.silent import SilentJudge
from foam.pack.files import SHIPPED
from foam.record.clock import utc_now
from foam.record.runs import open_run
from foam.record.sqlite import open_record

FAKES: dict[str, Any] = {
    "embedder": HashingEmbedder(),
    "stance": lambda claim, texts: [0.0] * len(texts),
    "judge": SilentJudge(),
}
"""For what needs weights."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(foam, [str(argument) for argument in arguments], obj=FAKES)


def data(*arguments: object, exit_code: int = 0) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def day(number: int) -> str:
    return f"2026-01-{number:02}T15:00:00Z"


@pytest.fixture
def matter(tmp_path: Path) -> str:
    form = tmp_path / "decision.toml"
    form.write_text(run("appeal", "begin", "--example").stdout, "utf-8")
    begun: str = data("appeal", "begin", form, "--at", day(1))["matter"]
    return begun


def test_an_unknown_key_is_refused_with_those_that_are_allowed(tmp_path: Path) -> None:
    form = tmp_path / "decision.toml"
    example = run("appeal", "begin", "--example").stdout
    assert "# content = " in example
    form.write_text(f'{example}\ntext = "Pay: 1,940 dollars."\n', "utf-8")
    said = run("appeal", "begin", form, "--at", day(1)).output
    said = " ".join(said.split())
    assert said.index("items.1.text") < said.index("title, kind, content")


def test_a_draft_of_the_decision_can_be_had_before_it_is_sent(matter: str) -> None:
    assert run("appeal", "notice", matter, "decision").exit_code != 0
    draft = data("appeal", "notice", matter, "decision", "--draft")
    assert "draft, not sent" in draft["text"]


def test_a_deleted_act_is_named_by_verify_and_stops_no_list(matter: str, home: Path) -> None:
    step(matter, "issue_notice", "caseworker-17", 2)
    with closing(sqlite3.connect(home / "foam.db", isolation_level=None)) as db:
        db.execute("DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)")
    told = data("record", "verify", exit_code=1)
    assert told["damage"]
    assert "is gone" in run("appeal", "matters").output
    assert run("record", "list").exit_code == 0


def test_a_matter_is_not_replayed_and_says_what_to_do_instead(matter: str) -> None:
    result = run("record", "replay", matter)
    assert result.exit_code == 2
    assert f"foam appeal timeline {matter[:15]}" in result.output
    assert run("appeal", "timeline", matter[:15]).exit_code == 0


def step(matter: str, act: str, who: str, number: int, *rest: object, exit_code: int = 0) -> Any:
    return data("appeal", "step", matter, act, "--as", who, "--at", day(number), *rest, exit_code=exit_code)


CLERK = ("--role", "records_clerk")
RULING = (
    "--outcome", "modified", "--remedy", "recalculate",
    "--ground", "g1", "sustained", "The slip covers two months.", "i1, i3",
    "--ground", "g2", "rejected", "Rent does not count here.", "#3,i4",
)  # fmt: skip


@pytest.fixture
def in_review(matter: str, tmp_path: Path) -> str:
    slip, photo, minutes = tmp_path / "slip.txt", tmp_path / "photo.jpg", tmp_path / "minutes.txt"
    slip.write_text("Pay for September and October", "utf-8")
    photo.write_bytes(b"\xff\xd8\xff\xe0\x00")
    minutes.write_text("All were heard.", "utf-8")
    step(matter, "issue_notice", "caseworker-17", 2)
    step(matter, "deliver", "ada", 4, "--role", "affected_person", "--on", "2026-01-03")
    data(
        "appeal", "file", matter, "--as", "ada", "--role", "affected_person", "--at", day(5), "--hearing",
        "--ground", "factual_error", "It was <b>two</b> months' pay.", "--ground", "missing_evidence", "My rent.",
        "--target", "claim-1", "--continue-benefits", "--with", slip, "--with", photo,
    )  # fmt: skip
    step(matter, "accept", "clerk", 6, *CLERK)
    step(matter, "disclose_record", "clerk", 7, *CLERK, "--show", "all")
    step(matter, "open_evidence", "clerk", 7, *CLERK)
    step(matter, "set_hearing", "clerk", 8, *CLERK, "--hearing-at", day(19), "--place", "Room 4")
    step(matter, "hold_hearing", "judge", 20, "--with", minutes)
    step(matter, "disclose", "clerk", 21, *CLERK, "--show", "i5")
    step(matter, "waive_days", "ada", 21, "--role", "affected_person")
    step(matter, "close_record", "clerk", 22, *CLERK)
    step(matter, "assign", "boss", 23, "--role", "supervisor", "--reviewer", "judge")
    return matter


@pytest.fixture
def decided(in_review: str) -> str:
    data("appeal", "decide", in_review, "--as", "judge", "--at", day(24), *RULING)
    return in_review


def test_a_contest_from_notice_to_remedy(decided: str) -> None:
    step(decided, "notify_decision", "clerk", 25, *CLERK)
    step(decided, "order_remedy", "clerk", 26, *CLERK)
    step(decided, "implement", "caseworker-17", 27, "--because", "Paid anew.", "--cite", "i1")
    told = step(decided, "close", "clerk", 28, *CLERK)
    assert told["state"] == "closed"
    assert told["overdue"] == []
    shown = data("appeal", "timeline", decided)
    assert [act["name"] for act in shown["acts"]][:3] == ["issue_notice", "deliver", "file"]
    assert [row["state"] for row in data("appeal", "matters")["matters"]] == ["closed"]


@pytest.mark.parametrize(
    ("who", "said"),
    [
        (("--as", "caseworker-17"), "caseworker-17 took part in the matter otherwise and may not decide it"),
        (("--as", "analyst-2"), "analyst-2 took part in the matter otherwise and may not decide it"),
        (("--as", "stranger"), "judge was named to decide"),
        (("--as", "judge", "--software"), "only a natural person may do this"),
        (("--as", "judge", "--role", "supervisor"), "it is for the decision maker, not for the supervisor"),
    ],
)
def test_only_the_named_person_who_had_no_part_decides(in_review: str, who: tuple[str, ...], said: str) -> None:
    told = data("appeal", "decide", in_review, "--at", day(24), *who, *RULING, exit_code=2)
    assert said in told["error"]
    assert data("appeal", "timeline", in_review)["state"] == "human_review"


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        (RULING[:4], "no disposition on g1, g2"),
        (RULING[:9], "no disposition on g2"),
        ((*RULING[:13], "i99"), "reason 2 cites i99, which is not on file"),
        ((*RULING[:13], ""), "reason 2 cites nothing on file"),
        (("--outcome", "upheld", *RULING[2:]), "an upheld decision orders no remedy"),
        ((*RULING[:2], *RULING[4:]), "a modified decision says what has to be done"),
    ],
)
def test_a_ruling_that_lacks_something_is_refused(in_review: str, ruling: tuple[str, ...], said: str) -> None:
    assert said in data("appeal", "decide", in_review, "--as", "judge", "--at", day(24), *ruling, exit_code=2)["error"]


def test_a_bundle_holds_the_deliberation_and_outlives_its_pack(tmp_path: Path, home: Path) -> None:
    """What the matter is about is kept when it begins, so that a later pack or library does not matter."""
    pack = tmp_path / "office"
    shutil.copytree(SHIPPED / "benefits-appeal", pack)
    ran = data("deliberate", "--model", "scripted", "--pack", pack)["run"]
    form = tmp_path / "decision.toml"
    form.write_text(run("appeal", "begin", "--example").stdout, "utf-8")
    begun = data("appeal", "begin", form, "--run", ran, "--at", day(1))["matter"]
    assert [path.suffix for path in (home / "kept").iterdir()] == [".json"]
    step(begun, "issue_notice", "caseworker-17", 2)
    ground = ("--as", "ada", "--role", "affected_person", "--ground", "model_error", "No.", "--target")
    told = data("appeal", "file", begun, "--at", day(3), *ground, "claim-of-another-file", exit_code=2)
    assert told["error"].startswith("claim-of-another-file ")
    data("appeal", "file", begun, "--at", day(3), *ground, "")
    for act in ("accept", "disclose_record", "open_evidence"):
        step(begun, act, "clerk", 4, *CLERK, "--show", "all")
    step(begun, "deliberate", "analyst-2", 5, "--run", ran)
    told = data("appeal", "timeline", begun, "--words")
    assert told["state"] == "deliberation"
    assert any(said.startswith("Advice: ") for said in told["words"].values())
    shutil.rmtree(pack)
    assert run("dossier", "show", ran).exit_code != 0, "without its pack it cannot be computed anew"
    for name in (begun, ran):
        bundle = tmp_path / "all.zip"
        data("bundle", "export", name, bundle)
        told = data("bundle", "verify", bundle)
        assert told["ok"]
        assert (told["run"], told["matter"]) == (ran, begun if name == begun else "")
        assert {"answer.json", "sources.jsonl", "annotations.jsonld", "prov/deliberation.json"} <= set(told["files"])


@pytest.mark.parametrize("who", ["caseworker-17", "analyst-2", "ada"])
def test_who_took_part_cannot_be_named_to_decide(matter: str, who: str) -> None:
    step(matter, "issue_notice", "caseworker-17", 2)
    ground = ("--ground", "other", "No.")
    data("appeal", "file", matter, "--as", "ada", "--role", "affected_person", "--at", day(3), *ground)
    step(matter, "accept", "clerk", 4, *CLERK)
    step(matter, "disclose_record", "clerk", 5, *CLERK, "--show", "all")
    step(matter, "open_evidence", "clerk", 6, *CLERK)
    step(matter, "close_record", "clerk", 16, *CLERK)
    told = step(matter, "assign", "boss", 17, "--role", "supervisor", "--reviewer", who, exit_code=2)
    assert "“Name who decides” cannot be done" in told["error"]
    assert who in told["error"]


def test_notices_are_written_in_every_form(decided: str, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    for kind in ("decision", "receipt", "hearing", "outcome"):
        for ending in (".html", ".pdf", ".txt"):
            out = tmp_path / f"{kind}{ending}"
            told = data("appeal", "notice", decided, kind, "--out", out)
            assert 0 < told["reading"]["grade"] < 9
            assert out.stat().st_size > 500
    page = (tmp_path / "receipt.html").read_text("utf-8")
    assert "&lt;b&gt;two&lt;/b&gt;" in page
    assert "<b>two" not in page
    assert ".html" in data("appeal", "notice", decided, "receipt", "--out", "x.odt", exit_code=2)["hint"]


def test_a_bundle_is_checked_anywhere(decided: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle, key = tmp_path / "matter.zip", tmp_path / "key.json"
    data("bundle", "export", decided, bundle)
    data("bundle", "key", "--out", key)
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "nothing-here"))
    told = data("bundle", "verify", bundle, "--key", key)
    assert told["ok"]
    assert told["vouched"]
    assert told["verdict"] == "whole"
    assert not (tmp_path / "nothing-here").exists()
    assert data("bundle", "verify", bundle, exit_code=4)["verdict"] == "whole, signer unknown"
    data("bundle", "trust", key, "--as", "the office")
    assert data("bundle", "verify", bundle)["vouched_by"] == "the office"
    assert "notices/outcome.html" in told["files"]
    bundle.write_bytes(bundle.read_bytes().replace(b"two months", b"one months"))
    broken = data("bundle", "verify", bundle, exit_code=1)
    assert {finding["check"] for finding in broken["findings"]} >= {"file", "words"}
    assert data("bundle", "verify", tmp_path / "none.zip", exit_code=2)["error"].startswith("cannot read")
    assert data("bundle", "verify", key, exit_code=1)["findings"][0]["check"] == "container"


def test_an_expired_key_is_named(decided: str, tmp_path: Path) -> None:
    bundle = tmp_path / "matter.zip"
    data("bundle", "export", decided, bundle)
    told = data("bundle", "verify", bundle, "--on", "2099-01-01", exit_code=1)
    assert [one["check"] for one in told["findings"]] == ["key"]


def test_removed_words_are_gone_from_home_and_bundle(decided: str, tmp_path: Path, home: Path) -> None:
    told = data(
        "appeal",
        "redact",
        decided,
        "--person",
        "--item",
        "i3",
        "--ground",
        "g1",
        "--because",
        "asked",
        "--as",
        "clerk",
    )
    assert len(told["removed"]) == 4
    assert {(one["kind"], one["field"]) for one in told["remaining"]} == {
        ("act", "draft.question.by.id"),
        ("act", "draft.decider.id"),
    }, "the person acts under an id of their own name"
    kept = b"".join(path.read_bytes() for path in (home / "words").iterdir())
    bundle = tmp_path / "matter.zip"
    data("bundle", "export", decided, bundle)
    for gone in (b"Ms Ada Example", b"Pay for September", b"two</b> months"):
        assert gone not in bundle.read_bytes()
        assert gone not in kept
    assert data("bundle", "verify", bundle)["ok"]
    assert REMOVED in run("appeal", "notice", decided, "receipt").stdout
    data("appeal", "redact", decided, "--person", "--because", "x", "--as", "clerk", exit_code=2)


def test_what_is_overdue_is_listed_and_escalated_once(matter: str) -> None:
    step(matter, "issue_notice", "caseworker-17", 2)
    ground = ("--ground", "other", "No.")
    data("appeal", "file", matter, "--as", "ada", "--role", "affected_person", "--at", day(3), *ground)
    (row,) = data("appeal", "overdue", "--escalate")["overdue"]
    assert (row["name"], row["due"], row["escalated"]) == ("decide_by", "2026-03-04", True)
    assert data("appeal", "timeline", matter)["state"] == "escalated"
    assert not data("appeal", "overdue", "--escalate")["overdue"][0]["escalated"]


def test_one_matter_that_cannot_be_read_does_not_hide_the_others(matter: str, home: Path) -> None:
    with closing(open_record(home)) as store:
        open_run(store, MATTER, {"from": "an older version"}, clock=utc_now)
    result = run("appeal", "matters")
    assert matter[:15] in result.stdout
    assert result.stderr.startswith("matter ")
    assert result.exit_code == 0


def test_profiles_say_what_was_written_from_memory() -> None:
    ids = {row["id"] for row in data("appeal", "profiles")["profiles"]}
    assert ids == {"gdpr22", "aiact86", "us_medicaid", "us_snap", "us_ssa", "us_ecoa_explain", "generic"}
    medicaid = data("appeal", "profiles", "us_medicaid")
    assert "file_by" in medicaid["from_memory"]


OWN = """
title = "House rules of the Example Office"
law = ["Our own"]
right = "review"
hearing = "none"
notice = ["action", "reasons"]
next_level = "the board"
[term.file_by]
after = "notice"
business_days = 12
"""


def test_an_office_can_bring_its_own_rules(tmp_path: Path) -> None:
    form, rules = tmp_path / "decision.toml", tmp_path / "office.toml"
    form.write_text(run("appeal", "begin", "--example").stdout, "utf-8")
    rules.write_text(OWN, "utf-8")
    begun = data("appeal", "begin", form, "--rules", rules, "--at", day(1))
    assert begun["profile"] == "office"
    rules.unlink()
    told = step(begun["matter"], "issue_notice", "caseworker-17", 2)
    assert [clock["due"] for clock in told["clocks"]] == ["2026-01-20"]
    for spoiled, said in (
        (OWN.replace("12", "0"), "term.file_by"),
        (OWN.replace("title", "titel"), "title"),
        ("=", "office"),
    ):
        rules.write_text(spoiled, "utf-8")
        assert said in data("appeal", "begin", form, "--rules", rules, exit_code=2)["error"]


def test_control_characters_never_reach_the_terminal(matter: str) -> None:
    step(matter, "issue_notice", "caseworker-17", 2)
    ground = ("--ground", "other", "\x1b[2J\x07gone")
    data("appeal", "file", matter, "--as", "ada", "--role", "affected_person", "--at", day(3), *ground)
    for shown in (
        run("appeal", "timeline", matter, "--words").stdout,
        run("appeal", "notice", matter, "receipt").stdout,
    ):
        assert "\x1b" not in shown
        assert "[2J" in shown


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("", "profile: Field required"),
        ("profile = 3", "profile: Input should be a valid string"),
        ("= broken", "cannot read"),
        ('profile = "generic"\nperson = "x"\ndecider = "UPPER"', "decider: String should match"),
    ],
)
def test_a_form_that_is_wrong_is_named(tmp_path: Path, form: str, said: str) -> None:
    path = tmp_path / "form.toml"
    path.write_text(form, "utf-8")
    assert said in data("appeal", "begin", path, exit_code=2)["error"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--at", "tomorrow"), "is no time"),
        (("--at", "2026-01-02T10:00:00"), "has no time zone"),
        (("--at", "2999-01-01T00:00:00Z"), "still to come"),
        (("--at", "2020-01-01T00:00:00Z"), "dated before the last act"),
    ],
)
def test_times_that_cannot_be_are_refused(matter: str, arguments: tuple[str, ...], said: str) -> None:
    told = data("appeal", "step", matter, "issue_notice", "--as", "caseworker-17", *arguments, exit_code=2)
    assert said in told["error"]


def test_a_file_too_large_is_refused(matter: str, tmp_path: Path) -> None:
    step(matter, "issue_notice", "caseworker-17", 2)
    big = tmp_path / "big.txt"
    big.write_bytes(b"x" * 5_000_001)
    ground = ("--ground", "other", "No.", "--with", big)
    told = data(
        "appeal", "file", matter, "--as", "ada", "--role", "affected_person", "--at", day(3), *ground, exit_code=2
    )
    assert "5,000,000" in told["error"]


def test_missing_parts_are_asked_for(matter: str) -> None:
    step(matter, "issue_notice", "caseworker-17", 2)
    told = step(matter, "deliver", "ada", 3, "--role", "affected_person", exit_code=2)
    assert told["error"].endswith("(on)")
    told = step(matter, "deliver", "ada", 3, exit_code=2)
    assert "affected_person" in told["hint"]
    told = data("appeal", "file", matter, "--as", "ada", "--role", "affected_person", exit_code=2)
    assert "ground" in told["error"]


DECISION: dict[str, Any] = {
    "profile": "generic",
    "person": "Ada Example",
    "decider": "worker",
    "items": [{"title": "Pay slip", "content": "The slip shows pay of 1,940 dollars in October."}],
    "decision": {
        "action": "We lower your benefits.",
        "effective": "2026-04-01",
        "reasons": [{"says": "Your pay was 1,940 dollars in October.", "cites": ["i1"]}],
        "rules": ["rule 1"],
        "how_to_contest": "Call us.",
        "ai_role": "It listed arguments.",
    },
}


def test_the_same_from_python(tmp_path: Path) -> None:
    with package.open(tmp_path / "python") as home:
        matter = home.appeal.begin(DECISION, at=day(1))
        assert matter.state == "draft_decision"
        home.appeal.step(matter, "issue_notice", by="worker", at=day(2))
        grounds = [{"kind": "factual_error", "says": "It was two months' pay."}]
        filed = home.appeal.file(matter, by="ada", role="affected_person", grounds=grounds, at=day(3))
        assert filed.state == "contest_filed"
        assert [act.filed.act.name for act in home.appeal.timeline(matter).acts] == ["issue_notice", "file"]
        letter = home.appeal.notice(matter, "receipt")
        assert "It was two months' pay." in str(letter)
        assert letter.save(tmp_path / "receipt.html").stat().st_size > 500
        assert "<h1" in letter.render("html")
        written = home.bundle.export(matter, tmp_path / "matter.zip")
        assert (written.matter, written.run) == (matter.matter, "")
        assert home.bundle.verify(written.file, key=home.bundle.key()).vouched
        assert home.bundle.verify(written.file).vouched_by == "this home"
        assert package.verify_bundle(written.file).verdict == "whole, signer unknown"


def test_and_awaited(tmp_path: Path) -> None:
    async def work() -> tuple[str, int]:
        with package.open(tmp_path / "python") as home:
            matter = await home.appeal.begin.aio(DECISION)
            written = await home.bundle.export.aio(matter, tmp_path / "matter.zip")
            report = await home.bundle.verify.aio(written.file)
            return matter.state, len(report.findings)

    assert asyncio.run(work()) == ("draft_decision", 0)


def test_every_command_that_the_page_names_is_there() -> None:
    page = (Path(__file__).parents[2] / "docs" / "procedure.md").read_text("utf-8")
    for group, command in set(re.findall(r"foam (appeal|bundle|contest) (\w+)", page)):
        assert run(group, command, "--help").exit_code == 0, (group, command)
