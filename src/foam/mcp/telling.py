"""What calls of the home give, as values for assistants. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from foam import PLACES, Answer, Dossier, OptionsDossier
from foam.mcp.values import (
    ChallengePreview,
    CheckedQuotation,
    Citation,
    DossierPart,
    ExaminedFile,
    FileFinding,
    FoundSentence,
    HeardChallenge,
    Leaning,
    Linked,
    Moved,
    OptionLine,
    Overview,
    PartLine,
    QuotationCheck,
    RunLine,
    SearchPage,
    ShownPassage,
    Supposition,
    UntrustedText,
    Writer,
)
from foam.visible import clean, count_hidden
from foam.web.addresses import run_path
from foam.web.routes.asking import describe_spec

if TYPE_CHECKING:
    from foam import Audit, Document, Examination
    from foam.contest.preview import Preview
    from foam.deliberation.dossier import Node
    from foam.deliberation.supposed import Supposed
    from foam.deliberation.synthesis import Recommendation
    from foam.evidence.reports import CounterEvidence, SearchResults
    from foam.home.reweighing import Reweighed
    from foam.record.runs import RunSummary
    from foam.text.pointer import Pointer


def quote(writer: Writer, text: str) -> UntrustedText:
    """Somebody's words as data, without characters that hide or act."""
    return UntrustedText(untrusted=writer, text=clean(text), hidden_characters=count_hidden(text))


def sentence_path(pointer: Pointer) -> str:
    """The page of a sentence of the library."""
    return f"/library/{pointer.document[:16]}?sentence={pointer.sentence}#marked"


def tell_search(found: SearchResults) -> SearchPage:
    rows = [
        FoundSentence(
            pointer=str(one.pointer),
            text=quote("document", one.text),
            cite=quote("document", found.cites[one.pointer.document]),
            page=sentence_path(one.pointer),
        )
        for one in found.found
    ]
    return SearchPage(query=found.query, found=rows, library_version=found.version)


def tell_against(found: CounterEvidence) -> SearchPage:
    rows = [
        FoundSentence(
            pointer=str(one.found.pointer),
            text=quote("document", one.found.text),
            cite=quote("document", found.cites[one.found.pointer.document]),
            page=sentence_path(one.found.pointer),
            contradicts=one.contradicts,
        )
        for one in found.against
    ]
    return SearchPage(query=found.claim, found=rows, library_version=found.version)


def tell_citation(document: Document, number: int, *, around: int, cite: str, page: str) -> Citation:
    shown = range(max(0, number - around), min(len(document.ends), number + around + 1))
    said = {at: quote("document", document.sentence(at)) for at in shown}
    return Citation(
        pointer=str(document.pointer(number)),
        sentence=said[number],
        before=[text for at, text in said.items() if at < number],
        after=[text for at, text in said.items() if at > number],
        cite=quote("document", cite),
        page=page,
    )


def tell_audit(audit: Audit) -> QuotationCheck:
    rows = [
        CheckedQuotation(
            quote=quote("person", one["quote"]),
            source=quote("person", one["source"]) if one["source"] else None,
            outcome=one["outcome"],
            holds=one["match"],
            pointer=one["pointer"] or "",
            changes=quote("document", one["diff_shown"]) if one.get("diff_shown") else None,
            around=[quote("document", text) for text in one["around"]],
            warnings=one["flags"],
        )
        for case in audit.data()["cases"]
        for one in case["citations"]
    ]
    return QuotationCheck(
        quotations=rows,
        hold=sum(one.holds for one in rows),
        held_against=audit.sources,
        not_read=[clean(one) for one in audit.not_read],
    )


def tell_examination(found: Examination, run: str) -> ExaminedFile:
    """`run` is empty where nothing was kept."""
    return ExaminedFile(
        summary=found.describe_count(),
        findings=[
            FileFinding(
                finding=one.id,
                kind=one.kind,
                text=quote("code", one.text),
                advice=quote("code", one.advice),
                sure=one.sure,
                established_by=one.established_by,
                passages=[
                    ShownPassage(
                        pointer=str(said.pointer),
                        text=quote("document", said.text),
                        document=quote("document", said.document),
                        speaker=quote("document", said.speaker),
                    )
                    for said in one.passages
                ],
            )
            for one in found.findings
        ],
        not_examined=[*found.unexamined],
        documents=[quote("document", one.name) for one in found.examined],
        run=run,
        page=run_path(run) if run else "",
    )


