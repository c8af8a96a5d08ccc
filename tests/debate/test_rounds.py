"""Whole debates: order, limits, questions, the flow, people, replay, and what waits for what."""

from __future__ import annotations

import asyncio
import html
import re
from collections import Counter
from typing import Any, get_args

import pytest
from tests.debate.stage import MOTION, Stage, agreeable

from foam.debate.document import compose_debate as compose
from foam.debate.floor import Floor
from foam.debate.points import list_open_points, track_points
from foam.debate.rounds.job import DebateSpec, make_next_format
from foam.debate.rounds.person import Microphone
from foam.debate.transcript import Kind, Transcript, Utterance
from foam.debate.values import DebaterName, Point, SpeechTurn
from foam.debate.views import format_flow, format_turn, render_debate_json
from foam.errors import NotFound, NotRecorded
from foam.evidence.corpus import Passage
from foam.job.job import replay
from foam.job.waiting import complete
from foam.model.question import Choose, Chosen
from foam.model.scripted import Call, Said, ScriptedModel
from foam.paper import render
from foam.record.graph import longest_chain, require_entry
from foam_quotes.text.pointer import Pointer


def turn(number: int, side: str, *points: Point, kind: Kind = "speech", **more: Any) -> SpeechTurn:
    row = {"number": number, "speech": f"S{number}", "side": side, "debater": "x", "kind": kind, "text": "…"}
    return SpeechTurn.model_validate({**row, "points": points, "words": 1, "limit": 9, **more})


def point(point_id: str, *answers: str) -> Point:
    return Point(id=point_id, move="argue", words=point_id, answers=answers)


def test_a_point_is_dropped_once_the_other_side_spoke_in_vain() -> None:
    turns = (
        turn(1, "pro", point("1.1"), point("1.2")),
        turn(2, "con", point("2.1", "1.1")),
        turn(3, "con", point("3.1"), kind="question"),
    )
    fates = {one.point.id: (one.dropped, one.answered_by) for one in track_points(turns)}
    assert fates == {"1.1": (False, ("2.1",)), "1.2": (True, ()), "2.1": (False, ()), "3.1": (False, ())}
    assert [one.id for one in list_open_points(turns, of="pro")] == ["1.2"]


def test_a_question_alone_drops_nothing_and_a_concession_shows() -> None:
    turns = (turn(1, "pro", point("1.1")), turn(2, "con", kind="question"))
    assert not track_points(turns)[0].dropped
    conceded = turn(3, "pro", kind="answer", about="1.1", conceded=True)
    assert track_points((*turns, conceded))[0].conceded


@pytest.mark.parametrize("name", ["free", "policy", "ld", "pf"])
def test_every_format_is_played_in_its_order_and_replays_to_the_same_debate(name: str) -> None:
    stage = Stage()
    debate_format = stage.format(name)
    ran = stage.debate(stage.debate_spec(format=debate_format, questions=1))
    speeches = [one for one in ran.view.turns if one.kind == "speech"]
    assert [(one.speech, one.side) for one in speeches] == [(slot.name, slot.side) for slot in debate_format.speeches]
    assert all(one.words <= one.limit or len(one.points) == 1 for one in speeches)
    asking = [(slot.examination, side) for slot in debate_format.speeches for side in slot.list_askers(1)]
    asked = [(one.speech, one.side) for one in ran.view.turns if one.kind == "question"]
    assert asked == [one for one in asking if one in asked]
    for speech, side in {*asking} - {*asked}:
        place = next(n for n, slot in enumerate(debate_format.speeches) if slot.examination == speech)
        last = next(one for one in reversed(speeches[: place + 1]) if one.side != side)
        assert all(point.move == "pass" for point in last.points), "there was something to ask about"
    assert len(asked) > len(asking) // 2 or not asking
    assert ran.view.unverified == ()
    assert complete(replay(stage.store, ran.run)) == ran.view


def test_a_second_run_asks_nothing_and_another_seed_is_another_run() -> None:
    stage = Stage()
    first, again = stage.debate(), stage.debate()
    assert (again.run, again.digest, again.asked) == (first.run, first.digest, 0)
    assert stage.debate(stage.debate_spec(seed=1)).run != first.run


