"""One argument of a speech in one whole act: for each of its parts sentences of one source, a tag and a warrant.

    found for its parts ── draft ── judged, part by part ──┬── it stands
                                                           └── the parts that fell, once more, with the reasons

The writer names sentence ids; code assembles the words. A part for which nothing serves stays empty and says what is
missing. Where a form gives no tag, the best sentence of the source is the tag.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from foam.acts.engine import Act, Performed, Reading, list_rows, perform, place_row, read_first, read_texts
from foam.acts.person import ABOVE, tell_person
from foam.acts.shown import Extent, ShownFile, gather_file, show_documents
from foam.case.author import Author
from foam.case.cut import (
    OWN_TAG,
    JudgedTag,
    extract_tag,
    find_tag_faults,
    fit_sentences,
    format_citation,
    judge_tag,
    list_claims,
    make_card,
    read_source,
    refuse_source,
)
from foam.case.establish import ARGUMENT, ask_warrant, digest_analytic, judge, judge_card_again
from foam.case.own.cards import is_debaters, read_as_marked
from foam.case.task import describe_purpose
from foam.case.values import CutCard, Refusal, Slot, describe_reasons
from foam.case.written import list_faults
from foam.evidence.assemble import MOST_SENTENCES, assemble
from foam.evidence.document import Document
from foam.job.mending import find_place
from foam.job.retrieval import Candidates, depend_on
from foam.job.session import depend_on_seat
from foam.model.form import Form, FormField, FormValue, IdsField, LabelField, ListField, TextField
from foam.model.question import Option, Write
from foam.model.template import Prompts, fence, render_prompt
from foam.record.entry import Entry, Input
from foam.values import Value
from foam_quotes.text.pointer import Pointer

TAG_WORDS, _WARRANT_WORDS, _ANALYTIC_WORDS, _MISSING_WORDS = 20, 30, 60, 40
_NOTHING = "(nothing)"
EXTENT = Extent(room=60_000, whole=6_000, documents=30)
"""How much of the library is shown for an argument at once: what was found first, and all of a small one."""
_PARTS, _LOST, _FAULTY = "parts", "the writer took nothing from it", "what was written does not count"


class Draft(Value):
    """A part as the writer fills it."""

    at: tuple[Pointer, ...] = ()
    tag: str = ""
    warrant: str = ""
    words: str = ""
    missing: str = ""
    turned: str = ""
    meets: str = ""
    """The id of the argument of theirs that it meets, where it may meet one of several."""

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(one.sentence for one in self.at)


def gather_found(
    author: Author, found: Sequence[Candidates], holds: Callable[[str], bool], spent: Collection[Pointer] = ()
) -> ShownFile:
    """What was found for an argument, of documents that may speak to it, without sentences that are read elsewhere."""
    session = author.session
    file = gather_file(session.clerk, session.corpus, found, extent=EXTENT)
    free = (
        name for name, one in file.sentence_by_id.items() if one.pointer not in spent and holds(one.pointer.document)
    )
    return file.keep(free)


def _show_source(document: Document) -> ShownFile:
    """One document from its beginning, as far as there is room."""
    return show_documents({"01": document}, {}, extent=EXTENT._replace(whole=len(document.text)))


@dataclass(frozen=True)
class Assignment:
    """The parts of one argument that are to be written, and what their writer is told."""

    slots: Sequence[Slot]
    file: ShownFile
    beside: Sequence[Slot] = ()
    """The other parts of the argument."""
    told: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What was found of earlier drafts, by the id of the part."""
    analytic: Collection[str] = ()
    """The parts that may stand without evidence."""
    heard: Mapping[str, str] = field(default_factory=dict)
    """The arguments of theirs of which a part may meet one of those `among` which it chooses."""
    among: Mapping[str, Sequence[str]] = field(default_factory=dict)
    they_said: Sequence[str] = ()
    """All that stands in the argument that is answered."""

    @property
    def names(self) -> dict[str, str]:
        """The arguments of theirs by the short ids under which a writer names them."""
        return {f"t{n}": name for n, name in enumerate(self.heard, start=1)}

    def describe(self, slot: Slot) -> str:
        """A part as its writer is told of it."""
        meets = [name for name, argument in self.names.items() if argument in self.among.get(slot.id, ())]
        lines = [f"{slot.part}, about {slot.words} words. {describe_purpose(slot.component)}"]
        lines += [f"It has to establish: {slot.seek}"] if slot.seek else []
        lines += [f"It answers this, which the other side said: {slot.against}"] if slot.against else []
        lines += [f"It meets this, which they said: {slot.meets}"] if slot.meets and not meets else []
        lines += [f"It may meet one of these, which they said: {', '.join(meets)}"] if meets else []
        lines += [f"The template's words: {slot.analytic}"] if slot.analytic and not slot.seek else []
        lines += ["It may stand in words of your own, without evidence."] if slot.id in self.analytic else []
        return "\n".join((*lines, *(f"Found of an earlier draft: {one}" for one in self.told.get(slot.id, ()))))

    def list_heard(self) -> Iterator[str]:
        """What the other side said that the argument deals with."""
        yield from (fence(self.heard[argument], label=f"option id={name}") for name, argument in self.names.items())
        yield from map(fence, self.they_said)


