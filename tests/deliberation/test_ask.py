"""The small open debate: recorded, reproducible, honest when there is nothing to go by."""

from __future__ import annotations

import asyncio

import pytest
from tests.deliberation.table import NOON, Table

from foam.deliberation.ask import AskAnswer
from foam.deliberation.bearing import weigh_bearing
from foam.deliberation.jobs import ask
from foam.errors import InputError
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Origin, make_document
from foam.job.job import RunResult, replay_digests, run
from foam.job.waiting import complete
from foam.model.question import Chosen
from foam.model.scripted import ScriptedModel, agree, by_template
from foam.record.graph import require_entry


def asked(table: Table, question: str = "", *, seed: int = 0) -> RunResult[AskAnswer]:
    spec = table.ask_spec(question, seed=seed)
    return asyncio.run(run(ask, spec, table.tools, store=table.store, clock=lambda: NOON))


def list_sentence(text: str) -> ListedCorpus:
    return ListedCorpus.of([make_document(text, origin=Origin(file="page.txt", format="txt", importer="plain-1"))])


def test_both_sides_bring_sentences_of_the_corpus_and_a_judge_decides() -> None:
    table = Table(ScriptedModel(by_template({"deliberation/verdict": Chosen(ids=("denied",))})), pack="policy-debate")
    view = asked(table).view
    assert view.verdict == "denied"
    assert view.affirmed.statement == "Cities should make public transport free."
    held = {p.pointer for p in table.corpus.find("", limit=10_000)}
    assert {p.pointer for side in (view.affirmed, view.denied) for p in side.evidence} <= held


def test_every_step_is_a_recorded_decision() -> None:
    table = Table(pack="policy-debate")
    ran = asked(table)
    kinds = sorted(require_entry(table.store, key).draft.kind for key in table.store.members(ran.run))
    assert kinds == [
        "bearing",
        "candidates",
        "candidates",
        "evidence",
        "evidence",
        "motion",
        "own side",
        "own side",
        "verdict",
    ]


def test_the_same_seed_gives_the_same_digest_and_a_rerun_asks_nothing() -> None:
    first, elsewhere, table = asked(Table()), asked(Table()), Table()
    assert first.digest == elsewhere.digest
    asked(table)
    assert asked(table).asked == 0
    assert asked(Table(), seed=1).digest != first.digest


def test_a_replay_gives_the_same_answer() -> None:
    table = Table()
    ran = asked(table)
    assert complete(replay_digests(table.store, ran.run)) == {"answer": ran.view.digest}


def test_a_sentence_that_speaks_against_a_side_is_not_its_evidence() -> None:
    for_it = "Museums should be free, because a free museum lets every child see what a city keeps."
    against = "Museums should not be free, because free museums cannot pay the people who guard the pictures."
    table = Table(ScriptedModel(agree(templates={"deliberation/evidence"}, options=2)))
    table.corpus = list_sentence(f"{for_it} {against}")
    view = asked(table, "Should museums be free?").view
    assert [one.text for one in view.affirmed.evidence] == [for_it]
    assert [one.text for one in view.denied.evidence] == [against]


def test_the_judge_may_decide_for_neither() -> None:
    table = Table(ScriptedModel(by_template({"deliberation/verdict": Chosen(ids=())})))
    assert asked(table).view.verdict == "undecided"


def test_without_evidence_nobody_is_asked() -> None:
    table = Table()
    table.corpus = ListedCorpus([])
    ran = asked(table)
    assert (ran.view.verdict, ran.asked) == ("undecided", 0)
    assert ran.view.cautions == ("no evidence was found",)


def test_what_is_no_question_is_refused() -> None:
    with pytest.raises(InputError):
        asked(Table(), "What should be done?")


def test_a_question_on_which_nothing_bears_is_declined_and_nobody_is_asked() -> None:
    table = Table(pack="policy-debate")
    ran = asked(table, "Should lighthouses be automated?")
    assert (ran.view.verdict, ran.asked, ran.view.affirmed.evidence) == ("undecided", 0, ())
    assert ran.view.declined is not None
    assert ran.view.declined.looked_for == ("lighthouses", "automated")
    assert ran.view.declined.not_found == ("lighthouses", "automated")
    assert ran.view.declined.nearest
    assert complete(replay_digests(table.store, ran.run)) == {"answer": ran.view.digest}


def test_words_alone_do_not_bear_on_a_question() -> None:
    corpus = list_sentence("The chess club met in two buses on Monday because the hall was locked.")
    found = weigh_bearing("Should buses be free?", corpus.find("bus", limit=5), lambda pairs: [0.2 for _ in pairs])
    assert (found.bears, found.missing) == ((), ("free",))


def test_the_judge_is_not_asked_about_sentences_without_a_word_of_the_question() -> None:
    corpus = list_sentence("Honey is sold at the weekly market by the old fountain.")
    found = weigh_bearing("Should buses be free?", corpus.find("bus", limit=5), lambda pairs: [1.0 for _ in pairs])
    assert found.bears == ()


def test_a_sentence_that_the_judge_finds_near_bears_on_the_question() -> None:
    corpus = list_sentence("Free buses carried a third more people within a year.")
    found = weigh_bearing("Should buses be free?", corpus.find("bus", limit=5), lambda pairs: [0.9 for _ in pairs])
    assert (len(found.bears), found.missing) == (1, ())


def test_two_words_in_one_sentence_need_less_of_the_judge_than_one() -> None:
    question = "Should buses be free at night?"
    one = list_sentence("Buses stop at the old fountain on Mondays and Fridays.")
    assert not weigh_bearing(question, one.find("bus", limit=5), lambda pairs: [0.9 for _ in pairs]).bears
    two = list_sentence("Free buses carried a third more people within a year.")
    assert weigh_bearing(question, two.find("bus", limit=5), lambda pairs: [0.6 for _ in pairs]).bears
    assert not weigh_bearing(question, two.find("bus", limit=5), lambda pairs: [0.4 for _ in pairs]).bears


def test_the_notice_on_a_sample_library_is_not_said_of_other_evidence() -> None:
    table = Table(pack="policy-debate")
    assert "fictional" in asked(table).view.notice
    table.corpus = list_sentence("Free public transport in our city cut car trips by a tenth.")
    assert asked(table).view.notice == ""