@pytest.mark.parametrize("pro", [name for name in get_args(DebaterName) if name not in ("human", "transcript")])
@pytest.mark.parametrize("wording", ["code", "model"])
def test_any_two_debaters_play(pro: str, wording: str) -> None:
    view = Stage().debate(Stage().debate_spec(pro=pro, con="four-roles", wording=wording)).view
    assert {one.debater for one in view.turns if one.side == "pro"} == {pro}
    assert all(one.text for one in view.turns)


def test_a_person_is_asked_once_and_read_back_in_the_replay() -> None:
    said: list[str] = []

    def say(floor: Floor, kind: Kind) -> str:
        said.append(kind)
        return "Fares are a wall. " * (50 if kind == "speech" else 1)

    stage = Stage()
    spec = stage.debate_spec(format=stage.format("ld"), con="human", person="Ann", questions=1)
    ran = stage.debate(spec, microphone=Microphone(say))
    assert Counter(said) == {"speech": 2, "question": 1, "answer": 1}
    theirs = [one for one in ran.view.turns if one.debater == "human"]
    assert all(one.words <= one.limit for one in theirs)
    assert complete(replay(stage.store, ran.run)) == ran.view
    entries = [require_entry(stage.store, key) for key in stage.store.members(ran.run)]
    assert {one.draft.decider.id for one in entries if one.draft.decider.type == "person"} == {"Ann"}
    stage.debate(spec, microphone=Microphone(say))
    assert len(said) == 4


def test_a_debate_without_its_person_cannot_be_replayed_elsewhere() -> None:
    stage = Stage()
    with pytest.raises(NotRecorded, match="no words of Ann"):
        stage.debate(stage.debate_spec(pro="human", person="Ann"))


def test_a_long_speech_of_a_person_is_cut_and_says_so() -> None:
    stage = Stage()
    empty = Transcript(motion=MOTION, utterances=())
    spec = stage.debate_spec(format=make_next_format(empty, "pro", minutes=1.0), pro="human", person="Ann", pace=10.0)
    microphone = Microphone(lambda floor, kind: "One two three four five six. " * 9)
    spoken = stage.debate(spec, microphone=microphone).view.turns[0]
    assert spoken.words == 6
    assert spoken.notes[0].startswith("not spoken, beyond the limit of 10 words: “One two three")


def test_a_person_reads_cards_by_their_pointers_and_marks_that_lead_nowhere_are_told() -> None:
    stage = Stage()
    document = stage.pack.documents()[0]
    said = f"[9.9] Look here. [{document.pointer(2)}] It settles the matter. [d:00000000#s1]"
    empty = Transcript(motion=MOTION, utterances=())
    spec = stage.debate_spec(format=make_next_format(empty, "pro", minutes=1.0), pro="human", person="Ann", pace=90.0)
    ran = stage.debate(spec, microphone=Microphone(lambda floor, kind: said))
    (turn_made,) = ran.view.turns
    (made,) = turn_made.points
    assert [passage.text for passage in made.evidence] == [document.sentence(2)]
    assert made.words == f"Look here. “{document.sentence(2)}” It settles the matter.", "a card stands where it is read"
    assert turn_made.text.startswith(f"Look here. “{document.sentence(2)}” ("), "its source stands behind the card"
    assert str(document.pointer(2).brief()) in render(compose(ran.view), "md"), "and the page says where it is from"
    assert "9.9 is no point of the other side" in format_turn(turn_made), "the speaker is told"
    assert turn_made.notes == (
        "d:00000000#s1 is not in the library, so that it was not read",
        "9.9 is no point of the other side",
    )
    assert ran.view.unverified == ()
    assert complete(replay(stage.store, ran.run)) == ran.view


def test_an_answer_in_cross_examination_may_concede() -> None:
    def says(call: Call) -> Said | None:
        if isinstance(call.question, Choose) and call.question.template == "debate/reply":
            return Chosen(ids=("none",))
        return agreeable(call)

    stage = Stage(ScriptedModel(says))
    view = stage.debate(stage.debate_spec(format=stage.format("ld"), questions=1)).view
    assert any(one.conceded for one in view.turns)
    assert any(one.conceded for one in view.flow)


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    stage = Stage()
    assert [one.name for one in stage.pack.formats] == ["free", "policy", "ld", "pf"]
    with pytest.raises(NotFound) as refused:
        stage.format("parli")
    assert "policy" in refused.value.hint