def make_draft(prompts: Prompts, author: Author, assigned: Assignment) -> Act[dict[str, Draft]]:
    """The parts of one argument, each by its id."""
    slots, file, names = assigned.slots, assigned.file, assigned.names
    parts = tuple(Option(id=slot.id, text=slot.point or slot.seek or slot.analytic) for slot in slots)
    beside = (fence(f"{one.part}: {_show(one)}") for one in assigned.beside if one.filled)
    asked = render_prompt(
        prompts,
        "case/argument",
        **author.task,
        parts="\n\n".join(fence(assigned.describe(slot), label=f"part id={slot.id}") for slot in slots),
        beside="\n".join((*beside, *_describe_read(author, file))) or _NOTHING,
        heard="\n".join(assigned.list_heard()) or _NOTHING,
        most=str(MOST_SENTENCES),
        documents=ABOVE,
    )
    ids = file.ids
    meets = (IdsField(name="meets", about="the argument of theirs that it meets", ids=tuple(names), at_most=1),)
    rows = ListField(
        name=_PARTS,
        about="each part once",
        at_most=len(slots),
        fields=(
            LabelField(name="part", labels=tuple(slot.id for slot in slots)),
            IdsField(name="at", about="its sentences, of one source", ids=ids, at_most=min(MOST_SENTENCES, len(ids))),
            _text("tag", "what they establish, in one sentence", TAG_WORDS),
            _text("warrant", "why they bear it out; begins with because", _WARRANT_WORDS),
            _text("words", "of a part without evidence: what it says", _ANALYTIC_WORDS),
            _text("missing", "of a part left empty: what to look for", _MISSING_WORDS),
            _text("turned", "how they could read these sentences against you", _WARRANT_WORDS),
            *(meets if names else ()),
        ),
    )
    write = Write(
        **asked,
        **tell_person(prompts, author.seat, file),
        statement=author.plan,
        fields=(rows,),
        material=(*parts, *file.material),
    )
    documents = _read_documents(author, file)
    return Act(ARGUMENT, write, lambda form: _read(form, author, assigned, documents), _leave_out_words)


def _leave_out_words(fields: Sequence[FormField], form: Form, faults: Sequence[str]) -> dict[str, FormValue] | None:
    """The form in which the parts at fault keep their sentences and lose tag and warrant; without a part that has
    neither."""
    places = (find_place(fields, form, fault) for fault in faults)
    wrong = {place.entry for place in places if place}
    rows = enumerate(list_rows(form, _PARTS), start=1)
    kept = ((n, row) for n, row in rows if n not in wrong or row["tag"] or row["warrant"])
    bare = {"tag": "", "warrant": ""}
    return {_PARTS: tuple({**row, **bare} if n in wrong else row for n, row in kept)} if wrong else None


def _read_documents(author: Author, file: ShownFile) -> dict[str, Document]:
    names = (one.sentences[0].pointer.document for one in file.documents if one.sentences)
    return {name: read_source(author.session, name) for name in names}


def _text(name: str, about: str, words: int) -> TextField:
    return TextField(name=name, about=about, max_words=words, may_be_empty=True, explains=True)


def _describe_read(author: Author, file: ShownFile) -> Iterator[str]:
    """Which sources of the file its side has read in the speeches before, in one line."""
    shown = ((one.number, sentence) for one in file.documents for sentence in one.sentences[:1])
    read = [number for number, sentence in shown if sentence.pointer.document in author.has_read]
    if read:
        yield f"Your side has read these sources before; one that is new serves better: {', '.join(read)}."


def _show(slot: Slot) -> str:
    return slot.card.shown if slot.card else slot.analytic


