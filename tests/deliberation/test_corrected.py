"""Words that state a figure which was corrected since are shown with a note; others are left alone."""

from __future__ import annotations

import pytest

from foam.contest.editions import pair_figures
from foam.deliberation.corrected import (
    Corrected,
    derive_figures,
    list_repeated,
    mark_stale,
    tell_repeated,
    tell_stale,
)
from foam.evidence.corpus import Passage
from foam.text.pointer import Pointer

WAS = "In the pilot harbours the catch fell from 117.4 tonnes in 2018 to 112.1 tonnes in 2023."
NOW = WAS.replace("112.1", "115.9")


def _correct(was: str, now: str) -> Corrected:
    first, second = (Pointer(document=name * 64, sentence=0) for name in "ab")
    return Corrected(
        was=Passage(pointer=first, text=was, cite="Old"),
        now=Passage(pointer=second, text=now, cite="New"),
        figures=pair_figures(now, was),
    )


def test_only_the_figures_that_differ_are_paired() -> None:
    (one,) = pair_figures(NOW, WAS)
    assert (one.was, one.now) == ("112.1", "115.9")
    (told,) = pair_figures(f"{NOW.rstrip('.')}; the first report had said 112.1.", WAS)
    assert told == one


@pytest.mark.parametrize(
    "text", ["The catch of the harbours went down to 112.1, as hoped.", "The pilot harbours caught 112.1 tonnes."]
)
def test_words_that_state_the_struck_figure_are_marked(text: str) -> None:
    assert mark_stale([_correct(WAS, NOW)], text) == f"{text} [its figure 112.1 was corrected since: 115.9]"


@pytest.mark.parametrize(
    "text",
    [
        "The catch of the pilot harbours fell.",
        "The catch of the pilot harbours fell to 115.9, not to 112.1.",
        "A ticket costs 112.1 crowns.",
        NOW,
    ],
)
def test_words_that_do_not_state_it_are_left_alone(text: str) -> None:
    assert mark_stale([_correct(WAS, NOW)], text) == text


def test_a_short_figure_counts_only_beside_the_same_word() -> None:
    corrected = [_correct("A licence lasts 5 years for a fishing boat.", "A licence lasts 8 years for a fishing boat.")]
    assert tell_stale(corrected, "A boat keeps its licence for 5 years.")
    assert not tell_stale(corrected, "The licence of 5 boats was lost while fishing.")


def test_several_figures_are_told_together() -> None:
    corrected = [_correct("It is used between 15 and 26 weeks, mostly.", "It is used between 13 and 24 weeks, mostly.")]
    told = tell_stale(corrected, "The method is mostly used between 15 and 26 weeks.")
    assert told == "its figures 15 and 26 were corrected since: 13 and 24"


FLEET = "The harbour report counts 14 open boats that were lost in the storm of 2021."
HERE, ELSEWHERE = (Pointer(document=name * 64, sentence=3) for name in "ac")


@pytest.mark.parametrize(
    "text",
    [
        "The storm cost the harbour fourteen boats, the paper writes.",
        "In 2021 the harbour lost 14 boats.",
        "The 14 small open boats of the harbour went down in the storm.",
    ],
)
def test_another_source_that_repeats_the_figure_with_what_it_counts_is_marked(text: str) -> None:
    corrected = [_correct(FLEET, FLEET.replace("14", "19"))]
    note = "repeats a figure that was corrected: 14 became 19"
    assert tell_repeated(corrected, ELSEWHERE, text) == tell_repeated(corrected, HERE, text) == note


@pytest.mark.parametrize(
    "text",
    [
        "The harbour was closed for 14 days after the storm.",
        "In 2018 a storm cost the harbour 14 boats.",
        "The storm cost the harbour 19 boats, and not 14 boats.",
        "The storm cost the harbour many boats.",
    ],
)
def test_a_figure_that_counts_something_else_or_of_another_year_is_not(text: str) -> None:
    assert not tell_repeated([_correct(FLEET, FLEET.replace("14", "19"))], ELSEWHERE, text)


def test_neither_the_corrected_sentence_nor_the_paper_that_corrects_it_repeats_it() -> None:
    (one,) = corrected = [_correct(FLEET, FLEET.replace("14", "19"))]
    assert not tell_repeated(corrected, one.was.pointer, FLEET)
    assert not tell_repeated(
        corrected, Pointer(document="b" * 64, sentence=9), "The harbour had said 14 boats in the storm."
    )


WELLS = _correct(
    "In 9 of the 31 wells chloride exceeded the limit of 250 milligrams per litre.",
    "In 4 of the 31 wells chloride exceeded the limit of 250 milligrams per litre.",
)


@pytest.mark.parametrize(
    "text",
    [
        "Of 31 tested wells beside salted roads 9 exceeded the chloride limit, none of 20 distant ones did.",
        "Of how many wells she does not say. That it pushed all 9 over the limit is more than that.",
        "How near to the limit the others were is not said, and nine of the tested wells are no trifle.",
        "Nine of 31 tested wells are over the limit.",
        "The report found 9 among 31 wells that it tested.",
    ],
)
def test_a_corrected_figure_is_seen_in_words_and_apart_from_what_it_counts(text: str) -> None:
    assert tell_stale([WELLS], text) == "its figure 9 was corrected since: 4"


@pytest.mark.parametrize(
    "text",
    [
        "On the minor roads that were still salted, collisions rose by 9 per cent.",
        "The wells lie 9 metres from the road, below the limit.",
        "Of 31 tested wells 4 exceeded the limit, not 9.",
    ],
)
def test_the_same_figure_of_something_else_is_no_corrected_one(text: str) -> None:
    assert not tell_stale([WELLS], text)


def test_a_figure_that_followed_from_a_corrected_one_is_marked_as_its_seat_put_it_since() -> None:
    was = "In 22 of 31 tested wells near salted roads the limit was kept."
    corrected = derive_figures([WELLS], [(was, was.replace("22", "27")), ("It is so.", "It is so.")])
    said = "That 22 tested wells kept the limit does not make them unharmed."
    assert tell_stale(corrected, said) == "its figure 22 was corrected since: 27"
    assert not tell_stale([WELLS], said)
    assert not tell_stale(corrected, "22 collisions were counted on these roads.")
    one_and_all = "That 22 tested wells kept the limit is so. And 9 of 31 wells is no small share."
    assert tell_stale(corrected, one_and_all) == "its figures 9 and 22 were corrected since: 4 and 27"


def test_figures_that_another_sentence_gives_of_the_same_are_listed() -> None:
    said = "Sixteen rented containers of the same capacity would use 158,000 kilowatt-hours in 2027."
    echo = (
        "The inspectorate puts the consumption of rented containers at 158,000 kilowatt-hours, so we would pay 39,500."
    )
    assert list_repeated(said, echo) == ("158,000",)
    assert list_repeated(said, "The parish gave 158,000 euros for the tower.") == ()
    assert list_repeated(said, "Rented containers of this capacity are due in 2027.") == ()


def test_a_claim_that_was_worded_anew_with_other_figures_corrects_none_of_the_old_ones() -> None:
    was = "Laid for 6,800 crowns, the line would cost 1,050 crowns a year at what the wells gave."
    now = "At 2.50 crowns a litre the line would cost 1,900 crowns a year for what is used, beside laying it."
    corrected = derive_figures([WELLS], [(was, now)])
    assert not tell_stale(corrected, "A line costs 6,800 crowns to lay.")
