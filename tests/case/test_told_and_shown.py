"""What a writer and an evaluator are shown, what is asked again, and what stands in the speech and after it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from tests.case.drafting import OBJECTION
from tests.case.scribe import WritingDesk, find, find_as, is_mechanism, write_acts, written_sample
from tests.case.writing import agreeable

from foam.case.chain import list_joints
from foam.case.estimate import RULES, TELLING
from foam.case.marks import drop_marks, split_marks
from foam.case.tell import TellingPart, find_spoken_of
from foam.case.values import BESIDE, NEEDED, SUPPORTS, Case, Refusal, Told
from foam.case.views.document import compose_case
from foam.case.views.words import describe_status, list_provenance, summarize_case
from foam.case.warn import list_warnings, name_sentences
from foam.case.write import write_case
from foam.case.written import list_told_parts
from foam.job.events import Event, StepProgress
from foam.job.job import run
from foam.job.waiting import complete
from foam.model.form import FormValue, Record
from foam.model.question import Answer, Label, Labelled, Write, Written
from foam.model.scripted import Call, Said
from foam.paper import render
from foam_quotes.text.segment import split_sentences


@cache
def public_forum() -> tuple[WritingDesk, Case]:
    desk = WritingDesk(speech="PF-AC")
    return desk, desk.write(desk.case_spec(strategy=())).view


def test_in_public_forum_a_writer_writes_its_position_and_the_critic_its_objections() -> None:
    desk, case = public_forum()
    templates = [call.question.template for call in desk.calls]
    assert {"case/proposal", "case/critique", "case/defence"} <= set(templates)
    assert (case.plan, case.plan_voice) == ("It should be so.", "written")
    assert find(case, "opening-position").analytic == case.plan
    assert [one.text for one in case.pressed] == [OBJECTION] * 2
    assert any(line.startswith("position, objected to answer") for line in list_provenance(case))


def test_the_warrant_of_a_contention_is_asked_whether_it_shows_why_the_claim_is_so() -> None:
    desk, case = public_forum()
    joints = [one for one in list_joints(case.slots, desk.template.declared) if one.way == "backs"]
    assert {(one.before.component, one.after.component) for one in joints} == {("claim", "warrant")}
    assert {one.after.step.label for one in joints if one.after.step} == {SUPPORTS}
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/step"]
    assert sum("Does the second step show why the first is so?" in prompt for prompt in asked) >= len(joints) >= 2
    assert case.failures == ()


def test_a_warrant_that_does_not_back_its_claim_breaks_the_contention() -> None:
    def strict(call: Call) -> Said | None:
        if isinstance(call.question, Label) and call.question.labels[0] == SUPPORTS:
            return Answer(reply=Labelled(label=BESIDE), method="scripted", reasons="It speaks of something else.")
        return agreeable(call)

    desk = WritingDesk(write_acts(then=strict), speech="PF-AC")
    case = desk.write(desk.case_spec(strategy=())).view
    broken = [one.what for one in case.failures if one.rule == "chain"]
    assert broken
    assert all("shows why" in what for what in broken)


def test_weighing_that_lost_an_impact_to_the_evaluator_is_asked_for_once_more_with_the_reasons() -> None:
    first = "What is lost here is lost by people who cannot choose."
    better = "This is lost for good."

    def mend(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template != "case/calculus" or "does not count" not in call.question.prompt:
            return None
        return {"sentences": tuple({**one, "text": better} for one in form["sentences"])}

    def strict(call: Call) -> Said | None:
        if call.question.template == "case/told" and first in call.question.prompt:
            return Answer(reply=Labelled(label="says more"), method="scripted", reasons="Nobody says who can choose.")
        return agreeable(call)

    desk = WritingDesk(write_acts(mend, then=strict))
    slot = find(desk.write().view, "weighing-comparison")
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/calculus"]
    assert ["Nobody says who can choose." in prompt for prompt in asked] == [False, True]
    assert (slot.voice, {one.text for one in slot.told if not one.refused}) == ("written", {better})


def test_what_a_part_was_to_establish_is_not_shown_as_if_it_were_evidence() -> None:
    desk = WritingDesk(write_acts(then=find_as("case/slot", BESIDE, when=is_mechanism)))
    case = desk.write().view
    cards = [slot for slot in case.slots if slot.card and slot.seek]
    for told in case.overview:
        for slot in cards:
            assert slot.seek not in " ".join(list_told_parts(case, told.model_copy(update={"of": (slot.id,)})))
    (empty,) = list_told_parts(case, case.overview[0].model_copy(update={"of": ("solvency-mechanism",)}))
    assert "(empty; nothing shows what was asked for" in empty


def test_marks_for_readers_are_not_read_aloud() -> None:
    text = "Locks save water [REF]. They hold a basin,[12] as was shown.[citation needed] The [upper] lock leaks."
    assert drop_marks(text) == "Locks save water. They hold a basin, as was shown. The [upper] lock leaks."
    assert "".join(piece for piece, _ in split_marks(text)) == text
    _, case = written_sample()
    card = case.cards[0]
    marked = card.model_copy(update={"text": f"{card.text} [REF]", "body": f"{card.text} [REF]"})
    assert "[REF]" not in marked.spoken
    slots = tuple(one.model_copy(update={"card": marked}) if one.card == card else one for one in case.slots)
    assert "REF" not in render(compose_case(case.model_copy(update={"slots": slots})), "md")


def test_an_author_who_is_the_whole_cite_is_named_once() -> None:
    _, case = written_sample()
    card = case.cards[0].model_copy(
        update={"cite": "Canal Board 2012", "source": 'Canal Board, 2012-10-01, "Locks", Yearbook'}
    )
    slots = tuple(one.model_copy(update={"card": card}) if one.card == case.cards[0] else one for one in case.slots)
    shown = render(compose_case(case.model_copy(update={"slots": slots})), "md")
    assert '**Canal Board 2012**, 2012-10-01, "Locks", Yearbook' in shown


def test_what_is_missing_stands_after_the_speech() -> None:
    case = WritingDesk(write_acts(then=find_as("case/slot", BESIDE, when=is_mechanism))).write().view
    shown = render(compose_case(case), "md")
    speech, _, after = shown.partition("## What is missing")
    assert NEEDED not in speech.replace("\\", "")
    assert f"solvency-mechanism: {NEEDED}" in after.replace("\\", "")
    lines = summarize_case(case)
    assert lines.index("weighing-comparison [") < lines.index(NEEDED)


def test_a_case_that_may_be_used_says_what_was_verified() -> None:
    assert describe_status(written_sample()[1]) == "quotations verified"


def test_every_row_of_an_estimate_says_what_is_asked() -> None:
    assert not [rule.step for rule in (*RULES, *TELLING) if not rule.about]


def test_progress_names_the_part_that_is_written() -> None:
    heard: list[StepProgress] = []
    desk = WritingDesk()

    def listen(event: Event) -> None:
        if isinstance(event, StepProgress):
            heard.append(event)

    complete(run(write_case, desk.case_spec(), desk.tools, store=desk.store, listener=listen))
    assert {"harms", "solvency"} <= {one.step for one in heard}
    assert all(one.total for one in heard)


def test_every_objection_is_shown_with_what_changed_after_it_and_what_it_cites_of_a_source_that_is_read() -> None:
    """Whoever answers the case has the same library: what speaks against it there is said beforehand."""

    acts = write_acts()
    plain = WritingDesk(acts, speech="PF-AC")
    cards = plain.write(plain.case_spec(strategy=())).view.cards
    left = [
        words
        for card in cards
        for span in split_sentences(card.body)
        if (words := span.of(card.body).strip()) not in card.text
    ]

    def object_twice(call: Call) -> Said | None:
        question = call.question
        if not isinstance(question, Write) or question.template != "case/critique":
            return None
        kind = "logical_gap"
        rows = [
            {"part": "claim 1", "type": kind, "says": "It may be so and still decide nothing.", "at": (o.id,)}
            for o in question.material
            if any(words in o.text for words in left)
        ]
        return Written(fields={"objections": tuple(rows[:2])})

    desk = WritingDesk(lambda call: object_twice(call) or acts(call), speech="PF-AC")
    case = desk.write(desk.case_spec(strategy=())).view
    assert len(case.pressed) >= 4
    assert all(one.grounds for one in case.pressed)
    told = [line for line in list_provenance(case) if line.startswith("position, objected to")]
    assert len(told) == len(case.pressed)
    assert any("After it " in line for line in told)
    unread = {p for one in case.pressed for p in one.grounds} - {p for card in case.cards for p in card.pointers}
    beside = [p for p in unread if p.document in {card.document for card in case.cards}]
    warned = [one for one in list_warnings(case) if "a critic cites it against claim 1" in one]
    assert beside
    quoted = [name_sentences(case, [pointer]).partition(": ")[2] for pointer in beside]
    assert all(any(words in one for one in warned) for words in quoted)


def test_a_sentence_that_was_found_to_speak_against_a_part_is_a_warning_where_its_source_is_read() -> None:
    desk, case = written_sample()
    read = {pointer for card in case.cards for pointer in card.pointers}
    documents = (desk.documents[card.document] for card in case.cards)
    unread = next(one.pointer(n) for one in documents for n in range(len(one.ends)) if one.pointer(n) not in read)
    refusal = Refusal(document=unread.document, cite="", why="contradicts", entry="e", sentences=(unread.sentence,))
    slots = (case.slots[0].model_copy(update={"refused": (refusal,)}), *case.slots[1:])
    assert not [one for one in list_warnings(case) if "speak against" in one]
    (warned,) = (one for one in list_warnings(case.model_copy(update={"slots": slots})) if "speak against" in one)
    assert drop_marks(desk.documents[unread.document].sentence(unread.sentence)).strip() in warned


def test_an_overview_may_say_again_what_the_seat_wrote_in_its_calculus() -> None:
    """Only the words of a source that is not cited are somebody else's."""
    said = "What is lost here is lost by people who cannot choose, and that is why it comes before all else."

    def repeat(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write) or question.template not in ("case/calculus", "case/overview"):
            return None
        rows: list[Record] = []
        impacts = [one.id for one in question.material if "Impact" in one.text or question.template == "case/calculus"]
        rows += ({"text": said, "of": (name,)} for name in impacts[:2])
        return {"sentences": tuple(rows)}

    case = WritingDesk(write_acts(repeat)).write().view
    assert any(said in slot.analytic for slot in case.slots)
    assert [(one.text, one.refused) for one in case.overview] == [(said, "")] * 2


