"""Evidence challenges: the judge names sentences, code rules, and only what depended on them is asked again."""

from __future__ import annotations

import pytest
from tests.contest.hall import Hall, deliberation, everything, judging, nothing, shared
from tests.deliberation.reading import reading
from tests.deliberation.table import Table

from foam.argument.scheme import require_scheme
from foam.contest.brought import cite_by_head
from foam.contest.challenge import (
    Ground,
    Misquotation,
    OutOfContext,
    Relevance,
    SelectionBias,
    StaleSource,
    WarrantInvalid,
)
from foam.contest.job import Heard
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim
from foam.deliberation.compile import make_evidence_id
from foam.deliberation.dossier import ClaimNode, EvidenceNode, ObjectionNode, ResponseNode
from foam.deliberation.views.words import describe_fate
from foam.evidence.document import Citation, Document, Origin, make_document
from foam.model.question import Answer, Chosen, Labelled, Scored
from foam.model.scripted import Call, Said, ScriptedModel, by_template

NOT_CITED = "not cited"


def _claim(hall: Hall, place: str = "core") -> Claim:
    """A claim that stands for everyone."""
    standing = hall.dossier.mediation.synthesis.sublation
    return next(one for one in hall.plain_claims() if standing.standing(one.id).place == place)


def _after(heard: Heard) -> DossierFile:
    assert isinstance(heard.after, DossierFile)
    return heard.after


def _node(heard: Heard, id: str) -> ClaimNode:
    node = _after(heard).dossier.find_node(id)
    assert isinstance(node, ClaimNode)
    return node


def brought(text: str, *, author: str = "Ann Onym", title: str = "Note", published: str = "2026-01-01") -> Document:
    citation = Citation(author=author, title=title, published=published)
    return make_document(text, origin=Origin(file="brought.txt", format="text", importer="text-1"), citation=citation)


def test_a_sentence_that_is_not_named_is_swapped_for_one_that_is() -> None:
    hall = shared()
    claim = _claim(hall)
    heard = hall.challenge(claim.id, Relevance(), script=judging(lambda s, _: s != claim.ground.text))
    outcome = heard.outcome
    assert (outcome.disposition, outcome.move, outcome.revised) == ("sustained", "swap", True)
    assert _node(heard, claim.id).place == "fallen"
    new = [one for one in _after(heard).claims.values() if one.id not in hall.dossier.claims]
    assert [one.parts.claim for one in new] == [claim.parts.claim]
    assert new[0].ground.text != claim.ground.text


def test_where_nothing_is_named_the_claim_is_taken_back() -> None:
    hall = shared()
    claim = _claim(hall)
    heard = hall.challenge(claim.id, Relevance(), "Off the point.", script=judging(nothing))
    assert (heard.outcome.disposition, heard.outcome.move) == ("sustained", "retract")
    assert heard.outcome.locality.asked == 1
    assert _node(heard, claim.id).place == "fallen"
    assert _node(heard, claim.id).accepted_by == ()


def test_a_challenge_enters_the_graph_as_an_objection_and_keeps_its_words() -> None:
    hall = shared()
    claim = _claim(hall)
    heard = hall.challenge(claim.id, Relevance(), "Off the point, I say.", script=judging(nothing))
    (objection,) = [
        n for n in _after(heard).dossier.nodes if isinstance(n, ObjectionNode) and n.raised_by == ("anyone",)
    ]
    assert (objection.claim, objection.text, objection.materiality) == (claim.id, "Off the point, I say.", 10.0)
    assert objection.fate.type == "answered"


@pytest.mark.parametrize(
    "ground", [Relevance(), OutOfContext(), SelectionBias(), WarrantInvalid()], ids=lambda g: g.kind
)
def test_a_challenge_that_is_answered_changes_nothing(ground: Ground) -> None:
    hall = shared()
    claim = _claim(hall)
    names = everything if ground.kind == "relevance" else nothing
    heard = hall.challenge(claim.id, ground, f"Unfounded {ground.kind}.", script=judging(names))
    assert (heard.outcome.disposition, heard.outcome.move) == ("rejected", "rebut")
    assert heard.after is heard.before
    assert heard.outcome.locality.changed == ()
    assert all(reason.cites for reason in heard.outcome.reasons)


@pytest.mark.parametrize("ground", [OutOfContext(), SelectionBias(), WarrantInvalid()], ids=lambda g: g.kind)
def test_evidence_the_other_way_narrows_the_claim_and_stands_beside_it(ground: Ground) -> None:
    hall = shared()
    claim = _claim(hall)
    heard = hall.challenge(claim.id, ground, f"There is more: {ground.kind}.", script=judging(everything))
    assert (heard.outcome.disposition, heard.outcome.move, heard.outcome.locality.asked) == ("sustained", "qualify", 1)
    assert _node(heard, claim.id).qualifier == "in some cases"
    assert len(_after(heard).dossier.nodes) > len(hall.dossier.dossier.nodes)