def _read(
    form: Form, author: Author, assigned: Assignment, documents: Mapping[str, Document]
) -> Reading[dict[str, Draft]]:
    shown, slots = assigned.file.sentence_by_id, {slot.id: slot for slot in assigned.slots}
    drafts: dict[str, Draft] = {}
    faults: list[str] = []
    for number, row in enumerate(list_rows(form, _PARTS), start=1):
        slot = slots[str(row["part"])]
        draft = Draft(
            at=tuple(sorted((shown[name].pointer for name in read_texts(row, "at")), key=lambda one: one.sentence)),
            **{name: str(row[name]).strip() for name in ("tag", "warrant", "words", "missing", "turned")},
            meets=assigned.names.get(read_first(row, "meets"), "") if "meets" in row else "",
        )
        found = list(_find_faults(author, slot, documents, draft, may_speak=slot.id in assigned.analytic))
        cannot = bool(draft.meets) and draft.meets not in assigned.among.get(slot.id, ())
        found += ["it cannot meet that argument"] if cannot else []
        found += ["the part stands here twice"] if slot.id in drafts else []
        taken = {pointer for other in drafts.values() for pointer in other.at}
        found += ["another part names these sentences"] if taken & set(draft.at) else []
        faults += [place_row(_PARTS, number, f"{slot.id}: {fault}") for fault in found]
        drafts[slot.id] = draft
    return Reading(None if faults else drafts, tuple(faults))


def _find_faults(
    author: Author, slot: Slot, documents: Mapping[str, Document], draft: Draft, *, may_speak: bool
) -> Iterator[str]:
    """What keeps a part from counting, as far as code can see it."""
    known = (*author.known, slot.seek, slot.against, slot.meets, slot.analytic)
    if draft.words and not draft.at:
        yield from list_faults(draft.words, cited=(), known=known)
        if slot.seek and not may_speak:
            yield "this part needs evidence: name sentences, or leave it empty"
    if not draft.at:
        return
    if len({one.document for one in draft.at}) > 1:
        yield "sentences of more than one source: a card is cut from one"
        return
    cited = documents[draft.at[0].document]
    kept = fit_sentences(slot, draft.tag, cited, draft.numbers)
    said = [cited.sentence(number) for number in kept]
    if draft.tag:
        named = (format_citation(cited),)
        yield from find_tag_faults(draft.tag, assemble(cited, kept))
        yield from list_faults(draft.tag, cited=said, known=named)
        yield from list_faults(draft.warrant, cited=said, known=(*known, *named, draft.tag), counts=len(kept))


async def write_argument(author: Author, assigned: Assignment, *given: Input, is_final: bool = False) -> list[Slot]:
    """The parts of one argument as their writer fills them, each card judged; one that falls is refused with the
    reasons. Where it `is_final`, a writer that gives no form at all is an error, which says what it gave."""
    if not (assigned.file.ids or assigned.analytic):
        return list(assigned.slots)
    own = author.session.of(author.seat)
    act = make_draft(own.prompts, author, assigned)
    inputs = (*given, *assigned.file.inputs, depend_on_seat(author.seat))
    done = await perform(own, act, *inputs)
    if is_final and done.entry is None and not done.left_out:
        await own.clerk.ask(act.name, act.question, *inputs, final=True)
    return list(await asyncio.gather(*(_fill(author, slot, done) for slot in assigned.slots)))


async def _fill(author: Author, slot: Slot, done: Performed[dict[str, Draft]]) -> Slot:
    draft = (done.value or {}).get(slot.id)
    if draft is None or done.entry is None:
        found = dict.fromkeys(one.partition(": ")[2] for one in done.left_out)
        own = [one.removeprefix(f"{slot.id}: ") for one in found if one.startswith(f"{slot.id}: ")]
        return slot.model_copy(update={"declined": f"{_FAULTY}: {'; '.join(own)}"}) if own else slot
    entry = done.entry
    if draft.meets:
        slot = slot.model_copy(update={"answers": draft.meets})
    if draft.at:
        made = await _cut(author, slot, draft, entry)
        if isinstance(made, Refusal):
            return slot.model_copy(update={"refused": (*slot.refused, made)})
        filled = slot.model_copy(
            update={
                "card": made,
                "analytic": "",
                "voice": made.voice,
                "turned": draft.turned,
                "entries": {**slot.entries, "act": entry.key},
            }
        )
        return await read_as_marked(author.session, author.plan, filled)
    if draft.words:
        said = {"analytic": draft.words, "voice": "written", "entries": {**slot.entries, "analytic": entry.key}}
        worded = slot.model_copy(update=said)
        return worded.model_copy(update={"judged_words": digest_analytic(worded)})
    left = {"declined": _LOST, "look_for": draft.missing} if draft.missing else {}
    return slot.model_copy(update={**left, "entries": {**slot.entries, "act": entry.key}})


