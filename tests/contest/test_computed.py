"""A computed fact is challenged at each of its inputs: it is worked out again without the sentence that fell."""

from __future__ import annotations

from dataclasses import replace

from tests.contest.hall import Hall, deliberation, judging, nothing, shared
from tests.contest.test_evidence_challenges import _after, brought
from tests.deliberation.reading import reading
from tests.deliberation.table import Table

from foam.contest.amend import PutClaim, suppose_mediation
from foam.contest.challenge import ArithmeticSlip, Misquotation, Relevance, StaleSource
from foam.contest.job import Heard
from foam.deliberation.claim import Claim
from foam.deliberation.compile import make_evidence_id
from foam.deliberation.verify import verify_dossier
from foam.evidence.computed import WithComputed
from foam.evidence.corpus import Passage
from foam.model.question import Scored
from foam.model.scripted import Call, Said, ScriptedModel, by_template


def _settling(hall: Hall) -> Claim:
    """The computed fact that settles the question."""
    return next(claim for claim in hall.dossier.mediation.reasons if claim.settles)


def _struck(hall: Hall, source: Passage, of: str = "", because: str = "This is not what it was read for.") -> Heard:
    node = make_evidence_id(source.pointer)
    return hall.challenge(node, Relevance(), because, script=judging(nothing), of=of)


def test_every_source_of_a_computed_fact_can_be_pointed_at_and_says_what_it_was_read_for() -> None:
    hall = deliberation()
    claim = _settling(hall)
    uses = hall.dossier.uses[claim.id]
    assert {use.passages[0].pointer for use in uses} == {source.pointer for source in claim.sources}
    assert all(use.sought for use in uses)
    assert {make_evidence_id(source.pointer) for source in claim.sources} <= hall.file.parts.keys()


def test_without_one_of_its_sources_a_fact_comes_out_otherwise_or_lacks_something() -> None:
    hall = deliberation()
    before = {one.pointer for one in _settling(hall).sources}
    changed = 0
    for source in _settling(hall).sources:
        heard = _struck(hall, source)
        after = _after(heard)
        assert heard.outcome.disposition == "sustained"
        assert after.struck == (source.pointer,)
        facts = after.mediation.findings
        assert all(source.pointer not in {one.pointer for one in fact.sources} for fact in facts)
        gone = [c for c in hall.dossier.claims.values() if c.computed and c.ground.pointer not in after.computed]
        standing = after.mediation.synthesis.sublation
        assert all(standing.standing(one.id).place == "fallen" for one in gone if one.is_reason)
        changed += bool(gone)
        assert not {one.id for one in gone} & {*after.mediation.synthesis.recommendation.settled_by}
    assert changed == len(before)


def test_a_rule_that_is_struck_leaves_the_question_open_and_says_what_is_missing() -> None:
    first = shared()
    question, fact = first.table.pack.sample_question, _settling(first).ground.text
    read = reading(question, lambda text: "for" if text == fact or "is eligible" in text else "against")
    calm = by_template({"deliberation/materiality": Scored(score=1.0)})

    def said(call: Call) -> Said | None:
        """Nobody's objection is material, so that what settles the question stands."""
        return calm(call) or read(call)

    table = Table(ScriptedModel(said))
    hall = Hall(table, table.deliberate().run)
    source = next(one for one in _settling(hall).sources if one.text.startswith("Section 12(d)"))
    script = judging(nothing)
    node = make_evidence_id(source.pointer)
    heard = hall.challenge(node, Relevance(), "Repealed.", script=lambda call: script(call) or said(call))
    after = _after(heard).mediation.synthesis.recommendation
    assert hall.dossier.mediation.synthesis.recommendation.basis == "settled"
    assert (after.outcome, after.basis) == ("not shown", "lacking")
    assert any("deduction" in what for one in _after(heard).dossier.missing for what in one.missing)


def test_what_was_struck_stays_out_of_later_versions_and_both_can_be_replayed() -> None:
    hall = deliberation()
    first, second = _settling(hall).sources[:2]
    one = _struck(hall, first)
    two = _struck(hall, second, of=one.run, because="Nor is this.") if _uses(one, second) else None
    last = two or one
    after = _after(last)
    assert first.pointer in after.struck
    assert hall.version(last.run).view == after.dossier
    corpus = WithComputed(hall.table.corpus, after.mediation.computed)
    limits, store = hall.table.pack.limits, hall.table.store
    report = verify_dossier(after.dossier, corpus=corpus, limits=limits, store=store, run=last.run)
    assert report.failures == ()