def tell_run(one: RunSummary) -> RunLine:
    return RunLine(
        run=one.run,
        job=one.job,
        about=quote("person", describe_spec(one.spec)),
        opened=one.opened,
        is_finished=one.closed is not None,
        page=run_path(one.run),
    )


def tell_dossier(run: str, found: Dossier | OptionsDossier | Answer, *, asked: int = 0) -> Overview:
    """The outline of what a question gave."""
    common: dict[str, Any] = {
        "run": run,
        "question": quote("person", found.question),
        "summary": [quote("model", one) for one in found.summary],
        "cautions": [clean(one) for one in found.cautions],
        "asked": asked,
        "page": run_path(run),
    }
    if isinstance(found, Answer):
        return Overview(**common, outcome=found.option or "undecided", basis="tree")
    if isinstance(found, OptionsDossier):
        options = [
            OptionLine(option=quote("model", one.text), run=one.run, outcome=one.outcome, page=run_path(one.run))
            for one in found.options
        ]
        return Overview(**common, outcome="compared", basis=found.protocol, options=options)
    some = {one.claim for one in found.conditional_claims}
    return Overview(
        **common,
        outcome=found.recommendation.outcome,
        basis=found.recommendation.basis,
        leanings=_tell_leanings(found.recommendation),
        facts=_list_parts(found, run, found.facts),
        reasons_for=_list_parts(found, run, found.reasons_for),
        reasons_against=_list_parts(found, run, found.reasons_against),
        for_some=_list_parts(found, run, some),
        dissent=_list_parts(found, run, (one.claim for one in found.dissent_memo)),
        fallen=_list_parts(found, run, (one.claim for one in found.fallen)),
        unexamined=_list_parts(found, run, found.unexamined),
    )


def tell_part(run: str, part: Any, dossier: Dossier | None) -> DossierPart:
    """A part as a challenge names it; of a dossier, with what stands one step from it."""
    node = dossier.find_node(part.id) if dossier else None
    here = run_path(run)
    return DossierPart(
        run=run,
        part=part.id,
        kind=part.kind,
        text=quote(_find_writer(part.kind, node), part.text or part.id),
        status=_tell_status(node),
        pointer=_find_pointer(node),
        linked=list(_find_links(run, node, dossier)) if node and dossier else [],
        open_to=list(part.kinds),
        page=_find_page(run, node) if node else here,
        challenge_page=f"{here}/challenge/{part.id}" if part.kinds else "",
    )


def tell_reweighed(run: str, found: Reweighed, page: str) -> Supposition:
    return Supposition(
        run=run,
        is_other=found.is_other,
        outcome_before=found.before.outcome,
        outcome=found.after.outcome,
        leanings=_tell_leanings(found.after),
        moved=[
            Moved(part=one.claim, text=quote("model", one.text), before=_place(one.before), after=_place(one.after))
            for one in found.replaced
        ],
        page=page,
    )


def tell_supposed(run: str, found: Supposed, texts: dict[str, str]) -> Supposition:
    return Supposition(
        run=run,
        is_other=found.outcome != found.outcome_before,
        outcome_before=found.outcome_before,
        outcome=found.outcome,
        leanings=[Leaning(seat=one.seat, outcome=one.outcome) for one in found.leanings],
        moved=[_tell_move(one, texts) for one in found.replaced if one.before != one.after],
        page="",
    )


def tell_preview(run: str, found: Preview, texts: dict[str, str]) -> ChallengePreview:
    part = found.challenge.node
    return ChallengePreview(
        run=run,
        part=part,
        asks=found.asks,
        settled_by=found.settled_by,
        questions_at_most=found.questions_at_most,
        could_change=[_tell_move(one, texts) for one in found.could_change],
        counter_evidence=[quote("document", one.text) for one in found.counter_evidence],
        page=f"{run_path(run)}/challenge/{part}",
    )


