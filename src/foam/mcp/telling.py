"""What calls of the home give, as values for assistants. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from foam import Answer
from foam.mcp.desk import Told, Writer
from foam.visible import clean, count_hidden
from foam.web.addresses import run_path
from foam.web.recorded import describe_spec

if TYPE_CHECKING:
    from foam import Audit, Document, Examination
    from foam.contest.preview import Preview
    from foam.deliberation.answer.answer import AnswerTree
    from foam.deliberation.answer.difference import AnswerDifference, LeafState
    from foam.evidence.reports import CounterEvidence, SearchResults
    from foam.record.runs import RunSummary
    from foam_quotes.text.pointer import Pointer

UNDECIDED = "undecided"


def quote(writer: Writer, text: str) -> Told:
    """Somebody's words as data, without characters that hide or act; whatever they ask for is quoted, never obeyed."""
    hidden = {"hidden_characters": count} if (count := count_hidden(text)) else {}
    return {"untrusted": writer, "text": clean(text), **hidden}


def sentence_path(pointer: Pointer) -> str:
    """The page of a sentence of the library."""
    return f"/library/{pointer.document[:16]}?sentence={pointer.sentence}#marked"


def tell_search(found: SearchResults) -> Told:
    rows = [_tell_sentence(one, found.cites, None) for one in found.found]
    return {"query": found.query, "found": rows, "library_version": found.version}


def tell_against(found: CounterEvidence) -> Told:
    rows = [_tell_sentence(one.found, found.cites, one.contradicts) for one in found.against]
    return {"query": found.claim, "found": rows, "library_version": found.version}


def _tell_sentence(one: Any, cites: Mapping[str, str], contradicts: float | None) -> Told:
    """A sentence of the library, and how strongly it speaks against what was searched for."""
    return {
        "pointer": str(one.pointer),
        "text": quote("document", one.text),
        "cite": quote("document", cites[one.pointer.document]),
        "page": sentence_path(one.pointer),
        "contradicts": contradicts,
    }


def tell_citation(document: Document, number: int, *, around: int, cite: str, page: str) -> Told:
    shown = range(max(0, number - around), min(len(document.ends), number + around + 1))
    said = {at: quote("document", document.sentence(at)) for at in shown}
    return {
        "pointer": str(document.pointer(number)),
        "sentence": said[number],
        "before": [text for at, text in said.items() if at < number],
        "after": [text for at, text in said.items() if at > number],
        "cite": quote("document", cite),
        "page": page,
    }


def tell_audit(audit: Audit) -> Told:
    rows = [
        {
            "quote": quote("person", one["quote"]),
            "source": quote("person", one["source"]) if one["source"] else None,
            "outcome": one["outcome"],
            "holds": one["match"],
            "pointer": one["pointer"] or "",
            "changes": quote("document", one["diff_shown"]) if one.get("diff_shown") else None,
            "around": [quote("document", text) for text in one["around"]],
            "warnings": one["flags"],
        }
        for case in audit.data()["cases"]
        for one in case["citations"]
    ]
    return {
        "quotations": rows,
        "hold": sum(bool(one["holds"]) for one in rows),
        "held_against": audit.sources,
        "not_read": [clean(one) for one in audit.not_read],
    }


def tell_examination(found: Examination, run: str) -> Told:
    """`run` is empty where nothing was kept."""
    return {
        "summary": found.describe_count(),
        "findings": [
            {
                "finding": one.id,
                "kind": one.kind,
                "text": quote("code", one.text),
                "advice": quote("code", one.advice),
                "sure": one.is_sure,
                "established_by": one.established_by,
                "passages": [
                    {
                        "pointer": str(said.pointer),
                        "text": quote("document", said.text),
                        "document": quote("document", said.document),
                        "speaker": quote("document", said.speaker),
                    }
                    for said in one.passages
                ],
            }
            for one in found.findings
        ],
        "not_examined": [*found.unexamined],
        "documents": [quote("document", one.name) for one in found.examined],
        "run": run,
        "page": run_path(run) if run else "",
    }


def tell_run(one: RunSummary) -> Told:
    return {
        "run": one.run,
        "job": one.job,
        "about": quote("person", describe_spec(one.spec)),
        "opened": one.opened,
        "is_finished": one.closed is not None,
        "page": run_path(one.run),
    }


