"""What whoever answers a whole deliberation by hand must find: evidence that decides, plain names, checkable sums."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.deliberation.sitting import PACK, SEATS, Sitting, list_with, sit, sit_plainly, sit_whole
from tests.deliberation.table import Table, load_sample
from tests.deliberation.writing import UNCHANGED, read, writing
from tests.job.sessions import session_with

import foam.deliberation.views  # noqa: F401
from foam.argument.motion import is_open_question, parse_motion, suggest_open_question
from foam.deliberation.dossier import ObjectionNode, PositionNode, ResponseNode
from foam.deliberation.estimate import estimate_deliberation
from foam.deliberation.naming import name_seats
from foam.deliberation.position import CONDITIONAL
from foam.deliberation.weighing import CERTAIN
from foam.deliberation.written import pool, propose
from foam.deliberation.written.material import Offer, describe_sentences, offer_evidence
from foam.errors import OutOfBounds
from foam.evidence.corpus import LEAST_WORDS, ListedCorpus, Passage, make_passages
from foam.evidence.document import Origin, make_document
from foam.job.retrieval import Candidates
from foam.job.session import Session, Tools
from foam.model.form import LabelField, ListField, TextField, find_form_complaint, respell_label
from foam.model.question import Write, Written, read_reply
from foam.model.scripted import Call, Said, Script, ScriptedModel
from foam.perspective.node import Perspective
from foam.text.evidence import is_fragment
from foam.text.words import measure_length

WARRANT = "because it does"


@pytest.mark.parametrize(
    "text",
    [
        "Chitose Air Base, Chitose, Hokkaido",
        "partial assumption of welfare costs (since 1978)",
        "They are as follows:",
        "Storm damage .",
        "The ferries of the northern lakes .",
        "(Halvorsen 5, 34) .",
    ],
)
def test_headings_and_list_lines_are_fragments(text: str) -> None:
    assert is_fragment(text)


@pytest.mark.parametrize(
    "text",
    [
        "The fleet is based here.",
        "The fleet is based here .",
        "It was signed in 2011 [REF].",
        "He said “no.”",
        "Net rent: 490.00 crowns",
    ],
)
def test_sentences_and_lines_with_figures_are_none(text: str) -> None:
    assert not is_fragment(text)


def test_what_a_seat_asks_for_is_searched_and_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_WHOLE_TOKENS", 200)
    monkeypatch.setattr(pool, "_MOST", 24)  # less than the file has
    sentence = "Zebra crossings near the quarry were repainted in 1998 after eleven complaints."
    note = make_document(sentence, origin=Origin(file="note.txt", format="text", importer="text-1"))
    corpus = list_with(note)

    def search(call: Call) -> Said | None:
        if isinstance(call.question, Write) and call.question.template == "acts/searches":
            phrases = ("zebra crossings near the quarry", "who is concerned", "what it costs")
            return Written(fields={"searches": tuple({"phrase": one} for one in phrases)})
        return None

    def is_offered(sitting: Sitting) -> list[bool]:
        return [sentence in act.prompt for act in sitting.list_acts("acts/proposal")]

    assert not any(is_offered(sit(corpus=corpus)))
    assert all(is_offered(sit(search, corpus=corpus)))


def test_a_file_that_can_be_read_at_once_is_offered_whole_under_the_same_ids_in_every_act() -> None:
    sitting = sit_whole()
    acts = [one for name in ("proposal", "critique", "reply") for one in sitting.list_acts(f"acts/{name}")]
    passages = [one for document in load_sample(PACK).documents for one in make_passages(document)]
    prose = {one.text for one in passages if not is_fragment(one.text) and measure_length(one.text) >= LEAST_WORDS}
    ids: dict[str, set[str]] = {}
    for act in acts:
        assert prose <= {read(one.text) for one in act.material}
        for one in act.material:
            ids.setdefault(one.text, set()).add(one.id)
    assert acts
    first = acts[0].shared
    assert first.count("<document ") > 1
    assert {act.shared for act in acts} == {first}, "the same file stands first whoever is asked"
    assert all(one.text.partition("\n")[0] in first for one in acts[0].material if read(one.text) in prose)
    assert all(len(found) == 1 for text, found in ids.items() if read(text) in prose)
    assert not sitting.list_acts("acts/searches")


@pytest.mark.parametrize(
    ("first", "offered"),
    [("At that time", True), ("However,", True), ("Elsewhere", False)],
)
def test_what_goes_on_in_the_next_paragraph_stands_with_what_it_goes_on_from(first: str, offered: bool) -> None:
    run_up = "The ferry was sold in 1962. Its crew of nine stayed with the yard."
    text = f"{run_up}\n{first} the yard was the only one that mended wooden hulls.\nThe yard closed in 1970."
    document = make_document(text, origin=Origin(file="yard.txt", format="text", importer="text-1"))
    corpus = ListedCorpus.of([document])
    hit = make_passages(document)[0]
    session = session_with(Tools(corpus=corpus))
    told = offer_evidence(session, Candidates(entry="b2:1", passages=(hit,))).candidates.passages
    assert any("wooden hulls" in one.text for one in told) is offered
    assert not any("closed in 1970" in one.text for one in told)


def test_each_seat_is_asked_once_what_to_search_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_WHOLE_TOKENS", 200)
    sample = load_sample(PACK)
    sitting = sit(corpus=sample.corpus, seats=len(sample.pack.perspectives))
    assert len(sitting.list_acts("acts/searches")) == len(sitting.table.pack.perspectives)


def test_a_model_that_does_not_write_is_not_asked_for_searches() -> None:
    table = Table()
    ran = table.deliberate(table.spec(table.pack.perspectives[:SEATS]))
    assert not Sitting(table, ran).list_acts("acts/searches")


def test_sentences_around_a_found_one_have_ids_and_may_be_cited() -> None:
    text = "The ferry sails at dawn. It sank twice in 2003. Nobody has counted the drowned since."
    note = make_document(text, origin=Origin(file="ferry.txt", format="text", importer="text-1"))
    corpus = list_with(note)

    def search(call: Call) -> Said | None:
        if isinstance(call.question, Write) and call.question.template == "acts/searches":
            phrases = ("ferry sails at dawn", "who is concerned", "what it costs")
            return Written(fields={"searches": tuple({"phrase": one} for one in phrases)})
        return None

    proposal = sit(search, corpus=corpus).list_acts("acts/proposal")[0]
    offered = [one.text.partition("\n")[0] for one in proposal.material]
    assert {"The ferry sails at dawn.", "It sank twice in 2003."} <= {*offered}
    assert offered.index("It sank twice in 2003.") == offered.index("The ferry sails at dawn.") + 1


def test_a_critic_may_find_nothing_and_that_ends_the_criticism() -> None:
    def nothing(call: Call) -> Said | None:
        if isinstance(call.question, Write) and call.question.template == "acts/critique":
            return Written(fields={"objections": ()})
        return None

    dossier = sit(nothing).dossier
    positions = [node for node in dossier.nodes if isinstance(node, PositionNode)]
    assert {node.stopped for node in positions} == {"nothing objected"}


def test_of_equal_drafts_the_later_goes_on_and_objections_name_what_they_struck() -> None:
    sitting = sit_plainly()
    rewrites = sitting.list_acts("acts/rewrite")
    assert all(re.search(r"o1: On claim 1, “.+” \(logical gap\): ", act.prompt) for act in rewrites)
    assert {entry.answer["round"] for entry in sitting.list_entries("kept proposal")} == {3}
    assert sitting.dossier.acts.bounded == 0


def _reply(move: str, **more: Any) -> Script:
    def say(call: Call) -> Said | None:
        asked = call.question
        match asked:
            case Write(template="acts/reply"):
                moves = next(field.labels for field in asked.fields if field.name == "move")  # type: ignore[union-attr]
                said = {"commits": "in part", "text": "It is so.", "ids": (), **UNCHANGED}
                anew = {
                    "claim": "It holds for some.",
                    "grounds": (asked.material[-1].id,),
                    "warrant": "because it does",
                }
                changes = {**anew, **more} if "revise" in moves else {}
                return Written(fields={**said, "move": move if changes else "rebut", **changes})
            case Write(template="acts/exchange"):
                scores = {field.name: 9.0 for field in asked.fields if field.type == "score"}
                return Written(fields={**scores, "answers": "for"})
            case _:
                return None

    return say


def test_a_claim_that_is_revised_is_put_whole() -> None:
    dossier = sit(_reply("revise", unless="it rains")).dossier
    responses = [node for node in dossier.nodes if isinstance(node, ResponseNode) and node.revised]
    assert responses
    for node in responses:
        (claim,) = (one for one in dossier.claims if one.id == node.revised)
        assert (claim.text, claim.unless) == ("It holds for some.", "it rains")
        assert dossier.find_node(claim.warrant).text == WARRANT  # type: ignore[union-attr]
    assert "conceded: the claim was taken back" not in dossier.render("md")


def test_a_second_objection_is_told_what_was_said_before() -> None:
    sitting = sit(_reply("revise"))
    later = [act for act in sitting.list_acts("acts/objection") if "It holds for some." in act.statement]
    assert later
    assert all("What it rests on is not so." in act.prompt.partition("What was said before")[2] for act in later)


def test_a_reworded_claim_without_a_warrant_is_asked_for_again() -> None:
    sitting = sit(_reply("revise", warrant=""))
    again = [act for act in sitting.list_acts("acts/reply") if "warrant: empty" in act.prompt]
    assert again


def test_the_part_an_objection_strikes_follows_from_its_question() -> None:
    sitting = sit()
    acts = sitting.list_acts("acts/objection")
    assert acts
    assert all("part" not in {field.name for field in act.fields} for act in acts)
    assert all("(strikes the ground)" in act.prompt and "(strikes the premise)" not in act.prompt for act in acts)


def test_a_weight_is_the_product_of_what_is_printed_and_the_writers_qualifier_counts() -> None:
    dossier = sit_plainly().dossier
    assert dossier.weights
    claims = {claim.id: claim for claim in dossier.claims}
    for row in dossier.weights:
        if row.weight:
            assert row.weight == pytest.approx(row.share * row.strength * row.certainty * row.form)
        if not claims[row.claim].working:
            assert row.certainty <= CERTAIN[claims[row.claim].qualifier]
    page = dossier.render("md")
    assert "more than 10% of what both weigh together" in page
    assert "| Share of its value |" in page


def test_the_summary_says_for_and_against_what_and_how_objections_were_met() -> None:
    dossier = sit(_reply("revise")).dossier
    told = " ".join(dossier.summary)
    assert f"Of the motion “{dossier.affirmed.rstrip('.')}”: " in told
    assert "put in other words" in told
    assert "met by other words" in told
    assert "answered" not in told


def test_seats_are_named_by_what_they_are_unless_two_are_the_same() -> None:
    nurse = Perspective(id="night_nurse-61ab", role="night nurse", weighting={"care": 1.0})
    mayor = Perspective(id="m", role="Mayor of Sund", weighting={"care": 1.0})
    assert name_seats([nurse, mayor]) == {"night_nurse-61ab": "the night nurse", "m": "Mayor of Sund"}
    other = nurse.model_copy(update={"id": "night_nurse-77cd"})
    assert name_seats([nurse, other]) == {
        "night_nurse-61ab": "the night nurse (night_nurse-61ab)",
        "night_nurse-77cd": "the night nurse (night_nurse-77cd)",
    }
    plain = nurse.model_copy(update={"id": "night-nurse"})
    assert name_seats([plain, other]) == {
        "night-nurse": "the night nurse",
        "night_nurse-77cd": "the night nurse (night_nurse-77cd)",
    }


@pytest.mark.parametrize(
    ("asked", "denied"),
    [
        (
            "The council should close the pool and the school should let nobody in",
            "It is not so that the council should close the pool and the school should let nobody in.",
        ),
        (
            "Should the council close the pool and open a library?",
            "It is not so that the council should close the pool and open a library.",
        ),
        ("Should the council ban cars and trucks?", "The council should not ban cars and trucks."),
    ],
)
def test_a_statement_that_says_two_things_is_denied_as_a_whole(asked: str, denied: str) -> None:
    assert parse_motion(asked).denied == denied


def test_where_no_seat_holds_either_side_the_page_says_what_all_ask_for() -> None:
    def hedge(call: Call) -> Said | None:
        asked = call.question
        if not isinstance(asked, Write) or asked.template not in ("acts/proposal", "acts/rewrite"):
            return None
        made = writing("")(call)
        assert isinstance(made, Written)
        (stance,) = (field for field in asked.fields if field.name == "stance")
        assert isinstance(stance, LabelField)
        chosen = next(one for one in stance.labels if one in CONDITIONAL)
        return Written(fields={**made.fields, "stance": chosen, "condition": "it is looked after"})

    plain = sit_plainly().dossier
    assert "What all seats ask for" not in plain.render("md")
    acts = writing("")
    table = Table(ScriptedModel(lambda call: hedge(call) or acts(call), writes=True))
    seats = tuple(seat.model_copy(update={"dimensions": {}}) for seat in table.pack.perspectives)
    dossier = table.deliberate(table.spec(seats)).view
    assert "What all seats ask for" in dossier.render("md")
    assert is_open_question(suggest_open_question(parse_motion("Should the pool be closed?")))
    assert (
        suggest_open_question(parse_motion("The old pool should be closed"))
        == "What should be done about the old pool?"
    )


def test_an_explanation_may_have_a_fifth_more_words_and_a_claim_one_in_fifteen() -> None:
    loose, strict = TextField(name="because", max_words=30, explains=True), TextField(name="claim", max_words=30)
    assert not find_form_complaint((loose,), {"because": "word " * 36})
    assert find_form_complaint((loose,), {"because": "word " * 37})
    assert not find_form_complaint((strict,), {"claim": "word " * 32})
    assert find_form_complaint((strict,), {"claim": "word " * 33})


def test_whether_a_concession_answers_is_not_asked() -> None:
    def concede(call: Call) -> Said | None:
        asked = call.question
        if isinstance(asked, Write) and asked.template == "acts/reply":
            said = {"commits": "no", "move": "concede", "text": "You are right.", "ids": (), **UNCHANGED}
            return Written(fields=said)
        return None

    sitting = sit(concede)
    assert not sitting.list_acts("acts/exchange")
    asked = sitting.list_acts("acts/conceded")
    assert len(asked) == len([node for node in sitting.dossier.nodes if isinstance(node, ObjectionNode)])
    assert not any(field.name in ("answers", "adequacy") for act in asked for field in act.fields)


def test_an_open_question_is_estimated_to_take_more_than_one_motion() -> None:
    table = sit_plainly().table
    deciders = {role: model.decider for role, model in table.models.items()}
    one = estimate_deliberation(table.pack.perspectives, table.pack, deciders)
    many = estimate_deliberation(table.pack.perspectives, table.pack, deciders, question="How should it be done?")
    assert many.questions.likely > 2 * one.questions.likely


def test_a_rewrite_names_each_ground_by_the_id_under_which_it_is_offered() -> None:
    rewrites = sit_plainly().list_acts("acts/rewrite")
    assert rewrites
    for act in rewrites:
        offered = {one.text.partition("\n")[0]: one.id for one in act.material}
        proposal = act.prompt.partition("The proposal as it stands:")[2].partition("What a critic holds")[0]
        grounds = re.findall(r"rests on: (\S+) “(.+)” \(", proposal)
        assert grounds
        assert all(offered[text] == name for name, text in grounds)


def test_a_rewrite_goes_on_from_what_was_offered_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_WHOLE_TOKENS", 200)
    monkeypatch.setattr(pool, "_MOST", 5)  # so that something is left to be found
    made: list[tuple[Offer | None, Offer]] = []

    def offer(session: Session, candidates: Candidates, before: Offer | None = None) -> Offer:
        made.append((before, offer_evidence(session, candidates, before)))
        return made[-1][1]

    monkeypatch.setattr(propose, "offer_evidence", offer)
    sit(corpus=load_sample(PACK).corpus)
    first, later = [one for before, one in made if before is None], [one for one in made if one[0] is not None]
    assert first
    assert later
    assert all(before in [*first, *(one for _, one in later)] for before, _ in later)
    assert any(len(before.options) < len(one.options) for before, one in later if before)


def test_what_stands_around_several_sentences_is_told_once() -> None:
    text = "The ferry sails at dawn. It sank twice in 2003. Nobody was aboard. It was raised."
    note = make_document(text, origin=Origin(file="note.txt", format="text", importer="text-1"))
    session = session_with(Tools(corpus=ListedCorpus.of([note])))
    passages = tuple(Passage(pointer=note.pointer(n), text=note.sentence(n), cite="") for n in (1, 2))
    told = describe_sentences(session, passages)
    assert [told.count(note.sentence(n)) for n in range(4)] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("the answer", "answer"),
        ("Claim 1", "claim 1"),
        ("Logical Gap", "logical_gap"),
        ("“answer”", "answer"),
        ("claim", "claim"),
        ("claim 3", "claim 3"),
    ],
)
def test_a_label_that_is_plainly_meant_is_read_as_such(said: str, meant: str) -> None:
    assert respell_label(said, ("answer", "claim 1", "claim 2", "logical_gap")) == meant


def test_a_form_with_labels_that_are_plainly_meant_counts() -> None:
    part = LabelField(name="part", labels=("answer", "claim 1"))
    act = Write(
        template="t",
        template_digest="b2:0",
        prompt="?",
        statement="",
        fields=(part, ListField(name="more", fields=(part,), at_most=2)),
    )
    reply, _ = read_reply(act, {"part": "The answer", "more": [{"part": "Claim 1."}]})
    assert reply == Written(fields={"part": "answer", "more": ({"part": "claim 1"},)})
    with pytest.raises(OutOfBounds):
        read_reply(act, {"part": "the whole", "more": []})


def test_the_page_names_reasons_by_their_words_and_a_side_as_a_phrase() -> None:
    dossier = sit_plainly().dossier
    page = dossier.render("md")
    factors = page.partition("### How each weight comes about")[2].partition("\n## ")[0]
    assert "| [claim-" not in factors
    assert "| claim-" not in factors
    assert "neither the motion" not in page


def test_a_remark_on_several_weights_is_printed_once_with_the_reasons_it_is_made_of() -> None:
    dossier = sit_plainly().dossier
    first = dossier.weights[0].claim
    of_all = tuple(row.model_copy(update={"why": "nobody signed it"}) for row in dossier.weights)
    alone = of_all[0].model_copy(update={"why": "too weak"})
    page = dossier.model_copy(update={"weights": (alone, *of_all[1:])}).render("md")
    lines = [line for line in page.splitlines() if line.startswith("- **") and "every seat" in line]
    assert page.count("nobody signed it") == 1
    (said,) = lines
    assert all(f"`{row.claim}`" in said for row in of_all)
    name = dossier.seat_names[alone.seat]
    (weak,) = [line for line in page.splitlines() if line.startswith("- **too weak:")]
    assert f"`{first}`" in weak
    assert weak.endswith(f"({name})")
