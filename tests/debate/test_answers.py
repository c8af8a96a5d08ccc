"""The bounded voice answers with what bears on a point, or says that it has no answer; it asserts nothing itself."""

from __future__ import annotations

from tests.debate.stage import CountingJudge

from foam.debate.bearing import read_bearings
from foam.debate.language import list_terms
from foam.debate.memory.moves import MemoryMove, RecalledMove, add_replies, read_moves
from foam.debate.memory.recall import Recall
from foam.debate.memory.store import MemoryRow
from foam.debate.memory.values import Exemplar
from foam.debate.transcript import Utterance
from foam.evidence.search.fake import HashingEmbedder
from foam.model.judge import shipped_judge


def _exemplar(*moves: MemoryMove, debate: str = "d") -> Exemplar:
    row = {"id": debate, "text": "t", "side": "con", "speaker": "s", "motion": "m", "debate": debate, "turn": 1}
    return Exemplar.model_validate({**row, "language": "en", "schemes": {}, "annotator": "test", "moves": moves})


def _recall(*exemplars: Exemplar) -> Recall:
    embedder = HashingEmbedder()
    vectors = embedder.embed([one.text for one in exemplars])
    rows = zip(exemplars, vectors, strict=True)
    return Recall([MemoryRow(one, tuple(list_terms(one.text)), vector) for one, vector in rows], embedder)


def test_a_move_is_recalled_by_its_point_for_the_side_that_made_it() -> None:
    point = "Wild bees vanish because farmers spray the hedges."
    near = MemoryMove(point=point, answer="The hedges were sprayed before.", side="con", outcome="stood")
    far = MemoryMove(point="Trams are loud at night.", answer="They run on rubber.", side="con")
    memory = _recall(_exemplar(near), _exemplar(far, debate="e"))
    found = memory.find_moves("Bees vanish because farmers spray wild hedges.", "con")
    assert [one.move for one in found] == [near]
    assert isinstance(found[0], RecalledMove)
    assert "its answer stood" in found[0].explain()
    assert not memory.find_moves(point, "pro")
    assert not memory.find_moves("Opera tickets are dear.", "con")


SAID = (
    "Free museums draw many more visitors than before. The roofs of museums are made of slate. "
    "Opera houses are full on every night of the week."
)
DENIED = "Free museums do not draw more visitors than before."


def test_what_a_side_said_of_another_point_is_recalled_where_it_meets_this_one() -> None:
    spoken = _exemplar().model_copy(update={"text": SAID})
    other = _exemplar(debate="e").model_copy(update={"text": "Trams are loud at night in every town."})
    memory = _recall(spoken, other)
    assert not memory.find_moves(DENIED, "con"), "it was given to no point"
    replies = memory.find_replies(DENIED, "con", "m")
    assert [one.move.answer for one in replies] == [*SAID.replace(". ", ".|").split("|")][:2], "what shares a word"
    assert not memory.find_replies(DENIED, "pro", "m")
    (met,) = add_replies(shipped_judge(), (), replies, DENIED, most=3)
    assert met.move.answer == "Free museums draw many more visitors than before."
    assert "meets this one by the judge" in met.explain()
    assert met.move.describe() == f"“{met.move.answer}” was said"


def test_of_a_debate_on_the_same_motion_what_shares_no_word_is_recalled_too() -> None:
    motion = "This house would open museums to everybody without charge"
    spoken = _exemplar().model_copy(update={"text": SAID, "motion": motion})
    memory = _recall(spoken)
    asked = "Entrance fees keep the poor away."
    same, other = (memory.find_replies(asked, "con", one) for one in (f"{motion}.", "Trams should run at night"))
    assert {one.move.answer for one in same} == {*SAID.replace(". ", ".|").split("|")}
    assert not other, "nothing that was said holds a word of the point"
    assert not memory.find_replies(asked, "con", "This house would charge everybody for buses, trams and ferries")


def test_speeches_on_the_same_motion_are_read_before_nearer_ones_on_others() -> None:
    motion, words = "Museums should be free of charge", "Free museums do not draw more visitors than"
    others = [_exemplar(debate=str(n)).model_copy(update={"text": f"{words} {n} zoos."}) for n in range(9)]
    same = _exemplar(debate="same").model_copy(update={"text": "Curators ask for wages.", "motion": motion})
    found = _recall(*others, same).find_replies(DENIED, "con", motion)
    assert "Curators ask for wages." in [one.move.answer for one in found]


def test_replies_come_after_moves_and_none_twice() -> None:
    move = MemoryMove(point="Free museums stay empty.", answer=SAID.partition(" The")[0], side="con")
    memory = _recall(_exemplar(move).model_copy(update={"text": SAID}))
    replies = memory.find_replies(DENIED, "con", "m")
    assert replies[0].move == move, "what it answered then is told"
    known = RecalledMove(move=move, motion="m", exemplar="d", nearness=0.9, shared=(), score=0.9)
    assert add_replies(shipped_judge(), (known,), replies, DENIED, most=3) == (known,)


FEES = "Museum fees provide incentives for careful and efficient collecting."
HINDER = "Museum fees may hinder collecting."


def test_of_moves_those_whose_answer_meets_the_point_come_first() -> None:
    beside, meeting = (
        RecalledMove(
            move=MemoryMove(point="Museums need fees.", answer=answer, side="pro"),
            motion="m",
            exemplar="d",
            nearness=0.9,
            shared=(),
            score=0.9,
        )
        for answer in ("The roofs of museums are made of slate.", HINDER)
    )
    assert add_replies(shipped_judge(), (beside, meeting), (), FEES, most=5) == (meeting, beside)
    assert add_replies(shipped_judge(), (beside, meeting), (), FEES, most=1) == (meeting,)


def test_a_pair_is_read_once_in_whichever_turn() -> None:
    judge = CountingJudge("whichever turn")
    first = read_bearings(judge, [("Bees sleep.", "Bees wake."), ("Bees fly.", "Bees wake.")])
    again = read_bearings(
        judge, [("Bees fly.", "Bees wake."), ("Bees sleep.", "Bees wake."), ("Bees eat.", "Bees wake.")]
    )
    assert first == again[1::-1]
    assert len(judge.read) == len(set(judge.read)) == 3


def test_moves_are_read_off_a_transcript_with_what_became_of_them() -> None:
    said = (
        Utterance(speaker="A", side="pro", text="Free museums draw many more visitors than before."),
        Utterance(speaker="B", side="con", text="Free museums do not draw more visitors than before."),
        Utterance(speaker="A", side="pro", text="Orchids flower in the dry months of the year."),
    )
    first, second, _ = read_moves(shipped_judge(), said)
    assert not first
    assert [(one.point, one.outcome) for one in second] == [(said[0].text, "stood")]
