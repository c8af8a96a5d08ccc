"""The case file as a chain: it reads back, it holds, races are settled, and what is refused leaves nothing behind."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from tests.appeal.matters import START, opening, right_act
from tests.appeal.office import NOON, STEPS, TODAY, Office
from tests.deliberation.table import Table

from foam.appeal.acts import Act, Delivery, Words
from foam.appeal.chain import (
    add_act,
    build_matter,
    find_matter,
    find_standing_after,
    open_matter,
    read_matter,
    read_matters,
)
from foam.appeal.notices.letter import MISSING, REMOVED
from foam.appeal.parties import Party
from foam.appeal.status import describe_matter
from foam.appeal.submit import WordsReader, write_letter
from foam.bundle.verify import verify_bundle
from foam.errors import InputError, NotFound, RecordDamaged
from foam.model.silent import SilentJudge
from foam.record.entry import Entry
from foam.record.graph import require_entry
from foam.record.memory import MemoryStore
from foam.record.sqlite import open_record
from foam.record.verify import verify


@pytest.fixture
def office() -> Office:
    return Office()


def test_a_decided_matter_reads_back_the_same(office: Office) -> None:
    office.decided()
    again = read_matter(office.store, office.matter.key)
    assert again == office.matter
    assert again.standing.state == "decided"
    assert [filed.number for filed in again.acts] == list(range(1, 9))
    assert verify(office.store).ok


def test_it_works_in_a_file_too(tmp_path: Path) -> None:
    with closing(open_record(tmp_path)) as store:
        office = Office(store).decided()
        assert find_matter(store, office.matter.key[:9]) == office.matter


def test_every_act_names_the_one_before(office: Office) -> None:
    office.decided()
    before = office.matter.key
    for filed in office.matter.acts:
        assert require_entry(office.store, filed.key).draft.parents == (before,)
        before = filed.key


def test_no_text_stands_in_the_record(office: Office) -> None:
    office.decided()
    bodies = "".join(entry.model_dump_json() for entry in office.store.entries())
    for said in ("Ada Example", "two months", "The slip shows", "1,940", "lower your benefits"):
        assert said not in bodies


def test_a_letter_that_went_out_stays_as_it_was_when_the_decision_is_corrected() -> None:
    store = MemoryStore()
    opened = open_matter(store, opening(), clock=lambda: START)
    sent = add_act(store, opened.key, right_act("issue_notice", opened.standing))
    corrected = add_act(store, opened.key, right_act("correct_decision", sent.standing))
    assert corrected.standing.opening.decision.action != opening().decision.action
    then, _ = find_standing_after(corrected, "issue_notice")
    assert then.opening.decision.action == opening().decision.action


def test_a_refused_act_leaves_nothing_behind(office: Office) -> None:
    before = office.store.count(), dict(office.vault._kept)
    with pytest.raises(InputError, match="“Decide” cannot be done"):
        office.do("decide", "decision_maker", "judge", outcome="upheld", facts="secret facts")
    assert (office.store.count(), dict(office.vault._kept)) == before


class _RacingStore(MemoryStore):
    """A store in which somebody else's act comes in right before ours."""

    rival: tuple[str, Act] | None = None

    def append(self, entry: Entry, *, run: str | None = None) -> Entry:
        rival, self.rival = self.rival, None
        if rival is not None:
            add_act(self, *rival)
        return super().append(entry, run=run)


def test_of_two_acts_at_once_the_first_stands() -> None:
    """Two people read the same file, and both record: the second has no effect, and is told so."""
    store = _RacingStore()
    office = Office(store)
    office.do("issue_notice", "original_decider", "worker")
    came = Delivery(on=NOON.date() + timedelta(days=6))
    person, helper = Party(id="ada", role="affected_person"), Party(id="rep", role="representative")
    late = Act(name="deliver", by=person, at=NOON + timedelta(days=9), brought=came)
    store.rival = (office.matter.key, late.model_copy(update={"by": helper}))
    with pytest.raises(InputError):
        add_act(store, office.matter.key, late)
    matter = read_matter(store, office.matter.key)
    assert [filed.act.by.id for filed in matter.acts] == ["worker", "rep"]
    assert len(matter.without_effect) == 1


def test_a_chain_with_an_act_taken_out_does_not_read(office: Office) -> None:
    office.decided()
    run = require_entry(office.store, office.matter.key)
    acts = [require_entry(office.store, filed.key) for filed in office.matter.acts]
    for gone in range(len(acts) - 1):
        with pytest.raises(RecordDamaged):
            build_matter(run, [act for n, act in enumerate(acts) if n != gone])


def test_a_chain_with_a_forbidden_act_does_not_read(office: Office) -> None:
    office.do("issue_notice", "original_decider", "worker")
    run = require_entry(office.store, office.matter.key)
    kept = require_entry(office.store, office.matter.tip)
    forged = kept.draft.model_copy(update={"question": {**kept.draft.question, "name": "accept"}})
    with pytest.raises(RecordDamaged, match="Take the appeal up"):
        build_matter(run, [kept.model_copy(update={"draft": forged})])


