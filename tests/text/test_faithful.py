"""What a written text says that the sentences it cites do not bear out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_quotes.text.faithful import Unfaithful, find_unfaithful

FERRY = (
    "7(b) A licence is granted where the crossing takes at most forty minutes.",
    "The ferry Hilda carried 1,215 passengers in July 2023 and 1,049.20 tonnes of freight.",
    "On 3 March 2025 Maria Lopez of the World Health Organization inspected the harbour of Bergen.",
    "The inspectors found that 29 of 38 life jackets were damp, and fares rose by 20 percent in Norway.",
    "A crossing costs 12.50 dollars, two thirds of what it cost before.",
)


def list_found(text: str, *cited: str, known: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    return [(one.kind, one.found) for one in find_unfaithful(text, cited=cited or FERRY, known=known)]


@pytest.mark.parametrize(
    "text",
    [
        "It carried 1215 passengers.",
        "Passengers pay twice: in fares and in time.",
        "But it has two causes.",
        "Put the two on one scale.",
        "That is half the story.",
        "A third reason is the fare.",
        "Maria Lopezz inspected the harbour.",
        "It carried 1,215.00 passengers.",
        "About 1,050 tonnes were carried.",
        "Some 1,050 tonnes or so were carried.",
        "Nearly 1,050 tonnes were carried.",
        "More than a thousand tonnes were carried.",
        "76 % of the life jackets were damp.",
        "About three quarters of the jackets were damp.",
        "Of 38 jackets, 29 were damp.",
        "Fares rose by a fifth.",
        "Fares rose by 20 per cent.",
        "The fare is 12.5 dollars, or $12.50.",
        "It costs 67 % of what it did.",
        "A crossing may take 40 minutes.",
        "The freight weighed 165.80 less than there were passengers.",
        "Two reasons speak against it. First, it is slow. Third, it is dear.",
        "There is one question; the two of them agree.",
        "(1) It is slow. (2) It is wet.",
        "Two trips cost 25 dollars: 2 × 12.50 = 25.",
        "Not a single figure stands here.",
    ],
)
def test_figures_that_are_borne_out_in_some_form(text: str) -> None:
    assert list_found(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It carried 1,251 passengers.", "1,251"),
        ("It carried 1,050 tonnes.", "1,050"),
        ("About 1,400 tonnes were carried.", "1,400"),
        ("75 % of the jackets were damp.", "75 %"),
        ("Thirty people were hurt.", "Thirty"),
        ("The fare is 12.50 euros.", "12.50"),
        ("Two trips cost 26 dollars: 2 × 12.50 = 26.", "26"),
        ("Twenty percent of 40 is too much for 17 people.", "17"),
    ],
)
def test_figures_that_no_sentence_gives(text: str, found: str) -> None:
    assert ("number", found) in list_found(text)


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("Twice the berths does not mean half the queue.", "Doubling the berths will not halve the queue."),
        ("The dues were halved.", "The dues fell by 50 %."),
        ("The new pier halves the wait.", "The wait is half as long with the new pier."),
        ("About fifty berths are free, roughly a fifth of 247.", "Of its 247 berths the harbour keeps fifty free."),
        ("Exactly a quarter of the berths were taken.", "The harbour has 48 berths; 12 were taken."),
        ("40 % of the berths were taken.", "The harbour has 50 berths; 20 were taken."),
    ],
)
def test_shares_and_differences_that_can_be_reckoned(text: str, cited: str) -> None:
    assert list_found(text, cited) == []


@pytest.mark.parametrize(
    ("text", "cited", "found"),
    [
        ("41 % of the berths were taken.", "The harbour has 50 berths; 20 were taken.", "41 %"),
        ("The pier is about 80 metres longer.", "The pier was 102 metres long and is 154 metres long now.", "80"),
    ],
)
def test_what_cannot_be_reckoned_from_the_citation_is_found(text: str, cited: str, found: str) -> None:
    assert ("number", found) in list_found(text, cited)


def test_a_share_needs_a_share() -> None:
    assert list_found("20 % were late.", "There were 20 boats.") == [("number", "20 %")]
    assert list_found("0.2 of them were late.", "20 % of them were late.") == []


def test_a_limit_may_be_compared_with_from_the_other_side() -> None:
    cited = ("The limit is met below 1,215 tonnes.", "The cargo was 1,686 tonnes.")
    assert list_found("A cargo of 1,686 is over 1,215.", *cited) == []


RATES = "England had 1.25 ferries for every thousand people and Norway had 6.15."
LARGE, SMALL = "Surveys found 2.5 million crossings a year.", "The harbour master counted 64,615 crossings a year."
CASES = "There were 17,352 landings and 12,632 departures."
SHARES = "Nets were lost by 20 % of the trawlers and 6 % of the cutters."
REST = "Only 18 % of the boats were with their first owner."


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("Norway's rate was almost five times as high.", (RATES,)),
        ("Norway had about five times as many.", (RATES,)),
        ("Norway had more than four times as many.", (RATES,)),
        ("Norway had 4.9 times as many.", (RATES,)),
        ("It is 2.5 million against 64,615: about 39 times as many.", (LARGE, SMALL)),
        ("It is 2,500,000 against 64,615, less than 40 times as many.", (LARGE, SMALL)),
        ("With 17,352 landings and 12,632 departures the one is about 1.4 times the other.", (CASES,)),
        ("Trawlers lost them more than three times as often.", (SHARES,)),
        ("Norway's rate is a nearly 5-fold one.", (RATES,)),
        ("Those half million crossings are many.", ("There are 500,000 crossings.",)),
        ("More than four in five had left their first owner.", (REST,)),
    ],
)
def test_a_multiple_of_two_cited_figures_and_the_rest_of_a_share_may_be_said(text: str, cited: tuple[str, ...]) -> None:
    assert list_found(text, *cited) == []


@pytest.mark.parametrize(
    ("text", "cited", "found"),
    [
        ("Norway had 4.7 times as many.", (RATES,), "4.7"),
        ("84 % were no longer with their first owner.", (REST,), "84 %"),
        ("82 % were with their first owner.", (REST,), "82 %"),
        ("Losses grew by 80 % and not by less.", ("Losses grew by 20 %.",), "80 %"),
    ],
)
def test_a_multiple_or_a_rest_that_comes_to_something_else_is_found(
    text: str, cited: tuple[str, ...], found: str
) -> None:
    assert ("number", found) in list_found(text, *cited)


def test_the_nearest_figure_is_one_that_the_text_may_cite() -> None:
    (one,) = find_unfaithful("It carried 36 cars.", cited=("It carried 12 vans.",), known=("It has 35 seats.",))
    assert one.why == "no cited sentence gives this figure"
    (near,) = find_unfaithful("It carried 36 cars.", cited=("It carried 35 vans.",))
    assert "the nearest is 35" in near.why


def test_the_nearest_figure_is_named() -> None:
    (one,) = find_unfaithful("It carried 1,050 tonnes.", cited=FERRY)
    assert one == Unfaithful(
        kind="number",
        found="1,050",
        why="no cited sentence gives this figure; the nearest is 1,049.20, and rounding must say so",
    )


@pytest.mark.parametrize(
    "text",
    [
        "It was inspected on 3 March.",
        "It was inspected on March 3rd, 2025.",
        "It was inspected on 2025-03-03 and on 03.03.2025.",
        "It was inspected in March 2025, on a Monday.",
        "In July 2023 it was full.",
        "In the 2020s ferries were full.",
        "It may march on.",
    ],
)
def test_dates_that_are_borne_out(text: str) -> None:
    assert list_found(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It was inspected on 4 March 2025.", "4 March 2025"),
        ("It was inspected on 3 March 2024.", "3 March 2024"),
        ("In May it was full.", "May"),
        ("It was inspected on a Tuesday.", "Tuesday"),
        ("In 2021 it was full.", "2021"),
        ("In the 1990s ferries were full.", "1990s"),
        ("In the 19th century there was none.", "19th century"),
    ],
)
def test_dates_that_no_sentence_gives(text: str, found: str) -> None:
    assert list_found(text) == [("date", found)]


def test_the_year_may_come_from_another_sentence_and_time_may_be_counted() -> None:
    cited = ("Posted on 25 March 2025.", "The decision of 18 March was wrong.", "Her first boat dates from 1999.")
    assert list_found("On 18 March 2025 it was decided.", *cited) == []
    assert list_found("Her first boat came 26 years before.", *cited) == []
    assert list_found("The 7 days between 18 March 2025 and 25 March 2025.", "18 March 2025", "25 March 2025") == []
    assert list_found("The 8 days between them.", "18 March 2025", "25 March 2025") == [("number", "8")]


@pytest.mark.parametrize(
    "text",
    [
        "Maria Lopez's report names Bergen.",
        "The WHO sent Ms Lopez.",
        "The Norwegians and the Norwegian inspectors agree.",
        "I think it MUST stop.",
        "LOPEZ inspected BERGEN.",
        "The harbour is safe: Nobody disputes it.",
        "Section 7(b) and Rule 7 grant a licence.",
        "“Passengers” is a strong word.",
        "It failed: Imperfect boats sink. Dishonest inspectors hide it.",
    ],
)
def test_names_that_are_borne_out(text: str) -> None:
    assert list_found(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Smith inspected it.", ["Smith"]),
        ("It was inspected by Anna Lopez.", ["Anna"]),
        ("UNICEF and the WTO objected.", ["UNICEF", "WTO"]),
        ("The Danes agree.", ["Danes"]),
        ("It lies in New York.", ["York"]),
        ("Section 7(c) and Bulletin 44 forbid it.", ["Section 7(c)", "Bulletin 44"]),
        ("Article 8 forbids it.", ["Article 8"]),
    ],
)
def test_names_that_no_sentence_has(text: str, found: list[str]) -> None:
    assert list_found(text) == [("name", one) for one in found]


@pytest.mark.parametrize(
    ("text", "source", "told"),
    [
        (
            "Maria Lopez and Jon Berg of Voss inspected it.",
            "Maria Ruiz inspected it.",
            {"Maria Lopez", "Jon Berg of Voss"},
        ),
        ("Berg inspected it.", "Maria Ruiz inspected it.", {"Berg"}),
        ("It has 17 berths.", "It has berths.", {"17"}),
    ],
)
def test_a_name_of_several_words_is_told_as_a_whole(text: str, source: str, told: set[str]) -> None:
    assert {one.told for one in find_unfaithful(text, cited=[source])} == told


@pytest.mark.parametrize(
    ("text", "source", "found"),
    [
        ("Rome practised it.", "It was law in the Roman Republic.", []),
        ("The Romans practised it.", "It was law in Rome.", []),
        ("Cuba practised it.", "A Cuban decree made it law.", []),
        ("Rome practised it.", "The woman roamed about.", ["Rome"]),
        ("Inman practised it.", "A man made it law.", ["Inman"]),
    ],
)
def test_a_short_place_and_its_people_are_one_name(text: str, source: str, found: list[str]) -> None:
    assert list_found(text, source) == [("name", one) for one in found]


def test_names_of_a_sentence_that_was_shown_beside_count_and_its_figures_do_not() -> None:
    text = "In Bergen 40 boats were laid up."
    beside = ("The harbour of Bergen has 40 boats.",)
    found = find_unfaithful(text, cited=["Its boats were laid up."], beside=beside)
    assert [(one.kind, one.found) for one in found] == [("number", "40")]


def test_two_names_are_not_put_together() -> None:
    cited = ("Anders Holm spoke.", "Later Berit Solberg left.")
    assert list_found("Anders Solberg spoke.", *cited) == [("name", "Anders Solberg")]
    assert list_found("Holm spoke, and Solberg left.", *cited) == []


@pytest.mark.parametrize(
    "text",
    [
        "They found “29 of 38 life jackets”.",
        "“The crossing costs 12.50 dollars” is what it says.",
        "It is granted where 'the crossing takes at most forty minutes.'",
        "«A licence is granted … at most forty minutes» is the rule.",
        "The passengers' fares and the inspectors' wages rose in the '90s.",
        "It is a “harbour”.",
        "Don't say 'it' isn't so.",
    ],
)
def test_quotations_that_stand(text: str) -> None:
    cited = (*FERRY, "In the 1990s the crossing costs 12.50 dollars. There were fares and wages.")
    assert list_found(text, *cited) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("They found “29 life jackets were damp”.", "29 life jackets were damp"),
        ('It says "where the crossing takes forty minutes".', "where the crossing takes forty minutes"),
        ("It says ‘where the crossing takes forty minutes’.", "where the crossing takes forty minutes"),
        ("«at most forty minutes … A licence is granted» is the rule.", "at most forty minutes … A licence is granted"),
    ],
)
def test_quotations_that_do_not_stand(text: str, found: str) -> None:
    assert list_found(text) == [("quotation", found)]


def test_chinese_is_quoted_without_spaces() -> None:
    assert find_unfaithful("他们说“票价上涨了”。", cited=["去年票价上涨了很多。"]) == ()
    assert [one.kind for one in find_unfaithful("他们说“票价下降了”。", cited=["去年票价上涨了很多。"])] == [
        "quotation"
    ]


def test_a_quotation_from_an_uncited_sentence_says_so() -> None:
    (one,) = find_unfaithful("It is “a long way round”.", cited=FERRY, uncited=["It was a long way round the bay."])
    assert one.why == "it is in quotation marks, and it stands in a sentence that is not cited"


def test_words_taken_from_an_uncited_sentence() -> None:
    offered = "Nobody who has waited for a boat in the rain forgets how long an hour can be."
    taken = "who has waited for a boat in the rain"
    text = f"Anyone {taken.upper()} knows this."
    assert [(one.kind, one.found) for one in find_unfaithful(text, cited=[], uncited=[offered])] == [
        ("borrowed", taken.upper())
    ]
    assert find_unfaithful(text, cited=[offered], uncited=[offered]) == ()
    assert find_unfaithful("Anyone waited for a boat in the rain.", cited=[], uncited=[offered]) == ()


def test_what_is_known_may_be_spoken_from() -> None:
    text = "The Auditor of 1987 asks whether 44 boats may sail."
    assert list_found(text) != []
    assert list_found(text, known=("Auditor: may 44 boats sail under the law of 1987?",)) == []


def test_findings_come_in_the_order_of_the_text() -> None:
    assert [kind for kind, _ in list_found("Smith saw 17 boats in 1955 and said “no more boats”.")] == [
        "name",
        "number",
        "date",
        "quotation",
    ]


PIECES = """Maria Lopez 12 % a third of 3 March 2025 1,215 twice “ ” ' " . , ( ) fell by rose about nearly Section 7(b)
thousands = + × the US WHO first fourth 19th century 1990s 10:30 … half £ 5m"""


@given(st.lists(st.sampled_from(PIECES.split()), max_size=25))
def test_a_text_that_cites_itself_is_faithful(words: list[str]) -> None:
    text = " ".join(words)
    assert find_unfaithful(text, cited=[text]) == ()


@pytest.mark.parametrize(
    ("text", "borne"),
    [
        ("All five locks leak.", True),
        ("The locks lost 700 tons.", True),
        ("The locks lost 712 tons.", False),
    ],
)
def test_the_sum_of_two_cited_figures_counts_where_it_comes_out_right(text: str, borne: bool) -> None:
    cited = ["Three of the locks leak and lost 300 tons of water.", "Two locks drip and lost 400 tons of water."]
    assert (not find_unfaithful(text, cited=cited)) == borne


def test_a_plain_figure_in_a_row_of_a_table_bears_out_the_same_in_per_cent() -> None:
    row = "| Eastmoor | 4 May 2011 | 12,330 | 41.7 | 17,260 | 58.3 |"
    assert not find_unfaithful("In Eastmoor 58.3% were against.", cited=[row])
    assert find_unfaithful("In Eastmoor 58.9% were against.", cited=[row])
    assert find_unfaithful("In Eastmoor 58.3% were against.", cited=["Eastmoor gave 58.3 points."])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The dyke costs from £134 million to £184 million.", []),
        ("The dyke costs at least £134 million.", []),
        ("The dyke costs £150 million.", [("number", "£150 million")]),
    ],
)
def test_the_scale_after_a_range_holds_for_both_ends(text: str, found: list[tuple[str, str]]) -> None:
    assert list_found(text, "The dyke costs between £134 and 184 million a year.") == found
    assert list_found(text, "The dyke costs £134-184m a year.") == found


def test_what_is_no_range_has_its_own_scale() -> None:
    cited = "They sold 900 boats, and 12 and 184 million rivets."
    assert list_found("They sold 12 million rivets.", cited) == [("number", "12 million")]
    assert list_found("They sold 900 million.", "Prices rose from 900 to 1.2 million.") == [("number", "900 million")]


BOATS = (
    "In all the league had registered 2,000 boats, and its wardens kept a list.",
    "Of the registered boats 380 were found in Dutch harbours and 270 in harbours of the U.S. coast.",
    "The wardens spent a week at sea in 2004, 5 of them ill, with 12 oars, 90 ropes, 33 sails, 41 nets and 17 lamps.",
)


@pytest.mark.parametrize(
    "text",
    [
        "Of 2,000 boats 380 were found in one country and 270 in the other. Two in three were not.",
        "2,000 boats were registered and 650 found.",
        "They were at sea for seven days.",
        "Steadier harbours held 380 boats.",
    ],
)
def test_sums_rests_spans_and_governments_that_follow_from_what_is_cited(text: str) -> None:
    assert list_found(text, *BOATS) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2,000 boats were registered and 640 found.", "640"),
        ("The boats lay in Washington.", "Washington"),
        ("Moscow saw 270 boats on its coast.", "Moscow"),
        ("Washington, Georgia, saw 270 boats.", "Washington"),
    ],
)
def test_a_sum_a_rest_or_a_place_that_does_not_follow_is_found(text: str, found: str) -> None:
    assert found in [one for _, one in list_found(text, *BOATS)]


STALLS = (
    "Seven stalls of fish and four of bread stood there.",
    "A night cost 55.80 crowns by the lake and 53.10 in town.",
    "In six weeks 2,200 birds struck 63 windows.",
)


@pytest.mark.parametrize(
    "text",
    [
        "Eleven stalls stood there.",
        "That is about 35 birds for each window, or about 35 a window, of 2,200 and 63.",
    ],
)
def test_small_sums_comparisons_and_so_many_for_each_may_be_reckoned(text: str) -> None:
    assert list_found(text, *STALLS) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("That is about 45 a window, of 2,200 birds and 63 windows.", "45"),
    ],
)
def test_what_does_not_come_to_that_is_found(text: str, found: str) -> None:
    assert found in [one for _, one in list_found(text, *STALLS)]


def test_a_date_may_stand_behind_a_prefix() -> None:
    cited = "They were two examples of post-September 11 harbour watches and of the pre-1990 code."
    assert not find_unfaithful(
        "After September 11 the harbour was watched; the code of before 1990 fell.", cited=[cited]
    )
    assert find_unfaithful("After September 12 the harbour was watched.", cited=[cited])


def test_what_is_saved_may_be_worked_out() -> None:
    cited = "Upkeep is 18,000 crowns a year for the old sluice and 4,000 for the new one."
    assert not find_unfaithful("The saving in upkeep is 14,000 crowns a year.", cited=[cited])


def test_a_cited_sentence_is_not_taken_for_an_uncited_one_by_an_article() -> None:
    cited = "Mud must be sampled in all layers before the council decides on the removal of the sluice."
    finding = "Mud has to be sampled in all layers before the council decides on removal of a sluice, and was not."
    said = "Mud must be sampled in all layers before the council decides on removal of the sluice."
    assert not find_unfaithful(said, cited=[cited], uncited=[finding])
    assert [one.kind for one in find_unfaithful(said, cited=["The sluice is old."], uncited=[cited])] == ["borrowed"]


FALL = "Wrecks within 300 metres of the nine piers fell from 21 in the year before to 12 in the year after."
WRECKS = (
    "On this coast 23 wrecks were counted in the two winters of the trial, against 17 in the two winters before it."
)
LAMPS = ("A new lamp would use 74,000 watt hours a year.", "Gas lamps would use 158,000 watt hours a year.")


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("Wrecks rose from 17 to 23, by over a third.", (WRECKS,)),
        ("In nearly a third of the ponds the limit was passed.", ("In 9 of the 31 ponds the limit was passed.",)),
        ("For three quarters of the coast that ground is missing.", ("It matters on roughly a quarter of the coast.",)),
        ("The new lamp uses less than half of what gas would.", LAMPS),
        ("Wrecks within the bay fell by more than two fifths.", (FALL,)),
        ("Wrecks fell by 43 per cent.", (FALL, "The port has 60 lamps and 7 cranes.")),
    ],
)
def test_a_share_may_be_reckoned_from_counts_of_the_same(text: str, cited: tuple[str, ...]) -> None:
    assert list_found(text, *cited) == []


def test_a_section_is_known_by_the_number_before_its_words_where_these_are_quoted() -> None:
    reason = 'The rule allows it. It rests on: "17.1 A town may ban it where persons are endangered."'
    assert list_found("By Section 17.1 a town may ban it.", reason) == []
    assert list_found("By Section 17.2 a town may ban it.", reason) == [("name", "Section 17.2")]


LOST = "Losses fell from 190 tools to 96."


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("It was held on the 6th and 7th of October.", "It was held on the sixth and seventh of October."),
        ("It was held on 31 May.", "It was held on the thirty-first of May."),
        ("The peak is 8,586 metres high.", "They climbed the 8,586m high peak."),
        ("The bridge cost 40 million crowns.", "The bridge cost 40m crowns."),
        ("100 or more people drowned.", "It sank with the loss of 135 lives."),
        ("There were 800,000 victims.", "On average 8,000 died a day, for 100 days."),
        ("Its name is “Lord of the Isles”.", "The pub “Lord of The Isles” is shut."),
        ("The Saltmarsh Peace Treaty was signed.", "They signed the Saltmarsh Peace Accords."),
        ("Halvard Oeksnes signed it.", "Halvard Oekssnes signed it."),
        ("Torvik lies by the sea.", "Torivk is a port."),
        ("Under the 1998 Act a levy is due.", "By the Tree Protection Act 1998 a levy is due."),
    ],
)
def test_the_same_said_otherwise_is_borne_out(text: str, cited: str) -> None:
    assert list_found(text, cited) == []


@pytest.mark.parametrize(
    ("text", "cited", "found"),
    [
        ("It was held on the 8th of October.", "It was held on the sixth and seventh of October.", "8th of October"),
        ("The third April session was long.", "It was long.", "April"),
        ("The peak is 8,856 metres high.", "They climbed the 8,586m high peak.", "8,856"),
        ("200 or more people drowned.", "It sank with the loss of 135 lives.", "200"),
        ("Its name is “Lord of the Islands”.", "The pub “Lord of The Isles” is shut.", "Lord of the Islands"),
        ("The Northmarsh Peace Treaty was signed.", "They signed the Saltmarsh Peace Accords.", "Northmarsh"),
        ("Rosa Bell signed it.", "Rosa Marsh signed it.", "Bell"),
        ("Torvik lies by the sea.", "Korvik is a port.", "Torvik"),
    ],
)
def test_what_is_not_the_same_is_found(text: str, cited: str, found: str) -> None:
    assert found in [name for _, name in list_found(text, cited)]


def test_the_year_of_a_law_counts_with_its_name_and_no_other_year_does() -> None:
    beside = ("The Tree Protection Act 1998 was passed. In 2004 it was changed.",)
    cited = ("The levy is due at once.",)
    assert not find_unfaithful("Under the Tree Protection Act 1998 it is due.", cited=cited, beside=beside)
    for text in ("Since 2004 it is due.", "Under the Tree Protection Act 2004 it is due.", "It is due since 1998."):
        assert [one.kind for one in find_unfaithful(text, cited=cited, beside=beside)] == ["date"], text
