"""Another team's Word file on the flow: its positions, each on its sheet, in the part it plays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.case.writing import spoken_round

from foam.argument.cues import (
    drop_part_label,
    find_kind,
    find_speech,
    is_case_heading,
    is_numbered,
    is_ordinary,
    tell_part,
    tell_roles,
    tell_side,
)
from foam.argument.flow import Flow
from foam.case.author import find_same_words
from foam.case.flow import build_flow, build_round, merge_flows
from foam.case.heard.flow import list_roles, read_flow
from foam.case.heard.positions import list_positions
from foam.case.write import list_their_words
from foam.errors import InputError
from foam.evidence.corpus import make_passages
from foam.evidence.document import Card, Citation, Document, Highlight, Origin, make_document
from foam.evidence.exports.verbatim import render_cards
from foam.home.heard import read_round
from foam.pack.loader import load_pack
from foam.pack.outlines import load_outline

ORIGIN = Origin(file="Speech 1NC.docx", format="docx", importer="docx-3")
MOTION = "Should harbours be dredged?"


def say(tag: str, *, cite: str = "", pocket: str = "1NC", hat: str = "", block: str = "") -> Document:
    """A card, or without a cite the debater's own words."""
    card = Card(tag=tag, cite=cite, pocket=pocket, hat=hat, block=block, analytic=not cite)
    text = f"What the source says of it: {tag} It says so at length." if cite else tag
    return make_document(text, origin=ORIGIN, citation=Citation(raw=cite), card=card)


OFF = (
    say("Interpretation: dredging means removing sand.", block="Off"),
    say("Violation: they dig a new channel.", block="Off"),
    say("Limits: anything would be dredging.", block="Off"),
    say("The port bill will pass now", cite="Osei 14", block="Off"),
    say("The plan costs the minister her votes", cite="Rao 15", block="Off"),
    say("The bill keeps the peace; its failure means nuclear war", cite="Ede 9", block="Off"),
    say("Text: The government should build pumps.", block="Off"),
    say("Pumps keep the quays open", cite="Lind 11", block="Off"),
)
ON = (
    say("Boats do not turn back", cite="Sow 12", block="Trade"),
    say("No harbour has closed", cite="Sow 13", block="Trade"),
)


def positions(said: Sequence[Document]) -> list[tuple[str, str, int]]:
    return [(one.speech, one.kind, len(one.said)) for one in list_positions(said, speech="1NC")]


def test_a_row_of_cards_under_off_is_parted_by_what_the_tags_say() -> None:
    assert positions((*OFF, *ON)) == [
        ("1NC", "topicality", 3),
        ("1NC", "disadvantage", 3),
        ("1NC", "counterplan", 2),
        ("1NC", "case_defence", 2),
    ]


def test_headings_that_count_positions_part_them() -> None:
    said = [
        say("Boats are fewer now", cite="Osei 14", block="Off 1"),
        say("It ends in extinction", cite="Osei 14", block="Off 1"),
        say("Boats are worse", cite="Osei 14", block="Off 2"),
    ]
    assert [len(one.said) for one in list_positions(said, speech="1NC")] == [2, 1]


def test_a_heading_names_the_speech_and_the_kind() -> None:
    said = [
        say("Trade grows", cite="Osei 14", pocket="1AC", block="Advantage 1: Trade"),
        say("Harbours shall be dredged.", pocket="1AC", block="Plan"),
        say("It works", cite="Osei 14", pocket="1AC", block="Solvency"),
        say("Votes are lost", cite="Rao 15", pocket="1NC", block="Politics DA"),
        say("The gaze of the port", cite="Ede 9", pocket="1NC", hat="Off", block="Port K"),
        say("We still win", cite="Ede 9", pocket="2AC", block="AT: Politics"),
    ]
    assert [(one.speech, one.kind) for one in list_positions(said, speech="1NC")] == [
        ("1AC", "advantage"),
        ("1AC", "plan_text"),
        ("1AC", "solvency"),
        ("1NC", "disadvantage"),
        ("1NC", "kritik"),
        ("2AC", "disadvantage"),
    ]


@pytest.mark.parametrize(
    ("heading", "speech"), [("***1NC", "1NC"), ("1nc / t", "1NC"), ("Block", "2NC"), ("11NCs", ""), ("Road block", "")]
)
def test_speeches_are_told_by_their_names(heading: str, speech: str) -> None:
    assert find_speech(heading) == speech


