"""What code refuses of a written text, and what it lets pass because it is true."""

from __future__ import annotations

import pytest

from foam.case.position.denial import find_unsupported
from foam.case.position.faults import Stated, find_faults, say_borrowed, say_holders
from foam.case.position.mend import make_mending
from foam.evidence.corpus import Passage
from foam.job.mending import FaultyPassage
from foam.model.form import Record
from foam.model.question import Option
from foam.text.faithful import find_unfaithful
from foam.text.pointer import Pointer

POLL = (
    "Asked what they thought about 74% of the boats being moored in Sund, 50% said that the number should be reduced, "
    "41% said that the boats should be removed."
)
RATE = "Of the 290,814 fish landed in Sund from 1972 to 2001, 1.7% were caught by visitors, who were 4% of the fishers."


@pytest.mark.parametrize(
    ("cited", "said"),
    [
        (POLL, "Half of those asked wanted their number reduced, which is not removal."),
        (POLL, "Of those asked, 50% wanted the number reduced and 41% wanted the boats removed."),
        (POLL, "The wish of the harbour office is not met, since 41% said that the boats should be removed."),
        (
            "How often boats sink in winter has not been counted, and years of counting would be needed to say.",
            "Nobody has shown what the rule asks for: how often boats sink in winter has not been counted.",
        ),
        (
            "Those skippers may enter the reserve in winter, whatever club they belong to.",
            "Skippers without a club may enter the reserve in winter.",
        ),
        (
            "On the shared list, all gardeners draw from the same plots, regardless of club membership.",
            "On the shared list a gardener without a club chooses among the same plots as a club's member.",
        ),
        (
            "Guests, who are those that do not belong to any club in town, were fined more often than others.",
            "People without a club were fined more often than others.",
        ),
        (
            "Members, who do not pay any fee, were drawn strongly to the evening classes.",
            "People who pay no fee were strongly drawn to the evening classes.",
        ),
        (
            "The council made it an offence to moor in the inner basin before the ice has gone.",
            "Nobody may moor in the inner basin while there is ice.",
        ),
        (
            "The pilot's log is the only way of learning when a ship came in.",
            "Without the pilot's log nobody would know when a ship came in.",
        ),
        (
            "The present bylaw is directed only at a way of mooring, rather than at keeping any skipper from "
            "landing [REF].",
            "The harbour bylaw is directed at a way of mooring and does not keep any skipper from landing.",
        ),
        (
            "Rule 2. The town may not carry on, on its own quays, a practice by which the water of a private pond that "
            "is used for fish comes to exceed the limits of rule 1, if the purpose of the practice can be reached by "
            "other reasonable means.",
            "The rule forbids the town to go on with a practice that spoils fish ponds where its purpose can be "
            "reached by other reasonable means.",
        ),
        (
            "If it is ordered after June 2031 the crane will not be ready before the old one must be taken down.",
            "Ordered by June 2031, the crane could be ready before the old one must be taken down.",
        ),
        (RATE, "Visitors caught 1.7% of the fish landed in Sund from 1972 to 2001, below their 4% of the fishers."),
    ],
)
def test_what_is_true_is_not_taken_for_denied(cited: str, said: str) -> None:
    assert find_unsupported([cited], said) == ""


RULING = (
    "In a decision of 24 June 2003, the Court of the Bay stated that “to moor or anchor in the reserve must be seen as "
    "one of the gravest forms of trespass and a danger to all that breeds there.",
    "The court concludes that in application of article 17 of the charter, the skipper can't appeal to the protection "
    "of article 10, insofar that he wants to use the freedom of the sea to take what breeds there [REF].",
)


@pytest.mark.parametrize("cited", [RULING, RULING[::-1]])
@pytest.mark.parametrize(
    "said",
    [
        "The Court of the Bay held that mooring there is among the gravest forms of trespass and that a skipper cannot "
        "invoke the freedom of the sea to take what breeds there.",
        "A skipper cannot use the freedom of the sea to take what breeds in the reserve.",
    ],
)
def test_what_two_sentences_bear_out_in_other_words_is_not_taken_for_denied(cited: tuple[str, ...], said: str) -> None:
    assert find_unsupported(cited, said) == ""


@pytest.mark.parametrize(
    "said",
    [
        "The court concludes that the skipper can appeal to the protection of article 10.",
        "The Court of the Bay stated that mooring in the reserve is not one of the gravest forms of trespass.",
    ],
)
def test_what_turns_one_of_two_sentences_round_is_denied(said: str) -> None:
    assert find_unsupported(RULING, said)


TRIAL = (
    "In the trial ports the share of lost nets fell from 17.4 in 2018 to 12.1 in 2023.",
    "In six other ports without the deposit it fell from 17.0 to 16.3.",
)