def test_context_is_that_of_the_cited_source_alone_and_the_challenged_sentence_has_its_place_in_it() -> None:
    hall = shared()
    claim = _claim(hall)
    hall.challenge(claim.id, OutOfContext(), "Read on.", script=judging(nothing))
    (asked,) = [call.question for call in hall.model.calls]
    document = next(d for d in hall.table.pack.documents() if d.id == claim.ground.pointer.document)
    assert {option.text for option in asked.options} <= {document.sentence(n) for n in range(len(document.ends))}  # type: ignore[union-attr]
    assert claim.ground.text not in {option.text for option in asked.options}  # type: ignore[union-attr]
    assert asked.template == "contest/context"
    assert f"“{claim.ground.text}”" in asked.prompt.partition("The sentence that is challenged:")[2]
    before = document.sentence(claim.ground.pointer.sentence - 1)
    ids = {option.text: option.id for option in asked.options}  # type: ignore[union-attr]
    assert f"challenged sentence: after {ids[before]}" in asked.prompt


def test_whoever_judges_a_warrant_sees_the_whole_step() -> None:
    hall = shared()
    claim = _claim(hall)
    pressed = require_scheme(claim.scheme).questions[-1]
    ground = WarrantInvalid(question=pressed.id)
    hall.challenge(claim.id.replace("claim-", "warrant-"), ground, "It does not follow.", script=judging(nothing))
    (asked,) = [call.question for call in hall.model.calls]
    assert asked.template == "contest/warrant"
    shown = (hall.dossier.mediation.motion.affirmed, claim.text, claim.ground.text, claim.warrant, pressed.text)
    assert [one for one in shown if one not in asked.prompt] == []
    assert "It does not follow." not in asked.prompt
    assert "though true, do not carry the claim" in asked.prompt


def test_selection_bias_offers_counter_evidence_at_once() -> None:
    hall = shared()
    claim = _claim(hall)
    heard = hall.challenge(claim.id, SelectionBias(), "What of the rest?", script=judging(nothing))
    assert len(heard.outcome.counter_evidence) > 5
    assert claim.ground.pointer not in {passage.pointer for passage in heard.outcome.counter_evidence}


def test_a_document_that_is_brought_is_offered_cited_and_replayed() -> None:
    hall = deliberation()
    # The longest claim: a letter that repeats a single word would not be among the sentences that a search offers.
    claim = max(hall.plain_claims(), key=lambda one: len(one.parts.claim))
    letter = brought(f"The ministry has withdrawn this: {claim.parts.claim} It no longer holds.")
    heard = hall.challenge(
        claim.id, SelectionBias(), "I bring a letter.", documents=[letter], script=judging(lambda s, _: "ministry" in s)
    )
    assert heard.outcome.disposition == "sustained"
    cited = [n for n in _after(heard).dossier.nodes if isinstance(n, EvidenceNode) and n.pointer.document == letter.id]
    assert [node.verified for node in cited] == [True]
    assert hall.version(heard.run).dossier == _after(heard).dossier  # type: ignore[union-attr]


def test_an_objections_own_evidence_can_be_challenged_away() -> None:
    hall = shared()
    objection = next(one for one in hall.dossier.exchanges.values() if one.material and one.objection.evidence)
    heard = hall.challenge(objection.objection.id, Relevance(), "It proves nothing.", script=judging(nothing))
    node = _after(heard).dossier.find_node(objection.objection.id)
    assert isinstance(node, ObjectionNode)
    assert (heard.outcome.disposition, node.materiality, node.fell) == ("sustained", objection.materiality, True)
    assert (node.fate.type, describe_fate(_after(heard).dossier, node)) == ("answered", "fell with its evidence")
    assert objection.objection.id not in _after(heard).uses


def _rebuts(call: Call) -> Said | None:
    """Every objection is material, and every one is rebutted well."""
    return by_template(
        {
            "deliberation/materiality": Scored(score=8.0),
            "deliberation/response": Chosen(ids=("rebut",)),
            "deliberation/answers": Labelled(label="for"),
            "deliberation/adequacy": Scored(score=9.0),
        }
    )(call)


def test_a_replys_own_evidence_can_be_challenged_away() -> None:
    read = reading(Table().pack.sample_question)
    table = Table(ScriptedModel(lambda call: _rebuts(call) or read(call)))
    hall = Hall(table, table.deliberate().run)
    exchange = next(e for e in hall.dossier.exchanges.values() if e.response and e.response.evidence)
    assert exchange.response
    heard = hall.challenge(exchange.response.id, Relevance(), "It answers nothing.", script=judging(nothing))
    reply = _after(heard).dossier.find_node(exchange.response.id)
    objection = _after(heard).dossier.find_node(exchange.objection.id)
    assert isinstance(reply, ResponseNode)
    assert isinstance(objection, ObjectionNode)
    assert (heard.outcome.disposition, reply.adequacy) == ("sustained", 0.0)
    assert objection.fate.type in ("dissent", "condition")