async def _cut(author: Author, slot: Slot, draft: Draft, entry: Entry) -> CutCard | Refusal:
    """The card of these sentences, under a tag that they bear out, if an evaluator finds that it serves."""
    session, plan = author.session, author.plan
    document = read_source(session, draft.at[0].document)
    kept = fit_sentences(slot, draft.tag, document, draft.numbers)
    own = list_claims([document.sentence(number) for number in kept])
    card = make_card(
        document,
        kept,
        tag=draft.tag or extract_tag(own),
        warrant=draft.warrant if draft.tag else "",
        entries={"sentences": entry.key, "tag": entry.key},
    )
    card = await judge_card_again(session, plan, slot, card, depend_on("sentences", entry))
    if card.verdict and not card.verdict.holds and not is_debaters(document):
        return refuse_source(document, kept, card.verdict)
    if not draft.tag:
        return card.model_copy(update=OWN_TAG)
    judged = await _judge_words(author, slot, card)
    return judged.settle(own)


async def _judge_words(author: Author, slot: Slot, card: CutCard) -> JudgedTag:
    """What evaluators find of the tag over a card, and of its warrant, which goes where it does not connect."""
    judged = await judge_tag(author.session, author.seat, author.plan, slot, card)
    if not card.warrant:
        return judged
    warrant = await judge(author.session, ask_warrant(author.plan, slot, card), depend_on("tag", card.entries["tag"]))
    told = {"connected": warrant, "entries": {**judged.card.entries, "warrant": warrant.entry}}
    kept = judged.card.model_copy(update=told | ({} if warrant.holds else {"warrant": ""}))
    return JudgedTag(kept, judged.why)


def list_findings(slot: Slot) -> list[str]:
    """Why a part is still open, as its writer is told; nothing where it stands."""
    if slot.card:
        return []
    return [*map(str, slot.refused), *([slot.declined] if slot.declined.startswith(_FAULTY) else [])]


async def cut_source(author: Author, slot: Slot, document: str, *given: Input) -> CutCard | Refusal:
    """A card for a part from this one source, or why it does not serve; of a long one, how much of it was shown."""
    source = read_source(author.session, document)
    shown = _show_source(source)
    (made,) = await write_argument(author, Assignment([slot.model_copy(update={"card": None})], shown), *given)
    if made.card:
        return made.card
    part = f" (its last {shown.left_out:,} sentences were not shown)" if shown.left_out else ""
    if len(made.refused) > len(slot.refused):
        last = made.refused[-1]
        return last.model_copy(update={"why": f"{last.why}{part}"})
    why = made.look_for or "no sentence of it was chosen"
    return Refusal(document=document, cite=source.citation.brief, why=f"{why}{part}", entry=made.entries.get("act", ""))


async def narrow_words(
    author: Author, slot: Slot, card: CutCard, faults: Sequence[str], *given: Input
) -> CutCard | None:
    """The card under a tag that claims less, after what was found of the first; None where none counts."""
    source = read_source(author.session, card.document)
    file = show_documents({"01": source}, {"01": card.sentences}, extent=EXTENT._replace(room=0, whole=0))
    act = make_draft(
        author.session.prompts, author, Assignment([slot], file, told={slot.id: [f"“{card.tag}”", *faults]})
    )
    done = await perform(author.session, act, *given, depend_on("tag", card.entries["tag"]))
    draft = (done.value or {}).get(slot.id)
    if draft is None or done.entry is None or draft.tag in ("", card.tag):
        return None
    words = {"tag": draft.tag, "warrant": draft.warrant, "first_tag": card.first_tag or card.tag}
    again = card.model_copy(update={**words, "entries": {**card.entries, "tag": done.entry.key}})
    judged = await _judge_words(author, slot, again)
    return None if judged.why else judged.card


def describe_fall(slot: Slot) -> str:
    """What is still wrong with a part that was written again."""
    last = slot.refused[-1] if slot.refused else None
    return f"{last.why}{describe_reasons(last.because)}" if last else slot.look_for or "nothing was written that counts"