def test_each_part_of_a_comparison_may_rest_on_a_sentence_of_its_own() -> None:
    said = (
        "In the trial ports the share of lost nets fell from {} to {}, "
        "in other ports without the deposit only from {} to {}."
    )
    assert find_unsupported(TRIAL, said.format(17.4, 12.1, "17.0", 16.3)) == ""
    assert find_unsupported(TRIAL, said.format("17.0", 16.3, 17.4, 12.1))


def test_a_negation_that_sets_a_limit_is_none() -> None:
    cited = ["The agency could not promise to fill more than 80 per cent of the berths asked for."]
    assert find_unsupported(cited, "The agency could promise no more than 80 per cent of the berths asked for.") == ""
    assert find_unsupported(cited, "The agency promises at most 80 per cent of the berths asked for.") == ""
    assert find_unsupported(cited, "The agency promised to fill all the berths asked for.")
    assert find_unsupported(cited, "The agency could promise to fill more than 80 per cent of the berths asked for.")


def test_what_is_said_to_be_the_aim_rather_than_something_else_is_denied_of_the_other() -> None:
    cited = "The present bylaw is directed only at a way of mooring, rather than at keeping any skipper from landing."
    assert find_unsupported([cited], "The bylaw is directed at keeping any skipper from landing.")


def test_a_negation_in_other_words_may_follow_from_what_is_cited() -> None:
    chosen = "At present the mayor is a councillor chosen by the other councillors at their annual meeting."
    assert find_unsupported([chosen], "Under the present way an inhabitant has no vote on who becomes mayor.") == ""
    assert find_unsupported([chosen], "The mayor is not chosen by the councillors at their meeting.")


def test_what_is_denied_is_named_with_the_sentence_that_denies_it() -> None:
    denied = "Nobody wanted the boats removed."
    found = find_unsupported([RATE, POLL], denied)
    assert denied in found
    assert POLL in found


@pytest.mark.parametrize(
    ("cited", "said"),
    [
        ("The kiln burns beech wood.", "The kiln burns without beech wood in winter."),
        (
            "These kilns burn beech wood, and they are fired at night.",
            "The kilns without beech wood are fired at night.",
        ),
        ("Such boats are moored with a chain, and they pay the full fee.", "Boats without a chain pay the full fee."),
        (
            "Members, who do not pay any fee, were drawn strongly to the evening classes.",
            "People who pay no fee were not drawn to the evening classes.",
        ),
        (
            "Guest skippers, who are those that do not belong to any club of the bay, were fined in all ten seasons.",
            "Skippers without a club were never fined in the ten seasons.",
        ),
        (
            "The pilot's log is the only way of learning when a ship came in.",
            "Without the pilot's log everybody would know when a ship came in.",
        ),
        ("The council made it an offence to release the log.", "Anybody may release the log."),
        (
            "Those skippers may enter the reserve in winter.",
            "Skippers without a licence may not enter the reserve in winter.",
        ),
    ],
)
def test_what_is_said_to_lack_what_the_sentence_gives_it_is_denied(cited: str, said: str) -> None:
    assert "say otherwise" in find_unsupported([cited], said)


def test_the_opposite_is_denied_even_where_all_figures_agree() -> None:
    said = "The council rejected the plan by nine votes to two."
    assert find_unsupported(["The council approved the plan by nine votes to two."], said)


def test_a_refusal_says_what_has_the_figure_that_is_not_cited() -> None:
    said = "Visitors caught 1.7% of the fish landed."
    poll, rate = (
        Passage(pointer=Pointer(document="0" * 64, sentence=n), text=text) for n, text in enumerate((POLL, RATE))
    )
    names = {poll.pointer: "s1", rate.pointer: "s2"}
    stated = Stated(name="claims, entry 1", text=said, cited=(poll,))
    (fault,) = find_faults([stated], known=[], offered=(poll, rate), names=names)
    assert fault.endswith("; s2 has it")
    loose = stated.model_copy(update={"anywhere": True})
    assert find_faults([loose], known=[], offered=(poll, rate), names=names) == []
    invented = loose.model_copy(update={"text": said.replace("1.7", "2.9")})
    assert find_faults([invented], known=[], offered=(poll, rate), names=names)


@pytest.mark.parametrize(
    ("said", "known", "cited"),
    [
        (
            "Where two means work together, neither is needed alone.",
            "Is a toll fairer than a tax?",
            "Tolls bring money.",
        ),
        ("It is the weaker of the two that are compared.", "Is a toll fairer than a tax?", "Tolls bring money."),
        ("The log sorts boats into two groups.", "", "What sloops and barges need differs."),
        ("These three measures cost little.", "", "A toll, a ban, or a fee on nets is cheap to run."),
    ],
)
def test_what_the_question_or_a_sentence_names_may_be_counted(said: str, known: str, cited: str) -> None:
    assert not find_unfaithful(said, cited=[cited], known=[known])