def _uses(heard: Heard, source: Passage) -> bool:
    return make_evidence_id(source.pointer) in _after(heard).uses


def test_a_source_that_holds_what_was_read_in_it_is_upheld() -> None:
    hall = deliberation()
    source = _settling(hall).sources[0]
    node = make_evidence_id(source.pointer)
    heard = hall.challenge(node, Relevance(), "Is it?", script=judging(lambda s, _: s == source.text))
    assert (heard.outcome.disposition, heard.after) == ("rejected", heard.before)
    heard = hall.challenge(node, Misquotation(), "Not their words.")
    assert (heard.outcome.disposition, hall.model.calls) == ("rejected", [])


def _read_otherwise(hall: Hall, source: Passage) -> Heard:
    """A later edition gives another limit."""
    document = next(one for one in hall.table.pack.documents() if one.id == source.pointer.document)
    text = source.text.replace("1,215", "900")
    cited = document.citation
    later = brought(text, author=cited.author, title=cited.title, published="2025-01-01")
    later = later.model_copy(
        update={"facets": document.facets, "citation": cited.model_copy(update={"published": "2025-01-01"})}
    )
    return hall.challenge(make_evidence_id(source.pointer), StaleSource(), "There is a new limit.", documents=[later])


def test_a_later_edition_of_a_source_is_read_in_its_place() -> None:
    hall = deliberation()
    claim = _settling(hall)
    source = next(one for one in claim.sources if one.text.startswith("Section 9(b)"))
    heard = _read_otherwise(hall, source)
    after = _after(heard)
    assert heard.outcome.disposition == "sustained"
    assert source.pointer in after.struck
    assert claim.ground.pointer not in after.computed
    assert any("limit of 900.00" in one.passage.text for one in after.mediation.findings)


def test_what_made_the_point_of_a_fact_stands_for_it_on_the_corrected_figure_where_the_fact_falls() -> None:
    hall = deliberation()
    claim = _settling(hall)
    source = next(one for one in claim.sources if one.text.startswith("Section 9(b)"))
    given = [one.objection.claim for one in hall.dossier.mediation.evaluated if one.granted and one.granted.gives_up]
    other = next(one for one in hall.plain_claims() if one.direction == claim.direction and one.id not in given)
    twin = other.model_copy(update={"grounds": (source,), "same_point_as": claim.id})
    mediation = suppose_mediation(hall.dossier.mediation, [PutClaim(claim=twin)])
    hall._files[hall.run] = replace(hall.dossier, mediation=mediation)
    after = _after(_read_otherwise(hall, source))
    read = [one for one in after.claims.values() if not one.computed]
    (anew,) = [one for one in read if any("900" in ground.text for ground in one.grounds)]
    assert anew.text == twin.text
    assert not anew.same_point_as
    assert after.mediation.synthesis.sublation.standing(claim.id).place == "fallen"
    # In its old words it is taken back, and nothing more is put to it.
    over, before = (
        [one for one in version.mediation.evaluated if one.objection.claim == twin.id]
        for version in (after, hall.dossier)
    )
    assert [one for one in over if not one.objection.by_challenge] == before


def test_the_figures_of_a_fact_are_worked_out_again_and_those_of_prose_are_for_a_person() -> None:
    hall = deliberation()
    fact, plain = _settling(hall), hall.plain_claims()[0]
    stands = hall.challenge(fact.id, ArithmeticSlip(), "4 × 4 is not 16.")
    assert (stands.outcome.disposition, hall.model.calls) == ("rejected", [])
    forged = fact.ground.model_copy(update={"pointer": fact.ground.pointer.model_copy(update={"document": "0" * 64})})
    mediation = suppose_mediation(
        hall.dossier.mediation, [PutClaim(claim=fact.model_copy(update={"grounds": (forged,)}))]
    )
    said = hall.challenge(plain.id, ArithmeticSlip(), "It does not add up.")
    assert (said.outcome.disposition, said.after) == ("for a person", said.before)
    hall._files[hall.run] = replace(hall.dossier, mediation=mediation)
    assert hall.challenge(fact.id, ArithmeticSlip(), "It does not add up.").outcome.disposition == "sustained"


def test_nine_tenths_of_the_entries_stand_when_a_fact_is_worked_out_again() -> None:
    hall = deliberation()
    for source in _settling(hall).sources[:3]:
        assert _struck(hall, source).outcome.locality.reuse >= 0.9
