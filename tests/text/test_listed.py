"""Under which line a sentence stands."""

from __future__ import annotations

import pytest

from foam.text.listed import describe_lead, find_lead, find_listed, reports_views

LEAD = "The Courier summed up what was said in the campaign for and against the toll, as outlined below: ."
TOLD = "The Courier summed up what was said in the campaign for and against the toll, as outlined below:"
FOR = "Tolls pay for dredging. Ships already pay in other ports. Anglers would have the quay to themselves."
AGAINST = "Tolls drive trade away. Small boats suffer most. The harbour never asked for dredging."
PROSE = (
    "The harbour board met twice that spring and, after hearing the pilots and the chandlers, put the question to the "
    "town in a ballot. It passed by a small margin, and the first toll was taken the year after."
)


def lead_of(text: str, words: str) -> str:
    return find_lead(text, text.index(words))


def test_items_whose_line_breaks_were_lost_stand_under_the_line_above_them() -> None:
    text = "\n".join(("The toll was new.", LEAD, FOR, AGAINST, PROSE))
    assert {lead_of(text, words) for words in ("Tolls pay", "Anglers", "Tolls drive", "The harbour never")} == {TOLD}
    assert lead_of(text, "The harbour board met") == lead_of(text, "It passed") == ""
    assert lead_of(text, "The toll was new") == lead_of(text, "The Courier") == ""


def test_each_item_may_be_a_line_and_blank_lines_may_part_them() -> None:
    items = ["Tolls pay for dredging.", "Ships already pay in other ports.", "", "Tolls drive trade away."]
    text = "\n".join((LEAD, "", *items, "", PROSE))
    assert [text[one.start : one.end] for one in find_listed(text)] == list(filter(None, items))


@pytest.mark.parametrize("mark", ["- ", "• ", "* "])
def test_a_list_with_bullets_ends_with_them(mark: str) -> None:
    text = f"The pilots ask for three things:\n{mark}A light.\n{mark}A mole.\nThe town has no money."
    assert lead_of(text, f"{mark}A mole") == "The pilots ask for three things:"
    assert lead_of(text, "The town has") == ""


def test_the_names_of_sides_within_a_list_are_told_with_its_line() -> None:
    text = "\n".join(
        (
            "The arguments are as follows.",
            "In favour",
            "Tolls pay.",
            "Against:",
            "1. Trade goes.",
            "2. Boats go.",
            PROSE,
        )
    )
    assert lead_of(text, "Tolls pay") == "The arguments are as follows. / In favour"
    assert lead_of(text, "1. Trade") == lead_of(text, "2. Boats") == "The arguments are as follows. / Against:"
    assert lead_of(text, "The harbour board") == ""


def test_items_that_have_a_head_above_them_stand_under_both() -> None:
    lead = "After the flood the engineers offered several explanations for the breach, among them: ."
    told = lead.removesuffix(" .")
    late, rust = "The channel was dug out after the storms had come.", "It had rusted for years."
    for items in (("Late dredging ", late, "The old sluice", rust), ("Late dredging", f"{late} The old sluice ", rust)):
        text = "\n".join((PROSE, lead, *items, PROSE))
        assert lead_of(text, "The channel was") == f"{told} / Late dredging"
        assert lead_of(text, "It had rusted") == f"{told} / The old sluice"
        assert find_lead(text, text.rindex("The harbour board")) == ""
    assert reports_views(told)
    alone = "\n".join((lead, "Late dredging", late, PROSE))
    assert "Late dredging" not in lead_of(alone, "The channel was"), "it may be a heading and its text"


def test_an_item_that_ends_in_a_colon_leads_in_those_of_another_row_alone() -> None:
    text = "It was found that:\n1. Two things are missing:\n- a light;\n- a mole.\n2. The rest is sound."
    assert lead_of(text, "- a light") == "It was found that: / Two things are missing:"
    rows = "1. The board decided as follows:\n2. The toll is lawful."
    assert lead_of(rows, "2. The toll") == "The board decided as follows:"
    assert lead_of("They say:\n1. Tolls pay:\n2. Trade goes.", "2. Trade") == "They say:"


def test_a_heading_that_names_views_leads_in_a_list_with_marks_and_no_prose() -> None:
    assert lead_of("Arguments against\n- Trade goes.\n- Boats go.", "- Trade") == "Arguments against"
    assert lead_of("Arguments against\nTrade goes. Boats go.", "Trade goes") == ""
    assert lead_of("What was found\n- Trade goes.", "- Trade") == ""


QUOTED = "The clerk of the harbour, Ada Lorne, wrote in the Courier:"


