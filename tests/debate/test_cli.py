"""`foam debate` and `foam memory` as their user meets them, with a scripted model and the shipped fake vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.debate.stage import agreeable
from tests.debate.writers import fill, judge_parts

from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.job import session
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.pack.loader import load_pack

ORCHID = {
    "topic": "Tea should be free.",
    "debate": [
        {"stance": "PRO", "debater": "P1", "utterance": "<b>Tea</b> warms because it is hot. Thank you."},
        {"stance": "CON", "debater": "C1", "utterance": ""},
        {"stance": "CON", "debater": "C1", "utterance": "Tea costs money. For example, a cup cost 3 crowns in 2020."},
    ],
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "tea.json"
    path.write_text(json.dumps(ORCHID), "utf-8")
    return path


def run(*arguments: object, model: ScriptedModel | None = None, **more: Any) -> Result:
    opened = {
        "models": model or ScriptedModel(agreeable),
        "embedder": HashingEmbedder(),
        "stance": lambda claim, texts: [0.5] * len(texts),
    }
    return CliRunner().invoke(foam, [str(argument) for argument in arguments], obj=opened, **more)


def data(*arguments: object, exit_code: int = 0, **more: Any) -> Any:
    result = run(*arguments, "--json", **more)
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def test_a_debate_is_played_written_read_again_and_replayed(tmp_path: Path) -> None:
    out = tmp_path / "debate.json"
    told = data("debate", "Cities should make public transport free.", "--out", out)
    assert told["debate"] == json.loads(out.read_text("utf-8"))
    assert [turn["speech"] for turn in told["debate"]["turns"]] == ["P1", "C1", "P2", "C2", "P3", "C3"]
    assert told["asked"] == 0, "the embedded model is asked nothing for a speech"
    assert data("record", "replay", told["run"])["ok"]
    verified = data("verify", told["run"])
    assert (verified["ok"], verified["checked"]["turns"]) == (True, 6)
    assert verified["checked"]["quotations"] > 0
    following = data("debate", "next", out, "--side", "pro")
    assert following["turn"]["number"] == 7
    judged = data("debate", "evaluate", out, "--controls", exit_code=1)
    assert (judged["inspire"], judged["winner"]) == ({}, None), "a judge that agrees with everybody cannot tell"
    assert data("record", "replay", judged["run"])["ok"]
    refused = run("verify", judged["run"])
    assert refused.exit_code == 2
    assert "(debate evaluation)" in refused.output
    assert "foam record replay" in refused.output


def test_a_file_of_a_debate_is_held_against_the_run_that_it_was_written_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [tmp_path / f"debate.{ending}" for ending in ("html", "txt", "docx", "json")]
    outs = [part for file in files for part in ("--out", file)]
    told = data("debate", "Cities should make public transport free.", *outs)
    for file in files:
        found = data("verify", file)
        assert (found["ok"], found["run"], found["file"]) == (True, told["run"], str(file))
    changed = tmp_path / "changed.txt"
    changed.write_text(files[1].read_text("utf-8").replace("pro", "con", 1), "utf-8")
    (failure,) = data("verify", changed, exit_code=1)["failures"]
    assert failure["rule"] == "file"
    assert f"is what the record gives for {told['run'][:15]}" in run("verify", files[0]).output
    later_pack = {"content": "of a later FOAM"}
    monkeypatch.setattr(session, "load_pack", lambda name: load_pack(name).model_copy(update=later_pack))
    later = run("verify", files[3])
    assert later.exit_code == 0, later.output
    assert "note: " in later.output
    assert "a copy that has the digest on record was checked instead" in later.output
    assert "FAILED: nothing could be checked" in run("verify", changed).output
    assert "saved as JSON" in run("verify", told["run"]).output


def test_what_cannot_be_verified_is_told_with_what_can_be(tmp_path: Path) -> None:
    told = data("debate", "Cities should make public transport free.")
    refused = run("bundle", "export", told["run"], tmp_path / "debate.zip")
    assert refused.exit_code == 2
    assert "has no bundle" in refused.output
    assert f"foam verify {told['run'][:15]}" in refused.output
    other = tmp_path / "other.txt"
    other.write_text("Nothing of the kind.", "utf-8")
    assert "no answer or debate on record is about" in run("verify", other).output
    assert "there is no run and no file" in run("verify", tmp_path / "gone.html").output


def write_from_sources(call: Call) -> Said | None:
    """Argues by turning the start of what it cites into a clause; agrees to all else, and passes every draft."""
    question = call.question
    if isinstance(question, Write) and question.template == "debate/judgement":
        return judge_parts(question, lambda part, text: {})
    if not isinstance(question, Write) or question.template != "debate/speech":
        return agreeable(call)
    cited = [option.text for option in question.material[:2]]
    openers = ("Look at what was seen elsewhere", "Then think of who bears it")
    points = [
        {"move": "argue", "cites": [text], "text": f"{opener}, and ask what it means for us."}
        for opener, text in zip(openers, cited, strict=True)
    ]
    frame = {"plan": "Two grounds.", "opening": "Let us begin with what is known.", "closing": "Hold with us."}
    return fill(question, {**frame, "points": points})


def test_a_written_debate_is_played_replayed_continued_and_judged(tmp_path: Path) -> None:
    out = tmp_path / "debate.json"

    def again(*arguments: object, **more: Any) -> Any:
        return data(*arguments, model=ScriptedModel(write_from_sources, writes=True), **more)

    told = again(
        "debate", "Cities should make public transport free.", "--format", "ld", "--questions", "1", "--out", out
    )
    speeches = [turn for turn in told["debate"]["turns"] if turn["kind"] == "speech"]
    assert speeches[0]["voice"] == "written"
    assert told["debate"]["acts"]["asked"] >= len(speeches)
    assert again("record", "replay", told["run"])["ok"]
    following = again("debate", "next", out, "--side", "pro")
    assert following["turn"]["number"] == len(told["debate"]["turns"]) + 1
    judged = again("debate", "evaluate", out, "--controls", exit_code=1)
    assert again("record", "replay", judged["run"])["ok"]
    shown = run("debate", "--words", "120", model=ScriptedModel(write_from_sources, writes=True))
    assert "acts written" in shown.stdout
    assert "in its own words, checked" in shown.stderr


def decide(call: Call) -> Said | None:
    """Writes, and decides for pro on the first points of both sides."""
    question = call.question
    if not (isinstance(question, Write) and question.template == "debate/decision"):
        return write_from_sources(call)
    issue = {"issue": "Who pays?", "points": (question.material[0].id,), "side": "pro", "reason": "It stood."}
    return Written(fields={"issues": (issue, issue), "winner": "pro", "reason": "Pro has the better of it."})


def test_a_written_debate_ends_with_a_decision_unless_it_is_left(tmp_path: Path) -> None:
    page, text = tmp_path / "d.html", tmp_path / "d.txt"
    shown = run("debate", "--words", "120", "--out", page, "--out", text, model=ScriptedModel(decide, writes=True))
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.index("decision: pro won") < shown.stdout.index("flow:")
    assert "also spoke in this debate" in shown.stdout
    assert "Decision: pro" in page.read_text("utf-8")
    assert "Decision: pro" in text.read_text("utf-8")
    left = run("debate", "--words", "120", "--no-judge", model=ScriptedModel(decide, writes=True))
    assert "decision" not in left.stdout
    unwritten = run("debate", "--words", "120")
    assert "decision" not in unwritten.stdout
    asked_for = run("debate", "--words", "120", "--judge")
    assert "no decision: the judge does not write" in " ".join(asked_for.stdout.split())


def test_an_evaluation_takes_the_run_of_a_debate_and_is_written_to_files(tmp_path: Path) -> None:
    told = data("debate", "--words", "60")
    files = [tmp_path / "judged.md", tmp_path / "judged.json"]
    named = [option for path in files for option in ("--out", path)]
    judged = data("debate", "evaluate", told["run"], "--by", "debatrix", *named)
    assert files[0].read_text("utf-8").startswith("# Judged: ")
    assert json.loads(files[1].read_text("utf-8"))["motion"] == told["debate"]["motion"]
    refused = run("debate", "evaluate", judged["run"])
    assert refused.exit_code == 2
    assert "is no debate" in refused.stderr
    assert run("debate", "evaluate", tmp_path / "missing.json").exit_code != 0


def test_a_seat_speaks_only_with_a_model_that_writes() -> None:
    seated = ("debate", "--words", "120", "--pro-seat", "rider")
    refused = run(*seated)
    assert refused.exit_code == 2
    assert "does not write its speeches" in refused.stderr
    model = ScriptedModel(write_from_sources, writes=True)
    seat = next(iter(load_pack("policy-debate").perspectives))
    shown = run(*seated[:-1], seat.id, model=model)
    assert shown.exit_code == 0, shown.output
    prompts = [call.question.prompt for call in model.calls if call.question.template == "debate/speech"]
    seated_in = {name: {f"Role: {seat.role}" in p for p in prompts if f"It is {name}," in p} for name in ("P1", "C1")}
    assert seated_in == {"P1": {True}, "C1": {False}}


def test_the_packs_sample_is_debated_when_no_motion_is_given_and_shown_as_text(tmp_path: Path) -> None:
    shown = run("debate", "--out", tmp_path / "d.md")
    assert shown.exit_code == 0, shown.output
    assert "Should cities make public transport free?" in shown.stdout
    assert "dropped" in shown.stdout
    assert "P1 pro (r-debater)" in shown.stderr
    assert (tmp_path / "d.md").read_text("utf-8").startswith("# Should cities")


def test_words_bound_the_longest_speech() -> None:
    told = data("debate", "--words", "60")
    assert {turn["limit"] for turn in told["debate"]["turns"]} == {60, 50}


def test_a_person_speaks_at_the_terminal() -> None:
    told = data("debate", "--con", "human", input="Fares pay for drivers.\n\n" * 3)
    theirs = [turn["text"] for turn in told["debate"]["turns"] if turn["side"] == "con"]
    assert theirs == ["Fares pay for drivers."] * 3


def test_a_person_speaks_in_paragraphs_from_a_file_and_names_what_is_answered(tmp_path: Path) -> None:
    written = tmp_path / "speech.txt"
    written.write_text("[1.1] Somebody pays the drivers in the end.\nThat is who rides.", "utf-8")
    said = f"Fares pay for drivers.\nThey pay for buses, too.\n\n@{written}\n@{tmp_path}/none.txt\nWe close here.\n\n"
    result = run("debate", "--con", "human", input=said)
    assert result.exit_code == 0, result.output
    assert "Not answered yet, and dropped if you leave it:" in result.output
    assert "words; preparation 0:00" in result.output
    told = data("debate", "--con", "human", "--seed", "1", input=said)
    first, second, third = [turn for turn in told["debate"]["turns"] if turn["side"] == "con"]
    assert first["text"] == "Fares pay for drivers. They pay for buses, too."
    assert [one["answers"] for one in second["points"]] == [["1.1"]]
    assert second["points"][0]["words"] == "Somebody pays the drivers in the end. That is who rides."
    assert third["text"] == "We close here."
    answered = {one["point"]["id"]: one["answered_by"] for one in told["debate"]["flow"]}
    assert answered["1.1"] == ["4.1"]


def test_the_next_utterance_of_a_transcript_with_markup_and_empty_turns(transcript: Path) -> None:
    about = transcript.read_text("utf-8").replace("Tea should be free.", "Public transport should be free.")
    transcript.write_text(about, "utf-8")
    shown = run("debate", "next", transcript, "--side", "pro")
    assert shown.exit_code == 0, shown.output
    assert "left out: 1 empty, 1 thanks" in shown.stderr
    assert "keywords:" in shown.stdout
    assert "schemes that worked before:" in shown.stdout


def test_a_transcript_of_one_side_says_so(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text("Motion: Tea should be free.\nPro 1: Tea warms everybody who drinks it.\n", "utf-8")
    shown = run("debate", "evaluate", path, "--controls")
    assert shown.exit_code == 1, "a judge that agrees with everybody cannot tell"
    assert "only one side speaks" in shown.stderr
    assert "debatrix left out" in shown.stdout


def test_a_transcript_without_argument_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    path.write_text("Moderator: Welcome.\nPro 1: Thank you.\n", "utf-8")
    refused = run("debate", "evaluate", path)
    assert refused.exit_code == 2
    assert "holds no argument" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("debate", "--format", "nope"), "no format"),
        (("debate", "What should we eat?"), "not a yes-or-no question"),
        (("debate", "--out", "x.odt"), "cannot tell what to write"),
        (("debate", "--memory"), "the memory is empty"),
        (("memory", "search", "tea"), "the memory is empty"),
        (("memory", "build", "nowhere"), "no file"),
    ],
)
def test_bad_input_is_one_line_and_a_hint(arguments: tuple[str, ...], said: str) -> None:
    refused = run(*arguments)
    assert refused.exit_code == 2, refused.output
    assert said in refused.stderr
    assert "hint:" in refused.stderr


def test_a_memory_is_built_searched_described_and_used(transcript: Path) -> None:
    built = data("memory", "build", transcript)
    assert (built["utterances"], built["added"], built["dropped"]) == (2, 2, {"empty": 1, "thanks": 1})
    assert data("record", "replay", built["run"])["ok"]
    again = data("memory", "build", transcript)
    assert (again["known"], again["asked"], again["version"]) == (2, 0, built["version"])
    found = data("memory", "search", "free tea for a cup")
    assert found["found"][0]["remembered"]["motion"] == "Tea should be free."
    stats = data("memory", "stats")
    assert (stats["utterances"], stats["debates"], stats["languages"]) == (2, 1, {"en": 2})
    assert data("debate", "--memory", "--words", "60")["debate"]["turns"]


def test_files_that_cannot_be_read_are_named_and_the_rest_is_remembered(transcript: Path) -> None:
    (transcript.parent / "bad.json").write_text("{", "utf-8")
    built = data("memory", "build", transcript.parent)
    assert built["debates"] == 1
    assert "bad.json" in built["refused"][0]["reason"]


def test_the_shipped_sample_can_be_searched_and_described() -> None:
    assert data("memory", "stats", "--sample")["debates"] == 4
    assert "museum" in run("memory", "search", "museum tickets", "--sample").stdout.lower()


def test_help_names_every_command() -> None:
    shown = run("debate", "--help").stdout
    assert all(name in shown for name in ("play", "next", "evaluate", "study"))


def test_the_formats_are_listed_with_their_speeches_spelled_out() -> None:
    told = run("debate", "formats").output
    assert "ld: Lincoln-Douglas debate" in told
    assert "first affirmative constructive" in told
    named = {one["name"]: len(one["speeches"]) for one in data("debate", "formats")["formats"]}
    assert (named["policy"], named["free"]) == (8, 6)
