"""What a reader is warned of, what a writer is told of sentences, and marks that nobody reads aloud."""

from __future__ import annotations

import pytest
from tests.case.scribe import WritingDesk
from tests.case.test_bind import made
from tests.case.writing import sample

from foam.case.cut import extract_tag, has_words
from foam.case.marks import drop_marks, split_marks
from foam.case.values import Case, LeftOut
from foam.case.verify import verify_case
from foam.case.views.words import summarize_case
from foam.case.warn import HOW_TO_CITE, list_warnings, name_cited
from foam.evidence.corpus import ListedCorpus

UNSIGNED = " ".join(f"Lock {n} of the canal holds {n * 10} litres of water." for n in range(60))


def read_twice() -> tuple[Case, str]:
    """A case in which one card stands in two arguments."""
    _, case = sample()
    first, second, *_ = (slot for slot in case.slots if slot.card)
    slots = tuple(one.model_copy(update={"card": first.card}) if one.path == second.path else one for one in case.slots)
    return case.model_copy(update={"slots": slots}), f"the same words are read in {first.id} and in {second.id}"


def test_what_to_look_for_is_what_answers_the_other_side_and_not_what_it_said() -> None:
    _, case = sample()
    theirs = ("The harbour paid for alarms in 2010.", "Most boats carried them.")
    slot = next(one for one in case.slots if one.seek).model_copy(
        update={"card": None, "searched": ("alarms that fail", *theirs), "meets": "\n".join(theirs), "look_for": ""}
    )
    told = slot.hole.partition("Look for: ")[2]
    first, second = (one.rstrip(".") for one in theirs)
    assert told == f"alarms that fail; what speaks against “{first}”; what speaks against “{second}”"


def test_a_command_in_a_warning_names_the_run_and_stands_in_a_line_that_can_be_pasted() -> None:
    _, whole = sample()
    parts = ("own-2-link", "own-2-impact")
    left = LeftOut(id="own-2", title="Two", words=9, written=0, because="nothing was found for it", parts=parts)
    case = whole.model_copy(update={"left_out": (left,), "position_voice": "written"})
    command = "foam case amend b2:8a101b3b12e9 --reword own-2-link --reword own-2-impact"
    assert f"    {command}" in summarize_case(case, run="b2:8a101b3b12e9").splitlines()
    assert command in case.render("md", run="b2:8a101b3b12e9")
    assert "amend RUN" not in summarize_case(case, run="b2:8a101b3b12e9")
    assert any("amend RUN" in one for one in list_warnings(case)), "a file does not know which run wrote it"


def test_a_sentence_that_stands_in_two_slots_is_warned_of_everywhere() -> None:
    desk, whole = sample()
    case, warning = read_twice()
    assert not any(warning in one for one in list_warnings(whole))
    assert any(warning in one for one in verify_case(case, desk.documents, desk.template).warnings)
    assert "the same words are read in" in summarize_case(case)
    assert warning in case.render("html")
    assert warning in case.render("md")


def test_cards_without_author_and_date_are_counted_and_the_way_to_name_them_is_told() -> None:
    desk = WritingDesk()
    desk.corpus = ListedCorpus.of([made(UNSIGNED)])
    case = desk.write().view
    count = len(case.cards)
    assert count
    assert list_warnings(case)[-1] == f"{count} of {count} cards name no author and no date: {HOW_TO_CITE}"
    assert not any("()" in call.question.prompt for call in desk.calls)


def test_sources_with_one_cite_are_told_apart_by_their_titles() -> None:
    _, case = sample()
    cut = [slot for slot in case.slots if slot.card]
    one = cut[0]
    other = next(slot for slot in cut if slot.card and one.card and slot.card.cite != one.card.cite)
    assert one.card
    assert other.card
    assert name_cited(case, one.card) == one.card.cite
    same = other.model_copy(update={"card": other.card.model_copy(update={"cite": one.card.cite})})
    slots = tuple(same if slot.path == same.path else slot for slot in case.slots)
    alike = case.model_copy(update={"slots": slots})
    title = one.card.source.partition('"')[2].partition('"')[0]
    assert title
    assert name_cited(alike, one.card) == f"{one.card.cite}, “{title}”"
    assert f"“{title}”" in " ".join(summarize_case(alike).split())


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Many observations: [REF] . We were reassured.", "Many observations: We were reassured."),
        ("They use “networks.” [REF] . Others do not.", "They use “networks.” Others do not."),
        ('They use "networks." [REF] .', 'They use "networks."'),
        ("Accepted norms [REF] .", "Accepted norms."),
        ("Accepted norms.[12][13] More followed.", "Accepted norms. More followed."),
        ("It rose [REF], and fell.", "It rose, and fell."),
        ("It rose.[REF]", "It rose."),
        ("He wrote [sic] so.", "He wrote [sic] so."),
    ],
)
def test_a_mark_is_left_out_with_the_space_and_the_stop_that_it_leaves(text: str, spoken: str) -> None:
    assert drop_marks(text) == spoken
    pieces = list(split_marks(text))
    assert "".join(piece for piece, _ in pieces) == text
    assert "".join(piece for piece, read in pieces if read) == spoken


def test_a_card_keeps_its_marks_and_reads_without_them() -> None:
    body = UNSIGNED.replace("litres of water.", "litres of water [REF] .")
    desk = WritingDesk()
    desk.corpus = ListedCorpus.of([made(body)])
    case = desk.write().view
    card = case.cards[0]
    asked = [call.question for call in desk.calls if call.question.template == "case/argument"]
    assert all("[REF]" not in one.prompt for one in asked)
    judging = ("case/slot", "case/warrant", "case/alignment")
    judged = [call.question for call in desk.calls if call.question.template in judging]
    assert judged
    assert all("[REF]" not in one.prompt for one in judged)
    assert "[REF] ." in card.text
    assert card.text in body
    assert "litres of water. " in f"{card.spoken} "
    assert extract_tag(["Locks hold [REF] ."]) == "Locks hold."
    assert not has_words("[REF].")