def test_a_spec_reads_back_from_the_record() -> None:
    spec = Stage().debate_spec(format=Stage().format("policy"))
    assert DebateSpec.model_validate(spec.json_value()) == spec


def heard(*texts: str) -> Transcript:
    said = tuple(
        Utterance(speaker=f"S{n}", side="pro" if n % 2 else "con", text=text) for n, text in enumerate(texts, start=1)
    )
    return Transcript(motion=MOTION, utterances=said)


@pytest.mark.parametrize(
    "transcript",
    [
        heard("Only one side speaks here, and it speaks for free buses."),
        heard("免费公交应该推行，因为对穷人公平。", "Free buses cost too much, the treasury says."),
        heard(*("Turn after turn the same claim is made about buses." for _ in range(200))),
    ],
    ids=["one speaker", "mixed languages", "200 turns"],
)
def test_the_next_utterance_follows_any_transcript(transcript: Transcript) -> None:
    stage = Stage()
    spec = stage.debate_spec(transcript=transcript, format=make_next_format(transcript, "con", minutes=1.0))
    view = stage.debate(spec).view
    assert len(view.turns) == len(transcript.utterances) + 1
    assert view.turns[-1].text


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to whatever is waited for: time passes by sleeping alone."""

    _now = 0.0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self._now = max(self._now, self._scheduled[0]._when)  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


@pytest.mark.parametrize("name", ["free", "policy"])
def test_a_debate_takes_at_most_a_quarter_longer_than_its_longest_chain_of_answers(name: str) -> None:
    stage = Stage(ScriptedModel(agreeable, delay=1.0))
    spec = stage.debate_spec(format=stage.format(name))
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        ran = runner.run(stage.playing(spec))
        took = runner.get_loop().time()
    chain = longest_chain(stage.store, ran.run)
    assert chain <= ran.asked
    assert chain <= took <= 1.25 * chain


def leave_numbers(page: str, turn: SpeechTurn) -> str:
    """The page without the numbers that stand before the points of a turn."""
    numbers = "|".join(re.escape(f"{point.id} ") for point in turn.points)
    return re.sub(numbers, "", page) if numbers else page


def test_views_show_every_turn_and_escape_table_cells() -> None:
    view = Stage().debate().view
    text = render(compose(view), "md")
    read = " ".join(re.sub(r"\\([^\w\s])", r"\1", text).split())
    assert all(" ".join(one.text.split()) in leave_numbers(read, one) for one in view.turns)
    assert "| fate |" in text
    assert '"turns"' in render_debate_json(view)
    assert "1.1" in format_flow(view.flow)
    assert "words]" in format_turn(view.turns[0])
    odd = Passage(pointer=Pointer(document="0" * 64, sentence=0), text="a | b\nc")
    piped = Point(id="9.9", move="argue", words="x", evidence=(odd,))
    spoiled = view.model_copy(update={"flow": track_points((turn(1, "pro", piped),))})
    assert "a \\| b c" in render(compose(spoiled), "md")


def test_the_page_escapes_everything_loads_nothing_and_shows_every_point_once() -> None:
    hostile = "<script>alert(1)</script> & “quoted”"
    said = Transcript(
        motion=hostile, utterances=(Utterance(speaker=hostile, side="pro", text=f"{hostile} is a long claim."),)
    )
    stage = Stage()
    view = stage.debate(stage.debate_spec(transcript=said, format=make_next_format(said, "con", minutes=1.0))).view
    shown = render(compose(view), "html")
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown
    assert "default-src 'none'" in shown
    whole = render(compose(Stage().debate().view), "html")
    ids = [one.point.id for one in Stage().debate().view.flow]
    assert all(whole.count(f'href="#p{point_id}"') == whole.count(f'id="p{point_id}"') == 1 for point_id in ids)


def test_every_word_of_a_turn_is_on_the_page() -> None:
    view = Stage().debate().view
    plain = re.sub(r"<[^>]+>", " ", render(compose(view), "html"))
    for one in view.turns:
        assert " ".join(one.text.split()) in leave_numbers(" ".join(html.unescape(plain).split()), one)