def tell_answer(run: str, found: Answer, *, asked: int = 0) -> Told:
    """The outline of what a question gave."""
    tree = found.tree
    return {
        "run": run,
        "question": quote("person", found.question),
        "outcome": found.option or UNDECIDED,
        "is_claimed": found.is_claimed,
        "summary": [quote("model", one) for one in found.summary],
        "seats": list(_list_seats(tree)) if tree else [],
        "parts": list(_list_parts(run, tree)) if tree else [],
        "objections": [
            {"part": one.target, "by": clean(one.by), "text": quote("model", one.point), "status": status}
            for one, status in _list_objections(tree)
        ],
        "missing": [quote("model", one.what) for one in found.read.missing],
        "cautions": [clean(one) for one in found.cautions],
        "asked": asked,
        "page": run_path(run),
    }


def tell_part(run: str, part: Any, answer: Answer | None) -> Told:
    """A part as a challenge names it; of an answer, with what stands one step from it."""
    here = run_path(run)
    tree = answer.tree if answer else None
    return {
        "run": run,
        "part": part.id,
        "kind": part.kind,
        "text": quote("document" if part.kind == "evidence" else "model", part.text or part.id),
        "status": _tell_status(tree, part.id) if tree else "",
        "linked": list(_find_links(run, part.id, answer, tree)) if answer and tree else [],
        "open_to": list(part.kinds),
        "page": _find_page(run, part.id, tree) if tree else here,
        "challenge_page": f"{here}/challenge/{part.id}" if part.kinds else "",
    }


def tell_difference(run: str, found: AnswerDifference, page: str) -> Told:
    return {
        "run": run,
        "is_other": found.lead_before != found.lead_after,
        "before": quote("model", found.lead_before),
        "after": quote("model", found.lead_after),
        "moved": [
            {
                "part": one.leaf,
                "text": quote("model", one.says),
                "before": _tell_state(one.before),
                "after": _tell_state(one.after),
            }
            for one in found.leaves
            if one.before != one.after
        ],
        "page": page,
    }


def tell_preview(run: str, found: Preview, texts: dict[str, str]) -> Told:
    part = found.challenge.node
    return {
        "run": run,
        "part": part,
        "asks": found.asks,
        "settled_by": found.settled_by,
        "questions_at_most": found.questions_at_most,
        "could_change": [_tell_move(one, texts) for one in found.could_change],
        "counter_evidence": [quote("document", one.text) for one in found.counter_evidence],
        "page": f"{run_path(run)}/challenge/{part}",
    }


def tell_heard(found: Any) -> Told:
    outcome = found.outcome
    return {
        "run": found.run,
        "of": outcome.of,
        "part": outcome.challenge.node,
        "disposition": outcome.disposition,
        "reasons": [quote("model", one.text) for one in outcome.reasons],
        "came_to": [quote("model", one) for one in outcome.came_to],
        "changed_parts": list(outcome.locality.changed),
        "is_revised": outcome.revised,
        "page": run_path(found.run),
        "version_page": f"{run_path(found.run)}/version" if outcome.revised else "",
    }


def _tell_move(one: Any, texts: Mapping[str, str]) -> Told:
    return {
        "part": one.part,
        "text": quote("model", texts.get(one.part, one.part)),
        "before": one.before,
        "after": one.after,
    }


def _list_seats(tree: AnswerTree) -> Iterator[Told]:
    """Each seat with what follows for it."""
    for row in tree.by_seat.rows if tree.by_seat else ():
        for seat in row.perspectives:
            outcome, own = (one.option or UNDECIDED for one in (row.outcome, row.own))
            yield {"seat": seat, "outcome": outcome, "own": own, "dissents": row.dissents}


def _list_parts(run: str, tree: AnswerTree) -> Iterator[Told]:
    """Every part of the tree in a line."""
    for name, (kind, text) in _name_parts(tree).items():
        bears = tree.bearing.find(name) if name in tree.standing_by_leaf else "no"
        yield {
            "part": name,
            "kind": kind,
            "text": quote("model", text),
            "status": _tell_status(tree, name),
            "bears": "" if bears == "no" else bears,
            "page": _find_page(run, name, tree),
        }


def _name_parts(tree: AnswerTree) -> dict[str, tuple[str, str]]:
    """The kind of every part, and what it says."""
    frame = tree.frame
    return {
        **{one.id: ("frame", one.says or one.id) for one in frame.nodes},
        **{one.id: (str(one.kind), one.says) for one in frame.leaves},
        **{one.id: ("consideration", one.says) for one in frame.considerations},
    }