def test_words_of_headings() -> None:
    assert [find_kind(one) for one in ("T – Its", "XO CP", "Cap K", "2AC PTX", "Trade")] == [
        "topicality", "counterplan", "kritik", "disadvantage", "",
    ]  # fmt: skip
    assert [is_ordinary(one) for one in ("1NC Off", "Case", "Trade")] == [True, True, False]
    assert [is_numbered(one) for one in ("Off 2", "3", "1NC", "Trade 2")] == [True, True, False, False]


def test_each_card_plays_a_part() -> None:
    topicality, disadvantage, counterplan, _ = list_positions((*OFF, *ON), speech="1NC")
    assert list_roles(topicality) == ["interpretation", "violation", "standards"]
    assert list_roles(disadvantage) == ["uniqueness", "link", "impact"]
    assert list_roles(counterplan) == ["cp_text", "solves_case"]


def test_what_they_read_from_their_own_file_is_known_by_its_words() -> None:
    card = say("Boats left the harbour.", cite="Osei 14", block="Fees DA")
    start = card.text.index("It says so")
    marked = card.model_copy(update={"markup": (Highlight(start=start, end=start + 5),)})
    whole, part = (read_flow([one], resolution=MOTION, before="2AC", heard=None) for one in (card, marked))
    assert [one.read for one in whole.arguments] == [(card.sentence(0), card.sentence(1))]
    assert [one.read for one in part.arguments] == [("It says so at length.",)]
    words = list_their_words(build_round(load_outline(load_pack("policy-debate"), "2AC"), part))
    held = make_document("Boats left. It says  so at length! Nobody minded.", origin=ORIGIN)
    assert find_same_words(make_passages(held), words) == {held.pointer(1)}


def test_the_name_of_a_part_tells_its_role_and_is_not_said_again() -> None:
    said = ("Link: fees shut people out", "Impact: trust is lost", "Alternative: ask the boatmen", "Ask who pays")
    cards = [say(tag, cite="Osei 14", pocket="1NC", block="Harbour K") for tag in said]
    flow = read_flow(cards, resolution=MOTION, before="2AC", heard=None)
    told = [(one.component, one.text) for one in flow.arguments]
    assert told[:3] == [
        ("link", "Fees shut people out"),
        ("implication", "Trust is lost"),
        ("alternative", "Ask the boatmen"),
    ]
    assert [drop_part_label(tag) for tag in ("CP Text: pay them", "Links are weak", "Impact of fees: none")] == [
        "Pay them",
        "Links are weak",
        "Impact of fees: none",
    ]


def test_what_is_said_of_an_advantage_stands_on_its_sheet() -> None:
    case = read_flow(
        [say("Boats turn back and trade falls", cite="Osei 14", pocket="1AC", block="Advantage: Trade")],
        resolution=MOTION,
        before="1NC",
        heard=None,
    )
    flow = merge_flows((case, read_flow((*OFF, *ON), resolution=MOTION, before="2AC", heard=case)))
    sheets = {page.title: [speech.speech for speech in page.speeches] for page in flow.pages}
    assert sheets["Advantage: Trade"] == ["1AC", "1NC"]
    assert len(sheets) == 4
    answers = [one for one in flow.arguments if one.syllogism == "case_defence"]
    assert {one.answers for one in answers} == {"1AC/advantage-trade-1"}


def test_what_follows_the_heading_of_a_speech_was_said_in_it() -> None:
    said = (
        say("Fees close harbours", cite="Rao 15", pocket="", block="1NC Fees DA"),
        say("Closed harbours starve cities", cite="Ede 9", pocket="", block="Famine"),
        say("Fees still rise", cite="Sow 12", pocket="", block="2NC Uniqueness"),
        say("The permutation raises fees as well", pocket="", block="AT: Perm do both"),
    )
    assert [one.speech for one in list_positions(said, speech="1NC")] == ["1NC", "1NC", "2NC", "2NC"]