@pytest.mark.parametrize(
    "after",
    [
        "Tolls were first taken in the north [REF]. Two more ports followed within ten years [12].",
        "This letter was read out in the council. The vote came a week later.",
        "The pilots answered at once. They asked Lorne for the sums behind the letter.",
    ],
)
def test_a_paragraph_of_the_authors_own_is_not_under_a_line_whose_quotation_was_lost(after: str) -> None:
    assert lead_of(f"{QUOTED} .\n\n{after}\n\n{PROSE}", after) == ""


def test_nothing_stands_under_a_line_of_whose_quotation_only_the_stop_is_left() -> None:
    after = "Norway has played a part in every talk on tolls. That is no wonder, since its ships pay most of them."
    assert lead_of(f"{QUOTED}\n .\n\n{after}\n\n{PROSE}", after) == ""


def test_a_paragraph_that_may_be_the_quotation_stays_under_its_line() -> None:
    said = "We have dredged since spring. Every ship that calls has had a share in the depth of the channel."
    assert lead_of(f"{QUOTED} .\n\n{said}\n\n{PROSE}", said) == QUOTED


@pytest.mark.parametrize(
    "text",
    [
        "Dear Ms Hall:\nThe toll was paid.\nThe receipt is enclosed.",
        "Summary:\nThe toll was paid.\nThe receipt was lost.",
        "The toll was new:",
        "They were asked:\nIn May 2011 the board met.\nIn June it met again.",
        "The tolls were:\n| Year | Toll |\n| 2011 | 4 |",
        "The ratio is 3:1\nIt was higher before.",
    ],
)
def test_what_leads_in_no_list(text: str) -> None:
    assert find_listed(text) == ()


def test_a_quotation_ends_where_the_text_goes_on_by_itself() -> None:
    text = f"The pilot wrote:\n“Nobody asked us.”\n{PROSE}"
    assert lead_of(text, "“Nobody") == "The pilot wrote:"
    assert lead_of(text, "The harbour board") == ""


@pytest.mark.parametrize(
    ("lead", "held"),
    [
        (TOLD, True),
        ("Critics say:", True),
        ("The party proposed the following:", True),
        ("Against:", True),
        ("The guild put forward some other theories:", True),
        ("The guild gave these ships away:", False),
        ("These states have tolls:", False),
        ("The state has four ports:", False),
        ("For each port the toll is as follows:", False),
        ("The survey found:", False),
        ("", False),
    ],
)
def test_whether_a_line_reports_what_somebody_holds(lead: str, held: bool) -> None:
    assert reports_views(lead) is held
    assert ("which reports" in describe_lead(lead)) is held


def test_a_list_whose_items_stand_together_ends_at_an_empty_line_and_a_longer_paragraph() -> None:
    quoted = [f'"The {word} may be worn by all who enter the school."' for word in ("cap", "scarf", "badge")]
    other = (
        '"On the day of the march five boatmen burned their papers on the quay. A crowd saw it, and nobody was hurt."'
    )
    text = "\n".join(("Judge Orme held the following:", "", *quoted, "", other, "", PROSE))
    assert lead_of(text, "The badge may") == "Judge Orme held the following:"
    assert lead_of(text, "On the day") == lead_of(text, "A crowd") == ""


@pytest.mark.parametrize("lead", ["Orme wrote: . ", "Orme wrote, . ", "Orme wrote:"])
def test_a_paragraph_in_the_first_person_after_somebody_wrote_is_what_they_wrote(lead: str) -> None:
    block = "The harbour belongs to us all. I cannot agree that the toll is lawful. It was never put to the town [REF]."
    text = "\n".join((f"Two judges dissented. {lead}", "", block, "", PROSE))
    assert lead_of(text, "I cannot agree") == lead.replace(" . ", "")
    assert reports_views(lead_of(text, "The harbour belongs"))
    assert lead_of(text, "The harbour board met") == ""
    own = "The harbour was sold that spring. It was bought by a company [REF]."
    assert lead_of("\n".join((f"Two judges dissented. {lead}", "", own, "", PROSE)), "It was bought") == ""


@pytest.mark.parametrize(
    "after",
    [
        ("The council of Ham made it an offence in 2010 to land nets without a mark.", "Voss bans all nets."),
        ("In addition to nets, long lines are forbidden in Ham by the law of the bay.", "Although old, nets pay."),
        ("The council of Ham has made it an offence to land nets without a mark.", "The council of Voss forbids nets."),
    ],
)
def test_a_line_whose_list_is_missing_does_not_reach_over_to_other_prose(after: tuple[str, str]) -> None:
    text = "\n\n".join(("The following parts of the harbour code also matter: . ", *after, PROSE))
    assert find_listed(text) == ()


