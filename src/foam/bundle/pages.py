"""The pages of a bundle, rendered from its data alone.

Whoever writes a bundle renders them, and whoever checks it renders them again and compares: so what people read is
what was signed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import foam.case.views
import foam.examination.views  # noqa: F401  (they say how a view is read)
from foam.appeal.grounds import NOTICES as LETTERS
from foam.appeal.submit import write_letter
from foam.bundle.crate import Made, describe_crate
from foam.bundle.data import BundleData, Files, name_view
from foam.bundle.layout import (
    ANNOTATIONS,
    NOTICES,
    PAGES,
    PROV,
    README,
    RECORD,
    SOURCES,
    TITLES,
    VIEWS,
)
from foam.contest.provenance import to_prov_with_versions
from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.exchange import list_citations
from foam.deliberation.answer.provenance import list_leaves
from foam.errors import NotFound
from foam.evidence.annotate import CONTEXT, make_annotation
from foam.evidence.excerpt import Excerpt
from foam.model.silent import SilentJudge
from foam.record import prov
from foam.record.runs import find_outcome
from foam.record.store import Store
from foam.values import short
from foam_quotes.text.pointer import Pointer

_README = """This is a FOAM bundle: an answer, a case or an examination, its record, and the file of a contest.

Check it:  foam bundle verify THIS-FILE
To know whose signature it bears, add --key with the key file that the institution handed out.

answer.html     the answer, for reading          words.jsonl    the words of the case file
record.jsonl    every recorded decision          sources.jsonl  what is cited, in its context
prov/           provenance, W3C PROV             notices/       what was sent, for reading
The outcome of a deliberation is advice. A person decides.
"""


def render_pages(data: BundleData) -> Iterator[tuple[str, bytes]]:
    """What people read: the view, its annotations and the letters. PROV and the crate are rendered apart."""
    yield README, _README.encode()
    if data.view is not None:
        yield PAGES[name_view(data.view)], data.view.render("html").encode()
    if isinstance(data.view, Answer):
        yield ANNOTATIONS, write_json(_annotate_sentences(data.view, data.excerpts))
    if data.matter is not None:
        heads = {moment.act: str(moment.proof.earlier) for moment in data.moments}
        for kind in LETTERS:
            try:
                letter = write_letter(data.matter, data.vault, kind, judge=SilentJudge(), heads=heads)
            except NotFound:
                continue  # the matter has not come so far
            yield f"{NOTICES}{kind}.html", letter.render("html").encode()


def render_prov(data: BundleData) -> Iterator[tuple[str, bytes]]:
    """Provenance of the deliberation and of the case file; MissingExtra without the extra `prov`."""
    for name, run in ((PROV["run"], data.about.run), (PROV["matter"], data.about.matter)):
        if run:
            view = data.view
            leaves = list_leaves(view) if isinstance(view, Answer) and run == data.about.run else ()
            held = [_leave_out_absent(one, data.store) for one in leaves]
            yield name, _prov(data.store, run, data.about.operator, held)


def _leave_out_absent(leaf: prov.JudgedLeaf, store: Store) -> prov.JudgedLeaf:
    """A leaf without what was said of it in a run that the bundle does not hold, as before a challenge."""
    return leaf.model_copy(update={"verdicts": tuple(one for one in leaf.verdicts if store.get(one[0]))})


def render_crate(data: BundleData, files: Files) -> bytes:
    """The metadata that describes these files."""
    about = data.about
    opened = data.store.get(about.run) if about.run else None
    outcome = find_outcome(data.store, about.run) if about.run else None
    made = Made(
        name="Deliberation and contest",
        agent=about.operator,
        instruments=_list_instruments(data),
        objects=tuple(name for name in (SOURCES,) if name in files),
        results=tuple(name for name in (*VIEWS, RECORD) if name in files),
        started=opened.at if opened else "",
        ended=outcome.at if outcome else "",
    )
    return write_json(describe_crate(files, TITLES, name=_title(data), date=about.signed_at, made=made))


def _annotate_sentences(view: Answer, excerpts: Mapping[str, Excerpt]) -> dict[str, Any]:
    """Every cited sentence as a Web Annotation that names the parts that cite it."""
    items = [
        make_annotation(excerpts[one.pointer.document], one.pointer.sentence)
        | {"motivation": "linking", "body": [_link(part) for part in one.parts]}
        for one in list_citations(view)
        if _is_shown(one.pointer, excerpts)
    ]
    first = {"type": "AnnotationPage", "items": items}
    return {"@context": CONTEXT, "type": "AnnotationCollection", "total": len(items), "first": first}


def write_json(value: object) -> bytes:
    """JSON as a bundle writes it where people may look at it."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _is_shown(pointer: Pointer, excerpts: Mapping[str, Excerpt]) -> bool:
    excerpt = excerpts.get(pointer.document)
    return excerpt is not None and pointer.sentence in excerpt.by_number


def _prov(store: Store, run: str, operator: str, leaves: Iterable[prov.JudgedLeaf]) -> bytes:
    by = prov.Operator(name=operator)
    document = to_prov_with_versions(store, run, operator=by, values=False, leaves=leaves)
    return prov.write(document, "json").encode()


def _list_instruments(data: BundleData) -> tuple[str, ...]:
    """The models that answered in the acts of an answer."""
    acts = data.view.acts if isinstance(data.view, Answer) else ()
    entries = (data.store.get(one.entry) for one in acts)
    models = (one.draft.decider for one in entries if one and one.draft.decider.type == "model")
    return tuple(dict.fromkeys(f"{one.id} {one.version}" for one in models))


def _title(data: BundleData) -> str:
    """Names nobody: the question itself stands in the view and in the record, where it can be erased."""
    view = data.view
    kind = "The deliberation" if view is None else TITLES[name_view(view)]
    about = [f"{kind} of run {short(data.about.run)}"] if data.about.run else []
    about += [f"the file of matter {short(data.about.matter)}"] if data.about.matter else []
    return " and ".join(about)


def _link(node: str) -> dict[str, str]:
    return {"type": "TextualBody", "value": node, "purpose": "linking"}
