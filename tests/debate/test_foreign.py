"""Transcripts from elsewhere: which point answers which, and what cannot be told."""

from __future__ import annotations

from collections.abc import Sequence

from tests.debate.stage import MOTION, Stage

from foam.debate.bearing import Bearing
from foam.debate.fates import describe_point
from foam.debate.floor import read_turns
from foam.debate.points import track_points
from foam.debate.rounds.job import make_next_format
from foam.debate.rounds.pairing import Read, add_pairs, pair_points
from foam.debate.transcript import Side, Transcript, Utterance
from foam.debate.transcripts.cleaning import clean_turns
from foam.job.job import replay
from foam.job.waiting import complete

FULLER = "Free buses in Tarn ran fuller in every month of the trial."
BUDGET = "Abolishing tickets tears a hole into the yearly budget of a town."
POOR = "Poor households pay a tenth of their income for tickets."


def hear(*said: tuple[Side, str]) -> Transcript:
    return Transcript(
        motion=MOTION, utterances=tuple(Utterance(speaker=side.title(), side=side, text=text) for side, text in said)
    )


def judge(*against: tuple[str, str], bears: Sequence[str] = ()) -> Read:
    """A judge for whom these sentences speak against those, and these bear on anything."""

    def read(pairs: Sequence[tuple[str, str]]) -> list[Bearing]:
        return [
            Bearing(0.0, 0.9, 0.9) if pair in against else Bearing(0.3, 0.3, 0.9 if pair[0] in bears else 0.1)
            for pair in pairs
        ]

    return read


def fates(transcript: Transcript, read: Read) -> dict[str, str]:
    turns = read_turns(transcript)
    flow = track_points(add_pairs(turns, pair_points(turns, read)), over=True)
    return {one.point.id: describe_point(one) for one in flow}


def test_what_quotes_a_point_answers_it() -> None:
    reply = "“Ran fuller in every month of the trial” is what crowding looks like."
    assert fates(hear(("pro", FULLER), ("con", reply)), judge())["1.1"] == "answered by 2.1"


def test_what_the_judge_finds_to_speak_against_a_point_answers_it() -> None:
    denied = "Buses in Tarn lost riders once nobody paid."
    debate = hear(("pro", f"{FULLER} {POOR}"), ("con", denied))
    found = fates(debate, judge((denied, FULLER)))
    assert (found["1.1"], found["1.2"]) == ("answered by 2.1", "DROPPED")
    assert fates(debate, judge())["1.1"] == "not clear whether answered, perhaps by 2.1"


def test_what_bears_on_a_point_in_other_words_may_answer_it() -> None:
    other = "Passengers were left standing at the stops."
    debate = hear(("pro", FULLER), ("con", other))
    assert fates(debate, judge())["1.1"] == "DROPPED"
    assert fates(debate, judge(bears=[other]))["1.1"] == "not clear whether answered, perhaps by 2.1"


def test_a_long_transcript_is_read_within_bounds_and_nothing_unread_is_said_to_be_dropped() -> None:
    asked: list[int] = []

    def read(pairs: Sequence[tuple[str, str]]) -> list[Bearing]:
        asked.append(len(pairs))
        return [Bearing(0.0, 0.0, 0.0)] * len(pairs)

    def say(place: int) -> str:
        return " ".join(f"It is at Zone{place}x{n} that it was and not at mast{place}x{n}." for n in range(6))

    sides: tuple[Side, Side] = ("pro", "con")
    found = fates(hear(*((sides[place % 2], say(place)) for place in range(30))), read)
    assert max(asked) <= 400
    assert {"DROPPED", "not clear whether answered"} <= {fate.split(",")[0] for fate in found.values()}


def test_who_reads_its_first_speech_again_has_answered_nothing() -> None:
    debate = hear(("pro", f"{FULLER} {POOR}"), ("con", BUDGET), ("pro", f"{FULLER} {POOR}"))
    found = fates(debate, judge((POOR, BUDGET), (FULLER, BUDGET), bears=[POOR, FULLER]))
    assert found["2.1"] == "DROPPED"
    assert "taken up again in 3.1" in found["1.1"]


def test_a_defence_that_cannot_be_told_is_not_said_to_be_missing() -> None:
    denied = "Buses in Tarn lost riders once nobody paid."
    read = judge((denied, FULLER))
    silent = fates(hear(("pro", FULLER), ("con", denied), ("pro", POOR)), read)
    assert silent["1.1"] == "answered by 2.1, given no defence since"
    perhaps = fates(hear(("pro", FULLER), ("con", denied), ("pro", "Riders lost on buses came back to Tarn.")), read)
    assert perhaps["1.1"] == "answered by 2.1"


def test_sides_that_change_places_are_paired_alike() -> None:
    said = (FULLER, "My opponent forgets that buses in Tarn were full in one month.", POOR)
    sides: tuple[Side, Side, Side] = ("pro", "con", "pro")
    turned: tuple[Side, Side, Side] = ("con", "pro", "con")
    one, other = (fates(hear(*zip(order, said, strict=True)), judge()) for order in (sides, turned))
    assert one == other


def test_a_transcript_is_continued_with_what_was_answered_in_it_and_replays() -> None:
    stage = Stage()
    reply = "“Ran fuller in every month of the trial” is what crowding looks like."
    debate = hear(("pro", f"{FULLER} {POOR}"), ("con", reply))
    spec = stage.debate_spec(transcript=debate, format=make_next_format(debate, "pro", minutes=1.0))
    ran = stage.debate(spec)
    found = {one.point.id: one for one in ran.view.flow}
    assert found["1.1"].answered_by == ("2.1",)
    assert complete(replay(stage.store, ran.run)) == ran.view


def test_paragraphs_outlive_cleaning_and_cut_a_long_speech_into_its_points() -> None:
    text = "\n\n".join(
        f"Reason {n} is about bridge {n}. The toll of bridge {n} has to go. Thank you." for n in range(5)
    )
    said = clean_turns([Utterance(speaker="P", side="pro", text=text)]).utterances
    (turn,) = read_turns(Transcript(motion="m", utterances=said))
    assert [one.words[:8] for one in turn.points] == [f"Reason {n}" for n in range(5)]
    assert "Thank you" not in turn.text


def test_a_heading_belongs_to_what_stands_under_it() -> None:
    parts = [f"Bridge {n}\n\nThe toll of bridge {n} has to go. Bridge {n} was paid for long ago." for n in range(4)]
    (turn,) = read_turns(hear(("pro", "\n\n".join(parts))))
    assert [one.words[:17] for one in turn.points] == [f"Bridge {n} The toll" for n in range(4)]


def test_a_point_that_may_have_been_answered_is_neither_dropped_nor_left() -> None:
    stage = Stage()
    reply = "Riders of free buses in Tarn stood in the aisles at night. Poor households pay less for tickets by pass."
    heard = hear(("pro", FULLER), ("con", f"{BUDGET} {reply}"))
    spec = stage.debate_spec(transcript=heard, format=make_next_format(heard, "pro", minutes=1.0))
    flow = {one.point.id: one for one in stage.debate(spec).view.flow}
    assert flow["1.1"].perhaps_by
    assert not flow["1.1"].dropped
    assert not flow["1.1"].unanswered
