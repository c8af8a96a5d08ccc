"""The act *prepare*: what a debater makes of the debate before it speaks.

It has the flow, the other side's points by id with what was found against them, and how such points were met before.
It tells the debate in brief, puts the other side's last speech into predicates and a chain, names what is wrong with
it, and says under which words to look in the memory and what to look up in the library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from foam.acts.engine import Act, Reading, list_rows, read_texts
from foam.debate.flaw import KINDS, FlawKind, Loophole
from foam.debate.floor import HeardArgument
from foam.debate.language import split_utterance
from foam.debate.questions import Options
from foam.debate.speech.brief import DebateBrief, fence_all
from foam.debate.values import DebateSummary, StatedPredicate
from foam.model.form import Form, FormField, IdsField, LabelField, ListField, NamesField, TextField
from foam.model.question import Option, Write
from foam.model.template import Prompts, fence, fence_options, render_prompt
from foam.values import Value

NAME = "preparation"
MOST_FLAWS, MOST_PREDICATES, MOST_KEYWORDS = 3, 8, 12
MOST_SEARCHES, SEARCH_WORDS = 8, 20
_SUMMARY = {
    "overview": "what the debate is about and how it stands",
    "for_it": "what the side for the motion holds",
    "against_it": "what the side against it holds",
    "divergence": "on what they differ",
}


class Prepared(Value):
    """What came of it."""

    summary: DebateSummary = DebateSummary()
    predicates: tuple[StatedPredicate, ...] = ()
    chain: str = ""
    flaws: tuple[Loophole, ...] = ()
    """Not yet with who named them."""
    keywords: tuple[str, ...] = ()
    searches: tuple[str, ...] = ()


class Ground(NamedTuple):
    """What lies before whoever prepares."""

    against: Options = ()
    """Sentences of the library found near the other side's open points."""
    remembered: Options = ()
    """How points like theirs were met before."""
    library: Options = ()
    """Documents by their titles and headings."""
    documents: int = 0
    """How many there are."""
    flaws: Sequence[Loophole] = ()
    """Contradictions that the shipped judge suspects in what the other side said."""


def make_prepare(
    prompts: Prompts, brief: DebateBrief, ground: Ground, heard: HeardArgument | None, *, logic: bool, memory: bool
) -> Act[Prepared]:
    """The act; without `logic` nothing is asked of their reasoning, without `memory` nothing to look for in it."""
    said = _list_heard(heard) if heard and logic else {}
    sentences = tuple(Option(id=name, text=text) for name, (_, text) in said.items())
    told = f"{len(ground.library)} of {ground.documents} documents, those nearest to the motion"
    asked = render_prompt(
        prompts,
        "debate/prepare",
        **brief.list_variables(),
        heard=fence_options(sentences) or "nothing that is to be read so",
        kinds="\n".join(f"- {kind}: {meaning}" for kind, meaning in KINDS.items()) if said else "none",
        suspected=fence("\n".join(one.signal for one in ground.flaws) or "none"),
        against=fence_all(ground.against, "sentence", "nothing was found"),
        remembered=fence_all(ground.remembered, "move", "nothing was remembered"),
        told=told if len(ground.library) < ground.documents else "all its documents",
        library=fence_all(ground.library, "document", "nothing near this motion"),
    )
    fields = tuple(_list_fields(tuple(said), memory=memory))
    write = Write(**asked, statement=brief.position, fields=fields, material=(*sentences, *ground.against))
    return Act(NAME, write, lambda form: Reading(_read(form, {name: one for name, (one, _) in said.items()})))


def _list_fields(heard: tuple[str, ...], *, memory: bool) -> list[FormField]:
    fields: list[FormField] = [
        TextField(name=name, about=about, max_words=60, may_be_empty=True, explains=True)
        for name, about in _SUMMARY.items()
    ]
    if heard:
        sentences = IdsField(name="sentences", ids=heard, at_least=1, at_most=2)
        says = TextField(name="says", about="one predicate, as causes(x, y)", max_words=30, explains=True)
        reason = TextField(name="reason", about="why this is a flaw", max_words=40, explains=True)
        fields += [
            ListField(name="predicates", about="their claims", fields=(says, sentences), at_most=MOST_PREDICATES),
            TextField(name="chain", about="their reasoning in steps", max_words=120, may_be_empty=True, explains=True),
            ListField(
                name="flaws",
                about="what is wrong with it",
                fields=(LabelField(name="kind", labels=tuple(KINDS)), sentences, reason),
                at_most=MOST_FLAWS,
            ),
        ]
    if memory:
        fields.append(NamesField(name="keywords", about="words to look for in the memory", at_most=MOST_KEYWORDS))
    words = TextField(name="words", about="what a sentence would say", max_words=SEARCH_WORDS, explains=True)
    return [*fields, ListField(name="searches", about="what to look up", fields=(words,), at_most=MOST_SEARCHES)]


def _list_heard(heard: HeardArgument) -> dict[str, tuple[str, str]]:
    """The sentences of a speech and of what was answered since, by their ids: each as it was said, and as it is read,
    with what is cited after it."""
    said = [(one, _show_cited(one, heard.cited.get(one, ""))) for one in split_utterance(heard.text)]
    for answer in heard.answered:
        asked = f"in cross-examination, asked: “{answer.asked}”" if answer.asked else "in cross-examination"
        said += [(one, f"{one}\n[{asked}]") for one in split_utterance(answer.text)]
    return {f"f{n}": row for n, row in enumerate(said, start=1)}


def _show_cited(sentence: str, cited: str) -> str:
    return f"{sentence}\n[cited up to here:\n{cited}]" if cited else sentence


def _read(form: Form, said: Mapping[str, str]) -> Prepared:
    rows: Any = {name: list_rows(form, name) if name in form else [] for name in ("predicates", "flaws", "searches")}
    flaws = (
        Loophole(
            kind=cast("FlawKind", row["kind"]),
            quotes=tuple(said[name] for name in row["sentences"]),
            by="",
            reasons=str(row["reason"]).strip(),
            sentences=tuple(row["sentences"]),
        )
        for row in rows["flaws"]
    )
    return Prepared(
        summary=DebateSummary.model_validate({name: str(form[name]).strip() for name in _SUMMARY}),
        predicates=tuple(
            StatedPredicate(says=str(row["says"]).strip(), sentences=row["sentences"]) for row in rows["predicates"]
        ),
        chain=str(form.get("chain", "")).strip(),
        flaws=tuple(flaws),
        keywords=read_texts(form, "keywords") if "keywords" in form else (),
        searches=tuple(dict.fromkeys(str(row["words"]).strip() for row in rows["searches"])),
    )