def _list_objections(tree: AnswerTree | None) -> Iterator[tuple[Any, str]]:
    """Each objection, and what an evaluator said of it."""
    record = tree.record if tree else None
    verdicts = {one.exchange: one for one in record.verdicts} if record else {}
    for one in record.objections if record else ():
        verdict = verdicts.get(one.id)
        ended = (verdict.met or "no") if verdict and verdict.is_material else "not material"
        yield one, f"met: {ended}" if verdict else "not judged"


def _tell_status(tree: AnswerTree, part: str) -> str:
    """How a leaf stands, whether a node holds, which option a reason speaks for; empty of any other part."""
    if standing := tree.standing_by_leaf.get(part):
        return standing.label or standing.stands
    if reason := next((one for one in tree.frame.considerations if one.id == part), None):
        return reason.option
    return {True: "holds", False: "does not hold", None: "open"}[tree.holds[part]] if part in tree.holds else ""


def _tell_state(state: LeafState | None) -> str:
    return "not there" if state is None else str(state.label or state.stands)


def _find_page(run: str, part: str, tree: AnswerTree) -> str:
    """The page of an answer, and on it the place of the part, where it has one."""
    is_placed = part in tree.frame.leaf_by_id or (part in tree.frame.node_by_id and not tree.is_weighed)
    return f"{run_path(run)}#{part}" if is_placed else run_path(run)


def _find_links(run: str, part: str, answer: Answer, tree: AnswerTree) -> Iterator[Told]:
    """The parts that a part names, those that name it, its sentences, and what was objected to it."""
    known = _name_parts(tree)
    named = {name: list(_list_named(tree, name)) for name in known}
    for relation, other in named.get(part, ()):
        if other in known:
            yield _link(run, tree, other, known, relation, "names")
    for name, others in named.items():
        for relation, other in others:
            if other == part:
                yield _link(run, tree, name, known, relation, "named_by")
    for relation, at in _list_sentences(tree, part):
        if shown := answer.file.sentence_by_id.get(at):
            place = f"{run_path(run)}/source/{shown.pointer.document[:16]}/{shown.pointer.sentence}#marked"
            text, pointer = quote("document", shown.text), str(shown.pointer)
            yield {
                "relation": relation,
                "direction": "names",
                "part": at,
                "kind": "sentence",
                "text": text,
                "pointer": pointer,
                "page": place,
                "status": "",
            }
    for name in known:
        for relation, at in _list_sentences(tree, name):
            if at == part:
                yield _link(run, tree, name, known, relation, "named_by")
    replies = answer.table.replies if answer.table else ()
    for one, status in _list_objections(tree):
        if one.target == part:
            told: dict[str, Any] = {"part": one.id, "direction": "named_by", "page": run_path(run)}
            text = quote("model", one.point)
            yield {"relation": "target", "kind": "objection", "text": text, "status": status, **told, "pointer": ""}
            for reply in replies:
                if reply.to == one.id:
                    text = quote("model", reply.text)
                    yield {
                        "relation": "reply",
                        "kind": "reply",
                        "text": text,
                        "status": reply.move,
                        **told,
                        "pointer": "",
                    }


def _list_named(tree: AnswerTree, part: str) -> Iterator[tuple[str, str]]:
    """The parts that a part names, each with how."""
    frame = tree.frame
    if node := frame.node_by_id.get(part):
        fields: Iterable[tuple[str, Iterable[str]]] = (("of", node.of), ("over", node.over), ("unless", node.unless))
    elif leaf := frame.leaf_by_id.get(part):
        fields = (("of", filter(None, (leaf.of))), ("term", (leaf.term.rule) if leaf.term else ()))
        fields = (*fields, ("reads", leaf.reads))
    else:
        reason = next(one for one in frame.considerations if one.id == part)
        fields = (("under", (reason.under)), ("rests_on", reason.rests_on))
    return ((relation, name) for relation, names in fields for name in names)


def _list_sentences(tree: AnswerTree, part: str) -> Iterator[tuple[str, str]]:
    """The sentences that a part stands on, and those against it."""
    leaf = tree.frame.leaf_by_id.get(part)
    reason = next((one for one in tree.frame.considerations if one.id == part), None)
    yield from (("at", at) for at in (leaf.at if leaf else reason.at if reason else ()))
    yield from (("against", at) for at in (leaf.against if leaf else ()))


def _link(
    run: str, tree: AnswerTree, part: str, known: Mapping[str, tuple[str, str]], relation: str, direction: Any
) -> Told:
    kind, text = known[part]
    return {
        "relation": relation,
        "direction": direction,
        "part": part,
        "kind": kind,
        "text": quote("model", text),
        "status": _tell_status(tree, part),
        "page": _find_page(run, part, tree),
        "pointer": "",
    }
