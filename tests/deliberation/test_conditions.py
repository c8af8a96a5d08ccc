"""Conditional answers, narrowed claims, and what replies bring: each has a place where a reader looks for it."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from typing import Any

import pytest
from tests.deliberation.reading import reading, side_by_digest
from tests.deliberation.table import Table
from tests.deliberation.writing import UNCHANGED, read, writing

import foam.deliberation.views  # noqa: F401
from foam.contest.job import load_file
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim
from foam.deliberation.dossier import (
    ClaimNode,
    Dossier,
    EvidenceNode,
    ObjectionNode,
    PositionNode,
    ResponseNode,
    SupportNode,
    WarrantNode,
)
from foam.deliberation.position import Direction, tell_condition
from foam.deliberation.settled import settle_claims
from foam.deliberation.support import combine_sides
from foam.deliberation.weighing import CERTAIN
from foam.deliberation.written.exchange_forms import reply_act
from foam.deliberation.written.judged import find_contradicted, no_longer_bears
from foam.deliberation.written.material import Offer
from foam.job.retrieval import Candidates
from foam.model.question import Label, Labelled, Write, Written
from foam.model.scripted import Call, Said, Script, ScriptedModel
from foam.pack.loader import load_pack
from foam.record.store import RUN
from foam.text.pointer import Pointer

NARROWED = "It holds where nobody was told."


@cache
def _deliberate(*scripts: Script) -> tuple[Table, Dossier]:
    """The sample deliberated by writers, once for the same scripts."""
    table = _seat_writers(*scripts)
    return table, table.deliberate().view


def _seat_writers(*scripts: Script) -> Table:
    """A table of writers; the first script that answers does."""
    acts = writing(Table().pack.sample_question)
    asked = (*scripts, acts)

    def say(call: Call) -> Said | None:
        return next((said for script in asked if (said := script(call)) is not None), None)

    return Table(ScriptedModel(say, writes=True))


CLAUSE = "only if somebody reads the letters"


@cache
def _appraise(side: str, condition: str = CLAUSE) -> Script:
    """The first claim of every draft is found to be on this side."""

    def say(call: Call) -> Said | None:
        asked = call.question
        if not isinstance(asked, Write) or asked.template != "acts/appraisal":
            return None
        made = writing("")(call)
        assert isinstance(made, Written)
        listed: Any = made.fields["appraisals"]
        return Written(fields={"appraisals": ({**listed[0], "side": side, "condition": condition}, *listed[1:])})

    return say


@cache
def _reply(move: str, *, cite: bool = False, **more: Any) -> Script:
    """Every objection is material, and every seat makes the same move; what it cites, the claim does not rest on."""

    def say(call: Call) -> Said | None:
        asked = call.question
        match asked:
            case Write(template="acts/reply"):
                last = asked.material[-1].id
                said = {
                    "commits": "yes",
                    "text": "It is so.",
                    **UNCHANGED,
                    "move": move,
                    "ids": (last,) if cite else (),
                }
                return Written(fields={**said, **more})
            case Write(template="acts/exchange"):
                scores = {field.name: 9.0 for field in asked.fields if field.type == "score"}
                return Written(fields={**scores, "answers": "for", "adequacy": 6.0})
            case _:
                return None

    return say


def _list_claims(dossier: Dossier) -> list[ClaimNode]:
    return [claim for claim in dossier.claims if not claim.same_point_as and not claim.working]


def test_a_claim_that_sets_a_condition_stays_its_authors_and_counts_for_neither_side() -> None:
    _, dossier = _deliberate(_appraise("condition"))
    setting = [claim for claim in _list_claims(dossier) if claim.sets_condition]
    assert setting
    weighed = {row.claim for row in dossier.weights}
    for claim in setting:
        assert claim.direction is None
        assert claim.backers == claim.brought_by != ()
        assert claim.examined
        assert claim.id not in {*dossier.not_shown, *weighed}
        assert not any(claim.text in caution for caution in dossier.cautions)
    assert {*dossier.conditions} & {claim.id for claim in setting}
    assert {*dossier.conditions} == {*dossier.recommendation.conditions}
    texts = {claim.id: claim.text.rstrip(".") for claim in setting}
    told = [sentence for sentence in dossier.summary if CLAUSE in sentence]
    assert len(told) == len(dossier.conditions)
    assert not any(text in sentence for text in texts.values() for sentence in told), "the clause, and not the claim"
    page = dossier.render("md").partition("## Conditions")[2].partition("\n## ")[0]
    assert all(texts[name] in page for name in dossier.conditions if name in texts)
    assert page.count(CLAUSE) == len(told)


def test_the_bounded_voice_can_say_so_too() -> None:
    table = Table()
    plain = reading(table.pack.sample_question)

    def say(call: Call) -> Said | None:
        asked = call.question
        if (
            isinstance(asked, Label)
            and asked.template == "deliberation/support"
            and side_by_digest(asked.text) == "for"
        ):
            return Labelled(label="condition")
        return plain(call)

    dossier = Table(ScriptedModel(say)).deliberate().view
    setting = [claim for claim in _list_claims(dossier) if claim.sets_condition]
    assert setting
    assert all(claim.direction is None and claim.backers == claim.brought_by for claim in setting)
    assert {*dossier.conditions} & {claim.id for claim in setting}


@pytest.mark.parametrize(
    ("to_statement", "to_denial", "side"),
    [
        ("condition", "condition", "condition"),
        ("condition", "neither", "condition"),
        ("unclear", "condition", "condition"),
        ("condition", "against", "condition"),
        ("for", "for", "unclear"),
    ],
)
def test_a_condition_is_one_whichever_way_it_is_asked(to_statement: str, to_denial: str, side: str) -> None:
    assert combine_sides(to_statement, to_denial)[0] == side


def _answer_under(condition: str, stance: str = "affirm_qualified") -> Script:
    def say(call: Call) -> Said | None:
        asked = call.question
        if not isinstance(asked, Write) or asked.template not in ("acts/proposal", "acts/rewrite"):
            return None
        made = writing("")(call)
        assert isinstance(made, Written)
        return Written(fields={**made.fields, "stance": stance, "condition": condition})

    return say


def _deliberate_freely(*scripts: Script) -> tuple[Table, Dossier]:
    """The same with seats that declared no side."""
    table = _seat_writers(*scripts)
    seats = tuple(seat.model_copy(update={"dimensions": {}}) for seat in table.pack.perspectives)
    return table, table.deliberate(table.spec(seats)).view


def test_the_headline_and_the_page_say_under_which_condition_seats_answer() -> None:
    _, dossier = _deliberate_freely(_answer_under("the letters are read first"))
    positions = [node for node in dossier.nodes if isinstance(node, PositionNode)]
    assert {node.condition for node in positions} == {"the letters are read first"}
    assert "yes, if the letters are read first" in " ".join(dossier.summary)
    assert "yes, if the letters are read first" in dossier.render("md").partition("## Conditions")[2]
    if dossier.recommendation.outcome == "affirmed":
        assert ", under conditions" in dossier.summary[0]


def test_a_conditional_answer_that_names_no_condition_is_asked_for_again() -> None:
    table, _ = _deliberate_freely(_answer_under(""))
    assert isinstance(table.model, ScriptedModel)
    assert any("condition: empty" in getattr(call.question, "prompt", "") for call in table.model.calls)


@pytest.mark.parametrize("move", ["rebut", "qualify"])
def test_what_a_reply_cites_stands_among_the_grounds_of_the_claim_it_defends(move: str) -> None:
    _, dossier = _deliberate(_reply(move, cite=True, claim=NARROWED if move == "qualify" else ""))
    responses = [node for node in dossier.nodes if isinstance(node, ResponseNode) and node.evidence]
    assert responses
    for response in responses:
        objection = dossier.find_node(response.objection)
        claim = dossier.find_node(objection.claim)  # type: ignore[union-attr]
        assert isinstance(claim, ClaimNode)
        assert isinstance(objection, ObjectionNode)
        assert {*response.evidence} - {*objection.evidence} <= {*claim.grounds}
        assert {*objection.evidence}.isdisjoint(claim.defence)
    defended = [claim for claim in dossier.claims if claim.defence]
    assert defended
    assert all({*claim.defence} < {*claim.grounds} for claim in defended)
    assert "Brought in its defence" in dossier.render("md")


def test_what_a_reply_that_does_not_answer_cites_is_no_ground() -> None:
    def fail(call: Call) -> Said | None:
        asked = call.question
        if isinstance(asked, Write) and asked.template == "acts/exchange":
            scores = {field.name: 9.0 for field in asked.fields if field.type == "score"}
            return Written(fields={**scores, "answers": "neither", "adequacy": 1.0})
        return None

    _, dossier = _deliberate(fail, _reply("rebut", cite=True))
    assert not any(claim.defence for claim in dossier.claims)


@pytest.mark.parametrize("commits", ["yes", "in part"])
def test_the_certainty_that_is_weighed_is_the_one_that_is_shown(commits: str) -> None:
    _, dossier = _deliberate(_reply("rebut", cite=True, commits=commits))
    claims = {claim.id: claim for claim in _list_claims(dossier)}
    rows = [row for row in dossier.weights if row.claim in claims]
    assert rows
    assert all(row.certainty <= CERTAIN[claims[row.claim].qualifier] for row in rows)
    narrowed = {claim.qualifier for claim in claims.values() if claim.backers}
    assert ("in some cases" in narrowed) == (commits == "in part")
    if commits == "in part":
        assert f"{CERTAIN['in some cases']:g} (in some cases)" in dossier.render("md")


def test_whoever_replies_is_told_what_each_answer_costs() -> None:
    asked = reply_act(
        load_pack("benefits-appeal").prompts,
        person="You are: clerk",
        question="?",
        argument="a",
        objection="o",
        moves=("rebut", "qualify", "concede"),
        offer=Offer(Candidates(entry="b2:0", passages=()), ()),
    )
    assert f"weighs {CERTAIN['in some cases']:.0%}" in asked.prompt


def test_a_qualified_claim_reads_as_it_was_qualified_and_its_old_words_are_struck() -> None:
    table, dossier = _deliberate(_reply("qualify", claim=NARROWED))
    narrowed = [claim for claim in dossier.claims if claim.text == NARROWED]
    assert narrowed
    for claim in narrowed:
        (earlier,) = claim.earlier
        assert earlier != NARROWED
        assert claim.qualifier == "in some cases"
        assert not any(other.revises == claim.id for other in dossier.claims)
    assert f"<del>{narrowed[0].earlier[0].partition(chr(39))[0]}" in dossier.render("html")
    assert isinstance(table.model, ScriptedModel)
    objected = [call.question for call in table.model.calls if call.question.template == "acts/objection"]
    assert not any(NARROWED in one.statement for one in objected)


def test_grounds_that_bear_the_old_words_and_not_the_new_are_marked() -> None:
    _, dossier = _deliberate(_reply("qualify", claim=NARROWED))
    narrowed = [claim for claim in dossier.claims if claim.text == NARROWED]
    texts = {node.id: node.text for node in dossier.nodes if isinstance(node, EvidenceNode)}
    for claim in narrowed:
        off = [one for one in claim.grounds if no_longer_bears(texts[one], claim.earlier[0], NARROWED)]
        assert [*claim.left_behind] == off
    assert any(claim.left_behind for claim in narrowed)
    assert "Does not bear the claim as it now reads" in dossier.render("md")


def test_a_narrowed_claim_rests_on_those_of_its_grounds_that_still_bear_it() -> None:
    table, _ = _deliberate(_reply("qualify", claim=NARROWED))
    (run,) = table.store.entries(kind=RUN)
    file = asyncio.run(load_file(table.store, run.key))
    assert isinstance(file, DossierFile)
    held = file.mediation
    exchange = next(one for one in held.evaluated if one.response and one.response.wording)
    claim = next(one for one in held.claims if one.id == exchange.objection.claim)
    other = next(one for one in held.claims if one.ground != claim.ground).ground
    assert exchange.response is not None

    def settle(*left: Pointer) -> Claim:
        response = exchange.response and exchange.response.model_copy(update={"left_behind": left, "evidence": ()})
        twice = claim.model_copy(update={"grounds": (claim.ground, other)})
        (settled,) = settle_claims(held.seats, [twice], [exchange.model_copy(update={"response": response})])
        return settled

    assert (settle().rests_on, settle().left_behind) == ((claim.ground, other), ())
    half = settle(claim.ground.pointer)
    assert (half.rests_on, half.left_behind) == ((other,), (claim.ground,))
    # A claim never rests on nothing: where no ground is left, all stay and are marked.
    none = settle(claim.ground.pointer, other.pointer)
    assert none.rests_on == none.left_behind == (claim.ground, other)


def test_a_ground_that_never_bore_the_words_is_not_said_to_bear_them_no_longer() -> None:
    ground = "The harbour office counted 17 tonnes of fish in 2021."
    said, other = "The harbour office counted 17 tonnes in 2021.", "Choirs should rehearse on Mondays in the old mill."
    assert no_longer_bears(ground, said, other)
    assert not no_longer_bears(ground, said, "The harbour office counted 17 tonnes in 2021, outside the reserve.")
    assert not no_longer_bears(ground, other, other)


def test_a_qualification_without_words_is_asked_for_again() -> None:
    table, _ = _deliberate(_reply("qualify"))
    assert isinstance(table.model, ScriptedModel)
    prompts = [call.question.prompt for call in table.model.calls if call.question.template == "acts/reply"]
    assert any("claim: say how the claim reads" in prompt for prompt in prompts)


def test_a_qualification_may_give_up_a_part_of_the_warrant_alone_and_then_costs_no_certainty() -> None:
    warrant = "because whoever reads it will ask again"

    def narrow(call: Call) -> Said | None:
        asked = call.question
        if not isinstance(asked, Write) or asked.template != "acts/reply":
            return _reply("qualify")(call)
        own = asked.statement.splitlines()[0].rpartition(" (")[0]
        said = {**UNCHANGED, "claim": own, "warrant": warrant, "text": "So far and no farther.", "ids": ()}
        return Written(fields={**said, "commits": "in part", "move": "qualify"})

    table, dossier = _deliberate(narrow)
    assert isinstance(table.model, ScriptedModel)
    prompts = [call.question.prompt for call in table.model.calls if call.question.template == "acts/reply"]
    assert not any("say how the claim reads" in prompt for prompt in prompts)
    texts = {node.id: node.text for node in dossier.nodes if isinstance(node, WarrantNode)}
    changed = [claim for claim in dossier.claims if texts.get(claim.warrant) == warrant]
    assert changed
    assert all(claim.qualifier == "probably" and not claim.earlier for claim in changed)


def test_whoever_appraises_a_narrowed_claim_reads_what_it_was_and_what_is_taken_off_elsewhere() -> None:
    table, _ = _deliberate(_reply("qualify", claim=NARROWED, warrant="because it is so in these"))
    assert isinstance(table.model, ScriptedModel)
    asked = [call.question.prompt for call in table.model.calls if call.question.template == "acts/appraisal"]
    again = [prompt for prompt in asked if f"Claim: {NARROWED}" in prompt]
    assert again
    assert all("Before an objection it read: " in prompt and "do not take it off again" in prompt for prompt in again)
    assert not any("Before an objection it read: " in prompt for prompt in asked if prompt not in again)


def test_of_a_claim_whose_warrant_alone_was_narrowed_the_old_warrant_is_shown_and_what_the_reply_cites() -> None:
    warrant = "because whoever reads it will ask again"
    cited: list[str] = []

    def narrow(call: Call) -> Said | None:
        asked = call.question
        if not isinstance(asked, Write) or asked.template != "acts/reply":
            return _reply("qualify")(call)
        own, *rest = asked.statement.splitlines()
        one = next(one for one in asked.material if not any(read(one.text) in line for line in (own, *rest)))
        cited.append(read(one.text))
        words = {**UNCHANGED, "claim": own.rpartition(" (")[0], "warrant": warrant}
        return Written(fields={**words, "text": "So far.", "ids": (one.id,), "commits": "in part", "move": "qualify"})

    table, _ = _deliberate(narrow)
    assert isinstance(table.model, ScriptedModel)
    asked = [call.question.prompt for call in table.model.calls if call.question.template == "acts/appraisal"]
    again = [prompt for prompt in asked if f"Warrant: {warrant}" in prompt]
    assert again
    assert not any("Before an objection it read: " in prompt for prompt in again)
    before = "Before an objection the warrant read: because whoever accepts it has a reason to answer so"
    assert all(before in prompt for prompt in again)
    assert any(one in prompt for prompt in again for one in cited)


def test_a_narrowed_claim_may_name_cases_of_which_its_grounds_are_silent_but_not_deny_them() -> None:
    ground = "The harbour office counted 17 tonnes of fish in 2021."
    assert not find_contradicted([ground], "The harbour office counted 17 tonnes of fish in 2021, outside the reserve.")
    assert find_contradicted([ground], "The harbour office did not count 17 tonnes of fish in 2021.")


@pytest.mark.parametrize(
    ("reply", "title"),
    [
        (_reply("qualify", claim=NARROWED), "Objections for which a reason was narrowed"),
        (_reply("rebut", cite=True), "Objections that were answered in part"),
    ],
    ids=["narrowed", "half answered"],
)
def test_objections_that_were_not_wholly_met_are_told_as_open(reply: Script, title: str) -> None:
    _, dossier = _deliberate(reply)
    page = dossier.render("md").partition("## Open")[2].partition("\n## ")[0]
    assert title in page
    assert "What it rests on is not so." in page
    assert "nothing else is left open" not in page


def test_what_a_qualified_claim_keeps_goes_by_how_far_the_answer_disposes_of_the_objection() -> None:
    _, dossier = _deliberate(_reply("qualify", claim=NARROWED))
    moves = [node for node in dossier.nodes if isinstance(node, ResponseNode) and node.move == "qualify"]
    responses = [node for node in moves if node.wording]  # what a ground denies is refused, and answered without words
    assert {node.adequacy for node in responses} == {6.0}
    kept = {node.id: node.strength for node in dossier.nodes if isinstance(node, SupportNode)}
    over: dict[str, list[float]] = {}
    for node in dossier.nodes:
        if isinstance(node, ObjectionNode):
            over.setdefault(node.claim, []).append(node.materiality)
    answered = {node.objection for node in responses}
    met = {node.claim for node in dossier.nodes if isinstance(node, ObjectionNode) and node.id in answered}
    once = [claim for claim in _list_claims(dossier) if len(over.get(claim.id, ())) == 1 and claim.id in met]
    assert once
    for claim in once:
        assert claim.strength == pytest.approx(kept[claim.support] * (1 - over[claim.id][0] / 10 * (1 - 0.6)))
    assert "the answer meets 6 of 10 of it" in dossier.render("md")


def test_whoever_replies_is_told_what_an_answer_that_meets_a_part_costs() -> None:
    table, _ = _deliberate(_reply("qualify", claim=NARROWED))
    assert isinstance(table.model, ScriptedModel)
    replies = [call.question for call in table.model.calls if call.question.template == "acts/reply"]
    assert all("the claim keeps 76% of its strength" in one.prompt for one in replies)


@pytest.mark.parametrize(
    ("direction", "condition", "told"),
    [
        ("affirmed", "the letters are read", "yes, if the letters are read"),
        ("affirmed", "Only if the letters are read.", "yes, only if the letters are read"),
        ("affirmed", "unless letters are lost", "yes, unless letters are lost"),
        ("denied", "the letters are read", "no, unless the letters are read"),
        ("denied", "unless the letters are read", "no, unless the letters are read"),
        ("denied", "if the letters stay closed", "no, provided that the letters stay closed"),
        ("denied", "only if the letters stay closed", "no, but only if the letters stay closed"),
    ],
)
def test_a_condition_is_joined_as_its_seat_joins_it_on_either_side(
    direction: Direction, condition: str, told: str
) -> None:
    assert tell_condition(direction, condition) == told


def test_a_condition_that_stands_says_whose_it_is_and_what_they_answer() -> None:
    _, dossier = _deliberate(_appraise("condition"))
    assert dossier.conditions
    said = [one for one in dossier.summary if one.startswith(("A condition that stands", "If it were"))]
    assert len(said) == len(dossier.conditions)
    assert {set_by for one in said for set_by in re.findall(r"\((set by|worked)", one)} == {"set by", "worked"}
    assert any(re.search(r"who answers (?:yes|no)\b", one) for one in said)
    shown = dossier.render("md").partition("## Conditions")[2].partition("##")[0]
    assert "who answers" in shown
