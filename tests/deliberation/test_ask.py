"""A short answer: it follows from the leaves, is recorded, and is honest where there is nothing to go by."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from tests.acts.files import FILE, LETTER, NOTE, QUESTION, RULES, Reader, read_frame, step
from tests.deliberation.table import NOON, Table, make_corpus

import foam
from foam.argument.rows import Record, Support, list_shown
from foam.argument.tree import Frame
from foam.deliberation.answer.answer import NO_ANSWER, NOT_KNOWN, NOT_SETTLED, ONE_SIDED, TO_BE_WEIGHED, AnswerTree
from foam.deliberation.answer.ask import ask
from foam.deliberation.answer.view import NOBODY_OBJECTED, compose_answer
from foam.deliberation.bearing import weigh_bearing
from foam.errors import InputError, OutOfBounds
from foam.evidence.corpus import ListedCorpus
from foam.job.job import RunResult, replay_digests, run
from foam.job.waiting import complete
from foam.model.question import Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.paper import render
from foam.record.graph import require_entry
from foam.semantics.bearing import find_bearing
from foam.semantics.outcome import find_outcome
from foam.semantics.standing import find_gone, find_standings
from foam.semantics.ways import View

WIDE = (LETTER[0], "My stall is 3.4 metres wide.", LETTER[2])
SILENT = (LETTER[0], LETTER[2])
OPEN_DAY = foam.Facts.model_validate(
    {
        "question": "Should the museum be free?",
        "sentences": [
            {"text": "A free museum lets every child see what the city keeps.", "side": "for"},
            {"text": "The museum cannot pay its guards without tickets.", "side": "against"},
        ],
    }
)


def answer(table: Table, question: str = QUESTION, *, seed: int = 0) -> RunResult[foam.Answer]:
    return asyncio.run(
        run(ask, table.ask_spec(question, seed=seed), table.tools, store=table.store, clock=lambda: NOON)
    )


def tell(view: foam.Answer) -> str:
    return render(compose_answer(view), "text")


def sit(reader: Reader | None = None, letter: tuple[str, ...] = LETTER, *, writes: bool = False) -> Table:
    table = Table(ScriptedModel(reader or Reader(), writes=writes), pack="street-lamps")
    table.corpus = make_corpus(RULES, letter, NOTE)
    return table


def test_a_rule_decides_and_the_answer_says_by_what() -> None:
    view = answer(sit()).view
    assert (view.option, view.lead) == ("for", "Yes, it keeps its place.")
    assert view.tree is not None
    assert set(view.tree.bearing.alone) >= {"narrow", "clear"}
    assert [one.text for one in view.told] == ["It is narrow enough: 2.8 (has to be at most 3)."]
    assert [row.act for row in view.acts] == ["read", "frame", "evaluate", "tell"]


def test_each_sentence_is_shown_as_it_stands_in_its_document() -> None:
    table = sit()
    text = " ".join(tell(answer(table).view).split())
    pointers = {one.text: one.pointer for one in table.corpus.find("", limit=100)}
    for said in (RULES[1], RULES[2], LETTER[1], LETTER[2]):
        assert f"“{said}”" in text
        assert pointers[said].brief() in text


@pytest.mark.parametrize("says", ["holds", "holds in part"])
def test_a_sentence_is_quoted_once_in_whole(says: str) -> None:
    text = " ".join(tell(answer(sit(Reader(holds={"clear": says}))).view).split())
    for said in (RULES[1], RULES[2], LETTER[1], LETTER[2]):
        assert text.count(f"“{said}”") == 1


def test_facts_turned_round_turn_the_answer() -> None:
    view = answer(sit(letter=WIDE)).view
    assert (view.option, view.lead) == ("against", "No, it loses its place.")


def test_without_the_deciding_sentence_the_answer_is_open() -> None:
    view = answer(sit(letter=SILENT)).view
    assert (view.option, view.lead) == (None, NOT_SETTLED)
    assert view.tree is not None
    assert "narrow" in view.tree.outcome.hangs_on


def test_with_the_pointers_of_its_leaves_exchanged_nothing_is_settled() -> None:
    view = answer(sit(Reader(exchanged=True))).view
    assert view.option is None
    assert any("does not stand in" in fault for row in view.acts for fault in row.left_out)


@pytest.mark.parametrize("says", ["beside the point", "holds in part", "does not hold"])
def test_a_leaf_that_its_sentences_do_not_show_settles_nothing(says: str) -> None:
    view = answer(sit(Reader(holds={"clear": says}))).view
    assert view.option is None
    assert view.tree is not None
    assert "clear" in view.tree.outcome.hangs_on


def test_a_leaf_without_a_sentence_stays_open_whatever_is_said_of_it() -> None:
    view = answer(sit(Reader(holds={"narrow": "holds"}), letter=SILENT)).view
    assert view.tree is not None
    assert view.tree.standing_by_leaf["narrow"].stands == "open"


def test_what_nobody_examined_settles_nothing() -> None:
    def refuse(call: Call) -> Said | None:
        silent = call.question.template == "acts/evaluate"
        return OutOfBounds("it says nothing", said="") if silent else Reader()(call)

    table = sit()
    table.models = dict.fromkeys(table.models, ScriptedModel(refuse))
    view = answer(table).view
    assert view.option is None
    assert view.tree is not None
    assert {one.label for one in view.tree.standings if one.leaf in ("width", "clear")} == {"unexamined"}
    assert "not examined" in tell(view)


def test_a_lie_of_form_is_never_told() -> None:
    view = answer(sit(Reader(told="It is 2.1 metres wide, and Ottoline Brask measured it."))).view
    assert view.told == ()
    assert view.lead == "Yes, it keeps its place."


def weigh() -> foam.Answer:
    """The answer to a question that no rule decides."""
    table = Table(foam.FactsModel(OPEN_DAY), pack="street-lamps")
    table.corpus = make_corpus(tuple(one.text for one in OPEN_DAY.sentences))
    return answer(table, OPEN_DAY.question).view


def test_what_is_weighed_is_not_settled_here() -> None:
    view = weigh()
    assert view.tree is not None
    assert [len(view.tree.list_reasons(option)) for option in ("for", "against")] == [1, 1]
    assert (view.option, view.lead) == (None, view.tree.lead)
    assert view.lead.startswith(TO_BE_WEIGHED)


def settle(frame: Frame, record: Record) -> AnswerTree:
    """The tree with what follows from the record."""
    standings = find_standings(frame, FILE.file({"01": "rule"}), record)
    view, root = View(frame, standings, find_gone(frame, standings, ())), frame.roots[0]
    return AnswerTree(
        frame=frame,
        standings=tuple(standings.values()),
        record=record,
        outcome=find_outcome(view, root),
        bearing=find_bearing(view, root),
    )


def test_an_amount_stands_in_the_answer_and_not_without_the_figures_that_it_is_of() -> None:
    left = (
        step("narrow", "own", "figure", value="2.8", at=("02#s1",)),
        step("narrow", "most", "figure", value="3", at=("01#s1",)),
    )
    frame = read_frame(
        steps=(*left, step("narrow", "left", "sub", "most", "own")), if_true="Yes, {narrow} metres are left."
    )
    said = [Support(leaf=one.id, by="evaluator", says="establish", of=list_shown(one)) for one in frame.leaves]
    tree = settle(frame, Record(supports=tuple(said)))
    assert tree.option is not None
    assert tree.option.text == "Yes, 0.20 metres are left."
    unheard = settle(frame, Record(supports=tuple(one for one in said if one.leaf != "width")))
    assert unheard.option is None
    assert unheard.root.options[0].text == f"Yes, {NOT_KNOWN} metres are left."


def test_reasons_for_one_side_alone_settle_nothing() -> None:
    table = Table(foam.FactsModel(OPEN_DAY), pack="street-lamps")
    table.corpus = make_corpus((OPEN_DAY.sentences[0].text,))
    view = answer(table, OPEN_DAY.question).view
    assert view.option is None
    assert ONE_SIDED in view.cautions


def test_a_critic_objects_before_the_leaves_are_judged_and_what_is_not_met_turns_the_answer() -> None:
    table = sit(Reader(objects={"clear": "false"}), writes=True)
    ran = answer(table)
    assert [row.act for row in ran.view.acts] == ["read", "frame", "object", "evaluate", "tell"]
    assert (ran.view.option, ran.asked) == ("against", 5)
    assert ran.view.tree is not None
    (moved,) = ran.view.tree.moved
    assert moved.before is not None
    assert (moved.before.stands, moved.option) == ("true", "for")
    assert ran.view.tree.standing_by_leaf["clear"].stands == "false"
    assert complete(replay_digests(table.store, ran.run)) == {"answer": ran.view.digest}


@pytest.mark.parametrize("ends", [Reader(score=2.0), Reader(met="yes")])
def test_an_objection_that_is_false_or_met_changes_nothing(ends: Reader) -> None:
    view = answer(sit(replace(ends, objects={"clear": "false", "width": "open"}), writes=True)).view
    calm = answer(sit(Reader(), writes=True)).view
    assert view.tree is not None
    assert calm.tree is not None
    assert (view.tree.standings, view.tree.outcome) == (calm.tree.standings, calm.tree.outcome)
    assert [one.before for one in view.tree.moved] == [view.tree.standing_by_leaf[name] for name in ("clear", "width")]


def test_a_critic_is_asked_by_its_own_model_and_not_where_it_does_not_write() -> None:
    table = sit()
    table.models = {**table.models, "critic": ScriptedModel(Reader(), name="other", writes=True)}
    view = answer(table).view
    assert [(row.act, row.by) for row in view.acts if row.act in ("object", "evaluate")] == [
        ("object", "other"),
        ("evaluate", "scripted"),
    ]
    assert (view.objected, view.tree and view.tree.record.objections) == ("The doors are the weak place.", ())
    quiet = answer(sit()).view
    assert "object" not in {row.act for row in quiet.acts}
    assert NOBODY_OBJECTED in " ".join(tell(quiet).split())


def test_what_nobody_decided_changes_nothing() -> None:
    def forget(call: Call) -> Said | None:
        said = Reader(objects={"clear": "false"})(call)
        if call.question.template == "acts/evaluate" and isinstance(said, Written):
            return Written(fields={**said.fields, "exchanges": ()})
        return said

    table = sit()
    table.models = dict.fromkeys(table.models, ScriptedModel(forget, writes=True))
    view = answer(table).view
    assert view.option == "for"
    assert view.tree is not None
    assert view.tree.record.verdicts == ()


def test_every_step_is_recorded_and_a_replay_gives_the_same_answer() -> None:
    table = sit()
    ran = answer(table)
    kinds = {require_entry(table.store, key).draft.kind for key in table.store.members(ran.run)}
    assert kinds >= {"motion", "candidates", "bearing", "file shown", "read", "frame", "evaluate", "tell"}
    assert complete(replay_digests(table.store, ran.run)) == {"answer": ran.view.digest}
    assert ran.asked == 4


def test_a_rerun_asks_nothing_and_another_seed_is_another_run() -> None:
    table = sit()
    first = answer(table)
    again = answer(table)
    assert (again.asked, again.digest) == (0, first.digest)
    assert answer(table, seed=1).run != first.run


def test_a_run_that_stopped_goes_on_where_it_was() -> None:
    def stop(call: Call) -> Said | None:
        if call.question.template == "acts/tell":
            raise ConnectionError
        return Reader()(call)

    table = sit()
    whole = dict(table.models)
    table.models = dict.fromkeys(whole, ScriptedModel(stop))
    with pytest.raises(ConnectionError):
        answer(table)
    table.models = whole
    assert answer(table).asked == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_model_that_fills_forms_at_random_settles_nothing_falsely_and_replays(seed: int) -> None:
    table = Table(ScriptedModel(), pack="street-lamps")
    ran = answer(table, table.pack.sample_question, seed=seed)
    named = {leaf.at for leaf in ran.view.tree.frame.leaves} if ran.view.tree else set()
    assert all(ran.view.quote(at) for some in named for at in some)
    assert complete(replay_digests(table.store, ran.run)) == {"answer": ran.view.digest}


def test_without_evidence_nobody_is_asked() -> None:
    table = Table()
    table.corpus = ListedCorpus([])
    ran = answer(table, "")
    assert (ran.view.option, ran.asked) == (None, 0)
    assert ran.view.cautions == ("no evidence was found",)


def test_what_is_no_question_is_refused() -> None:
    with pytest.raises(InputError):
        answer(Table(), "What should be done?")


def test_a_question_on_which_nothing_bears_is_declined_and_nobody_is_asked() -> None:
    table = Table(pack="policy-debate")
    ran = answer(table, "Should lighthouses be automated?")
    assert (ran.view.lead, ran.asked) == (NO_ANSWER, 0)
    assert ran.view.declined is not None
    assert ran.view.declined.looked_for == ("lighthouses", "automated")
    assert ran.view.declined.not_found == ("lighthouses", "automated")
    assert ran.view.declined.nearest
    assert complete(replay_digests(table.store, ran.run)) == {"answer": ran.view.digest}


def test_words_alone_do_not_bear_on_a_question() -> None:
    corpus = make_corpus(("The chess club met in two buses on Monday because the hall was locked.",))
    found = weigh_bearing("Should buses be free?", corpus.find("bus", limit=5), lambda pairs: [0.2 for _ in pairs])
    assert (found.bears, found.missing) == ((), ("free",))


def test_the_judge_is_not_asked_about_sentences_without_a_word_of_the_question() -> None:
    corpus = make_corpus(("Honey is sold at the weekly market by the old fountain.",))
    found = weigh_bearing("Should buses be free?", corpus.find("bus", limit=5), lambda pairs: [1.0 for _ in pairs])
    assert found.bears == ()


def test_a_sentence_that_the_judge_finds_near_bears_on_the_question() -> None:
    corpus = make_corpus(("Free buses carried a third more people within a year.",))
    found = weigh_bearing("Should buses be free?", corpus.find("bus", limit=5), lambda pairs: [0.9 for _ in pairs])
    assert (len(found.bears), found.missing) == (1, ())


def test_two_words_in_one_sentence_need_less_of_the_judge_than_one() -> None:
    question = "Should buses be free at night?"
    one = make_corpus(("Buses stop at the old fountain on Mondays and Fridays.",))
    assert not weigh_bearing(question, one.find("bus", limit=5), lambda pairs: [0.9 for _ in pairs]).bears
    two = make_corpus(("Free buses carried a third more people within a year.",))
    assert weigh_bearing(question, two.find("bus", limit=5), lambda pairs: [0.6 for _ in pairs]).bears
    assert not weigh_bearing(question, two.find("bus", limit=5), lambda pairs: [0.4 for _ in pairs]).bears


def test_the_notice_on_a_sample_library_is_not_said_of_other_evidence() -> None:
    table = Table(ScriptedModel(), pack="policy-debate")
    assert "fictional" in answer(table, table.pack.sample_question).view.notice
    assert answer(sit()).view.notice == ""
