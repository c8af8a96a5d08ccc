"""A seat keeps its own words, values and grounds: when points are put together, objected to, and narrowed."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from tests.deliberation.sitting import PACK, sit, sit_plainly
from tests.deliberation.writing import UNCHANGED, read, writing

import foam.deliberation.views  # noqa: F401
from foam.argument.toulmin import Toulmin
from foam.deliberation.choice import ComparedOption, OptionAnswer, recommend_option
from foam.deliberation.choice_words import summarise_choice
from foam.deliberation.claim import Claim, Judged, list_promoted
from foam.deliberation.dossier import ClaimNode, Dossier, ObjectionNode, PositionNode, SupportNode, WarrantNode
from foam.deliberation.objection import Commitment, EvaluatedObjection, Fell, Objection, make_response
from foam.deliberation.options import OptionList
from foam.deliberation.points import count_together, mark_repeated
from foam.deliberation.settled import settle_claims
from foam.deliberation.support import Support
from foam.deliberation.supposed import suppose
from foam.deliberation.synthesis import synthesise
from foam.deliberation.telling import tell_reasons
from foam.deliberation.written import pool
from foam.deliberation.written.silence import concludes_from_silence, find_silent
from foam.evidence.corpus import Passage
from foam.model.form import LabelField, ListField
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, Script
from foam.pack.loader import NEUTRAL, load_pack
from foam.perspective.node import Perspective
from foam.semantics.whatif import RemoveArgument, ReweightValue
from foam.text.pointer import Pointer

KEEPER = Perspective(id="keeper", role="keeper", weighting={"reliability": 1.0})
REFORMER = Perspective(id="reformer", role="reformer", weighting={"welfare": 1.0})
SEATS = (KEEPER, REFORMER)
NARROWED = "It holds where nobody was told."


def _claim(name: str, seat: str, value: str, *, strength: float = 0.5, **more: Any) -> Claim:
    ground = Passage(pointer=Pointer(document="d", sentence=len(name)), text=f"{name} is so.", cite="")
    return Claim(
        id=f"claim-{name}",
        parts=Toulmin(claim=f"{name} holds.", grounds=(ground.pointer,), warrant=f"because {name}"),
        grounds=(ground,),
        scheme="expert_opinion",
        value=value,
        support=Support(side="against", strength=strength, entries=()),
        brought_by=(seat,),
        backers=(seat,),
        voice="written",
        entry=f"entry-{name}",
        **more,
    )


def _merge() -> tuple[Claim, ...]:
    theirs, own = _claim("a", "reformer", "welfare", strength=0.6), _claim("bb", "keeper", "reliability")
    return mark_repeated((theirs, own), {theirs.id: "one", own.id: "one"})


def test_each_seat_weighs_a_shared_point_by_its_own_value() -> None:
    claims = _merge()
    first = next(one for one in claims if one.counts)
    assert list_promoted(first, claims) == ("welfare", "reliability")
    rows = {row.seat: row for row in synthesise(SEATS, claims, ()).weights}
    assert {seat: row.value for seat, row in rows.items()} == {"keeper": "reliability", "reformer": "welfare"}
    assert rows["keeper"].weight == rows["reformer"].weight > 0


def test_a_seat_tells_a_shared_point_in_its_own_words() -> None:
    claims = _merge()
    (told,) = tell_reasons(KEEPER, claims, own={"claim-bb"})
    assert told.claim == "claim-bb"
    assert "because bb" in told.text
    assert "because a" not in told.text


def test_the_evaluator_is_told_for_which_value_a_claim_was_brought_and_what_grouping_costs() -> None:
    sitting = sit_plainly()
    assert all("Brought for the sake of: " in act.prompt for act in sitting.list_acts("acts/appraisal")[-1:])
    points = sitting.list_acts("acts/points")
    assert all("; counts for " in act.prompt and "A group counts once" in act.prompt for act in points)
    assert points


def test_the_page_says_where_a_seat_gives_no_weight_to_what_it_brought() -> None:
    dossier = sit_plainly().dossier
    brought = next((one for one in dossier.claims if one.brought_by and one.direction and not one.same_point_as), None)
    assert brought is not None
    seat = brought.brought_by[0]
    rows = tuple(
        row.model_copy(update={"share": 0.0, "weight": 0.0, "why": f"gives {row.value} no weight"})
        if (row.claim, row.seat) == (brought.id, seat)
        else row
        for row in dossier.weights
    )
    line = f"{dossier.seat_names[seat]} gives no weight to what it brought itself"
    assert line in dossier.model_copy(update={"weights": rows}).render("md")
    kept = tuple(row.model_copy(update={"share": 1.0, "weight": 1.0, "why": ""}) for row in dossier.weights)
    assert "no weight to what it brought itself" not in dossier.model_copy(update={"weights": kept}).render("md")


@pytest.mark.parametrize("form", ["text", "md"])
def test_the_way_to_a_claim_is_set_apart_from_the_words_that_tell_it(form: Literal["text", "md"]) -> None:
    printed = " ".join(sit_plainly().dossier.render(form).split())
    assert "in full" in printed
    assert not re.search(r"(?<!\[)(?<!\[\[)\bin full\b", printed)


def test_what_an_argument_rests_on_may_be_cited_against_it() -> None:
    for act in sit_plainly().list_acts("acts/objection"):
        grounds = [line for line in act.statement.splitlines() if line.startswith("Ground: ")]
        offered = {f"Ground: {one.id} “{read(one.text)}”" for one in act.material}
        assert grounds
        assert all(line.rpartition(" (")[0] in offered for line in grounds), "each under the id by which it is cited"


def test_an_objection_that_cites_what_does_not_speak_of_it_goes_back() -> None:
    said = "Basalt columns form where lava cools slowly, so that this quarry proves nothing about volcanoes elsewhere."

    def decorate(call: Call) -> Said | None:
        asked = call.question
        if not isinstance(asked, Write) or asked.template != "acts/objection" or "does not count" in asked.prompt:
            return None
        question = next(field for field in asked.fields if field.name == "question").labels[0]  # type: ignore[union-attr]
        return Written(fields={"question": question, "text": said, "ids": (asked.material[0].id,), "value": "none"})

    acts = sit(decorate).list_acts("acts/objection")
    assert any("does not speak of what you object" in act.prompt for act in acts)


def _qualify(same: bool = False) -> Script:
    """Every objection is material, and every seat narrows its claim, with another warrant and on another ground."""

    def say(call: Call) -> Said | None:
        asked = call.question
        match asked:
            case Write(template="acts/reply"):
                anew = {"claim": NARROWED, "grounds": (asked.material[-1].id,), "warrant": "because none knew"}
                said = {"commits": "yes", "move": "qualify", "text": "It is narrower.", "ids": ()}
                return Written(fields={**said, **UNCHANGED, **anew})
            case Write(template="acts/exchange"):
                scores = {field.name: 9.0 for field in asked.fields if field.type == "score"}
                return Written(fields={**scores, "answers": "for"})
            case Write(template="acts/appraisal", fields=(ListField(fields=fields),)) if (
                f"Claim: {NARROWED}" in asked.prompt
            ):
                value = next(one.labels[0] for one in fields if isinstance(one, LabelField) and one.name == "value")
                words = {"because": "Little is left.", "scheme": "example", "value": value, "stated": "a fact"}
                found = {"of": "a1", "bears_out": "yes", "side": "against", "condition": "", "strength": 3.0, **words}
                return Written(fields={"appraisals": (found,)})
            case Write(template="acts/points") if same and NARROWED in asked.prompt:
                alike = tuple(one.id for one in asked.material if one.text.startswith(f"Against: {NARROWED}"))
                return Written(fields={"groups": ({"ids": alike},) if len(alike) > 1 else ()})
            case _:
                return None

    return say


def _list_narrowed(dossier: Dossier) -> list[ClaimNode]:
    return [one for one in dossier.claims if one.text == NARROWED]


def test_a_narrowed_claim_has_the_warrant_and_the_grounds_that_it_names() -> None:
    sitting = sit(_qualify())
    narrowed = _list_narrowed(sitting.dossier)
    assert narrowed
    for claim in narrowed:
        warrant = sitting.dossier.find_node(claim.warrant)
        assert isinstance(warrant, WarrantNode)
        assert (warrant.text, bool(warrant.earlier)) == ("because none knew", True)
        assert len(claim.grounds) == 1
    struck = [one for one in sitting.dossier.nodes if isinstance(one, ObjectionNode) and one.fate.type == "answered"]
    assert struck
    assert all(one.struck and one.struck != NARROWED for one in struck)
    assert f"which now reads “{NARROWED}”" in sitting.dossier.render("md")


def test_a_claim_on_other_grounds_is_judged_as_it_now_reads() -> None:
    dossier = sit(_qualify()).dossier
    judged = {one.claim: one for one in dossier.nodes if isinstance(one, SupportNode)}
    forms = {one.claim: one.scheme for one in dossier.nodes if isinstance(one, WarrantNode)}
    narrowed = _list_narrowed(dossier)
    kept = [one.id for one in narrowed if one.direction == "denied"]
    turned = [one.id for one in narrowed if one.direction is None]
    assert kept
    assert turned
    assert {(judged[one].strength, judged[one].reasons, forms[one]) for one in kept} == {
        (0.3, "Little is left.", "example")
    }
    (first,) = {one.value for one in narrowed}
    assert first == load_pack(PACK).values[0].id, "the value that the second appraisal gives"
    assert {row.value for row in dossier.weights if row.claim in kept} == {first}
    assert {judged[one].why for one in turned} == {"as it was qualified, it speaks for the other side"}
    assert all(judged[one.id].strength == 0.8 for one in dossier.claims if one.text != NARROWED and one.direction)


def test_what_was_judged_of_other_words_goes_with_the_objection_they_were_granted_to() -> None:
    claim = _claim("a", "keeper", "reliability", strength=0.8)
    narrower = Judged(
        scheme="example", support=Support(side="against", strength=0.3, entries=("b2:1",)), value="fairness"
    )
    exchange = _grant(claim, narrower)
    (now,) = settle_claims(SEATS, (claim,), (exchange,))
    assert (now.support.strength, now.scheme, now.value) == (0.3, "example", "fairness")
    assert settle_claims(SEATS, (now,), (exchange,)) == (now,)
    found = now.model_copy(update={"support": narrower.support.model_copy(update={"strength": 0.1})})
    assert settle_claims(SEATS, (found,), (exchange,))[0].support.strength == 0.1, "as a challenge found it since"
    fallen = exchange.model_copy(update={"fell": Fell(entry="b2:2")})
    assert settle_claims(SEATS, (now,), (fallen,)) == settle_claims(SEATS, (claim,), (fallen,))


def _grant(claim: Claim, judged: Judged) -> EvaluatedObjection:
    asked = Commitment(id="c", seat="reformer", claim=claim.id, question="Is it so?", answer="yes", entry="b2:1")
    objection = Objection(
        id="objection-1", raised_by=("reformer",), claim=claim.id, type="scope_overreach", question="q",
        text="Too wide.", evidence=(), value="", commitment=asked, voice="written", entry="b2:1",
    )  # fmt: skip
    response = make_response(
        KEEPER, "qualify", objection, "b2:1", wording=NARROWED, warrant="because none knew", judged=judged
    )
    return EvaluatedObjection(objection=objection, scores={"relevance": 9.0}, entries=(), response=response)


def test_reasons_that_come_to_the_same_when_narrowed_count_once_for_each_seat() -> None:
    apart, together = sit(_qualify()), sit(_qualify(same=True))
    alike = {one.id for one in _list_narrowed(together.dossier) if one.direction == "denied"}
    assert len(alike) > 1
    for seat in together.dossier.seat_names:
        counted = [one for one in together.dossier.weights if one.claim in alike and one.seat == seat and one.weight]
        assert len(counted) <= 1
    assert sum(row.weight for row in together.dossier.weights) < sum(row.weight for row in apart.dossier.weights)


def test_of_reasons_that_count_together_the_heavier_counts() -> None:
    weak, strong = _claim("a", "keeper", "reliability", strength=0.3), _claim("bb", "keeper", "reliability")
    claims = count_together((weak, strong), [(weak.id, strong.id)])
    rows = {row.claim: row.weight for row in synthesise(SEATS, claims, ()).weights if row.seat == "keeper"}
    assert rows[weak.id] == 0
    assert rows[strong.id] > 0


def test_the_teller_is_told_which_reason_an_objection_strikes_and_how_far_it_was_met() -> None:
    (act, *_) = sit(_qualify()).list_acts("acts/telling")
    told = [one.text for one in act.material if one.id.startswith("o") and one.id != "outcome"]
    assert told
    assert all(re.search(r"It strikes [rfn]\d", text) for text in told)
    assert any("How far the answer met the objection, as the evaluator found: 9 of 10" in text for text in told)


def test_without_a_reason_the_outcome_and_every_leaning_are_reckoned_anew() -> None:
    dossier = sit_plainly().dossier
    rows = [row for row in dossier.weights if row.weight]
    assert rows
    unchanged = suppose(dossier, [ReweightValue(audience=rows[0].seat, value="nothing", weight=0.0)])
    assert unchanged.leanings == dossier.recommendation.leanings
    assert unchanged.outcome == dossier.recommendation.outcome
    without = suppose(dossier, [RemoveArgument(argument=name) for name in dict.fromkeys(row.claim for row in rows)])
    assert without.outcome_before == dossier.recommendation.outcome
    assert without.outcome == "undecided"
    assert all((one.affirmed, one.denied) == (0, 0) for one in without.leanings)


@pytest.mark.parametrize(
    ("question", "named"), [("How should towns name streets?", False), ("Should the fine be lifted?", True)]
)
def test_others_in_the_same_position_are_missed_only_where_there_is_one(question: str, named: bool) -> None:
    concerned = {one.id for one in load_pack(NEUTRAL).list_concerned(question)}
    assert ("others" in concerned) == named


def test_a_seat_tells_its_own_claims_on_the_page() -> None:
    dossier = sit_plainly().dossier
    own = {node.seat: {one.claim for one in node.told} for node in dossier.nodes if isinstance(node, PositionNode)}
    brought = {one.id: one.brought_by for one in dossier.claims}
    assert all(seat in brought[claim] or not brought[claim] for seat, claims in own.items() for claim in claims)


@pytest.mark.parametrize(
    ("claim", "cited", "silent"),
    [
        ("The file shows that ferries may run at night, not that it pays.", "Ferries may run at night.", True),
        ("The sources do not mention a single accident.", "Ferries have run at night since 1990.", True),
        ("The documents show that no ferry ran in 1990.", "In 1990 no ferry ran.", False),
        ("The ferry did not run in 1990.", "In 1990 the ferry lay in the yard.", False),
    ],
)
def test_a_claim_from_silence_is_told_from_one_that_a_sentence_bears_out(claim: str, cited: str, silent: bool) -> None:
    assert concludes_from_silence(claim, [cited]) == silent


@pytest.mark.parametrize("whole", [True, False])
def test_a_claim_from_silence_goes_back_where_not_all_was_seen(monkeypatch: pytest.MonkeyPatch, whole: bool) -> None:
    if not whole:
        monkeypatch.setattr(pool, "_WHOLE_TOKENS", 200)

    def conclude(call: Call) -> Said | None:
        asked = call.question
        if not isinstance(asked, Write) or asked.template != "acts/proposal" or "does not count" in asked.prompt:
            return None
        made = writing("")(call)
        assert isinstance(made, Written)
        claims: Any = made.fields["claims"]
        said = {**claims[0], "claim": "The file shows nothing of it."}
        return Written(fields={**made.fields, "claims": (said, *claims[1:])})

    sitting = sit(conclude)
    seen = {"You see the whole file" in act.prompt for act in sitting.list_acts("acts/proposal")}
    assert seen == {whole}
    sent_back = "concludes from what the sentences do not say"
    assert any(sent_back in act.prompt for act in sitting.list_acts("acts/mend")) is not whole


def test_a_claim_that_rests_on_a_bare_question_goes_back() -> None:
    asked, said = "Who would pay for the lamps?", "The lamps cost 40 crowns a year."
    assert "asserts nothing" in find_silent("Nobody would pay for the lamps.", [asked], whole=True)
    assert not find_silent("The lamps cost 40 crowns.", [asked, said], whole=True)


@pytest.mark.parametrize(("adequacy", "narrowed"), [(9.0, False), (6.0, True)])
def test_what_is_granted_to_an_objection_that_is_disposed_of_costs_nothing(adequacy: float, narrowed: bool) -> None:
    def say(call: Call) -> Said | None:
        asked = call.question
        match asked:
            case Write(template="acts/reply"):
                said = {"commits": "in part", "move": "rebut", "text": "It is so.", "ids": ()}
                return Written(fields={**said, **UNCHANGED})
            case Write(template="acts/exchange"):
                scores = {field.name: 9.0 for field in asked.fields if field.type == "score"}
                return Written(fields={**scores, "answers": "for", "adequacy": adequacy})
            case _:
                return None

    put = {one.qualifier for one in sit(say).dossier.claims if one.backers and one.examined and not one.working}
    assert ("in some cases" in put) == narrowed


def test_a_seat_that_answers_for_several_options_is_named() -> None:
    def make(name: str, **answers: str) -> ComparedOption:
        empty: dict[str, Any] = dict.fromkeys(
            ("proposals", "weights", "reasons_for", "reasons_against", "conditional", "contested"), ()
        )
        known = {"run": "r", "side": "affirmed", "outcome": "denied", "basis": "weighed"}
        said = tuple(
            OptionAnswer(seat=seat, holds=words.startswith("yes"), words=words, conditional=words not in ("yes", "no"))
            for seat, words in answers.items()
        )
        return ComparedOption(id=name, text=f"{name} it is.", answers=said, **known, **empty)

    options = (
        make("o1", keeper="yes", reformer="yes"),
        make("o2", keeper="no", reformer="yes, only if o1 came first"),
        make("o3", keeper="no, unless it is cheap", reformer="no"),
    )
    found = OptionList(options=(), named=True, entry="")
    told = summarise_choice(recommend_option(options), options, found, {"keeper": "the keeper", "reformer": "the fox"})
    assert told[-1] == "The fox answers for o1 and for o2 (yes, only if o1 came first)."
    assert not any("keeper" in sentence for sentence in told)


def test_what_counted_with_a_reason_counts_when_that_is_gone() -> None:
    sitting = sit(_qualify(same=True))
    alike = {one.id for one in _list_narrowed(sitting.dossier) if one.direction == "denied"}
    heaviest = max((row for row in sitting.dossier.weights if row.claim in alike), key=lambda row: row.weight)
    others = alike - {heaviest.claim}
    without = suppose(sitting.dossier, [RemoveArgument(argument=heaviest.claim)])
    before = next(one for one in without.leanings_before if one.seat == heaviest.seat)
    after = next(one for one in without.leanings if one.seat == heaviest.seat)
    kept = before.denied - heaviest.weight
    assert others
    assert after.denied >= kept


def test_printed_reasons_name_sentences_by_their_words() -> None:
    nodes = sit_plainly().dossier.nodes
    told = [one.reasons for one in nodes if isinstance(one, SupportNode) and one.reasons]
    assert told
    assert all(one.startswith("“") and one.endswith("” says so.") for one in told)
