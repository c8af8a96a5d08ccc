"""Transcripts of every shape, and what is left out of them by which rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from foam.debate.transcript import Transcript, Utterance
from foam.debate.transcripts import list_transcripts, read_transcript
from foam.debate.transcripts.cleaning import RULES, clean_turns, strip_markup
from foam.debate.transcripts.reading import parse_side
from foam.errors import InputError, NotFound

ORCHID = {
    "topic": "应该/不应该",
    "positions": {"PRO": "应该", "CON": "不应该"},
    "debate": [
        {"stance": "PRO", "debater": "P1", "utterance": "我方认为应该。"},
        {"stance": "CON", "debater": "C1", "utterance": "我方认为不应该。"},
    ],
}


def written(tmp_path: Path, name: str, content: Any) -> Path:
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), "utf-8")
    return path


def test_orchids_shape_carries_topic_positions_and_sides(tmp_path: Path) -> None:
    found = read_transcript(written(tmp_path, "a.json", ORCHID))
    assert (found.motion, found.position("pro"), found.position("con")) == ("应该/不应该", "应该", "不应该")
    assert [(said.speaker, said.side) for said in found.utterances] == [("P1", "pro"), ("C1", "con")]


def test_turns_of_no_side_are_left_out_and_counted(tmp_path: Path) -> None:
    rows = [
        *ORCHID["debate"],
        {"stance": "MIX", "debater": "all", "utterance": "Both talk."},
        {"utterance": "开始", "debater": "主席"},
    ]
    found = clean_turns(read_transcript(written(tmp_path, "a.json", rows)).utterances)
    assert len(found.utterances) == 2
    assert found.dropped == {"moderator": 1, "no side": 1}


def test_a_bare_list_of_orchids_rows_takes_its_motion_from_the_file(tmp_path: Path) -> None:
    found = read_transcript(written(tmp_path, "topic.json", ORCHID["debate"]))
    assert (found.motion, len(found.utterances)) == ("topic", 2)


def test_debatrixs_shape_finds_its_motion_beside_it(tmp_path: Path) -> None:
    (tmp_path / "speech").mkdir()
    (tmp_path / "motion").mkdir()
    speech = "- debater_name: Ann\n  content: 'One.'\n- debater_name: Ben\n  content: 'Two.'\n"
    motion = "motion: It should rain.\npro_side:\n- name: Ben\ncon_side:\n- name: Ann\n"
    path = written(tmp_path / "speech", "x.yml", speech)
    written(tmp_path / "motion", "x.yml", motion)
    found = read_transcript(path)
    assert found.motion == "It should rain."
    assert [said.side for said in found.utterances] == ["con", "pro"]
    assert list_transcripts([tmp_path]) == [path]


def test_plain_text_is_cut_at_speaker_marks(tmp_path: Path) -> None:
    text = "Motion: Tea is better.\n\nModerator: Begin.\n\nPro 1: Tea calms.\nIt also wakes.\n\n反方一辩：咖啡更好。\n"
    found = read_transcript(written(tmp_path, "t.txt", text))
    assert found.motion == "Tea is better."
    assert [(s.speaker, s.side, s.text) for s in found.utterances[1:]] == [
        ("Pro 1", "pro", "Tea calms.\nIt also wakes."),
        ("反方一辩", "con", "咖啡更好。"),
    ]
    assert [said.speaker for said in clean_turns(found.utterances).utterances] == ["Pro 1", "反方一辩"]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("x.json", "{", "not well formed"),
        ("x.json", {"debate": "no"}, "no list of turns"),
        ("x.json", [{"utterance": "a"}], "whose side"),
        ("x.json", [{"stance": "PRO"}], "has no 'utterance'"),
        ("x.json", [], "no turns"),
        ("x.yml", "a: &a [1]\nb: *a\n", "aliases are not read"),
        ("x.yml", "just words", "no list of speeches"),
        ("x.txt", "words without marks", "no speaker marks"),
        ("x.csv", "a,b", "cannot tell how"),
    ],
)
def test_what_is_no_transcript_is_refused_with_the_reason(tmp_path: Path, name: str, content: Any, why: str) -> None:
    with pytest.raises(InputError, match=why):
        read_transcript(written(tmp_path, name, content))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        list_transcripts([tmp_path / "none.json"])


@pytest.mark.parametrize(
    ("rule", "speaker", "text"),
    [
        ("no side", "(no side) Kim", "I agree with everybody."),
        ("moderator", "(no side) 主席", "Whatever is said."),
        ("moderator", "Moderator", "The motion is that tea is better."),
        ("moderator", "主席", "下面有请正方。"),
        ("thanks", "Pro 1", "Thank you, Madam Chair."),
        ("thanks", "正方一辩", "谢谢主席，谢谢各位。"),
        ("greeting", "Pro 1", "Good evening, ladies and gentlemen."),
        ("greeting", "正方", "各位评委，大家好。"),
        ("clock", "Pro 1", "I see that my time is up."),
        ("clock", "Con 2", "And I am out of time."),
        ("procedure", "Pro 1", "Vote Pro!"),
        ("procedure", "Con", "I forfeit this round."),
        ("empty", "Pro 1", " … "),
    ],
)
def test_each_rule_drops_what_it_is_for(rule: str, speaker: str, text: str) -> None:
    found = clean_turns([Utterance(speaker=speaker, side="pro", text=text)])
    assert found.utterances == ()
    assert found.dropped[rule] == 1


def test_every_rule_is_tried_above_and_argument_passes_them_all() -> None:
    assert {rule.name for rule in RULES} == {"no side", "moderator", "thanks", "greeting", "clock", "procedure"}
    said = (
        "We should thank nurses with better pay, because they voted with their feet. "
        "Thanks to vaccines, smallpox is gone. We are out of time to hold a second vote. Time heals, they say."
    )
    assert clean_turns([Utterance(speaker="Pro 1", side="pro", text=said)]).utterances[0].text == said


def test_markup_is_taken_off_and_words_stay() -> None:
    text = '<p onclick="x()">Costs <b>fell</b>&nbsp;by 5 % ([1](https://a.b/c)).</p>\n## Two\n* **Air** [applause].'
    plain = strip_markup(text)
    assert "Costs" in plain
    assert "Air" in plain
    assert not any(mark in plain for mark in ("<", "https", "**", "##", "applause", "onclick"))


def test_a_tag_hidden_by_entities_is_taken_off_too() -> None:
    assert "script" not in strip_markup("a &lt;script src=x&gt; b")


@pytest.mark.parametrize(
    ("label", "side"),
    [
        ("PRO", "pro"),
        ("P3", "pro"),
        ("Con 2", "con"),
        ("Aff-1", "pro"),
        ("正方一辩", "pro"),
        ("反方", "con"),
        ("Z", None),
    ],
)
def test_sides_are_read_off_labels(label: str, side: str | None) -> None:
    assert parse_side(label) == side


def test_positions_follow_from_the_motion_where_none_are_given() -> None:
    found = Transcript(motion="Tea should be free.", utterances=())
    assert (found.position("pro"), found.position("con")) == (
        "Tea should be free.",
        "Tea should not be free.",
    )
    assert "茶" in Transcript(motion="茶好吗？", utterances=()).position("con")


@pytest.mark.data
def test_the_debatrix_sample_loads(shared_data: Path) -> None:
    found = read_transcript(shared_data / "debatrix" / "example" / "speech" / "debateart_0466.yml")
    assert found.motion == "The US should increase military spending."
    assert [said.side for said in found.utterances] == ["pro", "con"] * 4
    kept = clean_turns(found.utterances)
    assert len(kept.utterances) == 8
    assert not any("http" in said.text for said in kept.utterances)