def test_a_sentence_that_is_told_is_judged_with_those_before_it() -> None:
    desk, case = written_sample()
    first, second = (one.text for one in case.overview)
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/told"]
    (last,) = (one for one in asked if second in one.partition("The sentence:")[2])
    assert first in last.partition("Said directly before it:")[2].partition("The sentence:")[0]


def test_an_impact_counts_as_weighed_only_where_a_sentence_that_stands_speaks_of_it() -> None:
    parts = [
        TellingPart("p-nets", "Advantage 1: Children at the nets cough all winter."),
        TellingPart("p-reeds", "Advantage 2: Reeds along the shore are gone for ever."),
    ]
    both = ("p-nets", "p-reeds")
    ducked = Told(text="What cannot be undone decides, so the children come first.", of=both)
    compared = Told(text="Children weigh more than reeds.", of=both)
    alone = Told(text="What is lost there is lost for good.", of=("p-reeds",))
    assert find_spoken_of([ducked], parts) == {"p-nets"}
    assert find_spoken_of([compared], parts) == set(both)
    assert find_spoken_of([ducked, alone], parts) == set(both)


def test_weighing_that_ducks_an_impact_is_asked_for_again_and_told_which() -> None:
    def duck(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template != "case/calculus" or "does not count" in call.question.prompt:
            return None
        both: tuple[str, ...] = tuple(row["of"][0] for row in form["sentences"][:2])
        ducked: Record = {"text": "What cannot be undone decides.", "of": both}
        return {"sentences": (ducked,)}

    desk = WritingDesk(write_acts(duck))
    slot = find(desk.write().view, "weighing-comparison")
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/calculus"]
    assert len(asked) == 2
    assert "no sentence that stands speaks of this impact" in asked[1]
    assert all(len(one.of) == 1 for one in slot.told)
