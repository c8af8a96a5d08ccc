"""Tells of slots in sentences, each bound to the slots it speaks of: the impact calculus and the overview.

A sentence with a figure, a name or a quotation that its slots do not hold is dropped and named, and so is one of which
an evaluator does not find that its slots say it. What is left is said; where nothing is left, the bounded form stands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from foam.case.author import Author
from foam.case.establish import ask_told, judge
from foam.case.marks import drop_marks
from foam.case.values import Case, Slot, Told, describe_reasons
from foam.case.written import describe_empty, list_faults, list_told_parts, name_part
from foam.job.acts import ask_act, put_again
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.model.form import IdsField, ListField, TextField, count_words
from foam.model.question import Option, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.record.entry import Entry, Input, ValueInput
from foam_quotes.text.stem import list_stems

TELLING_WORDS, _SENTENCE_WORDS = 80, 40
MOST_SENTENCES_TOLD = 6
_TOLERANCE = 1.1
"""How far over its words a telling may run before it is sent back."""


def overview_question(prompts: Prompts, *, question: str, plan: str, parts: Options) -> Write:
    """What does the speech argue, in a few sentences?"""
    filled = render_prompt(
        prompts, "case/overview", question=fence(question), parts=fence_options(parts), words=str(TELLING_WORDS)
    )
    return Write(**filled, statement=plan, fields=(make_telling_field(parts),), material=parts)


def make_telling_field(parts: Sequence[Option]) -> ListField:
    of = IdsField(name="of", about="the parts it speaks of", ids=tuple(p.id for p in parts), at_least=1, at_most=4)
    text = TextField(name="text", about="one sentence", max_words=_SENTENCE_WORDS)
    return ListField(name="sentences", fields=(text, of), at_least=1, at_most=MOST_SENTENCES_TOLD)


@dataclass(frozen=True, slots=True)
class TellingPart:
    """Something that a sentence may speak of: a slot, or what was heard."""

    id: str
    text: str
    evidence: str = ""
    """Of a card the words of its source, which belong to whoever cites them; what the seat wrote may be said again."""


@dataclass(frozen=True, slots=True)
class Telling:
    """The sentences that were written, and the decisions behind them."""

    told: tuple[Told, ...]
    act: Entry
    kept: str

    @property
    def entries(self) -> dict[str, str]:
        """The decisions behind it, by kind."""
        judged = (one.verdict.entry for one in self.told if one.verdict)
        return {"act": self.act.key, "told": self.kept, **{f"judged {n}": key for n, key in enumerate(judged, start=1)}}

    @property
    def text(self) -> str:
        return join_told(self.told)

    def covers(self, needed: Sequence[TellingPart]) -> bool:
        """Whether something is said, and of every part that is needed."""
        said = [one for one in self.told if not one.refused]
        return bool(said) and {part.id for part in needed} <= find_spoken_of(said, needed)

    @property
    def lost(self) -> frozenset[str]:
        """The parts of which only sentences spoke that are not said."""
        said = {name for one in self.told if not one.refused for name in one.of}
        return frozenset(name for one in self.told if one.refused for name in one.of) - said


def find_spoken_of(said: Sequence[Told], needed: Sequence[TellingPart]) -> set[str]:
    """The parts of which sentences speak. One that names a single part of these speaks of it; one that names several
    speaks of those that it has a word of which the others do not all have."""
    words = {part.id: list_stems(part.text) for part in needed}
    shared = set.intersection(*words.values()) if len(words) > 1 else set()
    found: set[str] = set()
    for one in said:
        named = [name for name in one.of if name in words]
        content = list_stems(one.text) - shared
        found |= set(named) if len(named) == 1 else {name for name in named if content & words[name]}
    return found


def join_told(told: Sequence[Told]) -> str:
    """What is said: the sentences that were not refused."""
    return " ".join(one.text for one in told if not one.refused)


def name_parts(parts: Sequence[TellingPart]) -> tuple[Option, ...]:
    """The parts, as they are read aloud, under the short ids that a writer names them by: p1, p2, …"""
    return tuple(Option(id=f"p{n}", text=drop_marks(part.text)) for n, part in enumerate(parts, start=1))


async def tell_parts(
    author: Author,
    case: Case,
    kind: str,
    question: Write,
    parts: Sequence[TellingPart],
    *inputs: Input,
    most: int,
    needs: Collection[str] = (),
) -> Telling | None:
    """Sentences about parts, at most `most` words of them, about all that are needed; None where none is left.

    Where what is dropped leaves a part without a word of which it spoke, or one that is needed, they are asked for once
    more with the reasons; the second telling stands where it leaves fewer so.
    """
    names = {f"p{n}": part for n, part in enumerate(parts, start=1)}
    needed = [part for part in parts if part.id in needs]

    def read(entry: Entry) -> list[Told]:
        rows = read_form(entry)["sentences"]
        assert isinstance(rows, tuple)
        return [_read_row(row, {name: part.id for name, part in names.items()}) for row in rows]

    def check(entry: Entry) -> list[str]:
        return list(_find_faults(read(entry), most, needed))

    async def tell(asked: Write, *given: Input) -> Telling | None:
        entry = await ask_act(author.session, kind, asked, *given, check=check)
        return await _judge_telling(author, case, kind, read(entry), entry, parts) if entry else None

    first = await tell(question, *inputs)
    if first is None or (first.covers(needed) and not first.lost):
        return first if first and first.text else None
    dropped = [f"“{one.text}”: {one.refused}" for one in first.told if one.refused]
    left = find_spoken_of([one for one in first.told if not one.refused], needed)
    dropped += [_describe_unspoken(part) for part in needed if part.id not in left]
    again = put_again(question, first.act, dropped)
    second = await tell(again, *inputs, depend_on("refused", first.kept))
    best = second if second and second.covers(needed) and _improves(second, first, needed) else first
    return best if best.text else None


def _improves(second: Telling, first: Telling, needed: Sequence[TellingPart]) -> bool:
    """Whether a second telling leaves less unsaid than the first."""
    return not first.covers(needed) or len(second.lost) < len(first.lost)


async def _judge_telling(
    author: Author, case: Case, kind: str, said: Sequence[Told], entry: Entry, parts: Sequence[TellingPart]
) -> Telling:
    """The sentences with what code and an evaluator find of each."""
    kept = author.session.clerk.compute(
        "told",
        lambda: [_check_told(one, author, parts).json_value() for one in said],
        depend_on(kind, entry),
        ValueInput(role="parts", value=[[part.id, part.text] for part in parts]),
        rule="each sentence is borne out by the parts it speaks of",
    )
    held = [Told.model_validate(row) for row in kept.answer]
    given = depend_on("told", kept)
    told = tuple(
        await asyncio.gather(
            *(_judge_told(author, case, one, parts, held[:place], given) for place, one in enumerate(held))
        )
    )
    return Telling(told, entry, kept.key)


async def _judge_told(
    author: Author, case: Case, told: Told, parts: Sequence[TellingPart], before: Sequence[Told], *given: Input
) -> Told:
    """The sentence with an evaluator's verdict on it, read after those before it; not said where its parts do not say
    it."""
    if told.refused:
        return told
    spoken = [part.text for part in parts if part.id in told.of]
    asked = ask_told("", told, list_told_parts(case, told, spoken), join_told(before))
    verdict = await judge(author.session, asked, *given)
    why = "" if verdict.holds else f"an evaluator finds: {verdict.finding}{describe_reasons(verdict.reasons)}"
    return told.model_copy(update={"verdict": verdict, "refused": why})


def _read_row(row: object, ids: dict[str, str]) -> Told:
    assert isinstance(row, dict)
    return Told(text=str(row["text"]).strip(), of=tuple(ids[str(name)] for name in row["of"]))


def _find_faults(told: Sequence[Told], most: int, needed: Sequence[TellingPart]) -> Iterator[str]:
    count = count_words(" ".join(one.text for one in told))
    if count > _TOLERANCE * most:
        yield f"{count} words altogether; at most {most} are read"
    spoken = find_spoken_of(told, needed)
    for part in needed:
        if part.id not in spoken:
            yield _describe_unspoken(part)


def _describe_unspoken(part: TellingPart) -> str:
    return f"no sentence that stands speaks of this impact: {part.text.partition(chr(10))[0]}"


def _check_told(told: Told, author: Author, parts: Sequence[TellingPart]) -> Told:
    """The sentence, with why it is not said where its parts do not bear it out."""
    cited = [part.text for part in parts if part.id in told.of]
    others = [part.evidence for part in parts if part.evidence and part.id not in told.of]
    faults = list_faults(told.text, cited=cited, known=author.known, uncited=others)
    return told.model_copy(update={"refused": "; ".join(faults)})


async def tell_overview(author: Author, case: Case) -> Case:
    """The case with an overview in words, where its seat's model writes."""
    if not author.speaks:
        return case
    parts = [
        TellingPart(slot.id, _describe_slot(case, slot), slot.card.text if slot.card else "") for slot in case.slots
    ]
    question = overview_question(
        author.session.prompts, question=case.resolution, plan=case.plan, parts=name_parts(parts)
    )
    inputs = tuple(
        depend_on(f"{slot.id} {role}", key)
        for slot in case.slots
        for role, key in {**slot.entries, **(slot.card.entries if slot.card else {})}.items()
    )
    telling = await tell_parts(author, case, "overview", question, parts, *inputs, most=TELLING_WORDS)
    return case.model_copy(update={"overview": telling.told}) if telling else case


def drop_told(case: Case, changed: Collection[str]) -> Case:
    """The case without sentences about slots that have changed since; one that was itself told anew keeps its own."""
    slots = tuple(_drop_of_slot(slot, changed) if slot.told and slot.id not in changed else slot for slot in case.slots)
    return case.model_copy(update={"slots": slots, "overview": _drop(case.overview, changed)})


def _drop_of_slot(slot: Slot, changed: Collection[str]) -> Slot:
    told = _drop(slot.told, changed)
    return slot if told == slot.told else slot.model_copy(update={"told": told, "analytic": join_told(told)})


def _drop(told: Sequence[Told], changed: Collection[str]) -> tuple[Told, ...]:
    return tuple(one for one in told if not set(one.of) & set(changed))


def _describe_slot(case: Case, slot: Slot) -> str:
    """A slot as an overview is told of it."""
    name = name_part(case, slot)
    if slot.card:
        cited = f" ({slot.card.cite})" if slot.card.cite else ""
        return f"{name}: {slot.card.tag}\n{slot.card.text}{cited}"
    return f"{name}: {slot.analytic}" if slot.analytic else describe_empty(slot)
