"""Facts nobody disputes: what a party says of its own matter is none until somebody else says it, or both sides do."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from tests.deliberation.table import Table
from tests.job.sessions import session_with

from foam.argument.scheme import load_schemes
from foam.deliberation.disputed import find_disputed
from foam.deliberation.objection import Response
from foam.deliberation.told_otherwise import tells_otherwise
from foam.deliberation.undisputed import asks_for_something, is_assertion, list_said, list_undisputed
from foam.evidence.corpus import ListedCorpus, Passage, make_passages
from foam.evidence.document import Origin, make_document
from foam.perspective.policy import Source
from foam.text.pointer import Pointer


def _passage(text: str) -> Passage:
    return Passage(pointer=Pointer(document="0" * 64, sentence=0), text=text, cite="")


@pytest.mark.parametrize(
    ("text", "kind", "asserted"),
    [
        ("The weir would cost 90,000 marks.", "statement", True),
        ("The weir would cost 90,000 marks.", "campaign flyer", True),
        ("The weir would cost 90,000 marks.", "audit", False),
        ("The weir would cost 90,000 marks.", "", False),
        ("We paid 90,000 marks for the weir.", "report", True),
        ("The anglers claim that the weir would cost 90,000 marks.", "report", True),
        ("According to the mill, the weir leaks.", "article", True),
        ("Most surveys support the view that the weir leaks.", "report", True),
        ("The US paid 90,000 marks for the weir.", "report", False),
        ("The survey puts the level at two metres.", "survey", False),
    ],
)
def test_an_assertion_is_told_by_its_source_and_its_words(text: str, kind: str, asserted: bool) -> None:
    assert is_assertion(_passage(text), Source(kind=kind)) is asserted


def test_an_authority_that_writes_a_letter_is_no_party() -> None:
    assert not is_assertion(_passage("The weir is closed."), Source(kind="letter", official=True))


FACT = Passage(pointer=Pointer(document="1" * 64, sentence=0), text="The weir would cost 90,000 marks.", cite="")
SAME = Passage(pointer=Pointer(document="2" * 64, sentence=0), text="The price of the weir is 90,000 marks.", cite="")


def _claim(
    name: str, ground: Passage, *seats: str, same_point_as: str = "", direction: str = "affirmed", text: str = ""
) -> Any:
    return SimpleNamespace(
        id=name,
        parts=SimpleNamespace(claim=text or ground.text),
        direction=direction,
        defence=(),
        ground=ground,
        grounds=(ground,),
        sources=(),
        faulted=(),
        stated="a fact",
        computed="",
        same_point_as=same_point_as,
        brought_by=seats,
    )


def _list_facts(
    *claims: Any,
    kinds: tuple[str, str] = ("statement", "audit"),
    evaluated: tuple[Any, ...] = (),
    unsigned: tuple[str, ...] = (),
    disputed: frozenset[Pointer] = frozenset(),
    said: bool = False,
    core: tuple[str, ...] = ("claim-1",),
) -> tuple[Pointer, ...]:
    """What is listed as undisputed; with `said`, what of it only somebody concerned says."""
    documents = (FACT.pointer.document, SAME.pointer.document)
    mediation: Any = SimpleNamespace(
        claims=claims,
        conflicts=(),
        corrected=(),
        read_on={},
        unverified=frozenset(),
        evaluated=evaluated,
        disputed=disputed,
        drafts=[
            SimpleNamespace(seat=seat, position=SimpleNamespace(direction=direction))
            for seat, direction in (("miller", "affirmed"), ("angler", "denied"))
        ],
        sources={
            name: Source(kind=kind, **({"role": "unknown", "signed": False} if name in unsigned else {}))
            for name, kind in zip(documents, kinds, strict=True)
        },
        synthesis=SimpleNamespace(sublation=SimpleNamespace(consensus_core=core), examined=("claim-1",)),
    )
    return list_said(mediation, list_undisputed(mediation)) if said else list_undisputed(mediation)


def test_a_party_s_figure_is_no_fact_that_nobody_disputes() -> None:
    assert _list_facts(_claim("claim-1", FACT, "miller")) == ()
    assert _list_facts(_claim("claim-1", FACT, "miller"), kinds=("audit", "audit")) == (FACT.pointer,)


def test_it_is_one_where_another_kind_of_source_says_it_too() -> None:
    first, again = _claim("claim-1", FACT, "miller"), _claim("claim-2", SAME, "miller", same_point_as="claim-1")
    assert _list_facts(first, again) == (FACT.pointer,)
    assert _list_facts(first, again, kinds=("statement", "petition")) == ()


def test_it_is_one_where_both_sides_rest_on_it() -> None:
    assert _list_facts(_claim("claim-1", FACT, "miller", "angler")) == (FACT.pointer,)


def _object(
    question: str,
    *,
    material: bool = True,
    evidence: tuple[Passage, ...] = (),
    move: str = "",
    aimed_at: tuple[Pointer, ...] = (),
    grants_grounds: bool = False,
    warrant: str = "",
) -> Any:
    response = Response(id="response-1", seat="miller", move=move, warrant=warrant, entry="") if move else None
    objection = SimpleNamespace(
        claim="claim-1",
        question=question,
        evidence=evidence,
        raised_by=("angler",),
        aimed_at=aimed_at,
        grants_grounds=grants_grounds,
    )
    return SimpleNamespace(objection=objection, strikes=material, response=response)


@pytest.mark.parametrize(
    ("evidence", "move", "listed"),
    [((SAME,), "qualify", False), ((SAME,), "concede", False), ((SAME,), "rebut", True), ((), "qualify", True)],
)
def test_what_was_narrowed_by_the_evidence_of_an_objection_is_disputed(
    evidence: tuple[Passage, ...], move: str, listed: bool
) -> None:
    question = next(one.id for scheme in load_schemes() for one in scheme.questions if one.attacks == "warrant")
    struck = _object(question, evidence=evidence, move=move)
    found = _list_facts(_claim("claim-1", FACT, "miller"), kinds=("audit", "audit"), evaluated=(struck,))
    assert found == ((FACT.pointer,) if listed else ())


@pytest.mark.parametrize("part", ["warrant", "conclusion"])
@pytest.mark.parametrize("move", ["qualify", "concede"])
def test_a_fact_stays_where_only_the_step_from_it_or_what_is_concluded_is_contested(part: str, move: str) -> None:
    question = next(one.id for scheme in load_schemes() for one in scheme.questions if one.attacks == part)
    claim = _claim("claim-1", FACT, "miller", text="The county cannot afford what the anglers ask for.")
    struck = _object(question, evidence=(SAME,), move=move)
    for core in (("claim-1",), ()):  # whether the claim stands all the same, or fell
        assert _list_facts(claim, kinds=("audit", "audit"), evaluated=(struck,), core=core) == (FACT.pointer,)
    assert _list_facts(claim, kinds=("audit", "audit"), core=()) == ()
    doubted = _object(_premise(), evidence=(SAME,), move=move)
    assert _list_facts(claim, kinds=("audit", "audit"), evaluated=(struck, doubted), core=()) == ()


def _premise() -> str:
    return next(one.id for scheme in load_schemes() for one in scheme.questions if one.attacks == "premise")


def test_a_fact_stays_where_a_challenge_grants_it_or_the_warrant_alone_was_narrowed() -> None:
    claim = _claim("claim-1", FACT, "miller")
    granted = _object(_premise(), evidence=(SAME,), move="concede", grants_grounds=True)
    assert _list_facts(claim, kinds=("audit", "audit"), evaluated=(granted,), core=()) == (FACT.pointer,)
    question = next(one.id for scheme in load_schemes() for one in scheme.questions if one.attacks == "warrant")
    step = _object(question, evidence=(SAME,), move="qualify", warrant="Because it does so in winter.")
    assert _list_facts(claim, kinds=("audit", "audit"), evaluated=(step,)) == (FACT.pointer,)


def test_a_challenge_to_one_sentence_puts_no_other_in_doubt() -> None:
    question = next(one.id for scheme in load_schemes() for one in scheme.questions if one.attacks == "premise")
    claim = _claim("claim-1", FACT, "miller")
    elsewhere, here = (
        _object(question, evidence=(SAME,), move="qualify", aimed_at=(one.pointer,)) for one in (SAME, FACT)
    )
    assert _list_facts(claim, kinds=("audit", "audit"), evaluated=(elsewhere,)) == (FACT.pointer,)
    assert _list_facts(claim, kinds=("audit", "audit"), evaluated=(here,)) == ()


def test_what_both_sides_rest_on_is_a_fact_whatever_became_of_what_they_made_of_it() -> None:
    warrant, premise = (
        next(one.id for scheme in load_schemes() for one in scheme.questions if one.attacks == part)
        for part in ("warrant", "premise")
    )
    other = _passage("The mill has two wheels.")
    narrowed, doubted = (_object(one, evidence=(SAME,), move="qualify") for one in (warrant, premise))
    ours, theirs = _claim("claim-1", FACT, "miller"), _claim("claim-2", FACT, "angler", direction="denied")
    assert _list_facts(ours, kinds=("audit", "audit"), evaluated=(narrowed,)) == ()
    assert _list_facts(ours, theirs, kinds=("audit", "audit"), evaluated=(narrowed,)) == (FACT.pointer,)
    assert _list_facts(ours, theirs, kinds=("audit", "audit"), evaluated=(doubted,)) == ()
    # So is what one side rests on and the other cites against something else, unless a party asserts it.
    struck, cited = _claim("claim-1", other, "miller"), _claim("claim-2", SAME, "miller")
    assert SAME.pointer in _list_facts(struck, cited, kinds=("audit", "audit"), evaluated=(narrowed,))
    assert SAME.pointer not in _list_facts(struck, cited, kinds=("audit", "statement"), evaluated=(narrowed,))


def test_what_its_own_source_calls_disputed_is_not_listed() -> None:
    claim, both = _claim("claim-1", FACT, "miller"), ("audit", "audit")
    assert _list_facts(claim, kinds=both, disputed=frozenset([SAME.pointer])) == (FACT.pointer,)
    assert _list_facts(claim, kinds=both, disputed=frozenset([FACT.pointer])) == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Whether weirs silt up is a subject of disagreement. Some like them. Ten weirs in the county silted up.",
            True,
        ),
        ("Ten weirs in the county silted up. The study of weirs is contested.", True),
        ("The vote was contested by both bakers. Ten weirs in the county silted up.", False),
        ("Weirs are debated. A. B was here. It rained. It snowed. It froze. Ten weirs in the county silted up.", False),
        ("Weirs are old. Ten weirs in the county silted up.", False),
    ],
)
def test_a_source_calls_disputed_what_stands_near_and_speaks_of_the_same(text: str, found: bool) -> None:
    document = make_document(text, origin=Origin(file="t", format="text", importer="t"))
    passages = [one for one in make_passages(document) if one.text.startswith("Ten weirs")]
    disputed = find_disputed(session_with(Table().tools).clerk, ListedCorpus.of([document]), passages)
    assert disputed == (frozenset(one.pointer for one in passages) if found else frozenset())


@pytest.mark.parametrize(
    ("part", "material", "listed"), [("premise", True, False), ("premise", False, True), ("warrant", True, True)]
)
def test_what_a_material_objection_strikes_is_disputed(part: str, material: bool, listed: bool) -> None:
    question = next(one.id for scheme in load_schemes() for one in scheme.questions if one.attacks == part)
    struck = _object(question, material=material)
    found = _list_facts(_claim("claim-1", FACT, "miller"), kinds=("audit", "audit"), evaluated=(struck,))
    assert found == ((FACT.pointer,) if listed else ())


def test_that_nobody_signed_it_tells_something_only_where_somebody_signed_another() -> None:
    claim, both = _claim("claim-1", FACT, "miller"), (FACT.pointer.document, SAME.pointer.document)
    assert _list_facts(claim, kinds=("", ""), unsigned=both[:1]) == ()
    assert _list_facts(claim, kinds=("", ""), unsigned=both) == (FACT.pointer,)


def test_an_item_of_a_list_of_arguments_is_an_assertion_and_one_of_findings_is_not() -> None:
    item = _passage("The weir would cost 90,000 marks.")
    held = item.model_copy(update={"under": "The anglers' arguments were summed up as follows:"})
    found = item.model_copy(update={"under": "The audit found the following:"})
    assert is_assertion(held, Source(kind="audit"))
    assert not is_assertion(found, Source(kind="audit"))


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("We ask the council to repair the weir before the winter.", True),
        ("The anglers urge the county to keep the weir.", True),
        ("The mill hopes that the weir will be repaired.", True),
        ("The residents would like the county to pay.", True),
        ("The weir should be repaired.", True),
        ("Please repair the weir.", True),
        ("In 2019 the county asked the mill to repair the weir.", False),
        ("Article 9 asks for a survey before the weir is built.", False),
        ("The anglers moved from the mill to the weir in 2019.", False),
        ("The weir would cost 90,000 marks.", False),
    ],
)
def test_a_request_or_a_wish_is_no_fact(text: str, asks: bool) -> None:
    assert asks_for_something(text) is asks
    fact = FACT.model_copy(update={"text": text})
    ours, theirs = _claim("claim-1", fact, "miller"), _claim("claim-2", fact, "angler", direction="denied")
    assert _list_facts(ours, theirs, kinds=("audit", "audit")) == (() if asks else (fact.pointer,))


COST = "The repair of the old weir cost the county 90,000 marks in 2019."


@pytest.mark.parametrize(
    ("other", "otherwise"),
    [
        ("In 2019 the county paid 120,000 marks for the repair of the old weir.", True),
        ("The repair of the old weir cost the county ninety thousand marks.", False),
        ("In 2012 the repair of the old weir cost the county 40,000 marks.", False),
        ("The repair of the old weir took the county 14 weeks in 2019.", False),
        ("The county paid 120,000 marks for a new school in 2019.", False),
    ],
)
def test_a_figure_that_another_document_gives_differently_is_disputed(other: str, otherwise: bool) -> None:
    assert tells_otherwise(COST, other) is tells_otherwise(other, COST) is otherwise
    fact, cited = (one.model_copy(update={"text": text}) for one, text in ((FACT, COST), (SAME, other)))
    claims = _claim("claim-1", fact, "miller"), _claim("claim-2", cited, "angler", direction="denied")
    listed = _list_facts(*claims, kinds=("audit", "audit"))
    assert (fact.pointer in listed) is not otherwise
    # So it is where nobody cites the other document.
    documents = [make_document(text, origin=Origin(file="t", format="text", importer="t")) for text in (COST, other)]
    passages = make_passages(documents[0])
    found = find_disputed(session_with(Table().tools).clerk, ListedCorpus.of(documents), passages)
    assert bool(found) is otherwise


def test_a_day_that_another_document_gives_differently_is_disputed() -> None:
    said = "The county closed the old weir to boats on 3 May 2019."
    assert tells_otherwise(said, "The old weir was closed to boats by the county on 12 June 2019.")
    assert not tells_otherwise(said, "The old weir was closed to boats by the county in May 2019.")


def test_what_only_a_party_says_and_both_sides_rest_on_is_listed_as_what_it_says() -> None:
    own = FACT.model_copy(update={"text": "In 92 years we never lost a boat at the weir."})
    claims = _claim("claim-1", own, "miller", "angler"), _claim("claim-2", own, "angler", direction="denied")
    assert _list_facts(*claims, kinds=("letter", "audit")) == (own.pointer,)
    assert _list_facts(*claims, kinds=("letter", "audit"), said=True) == (own.pointer,)
    same = _claim("claim-3", SAME, "miller", same_point_as="claim-1")
    assert _list_facts(*claims, same, kinds=("letter", "audit"), said=True) == ()