def test_code_finds_a_quotation_that_stands_and_asks_no_model() -> None:
    hall = shared()
    heard = hall.challenge(_claim(hall).id, Misquotation(), "Not their words.")
    assert (heard.outcome.disposition, hall.model.calls) == ("rejected", [])
    assert "exact" in heard.outcome.reasons[0].text


@pytest.mark.parametrize(
    ("published", "figure", "disposition"),
    [("2027-01-01", "999", "sustained"), ("1999-01-01", "999", "rejected"), ("2027-01-01", "", "rejected")],
    ids=["later and other", "earlier", "later and the same"],
)
def test_a_later_edition_supersedes_only_if_it_says_otherwise(published: str, figure: str, disposition: str) -> None:
    hall = shared()
    claim = next(one for one in hall.plain_claims() if any(map(str.isdigit, one.ground.text)))
    source = next(d for d in hall.table.pack.documents() if d.id == claim.ground.pointer.document)
    digits = "".join(figure if char.isdigit() and figure else char for char in claim.ground.text)
    later = brought(f"{digits} So it is now.", author=source.citation.author, title="New", published=published)
    heard = hall.challenge(claim.id, StaleSource(), f"Superseded {published} {figure}.", documents=[later])
    assert heard.outcome.disposition == disposition


@pytest.mark.parametrize("ground", [Relevance(), OutOfContext(), SelectionBias()])
def test_the_reasons_of_whoever_judged_stand_in_the_outcome(ground: Ground) -> None:
    hall = shared()
    claim = _claim(hall)
    plain = judging(nothing)

    def with_reasons(call: Call) -> Said | None:
        said = plain(call)
        return (
            Answer(reply=said, method="scripted", reasons="It speaks of another year.")
            if isinstance(said, Chosen)
            else None
        )

    heard = hall.challenge(claim.id, ground, "It is about something else.", script=with_reasons)
    assert any("Why: “It speaks of another year.”" in reason.text for reason in heard.outcome.reasons)


@pytest.mark.parametrize(
    ("head", "author", "same_title", "disposition"),
    [
        ("", "", True, "sustained"),
        ("It replaces the earlier paper", "", True, "sustained"),
        ("", "the same", False, "for a person"),
        ("", "", False, "rejected"),
        ("3 January 1999", "", True, "rejected"),
    ],
    ids=["same title, another figure", "says so", "same author, no date", "of nobody we know", "dated earlier"],
)
def test_where_a_date_is_lacking_a_correction_is_later_and_all_else_is_left_open(
    head: str, author: str, same_title: bool, disposition: str
) -> None:
    hall = deliberation()
    claim = next(one for one in hall.plain_claims() if any(map(str.isdigit, one.ground.text)))
    source = next(d for d in hall.table.pack.documents() if d.id == claim.ground.pointer.document)
    digits = "".join("9" if char.isdigit() else char for char in claim.ground.text)
    title = source.citation.title if same_title else "Another paper"
    paper = cite_by_head(
        brought(
            f"{title}\n\n{head}\n\n{digits}\n\nSo it is now.",
            author=source.citation.author if author else "",
            title=title,
            published="",
        )
    )
    heard = hall.challenge(claim.id, StaleSource(), f"Superseded {head}.", documents=[paper])
    assert heard.outcome.disposition == disposition
    told = [one.text for one in heard.outcome.reasons]
    assert len(told) == len(set(told))
    assert any("cannot be told which is the later" in one for one in told) == (disposition == "for a person")
    assert any(f"Brought was “{title}”" in one for one in told) == (disposition == "rejected")
    if disposition == "rejected":
        why = "it is the earlier of the two" if same_title else "neither its author nor its title is the same"
        assert any(why in one for one in told)


@pytest.mark.parametrize(
    ("title", "figure", "disposition"),
    [("brought", "19", "for a person"), ("brought", "14", "rejected"), ("A report of its own", "19", "rejected")],
    ids=["says nowhere what it is", "the same figure", "has a title"],
)
def test_of_a_file_that_says_nowhere_what_it_is_a_person_says_whether_another_corrects_it(
    title: str, figure: str, disposition: str
) -> None:
    """The file comes by a first challenge, called by its own name as a library's would be; a second corrects it."""
    hall = deliberation()
    said = "The ministry counted 14 offices in the country in which nothing of this is so."
    bare = brought(f"{said} It asked all of them.", author="", title=title, published="")
    first = hall.challenge(
        _claim(hall).id, SelectionBias(), script=judging(lambda sentence, _: sentence == said), documents=[bare]
    )
    node = make_evidence_id(bare.pointer(0))
    paper = brought(said.replace("14", figure), author="The ministry", title="Offices, corrected")
    heard = hall.challenge(node, StaleSource(), "It was corrected.", of=first.run, documents=[paper])
    told = " ".join(one.text for one in heard.outcome.reasons)
    assert heard.outcome.disposition == disposition
    if disposition == "for a person":
        assert "in which no title, author or date was read" in told
        assert "“Offices, corrected” (2026-01-01)" in told
        assert any("a later edition of what is cited" in one for one in heard.outcome.look_at)
    else:
        assert "--kind selection_bias" in told