def tell_heard(found: Any) -> HeardChallenge:
    from foam import Heard  # few calls need what it imports

    outcome = found.outcome
    return HeardChallenge(
        run=found.run,
        of=outcome.of,
        part=outcome.challenge.node,
        disposition=outcome.disposition,
        reasons=[quote("model", one.text) for one in outcome.reasons],
        came_to=[quote("model", one) for one in outcome.came_to],
        changed_parts=list(outcome.locality.changed),
        is_revised=outcome.revised,
        page=run_path(found.run),
        version_page=f"{run_path(found.run)}/version" if outcome.revised and isinstance(found, Heard) else "",
    )


def _tell_leanings(said: Recommendation) -> list[Leaning]:
    return [Leaning(seat=one.seat, outcome=one.outcome) for one in said.leanings]


def _tell_move(one: Any, texts: dict[str, str]) -> Moved:
    return Moved(
        part=one.claim,
        text=quote("model", texts.get(one.claim, one.claim)),
        before=_place(one.before),
        after=_place(one.after),
    )


def _list_parts(dossier: Dossier, run: str, ids: Iterable[str]) -> list[PartLine]:
    wanted = dict.fromkeys(ids)
    return [
        PartLine(part=node.id, text=quote(_find_writer(node.kind, node), _read_text(node)), page=_find_page(run, node))
        for node in dossier.nodes
        if node.id in wanted
    ]


def _find_links(run: str, node: Node, dossier: Dossier) -> Iterator[Linked]:
    """The parts that a part names, and those that name it, by the field that does."""
    known = {one.id: one for one in dossier.nodes}
    named = {other: relation for relation, other in _list_named(node) if other in known}
    for other, relation in named.items():
        yield _link(run, known[other], relation, "names")
    for one in dossier.nodes:
        relation = next((name for name, other in _list_named(one) if other == node.id), "")
        if relation and one.id not in named:
            yield _link(run, one, relation, "named_by")


def _list_named(node: Node) -> Iterator[tuple[str, str]]:
    """Every other part that a node may name: its fields that hold ids, and the field of each."""
    for name in type(node).model_fields:
        value = getattr(node, name) if name not in ("id", "entry", "text", "kind") else ""
        words = value.split() if isinstance(value, str) else value if isinstance(value, tuple) else ()
        yield from ((name, one) for one in words if isinstance(one, str) and one != node.id)


def _link(run: str, node: Node, relation: str, direction: Any) -> Linked:
    return Linked(
        relation=relation,
        direction=direction,
        part=node.id,
        kind=node.kind,
        text=quote(_find_writer(node.kind, node), _read_text(node)),
        status=_tell_status(node),
        pointer=_find_pointer(node),
        page=_find_page(run, node),
    )


def _read_text(node: Node) -> str:
    """What a part says."""
    return str(getattr(node, "text", "") or getattr(node, "answer", "") or getattr(node, "why", "") or node.id)


def _find_writer(kind: str, node: Node | None) -> Writer:
    if node is not None and node.kind == "evidence" and node.pointer.computed:
        return "code"
    return "document" if kind in ("evidence", "sentence") else "model"


def _tell_status(node: Node | None) -> str:
    """Where a claim ended up, what became of an objection, whether a quotation was found."""
    if node is None:
        return ""
    if node.kind == "claim":
        return _place(node.place)
    if node.kind == "objection":
        return node.fate.type
    if node.kind == "evidence":
        return "verified" if node.verified else "not verified"
    if node.kind == "support":
        return node.side
    return node.move if node.kind == "response" else ""


def _find_pointer(node: Node | None) -> str:
    return str(node.pointer) if node and node.kind == "evidence" else ""


def _find_page(run: str, node: Node) -> str:
    """The page of a part: of evidence its source with the sentence marked, else its place in the dossier."""
    here = run_path(run)
    if node.kind != "evidence":
        return f"{here}#{node.id}"
    at = node.pointer
    return here if at.computed else f"{here}/source/{at.document[:16]}/{at.sentence}#marked"


def _place(name: str) -> str:
    return {str(place): said for place, said in PLACES.items()}.get(name, name)