@pytest.mark.parametrize(
    ("said", "cited"),
    [
        ("Four groups were told apart.", "What sloops and barges need differs."),
    ],
)
def test_what_is_not_named_is_not_counted(said: str, cited: str) -> None:
    assert find_unfaithful(said, cited=[cited], known=["Is a harbour safe?"])


def test_a_complaint_names_only_what_has_the_figure_as_a_word() -> None:
    others = {"s1": "The network of buoys is old.", "s2": "Of the buoys, two are lit."}
    assert say_holders("The harbour has two lights.", "two", others) == "; s2 has it"


def test_what_a_complaint_names_is_offered_to_whoever_mends() -> None:
    far = [Option(id=f"s{n}", text=f"The harbour has lights and buoys of kind {n}.") for n in range(1, 40)]
    held = Option(id="s40", text="Two are lit.")
    mending = make_mending("The matter.", (*far, held), cites="ids")
    fault = "claims, entry 1: “two”: no cited sentence gives this figure; s40 has it"
    passage: Record = {"text": "The harbour has two lights and buoys.", "ids": ("s1",)}
    offered = mending.offer([FaultyPassage(passage, (fault,))])
    assert held in offered
    assert len(offered) < len(far)


def test_whoever_mends_reads_first_what_stands_around_what_is_cited() -> None:
    texts = [f"The harbour has boats, which the harbour office counts in month {n}." for n in range(1, 60)]
    texts[29] = "A log was kept by ninety anglers."
    texts[31] = "Each of them was asked thrice."
    texts[50] = "Bream were seen by those who fish from the mole."
    options = tuple(Option(id=f"s{n}", text=text) for n, text in enumerate(texts, start=1))
    places = [Pointer(document="a" * 64, sentence=n) for n in range(len(texts))]
    mending = make_mending("The matter.", options, cites="ids", pointers=places)
    passage: Record = {"text": "In the harbour, who fish from the mole saw bream.", "ids": ("s31",)}
    offered = [one.id for one in mending.offer([FaultyPassage(passage, ("claims, entry 1: wrong",))])]
    assert offered[:7] == [f"s{n}" for n in range(28, 35)]
    assert offered[7:] == ["s51"], "a word that every sentence has bears on nothing"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("The inhabitants should elect the mayor for four years, in two rounds.", ()),
        ("The town should charge 3 crowns a night from 2031.", ()),
        ("only if at least seven members ask for it", ()),
        ("only two candidates stand", ()),
        ("The mayor should serve longer than the present four years.", ("four",)),
        ("The council, which has sixty members, should elect the mayor for five years.", ("sixty",)),
        ("The town should spend the 148,000 crowns on grants.", ("148,000",)),
        ("Nora Lemke should be mayor for four years.", ("Nora Lemke",)),
    ],
)
def test_what_a_proposal_sets_is_no_report(said: str, found: tuple[str, ...]) -> None:
    cited = (Passage(pointer=Pointer(document="0" * 64, sentence=0), text="The council elects the mayor."),)
    faults = find_faults([Stated(name="option", text=said, cited=cited, proposes=True)], known=[], offered=cited)
    assert [fault.split("“")[1].split("”")[0] for fault in faults] == [*found]
    if any(map(str.isdigit, said)) or "four" in said:
        assert find_faults([Stated(name="claim", text=said, cited=cited)], known=[], offered=cited)


def test_what_is_said_of_the_wrong_side_of_a_day_is_denied() -> None:
    cited = "If it is ordered after June 2031 the crane will not be ready before the old one must be taken down."
    assert find_unsupported(
        [cited], "Ordered after June 2031, the crane would be ready before the old one is taken down."
    )


def test_a_complaint_names_no_sentence_that_counts_something_else() -> None:
    others = {"s1": "The crossing takes ten hours.", "s2": "In ten years the pier will be gone."}
    said = "Nobody knows who will fish here in ten years."
    assert say_holders(said, "ten", others, counts=True) == "; s2 has it"
    assert say_holders(said, "ten", {"s1": others["s1"]}, counts=True) == ""


def test_a_text_without_ids_may_share_few_words_with_a_sentence_and_not_many() -> None:
    held = Passage(
        pointer=Pointer(document="0" * 64, sentence=0),
        text="Those who land their catch in the autumn, when the price of herring is lowest, gain least by the ice.",
    )
    few = Stated(name="why", text="I land my catch in the autumn, when the price of herring is lowest.", anywhere=True)
    assert find_faults([few], known=[], offered=(held,)) == []
    many = few.model_copy(update={"text": held.text})
    assert find_faults([many], known=[], offered=(held,))


def test_words_of_an_uncited_sentence_are_said_to_stand_where_they_do() -> None:
    words = "the quay would have its second crane on every night of the week"
    others = {"s1": "The quay is old.", "s2": f"If it came, {words}.", "s3": "The crane would have its day."}
    assert say_borrowed(words, others) == "; s2 has it"
