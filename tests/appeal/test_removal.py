"""Removed words: where they remain in the record is told, and the reason for removing them does not repeat them."""

from __future__ import annotations

from functools import cache

import pytest
from tests.appeal.office import Office
from tests.deliberation.table import Table

from foam.appeal.removal import Remaining, check_reason, choose_words, find_remaining
from foam.bundle.container import unpack
from foam.bundle.records import gather_entries
from foam.errors import InputError, NotFound
from foam.record.entry import Decider, Draft, Entry


def _entry(question: dict[str, object], answer: object) -> Entry:
    draft = Draft(kind="claim", question=question, decider=Decider(type="code", id="x", version="1"))
    return Entry(draft=draft, answer=answer, at="2026-01-01T00:00:00Z")


def test_where_a_name_remains_is_told_by_kind_and_field() -> None:
    question: dict[str, object] = {"prompt": "Should Rosa  Delmar's rent rise? Rosa asks, as any rosa would."}
    entries = [_entry(question, {"by": "r_delmar", "of": "Rosamund"})]
    assert find_remaining(entries, ["Ms Rosa Delmar"]) == (
        Remaining(kind="claim", field="draft.question.prompt", times=3),
        Remaining(kind="claim", field="answer.by", times=1),
    )
    assert find_remaining(entries, []) == ()


def test_a_longer_text_is_looked_for_as_a_whole() -> None:
    said = "She had no pay in the month of October."
    entries = [_entry({"prompt": f"Weigh this: {said}"}, {"a": "She had pay in October."})]
    assert [one.field for one in find_remaining(entries, [said])] == ["draft.question.prompt"]


@cache
def _about_a_deliberation() -> tuple[Office, str]:
    table = Table()
    office = Office(table.store, run=table.deliberate().run)
    opened = office.store.get(office.run)
    assert opened is not None
    return office, opened.draft.question["spec"]["question"]


def test_of_a_matter_about_a_deliberation_the_deliberation_is_searched_too() -> None:
    office, question = _about_a_deliberation()
    assert "Rosa Delmar" in question
    entries = gather_entries(office.store, office.run, office.matter.key)
    kinds = {one.kind for one in find_remaining(entries, ["Ms Rosa Delmar"])}
    assert {"run", "motion"} <= kinds
    assert find_remaining(entries, ["Ada Lovelace"]) == ()


def test_a_reason_that_repeats_the_words_is_refused() -> None:
    check_reason("asked for", ["Ms Ada Example"])
    with pytest.raises(InputError, match="repeats words"):
        check_reason("ada asked for it", ["Ms Ada Example"])


def test_provenance_and_metadata_say_nothing_that_could_be_erased_in_the_record() -> None:
    office, question = _about_a_deliberation()
    files = unpack(office.bundle()).files
    assert {name for name, content in files.items() if question.encode() in content} == {"record.jsonl"}


def test_what_is_named_is_chosen_and_nothing_else() -> None:
    office = Office()
    office.decided()
    standing = office.matter.standing
    person = standing.opening.person.commitment
    item, ground = choose_words(standing, items=["i1"]), choose_words(standing, grounds=["g1"])
    assert item
    assert ground
    assert set(item).isdisjoint(ground)
    assert person not in (*item, *ground)
    assert choose_words(standing, person=True) == (person,)
    assert choose_words(standing, items=["i1"], grounds=["g1"], person=True) == (*item, *ground, person)
    assert choose_words(standing, items=["i1", "i1"], words=[item[0]]) == item, "each once"
    with pytest.raises(InputError, match="nothing is named"):
        choose_words(standing)
    with pytest.raises(NotFound, match="g9 is not on file"):
        choose_words(standing, grounds=["g9"])


def test_words_are_named_by_the_start_of_their_commitment() -> None:
    office = Office()
    office.decided()
    standing = office.matter.standing
    assert len(standing.words) > 1
    (tag,) = {one.partition(":")[0] for one in standing.words}
    for one in standing.words:
        bare = one.partition(":")[2]
        assert choose_words(standing, words=[one]) == choose_words(standing, words=[bare]) == (one,)
    with pytest.raises(NotFound, match="several words start with"):
        choose_words(standing, words=[f"{tag}:"])
    with pytest.raises(NotFound, match="no words start with"):
        choose_words(standing, words=["zz"])
