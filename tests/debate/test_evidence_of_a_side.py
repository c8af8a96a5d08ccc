"""What a side that code words finds in a library: all that speaks for it, whatever the files are called or the motion's
wording, and in plain words why it finds nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.debate.stage import Stage, agreeable

from foam.debate.bearing import read_bearings
from foam.debate.rounds.job import make_next_format
from foam.debate.speech.quoting import DEPTHS, LACKS_EVIDENCE
from foam.debate.transcript import Side, Transcript, Utterance
from foam.debate.values import Debate, SpeechTurn
from foam.debate.views import list_findings
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Card, Document, Origin, make_document
from foam.model.embedded.model import EmbeddedModel
from foam.model.judge import shipped_judge
from foam.model.scripted import ScriptedModel
from foam.record.graph import require_entry

MOTION = "Should the town build a cable car?"
POSITION = "The town should build a cable car."
DENIED = "Should the town not build a cable car?"
FOR = (
    "A cable car would relieve the crowded road, because commuters could leave their cars in the valley.",
    "A cable car would bring the upper villages clean and quiet transport all year.",
    "A cable car would create sixty jobs in the upper villages.",
)
AGAINST = (
    "A cable car would destroy the nesting places of the eagle owl.",
    "A cable car would cost the town four times its yearly budget.",
    "A cable car would ruin the view on which the hotels live.",
)
BESIDE = (
    "The baker on the square sells rye bread on Fridays.",
    "The choir meets in the school hall every second Tuesday.",
)


def make_library(*texts: str, prefix: str = "paper") -> ListedCorpus:
    """A document a sentence."""
    return ListedCorpus.of(
        make_document(text, origin=Origin(file=f"{prefix}-{number}.txt", format="text", importer="t"))
        for number, text in enumerate(texts)
    )


def hold(motion: str, texts: Sequence[str], *, prefix: str = "paper") -> Debate:
    stage = Stage()
    stage.corpus = make_library(*texts, prefix=prefix)
    return stage.debate(stage.debate_spec(transcript=Transcript(motion=motion, utterances=()))).view


def list_quoted(debate: Debate, side: Side) -> set[str]:
    points = (point for turn in debate.turns if turn.side == side for point in turn.points)
    return {passage.text for point in points for passage in point.evidence}


def speak(side: Side, texts: Sequence[str], *heard: Utterance, stage: Stage | None = None) -> SpeechTurn:
    stage = stage or Stage()
    stage.corpus = make_library(*texts)
    said = Transcript(motion=MOTION, utterances=heard)
    return stage.debate(
        stage.debate_spec(transcript=said, format=make_next_format(said, side, minutes=1.2))
    ).view.turns[-1]


def test_each_side_makes_the_points_that_its_evidence_carries() -> None:
    debate = hold(MOTION, (*FOR, *AGAINST, *BESIDE))
    assert list_quoted(debate, "pro") == {*FOR}
    assert list_quoted(debate, "con") == {*AGAINST}


def test_neither_a_debaters_own_words_nor_a_card_of_the_other_side_are_read_as_evidence() -> None:
    def file(text: str, number: int, pocket: str, *, analytic: bool = False) -> Document:
        card = Card(tag=text, cite="" if analytic else "Abel 20", pocket=pocket, analytic=analytic)
        return make_document(text, origin=Origin(file=f"{number}.docx", format="docx", importer="t"), card=card)

    stage = Stage()
    stage.corpus = ListedCorpus.of(
        (
            file(FOR[0], 1, "1AC"),
            file(FOR[1], 2, "1AC", analytic=True),
            file(FOR[2], 3, "1NC"),
            file(AGAINST[0], 4, "1AC"),
        )
    )
    debate = stage.debate(stage.debate_spec(transcript=Transcript(motion=MOTION, utterances=()))).view
    assert list_quoted(debate, "pro") == {FOR[0]}
    assert not list_quoted(debate, "con") & {*FOR}
    con = [point for turn in debate.turns if turn.side == "con" for point in turn.points if point.move == "argue"]
    assert not con, "what the other side read is only turned against it"


def test_the_sides_swap_with_the_motion() -> None:
    debate = hold(DENIED, (*FOR, *AGAINST, *BESIDE))
    assert list_quoted(debate, "con") == {*FOR}
    assert list_quoted(debate, "pro") == {*AGAINST}


def test_names_and_order_of_the_files_change_no_point() -> None:
    texts = (*FOR, *AGAINST, *BESIDE)
    first, other = hold(MOTION, texts), hold(MOTION, texts[::-1], prefix="renamed")
    assert [turn.text for turn in first.turns] == [turn.text for turn in other.turns]


@pytest.mark.embedded
def test_the_embedded_model_refuses_nothing_that_the_judge_found_fit(embedded: EmbeddedModel) -> None:
    turn = speak("con", (*AGAINST, *BESIDE), stage=Stage(embedded))
    assert {passage.text for point in turn.points for passage in point.evidence} == {*AGAINST}


def test_a_model_that_does_not_write_is_asked_nothing_and_the_fittest_comes_first() -> None:
    model = ScriptedModel(agreeable)
    turn = speak("pro", (*FOR, *AGAINST), stage=Stage(model))
    assert not model.calls
    chances = [
        one.supports for one in read_bearings(shipped_judge(), [(p.evidence[0].text, POSITION) for p in turn.points])
    ]
    assert len(chances) == len(FOR)
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("deep", [DEPTHS[0] // 2, DEPTHS[0] + 1])
def test_evidence_far_down_a_search_is_found(deep: int) -> None:
    nearer = [f"The town should build room {n} of the cable car museum." for n in range(deep)]
    turn = speak("pro", (*nearer, FOR[2]))
    assert FOR[2] in turn.text


def test_a_side_without_evidence_says_so_and_makes_no_point() -> None:
    turn = speak("con", (*FOR, *BESIDE))
    assert turn.points == ()
    assert turn.text == "The town should not build a cable car."
    assert LACKS_EVIDENCE in list_findings(turn)


def test_what_nothing_answers_is_told_as_that_and_counts_as_dropped() -> None:
    turn = speak("con", BESIDE, Utterance(speaker="P", side="pro", text=FOR[1]))
    (point,) = turn.points
    assert (point.move, point.evidence) == ("pass", ())
    assert point.text.endswith("we have no answer.")
    assert LACKS_EVIDENCE in turn.notes


def test_a_case_looks_for_no_answers_and_keeps_its_evidence() -> None:
    stage = Stage()
    stage.corpus = make_library(*AGAINST)
    heard = Transcript(motion=MOTION, utterances=(Utterance(speaker="P", side="pro", text=FOR[1]),))
    answering = make_next_format(heard, "con", minutes=1.2)
    slot = answering.speeches[0].model_copy(update={"duty": "case"})
    ran = stage.debate(stage.debate_spec(transcript=heard, format=answering.model_copy(update={"speeches": (slot,)})))
    assert "moves recalled" not in {require_entry(stage.store, key).draft.kind for key in stage.store.members(ran.run)}
    assert list_quoted(ran.view, "con") == {*AGAINST}


@pytest.mark.parametrize(
    ("motion", "pro", "con"),
    [
        (
            "This house would build a cable car",
            "We should build a cable car.",
            "We should not build a cable car.",
        ),
        (
            "This House opposes cable cars",
            "We should oppose cable cars.",
            "We should not oppose cable cars.",
        ),
        (
            "This house believes that cable cars are safe",
            "Cable cars are safe.",
            "Cable cars are not safe.",
        ),
    ],
)
def test_the_sides_of_what_a_house_would_do_speak_of_the_matter(motion: str, pro: str, con: str) -> None:
    transcript = Transcript(motion=motion, utterances=())
    assert (transcript.position("pro"), transcript.position("con")) == (pro, con)