def test_a_later_speech_speaks_on_the_sheets_of_the_first() -> None:
    """By the kind that headings tell, by shared words, and else on the sheet on which it spoke last."""
    first = (
        say("Fees close harbours", cite="Rao 15", block="Fees DA"),
        say("Ministers should ask the boatmen", block="Ask CP"),
        say("No harbour has closed", cite="Sow 13", hat="Case", block="Treaties"),
    )
    later = (
        say("Boatmen know the fees", cite="Ede 9", pocket="2NC", hat="CP", block="Solvency"),
        say("They are heard gladly", cite="Lind 11", pocket="2NC", hat="CP", block="Overview"),
        say("All harbours close where fees rise", cite="Osei 14", pocket="1NR", block="Link wall"),
        say("Nothing else moves them", cite="Osei 16", pocket="1NR", block="Grace"),
        say("Nobody signs", cite="Sow 17", pocket="1NR", hat="Case", block="Treaties"),
    )
    flow = read_flow((*first, *later), resolution=MOTION, before="1AR", heard=None)
    said = {page.title: [one.text for speech in page.speeches[1:] for one in speech.arguments] for page in flow.pages}
    assert said == {
        "Fees DA": ["All harbours close where fees rise", "Nothing else moves them"],
        "Ask CP": ["Boatmen know the fees", "They are heard gladly"],
        "Case: Treaties": ["Nobody signs"],
    }


def test_evidence_is_told_from_the_debaters_own_words() -> None:
    flow = read_flow(OFF, resolution=MOTION, before="2AC", heard=None)
    assert [bool(one.evidence) for one in flow.arguments] == [bool(one.card and one.card.cite) for one in OFF]
    assert len({one.id for one in flow.arguments}) == len(OFF)


def test_a_later_speech_of_the_file_is_not_heard() -> None:
    with pytest.raises(InputError, match="was said before the 1NC"):
        read_flow([say("We win", pocket="2AC", block="Trade")], resolution=MOTION, before="1NC", heard=None)


def hear(path: Path, *before: Path | Flow) -> Flow:
    template = load_outline(load_pack("policy-debate"), "2AC")
    heard = read_round([*before, path], template, resolution=MOTION)
    assert heard is not None
    return heard


def test_a_word_file_is_read_into_the_round(tmp_path: Path) -> None:
    own = build_flow(spoken_round()["1AC"])
    path = tmp_path / "Speech 1NC.docx"
    path.write_bytes(render_cards("Speech 1NC", (*OFF, *ON)))
    heard = hear(path, own)
    assert heard.resolution == own.resolution
    said = [one for one in heard.arguments if one.perspective == "1NC"]
    assert sorted(one.text for one in said) == sorted(drop_part_label(one.card.tag) for one in (*OFF, *ON) if one.card)


def test_a_file_without_cards_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.docx"
    path.write_bytes(render_cards("Letter", [make_document("Dear all, it rained.", origin=ORIGIN)]))
    with pytest.raises(InputError, match="no cards"):
        hear(path)


@pytest.mark.parametrize(
    ("path", "own"),
    [
        (("1AC", "Steel Advantage"), True),
        (("Contention 2: Colonialism",), True),
        (("1NC", "Solvency"), False),
        (("2AC", "AT: Advantage 1"), False),
        (("Spending",), False),
        (("Advantage CP",), False),
        (("Jobs at risk", "Plan"), True),
    ],
)
def test_the_case_is_told_from_what_stands_beside_it(path: tuple[str, ...], own: bool) -> None:
    assert is_case_heading(path) is own


def test_parts_and_roles_have_one_meaning_for_both_sides() -> None:
    assert [tell_part(one) for one in ("1AC Solvency", "Plan Text", "Regulation solves", "Framing", "Trade")] == [
        "solvency", "plan", "solvency", "framework", "advantage",
    ]  # fmt: skip
    tags = ("Silt is rising", "The plan clears it", "Ports feed the coast", "Hunger means war")
    assert tell_roles(tags) == ("uniqueness", "link", "internal_link", "impact")
    assert tell_roles(("Silt is rising", "Ports are failing", "Ships remain")) == ("uniqueness", "link", "impact")
    assert [tell_side(one) for one in ("1NC Off", "Harbour Aff", "Aff v Neg", "Trade")] == ["neg", "aff", "", ""]


def test_two_positions_under_the_bare_name_of_their_kind_are_two() -> None:
    said = [
        say("Votes are lost", cite="Rao 15", block="1NC DA"),
        say("Text: The government should build pumps.", block="1NC CP"),
        say("Pumps keep the quays open", cite="Lind 11", block="1NC CP"),
        say("Text: The government should hire divers.", block="1NC CP"),
        say("Rents rise", cite="Ede 9", block="1NC DA"),
    ]
    assert [(one.kind, one.title, len(one.said)) for one in list_positions(said, speech="1NC")] == [
        ("disadvantage", "DA: Votes are lost", 1),
        ("counterplan", "CP: Text: The government should build pumps.", 2),
        ("counterplan", "CP: Text: The government should hire divers.", 1),
        ("disadvantage", "DA: Rents rise", 1),
    ]