@pytest.mark.parametrize(
    "items",
    [
        ("Nets.", "Long lines of more than a mile."),
        ("Whoever lands nets without a mark in the inner harbour is to be fined.", "Whoever sells them is fined, too."),
        ("Section 4: whoever lands nets without a mark in the inner harbour is fined.", "Section 5: so are sellers."),
    ],
)
def test_items_that_are_short_or_built_alike_stand_under_a_line_with_a_stray_stop(items: tuple[str, str]) -> None:
    text = "\n\n".join(("The following parts of the harbour code also matter: . ", *items))
    assert [text[one.start : one.end] for one in find_listed(text)] == [*items]


def test_items_under_a_heading_within_a_list_keep_the_line_above_it() -> None:
    lead = "It is argued that the following favours smuggling:"
    block = ["Few patrols.", "Poor pay of the wardens.", "Nets that nobody marks, so that nobody knows whose they are."]
    other = ["Old quarrels.", "Closed guilds.", "Little trust."]
    text = "\n".join((f"{lead} . ", "", "Means", *block, "", "Customs of the bay", *other, "", PROSE))
    assert {lead_of(text, item) for item in block} == {f"{lead} / Means"}
    assert {lead_of(text, item) for item in other} == {f"{lead} / Customs of the bay"}
    assert lead_of(text, "The harbour board") == ""


def test_a_heading_after_a_list_and_a_broken_paragraph_are_not_under_its_line() -> None:
    broken = [
        "The town was founded by fishers who",
        "came from the north and",
        "built a mole. They stayed.",
        "It grew.",
    ]
    text = "\n".join(("The pilots ask for:", "- A light.", "- A mole.", "", "History", *broken))
    assert lead_of(text, "The town was") == lead_of(text, "It grew") == ""


OBSERVED = "The 2007 report of the harbour school had the following observations:"


def test_paragraphs_in_the_first_person_stand_under_the_line_that_says_whose_they_are() -> None:
    first = "We were glad to find that the lights work [REF]. They are seen from the mole by every ship that calls."
    second = "we guess that forty boats use them. That is more than the harbour office was told in spring."
    text = "\n\n".join((f"{OBSERVED}[REF] . ", first, second, PROSE))
    assert lead_of(text, "They are seen") == lead_of(text, "That is more") == OBSERVED
    assert lead_of(text, "The harbour board") == ""


def test_an_author_who_writes_in_the_first_person_goes_on_after_a_line() -> None:
    own = "We thank the school for it. Our boats have used the lights since, and we have had no harm in the bay [REF]."
    text = "\n\n".join(("We read the report in spring.", f"{OBSERVED} . ", own, PROSE))
    assert lead_of(text, "Our boats") == ""


def test_paragraphs_of_a_text_without_empty_lines_are_no_block_of_items() -> None:
    """An import keeps each paragraph as a line: that they stand close together says nothing."""
    lead, right = "Article 9 of the harbour code states that:", "All masters shall have the right"
    others = [
        "The pilots of the north wrote a code of their own, which their guild still keeps in a chest in the hall.",
        "Anchoring is forbidden in Sund.",
        "Fishing is forbidden in Aal.",
        "The board hears complaints. It has sat since the fire.",
        "Dues are paid in spring.",
    ]
    text = "\n".join((lead, right, *others))
    assert {lead_of(text, one) for one in others} == {""}
    parted = f"The toll was new.\n\n{lead}\n{right}\n" + "\n".join(others[1:])
    assert lead_of(parted, others[1]) == f"{lead} / {right}"


ESTIMATES = "According to the harbour board, the estimates of what silts up each year are:"
LONG = (
    "By the end of the eighties the loss of the channel had become a matter for the whole coast, not only because of "
    "the ships that ran aground, but also because of the mud that was carried out to the banks. At the meeting in the "
    "capital the channel was a key issue for all who came. Plans for the sharing of costs were set up to give towns "
    "like ours a reason to dredge."
)


@pytest.mark.parametrize("stray", ["", "[REF] ."])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_paragraphs_of_prose_are_not_under_a_line_whose_table_was_lost(gap: str, stray: str) -> None:
    text = gap.join((PROSE, ESTIMATES + stray, LONG.replace("ours", "this"), PROSE))
    assert find_listed(text) == ()


def test_items_are_under_the_same_line_where_they_are_there() -> None:
    text = "\n".join((PROSE, ESTIMATES, "Two barges in the north.", "Nine barges in the south.", LONG))
    assert lead_of(text, "Nine barges") == ESTIMATES
    assert lead_of(text, "By the end of the eighties") == ""