def test_a_matter_begun_under_another_table_still_reads_and_says_so(office: Office) -> None:
    """A later FOAM may have other rules: what was done under the old ones is not judged by the new."""
    opening = office.matter.standing.opening.model_copy(update={"procedure": "b2:" + "0" * 64})
    office.matter = open_matter(office.store, opening, clock=lambda: NOON)
    office.decided()
    assert office.matter.standing.state == "decided"
    report = verify_bundle(office.bundle(), today=TODAY)
    assert report.whole
    assert len(report.notes) == 1


def test_a_shipped_profile_that_changes_does_not_change_a_matter(office: Office) -> None:
    rules = office.matter.standing.profile.model_copy(update={"hearing_notice_days": 99})
    opening = office.matter.standing.opening.model_copy(update={"rules": rules})
    assert open_matter(office.store, opening, clock=lambda: NOON).standing.profile.hearing_notice_days == 99


def test_an_act_that_says_it_led_elsewhere_does_not_read(office: Office) -> None:
    office.do("issue_notice", "original_decider", "worker")
    kept = require_entry(office.store, office.matter.tip)
    with pytest.raises(RecordDamaged, match="notice_issued"):
        build_matter(
            require_entry(office.store, office.matter.key), [kept.model_copy(update={"answer": {"state": "closed"}})]
        )


def test_other_runs_are_no_matters() -> None:
    table = Table()
    ran = table.deliberate()
    with pytest.raises(NotFound):
        read_matter(table.store, ran.run)
    assert read_matters(table.store) == ()


def test_a_matter_about_no_known_run_is_refused(office: Office) -> None:
    opening = office.matter.standing.opening.model_copy(update={"run": "b2:" + "0" * 64})
    with pytest.raises(NotFound):
        open_matter(office.store, opening, clock=lambda: NOON)


def test_advice_has_to_be_in_the_record_and_is_named_by_its_act() -> None:
    table = Table()
    ran = table.deliberate()
    office = Office(table.store)
    for act, role, who, given in STEPS[:5]:
        office.do(act, role, who, **given)
    advice = {"items": [{"title": "FOAM's answer"}]}
    held = set(office.vault._kept)
    with pytest.raises(NotFound):
        office.do("deliberate", "foam_operator", "analyst", run="b2:" + "0" * 64, **advice)
    assert set(office.vault._kept) == held
    office.do("deliberate", "foam_operator", "analyst", run=ran.run, **advice)
    assert ran.run in require_entry(office.store, office.matter.tip).draft.parents
    assert [item.kind for item in office.matter.standing.items] == ["document", "advice"]


def test_matters_are_listed_by_their_run() -> None:
    table = Table()
    ran = table.deliberate()
    office = Office(table.store, run=ran.run)
    other = Office(table.store)
    assert [one.key for one in read_matters(table.store, ran.run)] == [office.matter.key]
    assert {one.key for one in read_matters(table.store)} == {office.matter.key, other.matter.key}
    status = describe_matter(office.matter, NOON)
    assert (status.matter, status.state, status.profile) == (office.matter.key, "draft_decision", "generic")


def test_what_is_overdue_is_listed(office: Office) -> None:
    office.do("issue_notice", "original_decider", "worker")
    office.do("file", "affected_person", "ada", grounds=[{"kind": "other", "says": "No."}])
    status = describe_matter(office.matter, NOON + timedelta(days=300))
    assert status.overdue == ("acknowledge_by", "decide_by")


def test_removed_words_are_gone_and_said_to_be(office: Office) -> None:
    office.decided()
    person = office.matter.standing.opening.person
    read = WordsReader(office.matter, office.vault)
    assert read(person) == "Ada Example"
    office.do("redact", "records_clerk", "clerk", remove=[person.commitment], remove_because="asked for")
    assert office.vault.get(person.commitment) is None
    assert WordsReader(office.matter, office.vault)(person) == REMOVED
    assert REMOVED in write_letter(office.matter, office.vault, "decision", judge=SilentJudge()).render("text")
    assert office.matter.standing.state == "decided"


def test_words_lost_without_an_act_are_not_called_removed(office: Office) -> None:
    assert WordsReader(office.matter, office.vault)(Words(commitment="b2:" + "0" * 64)) == MISSING


def test_a_letter_tells_the_matter_as_it_stood_then(office: Office) -> None:
    office.decided()
    office_letter = write_letter(office.matter, office.vault, "decision", judge=SilentJudge()).render("text")
    assert "i2" not in office_letter
    with pytest.raises(NotFound, match="Set a hearing"):
        write_letter(office.matter, office.vault, "hearing", judge=SilentJudge())
