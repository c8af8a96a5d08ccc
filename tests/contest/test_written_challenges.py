"""Challenges to a deliberation in words: what is asked shows what is contested, and the outcome says what happened."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

import pytest
from tests.deliberation.table import NOON
from tests.deliberation.test_handwritten import sit

from foam.contest.challenge import Challenge, GateVerdict, Ground, Mislabelled, OutOfContext, SelectionBias
from foam.contest.foresee import ON_THE_REST
from foam.contest.job import ContestSpec, Heard, hear_challenge, load_file
from foam.contest.on_the_rest import find_borne_out
from foam.contest.preview import Preview, preview_challenge
from foam.contest.subject import DossierFile
from foam.contest.views.document import blocks
from foam.deliberation.cited import say_where
from foam.deliberation.claim import Claim, Judged
from foam.deliberation.compile import make_evidence_id
from foam.deliberation.dossier import EvidenceNode, ObjectionNode
from foam.deliberation.objection import EvaluatedObjection
from foam.deliberation.tellable import list_tellable
from foam.deliberation.views.words import describe_fate, describe_response
from foam.errors import Refused
from foam.evidence.document import Document
from foam.job.waiting import complete
from foam.model.cast import ROLES
from foam.model.handwritten import HandwrittenModel
from foam.model.question import Answer, Choose, Chosen, Label, Labelled, Question, Write, Written
from foam.model.scripted import ScriptedModel
from foam.paper import compose, render
from foam.record.entry import Decider
from foam.record.memory import MemoryStore

Names = Callable[[str], bool]
Forms = Mapping[str, Mapping[str, Any] | Callable[[Question], Mapping[str, Any]]]
"""What is said in acts, by their templates, or by what is asked; what is left out is left to the seed."""


class Judging:
    """The written answers, a judge that names what it is told to, and a writer for what nobody wrote an answer to."""

    def __init__(self, written: HandwrittenModel, names: Names, forms: Forms, same: bool = False) -> None:
        self.written = written
        self.same = same
        self.names = names
        self.forms = forms
        self.asked: list[Question] = []

    @property
    def decider(self) -> Decider:
        return self.written.decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        self.asked.append(question)
        if question.template.startswith("contest/") and isinstance(question, Choose):
            named = [one.id for one in question.options if self.names(one.text) or self.names(one.id)]
            why = f"{question.options[0].id} bears on it." if question.options else ""
            return Answer(reply=Chosen(ids=tuple(named[: question.at_most])), method="told", reasons=why)
        if question.template == "contest/support" and isinstance(question, Label):
            return Answer(reply=Labelled(label="neither"), method="told")
        if question.template == "deliberation/points" and isinstance(question, Choose):
            ids = tuple(one.id for one in question.options) if self.same else ()
            return Answer(reply=Chosen(ids=ids[: question.at_most]), method="told")
        if question.template in self.forms and isinstance(question, Write):
            given = self.forms[question.template]
            said = given(question) if callable(given) else given
            told = await ScriptedModel(writes=True).answer(question, seed=seed, complaint=complaint)
            assert isinstance(told.reply, Written)
            return told.model_copy(update={"reply": Written(fields={**told.reply.fields, **said})})
        try:
            return await self.written.answer(question, seed=seed, complaint=complaint)
        except Refused:
            return await ScriptedModel(writes=True).answer(question, seed=seed, complaint=complaint)


@cache
def file() -> DossierFile:
    table, _, result = sit()
    found = complete(load_file(table.store, result.run))
    assert isinstance(found, DossierFile)
    return found


def copy_record() -> MemoryStore:
    store = sit().table.store
    assert isinstance(store, MemoryStore)
    return store.copy()


def hear(
    node: str,
    ground: Ground,
    names: Names,
    forms: Forms = MappingProxyType({}),
    because: str = "That is not how it stands there.",
    same: bool = False,
    documents: Sequence[Document] = (),
    templates: tuple[str, ...] = ("contest/",),
    of: DossierFile | None = None,
    store: MemoryStore | None = None,
) -> tuple[Heard, list[Question]]:
    """The challenge, heard in `store` or a copy of the record, and what was asked by these templates.
    `of` is another file than the record gives, which no replay can give again."""
    table, model, result = sit()
    judge = Judging(model.inner, names, forms, same)
    tools = replace(table.tools, models=dict.fromkeys(ROLES, judge))
    brought = tuple(one.digest for one in documents)
    challenge = Challenge(node=node, ground=ground, because=because, brought=brought)
    spec = ContestSpec(**tools.describe(0), of=result.run, challenge=challenge)
    hearing = hear_challenge(
        spec, of or file(), tools, store=store or copy_record(), documents=documents, clock=lambda: NOON
    )
    heard = asyncio.run(hearing).view
    return heard, [one for one in judge.asked if one.template.startswith(templates)]


def after(heard: Heard) -> DossierFile:
    assert isinstance(heard.after, DossierFile)
    return heard.after


def foresee(node: str, ground: Ground) -> Preview:
    challenge = Challenge(node=node, ground=ground, because="That is not how it stands there.")
    return preview_challenge(file(), challenge, file().parts[node])


def narrowed_for_evidence() -> EvaluatedObjection:
    """An objection that cites something and for which alone its claim was put in narrower words."""
    return next(
        one
        for one in file().mediation.evaluated
        if one.objection.evidence and one.response and one.response.wording and _source_has_more(one)
    )


def _source_has_more(one: EvaluatedObjection) -> bool:
    table, _, _ = sit()
    document = table.corpus.document(one.objection.evidence[0].pointer.document)
    return len(document.ends) > len(one.objection.evidence)


def doubled() -> Claim:
    """A claim whose point another makes for the same value."""
    claims = file().claims
    return next(one for one in claims.values() if one.same_point_as and claims[one.same_point_as].value == one.value)


def test_a_sentence_that_is_challenged_is_shown_with_what_it_was_cited_for() -> None:
    objection = narrowed_for_evidence().objection
    cited = objection.evidence[0]
    _, asked = hear(make_evidence_id(cited.pointer), OutOfContext(), lambda _: False)
    statements = {one.statement for one in asked if isinstance(one, Choose)}
    claims = [one for one in file().claims.values() if cited in one.rests_on]
    assert objection.text in statements
    assert {one.text for one in claims} <= statements
    assert file().claims[objection.claim].parts.claim not in statements
    about = next(one.prompt for one in asked if isinstance(one, Choose) and one.statement == objection.text)
    assert file().claims[objection.claim].parts.claim in about
    assert cited.text in about


def test_reasons_are_told_with_the_words_of_what_was_offered_and_without_its_ids() -> None:
    cited = narrowed_for_evidence().objection.evidence[0]
    heard, asked = hear(make_evidence_id(cited.pointer), OutOfContext(), lambda _: False)
    shown = [one.options[0] for one in asked if isinstance(one, Choose) and one.options]
    told = " ".join(one.text for one in heard.outcome.reasons)
    assert shown
    for first in shown:
        assert f"Why: ““{' '.join(first.text.split()[:5])}" in told
    assert not re.search(r"“s\d+ ", told)


def test_the_rest_of_the_challenged_source_is_read_and_not_of_another_that_stands_beside_it() -> None:
    claim = next(one for one in file().claims.values() if len({ground.pointer.document for ground in one.rests_on}) > 1)
    for ground in claim.rests_on:
        document = sit().table.corpus.document(ground.pointer.document)
        rest = {document.sentence(n) for n in range(len(document.ends))}
        _, asked = hear(make_evidence_id(ground.pointer), OutOfContext(), lambda _: False)
        (shown,) = [one for one in asked if isinstance(one, Choose) and one.statement == claim.text]
        assert {option.text for option in shown.options} <= rest


def test_a_claim_has_its_words_back_when_the_objection_falls_for_which_it_was_narrowed() -> None:
    one = narrowed_for_evidence()
    heard, _ = hear(one.objection.id, OutOfContext(), lambda _: True)
    then, now = file().claims[one.objection.claim], after(heard).claims[one.objection.claim]
    assert then.text != then.parts.claim
    assert (now.text, now.wordings, now.rests_on) == (then.parts.claim, (), then.grounds)
    assert (now.qualifier, now.warrant, now.unless) == (
        then.parts.qualifier,
        then.parts.warrant,
        then.parts.rebuttal,
    )
    assert heard.outcome.locality.reuse >= 0.9


def test_an_objection_that_cites_more_is_scored_again_on_what_is_left() -> None:
    one = next(e for e in file().mediation.evaluated if len(e.objection.evidence) > 1 and _source_has_more(e))
    struck, *left = one.objection.evidence
    heard, _ = hear(make_evidence_id(struck.pointer), OutOfContext(), lambda _: True)
    now = after(heard).exchanges[one.objection.id]
    assert (now.objection.evidence, now.objection.lost, now.fell) == (tuple(left), (struck,), None)
    assert now.entries != one.entries
    assert any(f"Part of what {one.objection.id} cites" in told for told in heard.outcome.came_to)
    shown = foresee(make_evidence_id(struck.pointer), OutOfContext())
    assert "scored again on what else it cites" in {m.after for m in shown.could_change if m.claim == one.objection.id}
    assert one.objection.id in {asked.about for asked in shown.would_ask}
    assert heard.outcome.locality.asked <= shown.questions_at_most
    whole, _ = hear(one.objection.id, OutOfContext(), lambda _: True)
    assert one.objection.id not in {m.claim for m in foresee(one.objection.id, OutOfContext()).could_change}
    assert after(whole).exchanges[one.objection.id].fell is not None


@pytest.mark.parametrize("answers", ["for", "neither"])
def test_a_reply_that_cites_more_is_judged_again_on_what_is_left(answers: str) -> None:
    one = next(e for e in file().mediation.evaluated if e.response and len(e.response.evidence) > 1)
    assert one.response is not None
    struck, *left = one.response.evidence
    node, verdict = make_evidence_id(struck.pointer), {"answers": answers, "adequacy": 6.0}
    heard, _ = hear(node, OutOfContext(), lambda _: True, {"acts/exchange": verdict})
    now = after(heard).exchanges[one.objection.id]
    assert now.response is not None
    assert (now.scores, now.objection) == (one.scores, one.objection)
    shown = foresee(node, OutOfContext())
    assert one.response.id in {asked.about for asked in shown.would_ask}
    assert heard.outcome.locality.asked <= shown.questions_at_most
    told = " ".join(heard.outcome.came_to)
    if answers == "for":
        assert (now.response.evidence, now.response.lost, now.response.fell) == (tuple(left), (struck,), None)
        assert (now.response.adequacy, now.response.answers) == (6.0, True)
        assert f"Part of what {one.response.id} cites" in told
        assert struck not in after(heard).claims[one.objection.claim].defence
    else:
        assert now.response.fell is not None
        assert f"{one.response.id} no longer answers {one.objection.id}" in told


def rests_on_several() -> Claim:
    """A reason with several grounds, whose side did not narrow it."""
    return next(one for one in file().claims.values() if one.counts and not one.wordings and len(one.grounds) > 1)


def reply(move: str, claim: str = "") -> Forms:
    said = {"commits": "in part", "move": move, "text": "Then I hold what is left.", "claim": claim}
    return {"acts/reply": {**said, "ids": (), "grounds": (), "warrant": "", "unless": ""}}


def appraisal(claim: Claim, strength: float, *, bears_out: str = "yes", side: str = "") -> Forms:
    """What an evaluator finds of a claim as it now reads."""
    row = {"of": "a1", "because": "g1 says so.", "bears_out": bears_out, "side": side or claim.support.side}
    rest = {"condition": "", "strength": strength, "scheme": claim.scheme, "value": claim.value, "stated": "a fact"}
    return {"acts/appraisal": {"appraisals": ({**row, **rest},)}}


def strength(version: DossierFile, claim: str) -> float:
    return version.mediation.synthesis.sublation.standing(claim).strength


@pytest.mark.parametrize("ground", [OutOfContext(), SelectionBias()], ids=lambda one: one.kind)
def test_a_claim_that_loses_one_ground_is_put_anew_by_its_seat_on_what_is_left(ground: Ground) -> None:
    claim = rests_on_several()
    struck, *left = claim.grounds
    node = make_evidence_id(struck.pointer)
    forms = {**reply("qualify", left[0].text), **appraisal(claim, 3.0)}
    heard, _ = hear(node, ground, lambda _: True, forms)
    now = after(heard).claims[claim.id]
    assert now.support.strength == pytest.approx(0.3) != claim.support.strength
    assert (now.judged_before, now.support.side) == (
        Judged(scheme=claim.scheme, support=claim.support, labels=claim.labels, value=claim.value),
        claim.support.side,
    )
    assert "Appraised as it now reads it counts 3 of 10 by itself" in " ".join(heard.outcome.came_to)
    weights = [
        {row.seat: row.weight for row in one.mediation.synthesis.weights if row.claim == claim.id and row.weight}
        for one in (file(), after(heard))
    ]
    assert weights[1]
    assert all(weights[1][seat] < weights[0][seat] for seat in weights[1])
    # What was left out adds to the grounds: nobody found the challenged one untrue.
    kept = claim.grounds if isinstance(ground, SelectionBias) else tuple(left)
    assert (now.text, now.rests_on) == (left[0].text, kept)
    assert now.parts == claim.parts
    how = "by what was put against it" if isinstance(ground, SelectionBias) else "to what its other grounds bear out"
    told = " ".join(heard.outcome.came_to)
    assert f"“{claim.text.rstrip('.')}” ({claim.id}) was narrowed {how}: “{left[0].text}”" in told
    assert f"Its strength went from {strength(file(), claim.id):.2f} to {strength(after(heard), claim.id):.2f}." in told
    shown = foresee(node, ground)
    assert ("how the claim reads on what is left", claim.id) in {(one.what, one.about) for one in shown.would_ask}
    assert heard.outcome.locality.asked <= shown.questions_at_most


def test_a_claim_that_bears_on_nothing_as_it_now_reads_is_taken_back() -> None:
    claim = rests_on_several()
    struck, *left = claim.grounds
    forms = {**reply("qualify", left[0].text), **appraisal(claim, 0.0, side="neither")}
    heard, _ = hear(make_evidence_id(struck.pointer), SelectionBias(), lambda _: True, forms)
    assert any(f"({claim.id}) was taken back." in one for one in heard.outcome.came_to)
    assert after(heard).mediation.synthesis.sublation.standing(claim.id).place == "fallen"


def test_a_seat_may_give_up_a_claim_that_lost_one_of_its_grounds() -> None:
    claim = rests_on_several()
    heard, _ = hear(make_evidence_id(claim.ground.pointer), SelectionBias(), lambda _: True, reply("concede"))
    assert any(f"({claim.id}) was taken back." in one for one in heard.outcome.came_to)
    assert after(heard).mediation.synthesis.sublation.standing(claim.id).place == "fallen"


def test_where_nobody_writes_a_claim_is_cut_back_to_the_clause_that_is_borne_out() -> None:
    ferries = "Ferries may not moor in the inner harbour."
    pilots = "A pilot must be on board of every tanker."
    claim = "In the inner harbour ferries may not moor, and every tanker must have a pilot on board."
    assert find_borne_out(claim, [pilots], [ferries]) == "Every tanker must have a pilot on board."
    assert find_borne_out(claim, [ferries], [pilots]) == "In the inner harbour ferries may not moor."
    assert find_borne_out("Red, green, and blue boats were sold.", [pilots], [ferries]) == ""
    assert find_borne_out(claim, ["The quay is old."], [ferries, pilots]) == ""


def test_what_was_brought_against_an_objection_goes_with_it() -> None:
    one = next(
        e
        for e in file().mediation.evaluated
        if e.objection.evidence and e.response and e.response.answers and e.response.evidence and _source_has_more(e)
    )
    heard, _ = hear(one.objection.id, OutOfContext(), lambda _: True)
    claim = after(heard).claims[one.objection.claim]
    assert one.response is not None
    brought = {passage.pointer for passage in one.response.evidence}
    assert brought & {passage.pointer for passage in file().claims[claim.id].defence}
    assert not brought & {passage.pointer for passage in claim.defence}


def test_the_outcome_says_what_happened_and_not_that_a_claim_was_narrowed() -> None:
    one = narrowed_for_evidence()
    heard, _ = hear(one.objection.id, OutOfContext(), lambda _: True)
    dossier, told = after(heard).dossier, render(blocks(heard.outcome, heard.redline), "text").replace("\n  ", " ")
    node = dossier.find_node(one.objection.id)
    assert isinstance(node, ObjectionNode)
    assert (heard.outcome.move, node.materiality) == ("retract", one.materiality)
    assert "the claim was narrowed" not in told
    assert "fell with its evidence" in told
    assert file().claims[one.objection.claim].parts.claim in " ".join(heard.outcome.came_to)
    assert "not material" not in describe_fate(dossier, node)
    assert one.response is not None
    reply = dossier.find_node(one.response.id)
    assert reply is not None
    assert reply.kind == "response"
    assert "adequacy" not in describe_response(dossier, reply)
    assert "the claim now" not in describe_response(dossier, reply)
    (tellable,) = [each.text for each in list_tellable(after(heard).mediation) if one.objection.id in each.nodes]
    assert "found material" in tellable
    assert "It fell since" in tellable


def test_what_the_source_goes_on_to_say_stands_wherever_the_sentence_is_quoted() -> None:
    cited = narrowed_for_evidence().objection.evidence[0]
    heard, _ = hear(make_evidence_id(cited.pointer), OutOfContext(), lambda _: True)
    dossier = after(heard).dossier
    node = dossier.find_node(make_evidence_id(cited.pointer))
    assert isinstance(node, EvidenceNode)
    assert node.goes_on
    page = " ".join(render(compose(dossier).blocks, "text").split())
    said = dossier.find_node(node.goes_on[0])
    assert isinstance(said, EvidenceNode)
    assert said.verified
    pointer = cited.pointer.brief()
    quoted = page.count(f"— {cited.cite} {pointer}")
    assert quoted > 1
    says = [one.pointer for name in node.goes_on if isinstance(one := dossier.find_node(name), EvidenceNode)]
    where = say_where(cited.pointer, says)
    assert page.count(f"— {cited.cite} {pointer} T{where[1:]}: “{said.text}”") == quoted
    assert make_evidence_id(cited.pointer) not in dossier.facts
    assert make_evidence_id(cited.pointer) in {row.part for row in heard.redline}


def test_a_label_is_asked_with_claim_all_grounds_and_warrant_and_changes_the_whole_point() -> None:
    claim = doubled()
    head = file().claims[claim.same_point_as]
    value = next(one.id for one in file().pack.values if one.id != claim.value)
    heard, asked = hear(claim.id, Mislabelled(value=value), lambda text: text == value)
    assert [one.template for one in asked] == ["contest/label", "contest/label"]
    assert all(part in asked[0].prompt for part in (claim.text, claim.warrant, *(one.text for one in claim.rests_on)))
    now = after(heard).claims
    assert (now[claim.id].value, now[head.id].value) == (value, value)
    assert (now[head.id].support, now[claim.id].same_point_as) == (head.support, head.id)
    before, weights = (one.mediation.synthesis.weights for one in (file(), after(heard)))
    assert {row.value for row in weights if row.claim == head.id} == {value}
    assert before != weights
    assert "conceded" not in " ".join(heard.outcome.came_to)
    assert after(heard).exchanges.keys() == file().exchanges.keys()
    assert {claim.id, head.id} <= {row.part for row in heard.redline}


def test_a_redline_shows_what_a_reason_weighed_before_and_weighs_now() -> None:
    claim = doubled()
    value = next(each.id for each in file().pack.values if each.id != claim.value)
    heard, _ = hear(claim.id, Mislabelled(value=value), lambda text: text == value)
    then, now = ({(row.claim, row.seat): row.weight for row in one.dossier.weights} for one in (file(), after(heard)))
    moved = [(id, seat) for (id, seat), weight in now.items() if weight and then[id, seat] not in (0, weight)]
    assert moved
    rows = {row.part: row.steps for row in heard.redline}
    for id, seat in moved:
        assert f"{then[id, seat]:.3f}" in " ".join(step.source for step in rows[id])
        assert f"{now[id, seat]:.3f}" in " ".join(step.quote for step in rows[id])


def test_support_is_asked_again_of_the_claim_as_it_now_reads_on_all_it_rests_on() -> None:
    claim = next(one for one in file().claims.values() if one.wordings and one.counts)
    heard, asked = hear(claim.id, GateVerdict(), lambda _: False)
    shown = (claim.text, claim.warrant, *(one.text for one in claim.rests_on))
    assert asked
    assert all(part in one.prompt for one in asked for part in shown)
    dossier = after(heard).dossier
    over = [one for one in dossier.nodes if isinstance(one, ObjectionNode) and one.claim == claim.id]
    assert over
    assert all("conceded" not in describe_fate(dossier, one) for one in over)


def test_nobody_is_said_to_have_conceded_to_a_challenge() -> None:
    plain = (one for one in file().claims.values() if one.counts and not one.wordings and len(one.grounds) > 1)
    claim = next(one for one in plain if one.narrowed)
    heard, _ = hear(claim.id, OutOfContext(), lambda _: True)
    dossier = after(heard).dossier
    (node,) = [one for one in dossier.nodes if isinstance(one, ObjectionNode) and one.id.startswith("challenge-")]
    assert describe_fate(dossier, node).startswith("sustained")
    assert "1 challenge to it was sustained since." in dossier.summary
    seats = sum(not one.objection.by_challenge for one in after(heard).mediation.evaluated)
    assert f"{seats} objections were raised" in " ".join(dossier.summary)
    (told,) = [each.text for each in list_tellable(after(heard).mediation) if node.id in each.nodes]
    assert told.startswith("A challenge from outside the table, by anyone: ")
    assert "by the evaluator" not in told
    assert claim.qualifier == "in some cases"
    assert f"({claim.id}) keeps its words and stays held in some cases" in " ".join(heard.outcome.came_to)
    assert "narrowed" not in describe_fate(dossier, node)


def test_a_dry_run_foresees_what_is_asked_and_what_changes() -> None:
    one, claim = narrowed_for_evidence(), doubled()
    value = next(each.id for each in file().pack.values if each.id != claim.value)
    kinds: list[tuple[str, Ground, Names]] = [
        (one.objection.id, OutOfContext(), lambda _: True),
        (claim.id, Mislabelled(value=value), lambda text: text == value),
    ]
    for node, ground, names in kinds:
        shown = foresee(node, ground)
        heard, asked = hear(node, ground, names)
        assert len(asked) <= heard.outcome.locality.asked <= shown.questions_at_most <= len(asked) + 2
        foreseen = {move.claim: move for move in shown.could_change}
        places = after(heard).mediation.synthesis.sublation
        assert foreseen
        assert all(places.standing(id).place == move.after for id, move in foreseen.items())
        assert all(move.changes or move.before != move.after for move in foreseen.values())
    given_back = next(iter(foresee(one.objection.id, OutOfContext()).could_change))
    assert file().claims[one.objection.claim].parts.claim in " ".join(given_back.changes)


def test_a_dry_run_gives_the_figures_of_a_claim_that_is_appraised_anew_as_the_worst_case() -> None:
    claim = next(one for one in file().mediation.reasons if one.voice == "written" and len(one.rests_on) > 1)
    shown = foresee(make_evidence_id(claim.rests_on[0].pointer), OutOfContext())
    (moves,) = [one for one in shown.could_change if one.claim == claim.id]
    assert (moves.before, moves.after) == (ON_THE_REST, ON_THE_REST)
    assert moves.changes
    assert all(one.startswith("at worst ") for one in moves.changes)
    assert f"({claim.id}): {ON_THE_REST}; at worst " in render(compose(shown).blocks, "text").replace("\n  ", " ")
    assert all(one.after.startswith("at worst: ") for one in shown.could_change if one.claim == "outcome")
