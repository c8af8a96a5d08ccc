"""A case as a value: slots filled with cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field

from foam.argument.flow import Flow, Side
from foam.argument.outline import OutlineNode
from foam.case.marks import drop_marks
from foam.evidence.marked import Marked, speak_text
from foam.model.check import BEARING
from foam.pack.workings import Calculated
from foam.paper import Readable
from foam.values import Value, digest
from foam_quotes.text.normalise import compute_id
from foam_quotes.text.pointer import Pointer
from foam_quotes.verdicts.verdict import Flag

ESTABLISHES, REFUTES, FOLLOWS, UNDOES = "establishes", "refutes it", "follows", "undoes it"
BORNE_OUT = "borne out"
BESIDE, UNCLEAR = "beside the point", "unclear"
COHERENT, CONTRADICTS = "agrees", "contradicts"
CONNECTS, SUPPORTS = "connects", "supports it"
OWN_WORDS = "its own words"
"""What stands in place of a verdict on a tag that is a sentence of its source."""
REASONS = 60
"""Words that a judging role has for its reasons."""
SURE = 0.6
"""Confidence below which a verdict counts as unclear. A model that states none is taken at its word."""


class Verdict(Value):
    """What an evaluator found of a card in its slot, or of a step after another."""

    label: str
    confidence: float | None = None
    by: str
    """Who was asked."""
    of: str
    """Digest of what was judged: it holds for nothing else."""
    entry: str
    reasons: str = ""
    """Why, in the words of whoever was asked, where they gave any. They decide nothing."""

    @property
    def finding(self) -> str:
        """The label, or that it is unclear where the evaluator was not sure enough."""
        return self.label if self.confidence is None or self.confidence >= SURE else UNCLEAR

    @property
    def holds(self) -> bool:
        return self.finding in (ESTABLISHES, REFUTES, FOLLOWS, UNDOES, BORNE_OUT, CONNECTS, SUPPORTS, COHERENT)


CHALLENGED = "a challenge to it was sustained"
"""Why a card that was bound is none any more."""


class Refusal(Value):
    """A source that was read for a slot and not bound, and why."""

    document: str
    cite: str
    why: str
    entry: str
    sentences: tuple[int, ...] = ()
    """Those that were to be read; none where the source was refused as a whole."""
    because: str = ""
    """The reasons of whoever refused it, where they gave any."""

    @property
    def pointers(self) -> tuple[Pointer, ...]:
        return tuple(Pointer(document=self.document, sentence=number) for number in self.sentences)

    def __str__(self) -> str:
        """The source, and why it was refused."""
        places = ", ".join(f"s{n}" for n in self.sentences)
        name = " ".join(part for part in (self.cite or f"d:{self.document[:8]}", places) if part)
        return f"{name} ({self.why}{describe_reasons(self.because)})"


def describe_reasons(reasons: str) -> str:
    """Reasons behind a verdict, as views add them to it; nothing where none were given."""
    return f"; because: {reasons}" if reasons else ""


NOT_CHECKED = "not checked: the debater's own tag"
_CLAUSE_END = re.compile(r"\s*(?:-{2,}|[—–;:.!?]|\s-\s|,\s+(?=(?:and|but|which|because|so|while|since)\b))\s*")


class DebaterWork(Value):
    """Whose tag and marks a card is read by, and what evaluators found of it."""

    tag: str
    """The tag in full, as it stands in the debater's file."""
    given: bool = Field(default=False, exclude_if=lambda given: not given)
    """Whether the speaker gave the card another tag."""
    uncounted: bool = Field(default=False, exclude_if=lambda uncounted: not uncounted)
    """Whether the tag is read without the number that counts it ("Third, …"): what it was counted after is not read."""
    file: str
    place: str = ""
    """Pocket, hat and block."""
    marked: Marked
    """By which marks it was decided what is read."""
    spans: tuple[tuple[int, int], ...]
    """Where what is read stands in the text of the card."""
    kept: tuple[tuple[int, int], ...] = ()
    """What its debater underlined, read or not."""
    stressed: tuple[tuple[int, int], ...] = Field(default=(), exclude_if=lambda stressed: not stressed)
    """What its debater set in emphasis."""
    by: Literal["block", "search", "pin"]
    """Why it stands in its slot: its debater put it there, a search found it, or the speaker pinned it."""
    fits: Verdict | None = None
    """Whether what is read says what the tag says, as an evaluator judged it."""
    bears: Verdict | None = None
    """Whether it speaks of the plan or of the step before it, as an evaluator judged it."""
    proposed: str = Field(default="", exclude_if=lambda proposed: not proposed)
    """Another tag, in the words of a seat that writes: a proposal, which is not read."""

    @property
    def standing(self) -> str:
        """What an evaluator found of the tag, in a few words; that it could not tell is said so."""
        found = self.fits.finding if self.fits else ""
        if found == COHERENT:
            return "the evaluator finds the tag borne out"
        return "the evaluator reads it otherwise: see the card" if found == CONTRADICTS else NOT_CHECKED

    @property
    def is_on_topic(self) -> bool:
        """Whether an evaluator found that it speaks of the plan or of the step before it."""
        return self.bears is not None and self.bears.finding == BEARING[0]

    @property
    def is_off_topic(self) -> bool:
        """Whether an evaluator found that it speaks of something else than the plan and the step before it."""
        return self.bears is not None and self.bears.finding == BEARING[1]

    @property
    def is_borne_out(self) -> bool:
        """Whether an evaluator found both: it is about the matter, and what is read says what the tag says."""
        return self.is_on_topic and self.fits is not None and self.fits.finding == COHERENT


def shorten_tag(tag: str, most: int) -> str:
    """A tag of at most so many words, by whole clauses; one whose first clause is longer is left as it is. Asterisks
    that debaters set before a tag, to find it again, are not read."""
    kept, tag = "", tag.lstrip("* ") or tag
    for end in [*(match.start() for match in _CLAUSE_END.finditer(tag)), len(tag)]:
        if len(tag[:end].split()) <= most:
            kept = tag[:end]
    return kept.strip() or tag


NEEDED = "[EVIDENCE NEEDED]"

Voice = Literal["written", "bounded"]
"""Who found the words: a model that writes, or one that chooses among what code drafts."""

Rule = Literal[
    "unfilled",
    "slot",
    "chain",
    "quotation",
    "structure",
    "budget",
    "alignment",
    "perspective",
    "density",
    "provenance",
    "calculation",
]


class Answered(Value):
    """The plan that the other side read, and what they say comes of it."""

    plan: str
    gained: tuple[str, ...] = ()
    """What they say is gained by it, an advantage each."""
    impacts: tuple[str, ...] = Field(default=(), exclude_if=lambda impacts: not impacts)
    """The ids of their impacts in the round, in the same order."""

    @property
    def named(self) -> dict[str, str]:
        """The impact of each advantage by the short id under which a writer names it."""
        return {f"g{n}": impact for n, impact in enumerate(self.impacts, start=1)}


def describe_plan(stands_for: str, answered: Answered | None, counterplan: str = "") -> str:
    """The plan that the parts of a speech speak of: its own, or the one that it answers, beside what it would do in its
    place."""
    if answered is None:
        return stands_for
    instead = f"\nThe counterplan of this speech, in its place: {counterplan}" if counterplan else ""
    return f"{answered.plan}{instead}"


def read_solved(filled: Mapping[str, Any], named: Mapping[str, str]) -> tuple[str, ...]:
    """The impacts that a counterplan claims to reach by its form, in the order in which they were heard."""
    return tuple(impact for name, impact in named.items() if name in filled.get("solves", ()))


class CitedFinding(Value):
    """What the examination of the file found of sentences that the case rests on; no part of the speech."""

    pointer: Pointer
    """The sentence that says it: `finding:…`."""
    text: str
    established: str
    """By whom: code, or the judge."""
    rests_on: tuple[Pointer, ...]
    slots: tuple[str, ...]
    """The slots that rest on one of the same sentences."""
    entry: str


class GeneratedNode(Value):
    """A node made because no path fitted, and where it was hung. It joins a pack only if a person puts it there."""

    at: str
    node: OutlineNode


class LeftOut(Value):
    """An argument, or a part that stands by itself, that is not read."""

    id: str
    title: str
    words: int
    """The words that it was given."""
    written: int = Field(default=0, exclude_if=lambda written: not written)
    """Words that were written for it; none where nothing was found."""
    because: str = Field(default="", exclude_if=lambda because: not because)
    """Why, where nobody asked for it."""
    lacks: tuple[str, ...] = Field(default=(), exclude_if=lambda lacks: not lacks)
    """What was not found for it, part by part, and what to look for."""
    parts: tuple[str, ...] = Field(default=(), exclude_if=lambda parts: not parts)
    """The ids of these parts."""
    component: str = Field(default="", exclude_if=lambda component: not component)
    """Of a part of an argument that is read without it: which component it is."""
    group: str = Field(default="", exclude_if=lambda group: not group)
    """The argument that such a part belongs to."""


class Reworded(Value):
    """Other words that a part was given."""

    before: str
    """What it said until then; of one that was empty what it was to establish."""
    because: str = Field(default="", exclude_if=lambda because: not because)
    """Why, in the words of whoever asked for it."""


def describe_unchanged(why: str, because: str) -> str:
    """Why a part stands as it was although somebody asked for other words, and for what they did."""
    return f"{why.rstrip('.')}. It was asked for because: {because}" if because else why


def describe_reworded(reworded: tuple[Reworded, ...], now: str) -> str:
    """What a part said, what it says now, and why. Empty where it was not worded anew."""
    if not reworded:
        return ""
    asked = "; ".join(f"“{one.before}”{f' (because: {one.because})' if one.because else ''}" for one in reworded)
    return f"worded anew, as somebody asked who amended the case: it said {asked}, and says now “{now}”."


class Told(Value):
    """A sentence that a writer says of slots, bound to those it speaks of."""

    text: str
    of: tuple[str, ...]
    """Ids of the slots, or of what was heard."""
    refused: str = ""
    """Why it is not said, where its slots do not bear it out."""
    verdict: Verdict | None = None
    """Whether its slots say this, as an evaluator judged it."""
    voice: Voice = "written"
    """Who found its words: what code put together needs no evaluator."""


class PlanObjection(Value):
    """What a critic held against the first draft of a plan."""

    part: str
    type: str = Field(default="", exclude_if=lambda named: not named)
    """What is wrong with it, as its critic named it."""
    text: str
    grounds: tuple[Pointer, ...] = ()
    after: str = Field(default="", exclude_if=lambda after: not after)
    """What the part says after it, where it was written again."""
    mended: bool = Field(default=False, exclude_if=lambda mended: not mended)
    """Whether the part says something else since."""

    @property
    def strikes(self) -> str:
        """The part that it strikes, and in what way."""
        return f"{self.part} ({self.type.replace('_', ' ')})" if self.type else self.part


class Plan(Value):
    """What a speech puts forward, in the words of its seat."""

    text: str
    """As it is read, and as the slots refer to it."""
    agent: str
    mandate: str
    funding: str = ""
    enforcement: str = ""
    time: str = ""
    solves: tuple[str, ...] = Field(default=(), exclude_if=lambda solves: not solves)
    """Of a counterplan: the impacts of the other side's advantages that it claims to reach, by their ids."""
    grounds: tuple[Pointer, ...] = ()
    """The sentences in which the library speaks of any of this."""
    before: str = ""
    """The first draft, where a critic found fault with it and it was written again."""
    objections: tuple[PlanObjection, ...] = ()
    answer: str = ""
    """What the seat changed for what was held against it last, what it did not, and why."""
    earlier_answers: tuple[str, ...] = Field(default=(), exclude_if=lambda answers: not answers)
    """What it said before that, to the critic first, where the plan was put anew."""
    voice: Voice = "written"
    entry: str


class CutCard(Value):
    """Evidence as a debater reads it: a tag, a cite, and sentences assembled by code."""

    tag: str
    first_tag: str = Field(default="", exclude_if=lambda tag: not tag)
    """The tag that its writer gave it first, where another took its place after what was found of it."""
    warrant: str = ""
    """Why these sentences bear the tag out, in the words of the writer; it is shown and not read aloud."""
    connected: Verdict | None = None
    """Whether the warrant connects the sentences with the tag, as an evaluator judged it."""
    cite: str
    source: str
    """The citation in full, as far as the source gives it."""
    document: str
    sentences: tuple[int, ...]
    body: str
    """The whole document, so that what was left out can be read."""
    text: str
    """The chosen sentences, gaps marked."""
    alignment: str = ""
    """How the tag stands to the words it is read over, as an evaluator judged it."""
    fits: Verdict | None = Field(default=None, exclude_if=lambda verdict: verdict is None)
    """That judgement, with the digest of tag and words; none under the source's own words."""
    verdict: Verdict | None = None
    """Whether it establishes the slot that it was cut for, as an evaluator judged it."""
    coherence: str = ""
    """How the card stands to what the seat declared, as an evaluator judged it."""
    work: DebaterWork | None = Field(default=None, exclude_if=lambda work: work is None)
    """Whose tag and marks it is read by, where it is a debater's whole card."""
    entries: dict[str, str] = Field(default_factory=dict)
    """The decisions behind it, by kind."""

    @property
    def heard(self) -> str:
        """What is read of the source: of a debater's card the marked words in a row."""
        return speak_text(self.text) if self.work else self.text

    @property
    def pointers(self) -> tuple[Pointer, ...]:
        return tuple(Pointer(document=self.document, sentence=number) for number in self.sentences)

    @property
    def voice(self) -> Voice:
        """Who found its tag: whoever writes gives a warrant with it."""
        return "written" if self.warrant else "bounded"

    @property
    def shown(self) -> str:
        """Tag and evidence, as whoever writes or judges a later part of the same argument is shown them."""
        return f"{self.tag}\n{drop_marks(self.heard)}"

    @property
    def spoken(self) -> str:
        """What is read aloud."""
        return f"{self.tag} {self.cite} {drop_marks(self.heard)}"


class Slot(Value):
    """One component of one syllogism, and what fills it."""

    id: str
    path: tuple[str, ...]
    title: str
    syllogism: str
    component: str
    words: int
    """Its word budget."""
    seek: str = ""
    """What it has to establish; empty where it needs no evidence."""
    point: str = ""
    """The same without the plan's words, for models that compare two texts."""
    answers: str = ""
    """Id of the argument that it answers, in the flow of the round."""
    extends: str = ""
    """Id of the argument that it carries on."""
    against: str = ""
    """The words that it answers."""
    meets: str = Field(default="", exclude_if=lambda meets: not meets)
    """The words that it meets by a point of its own: it has to establish that, and not only to refute them."""
    steps: tuple[str, ...] = Field(default=(), exclude_if=lambda steps: not steps)
    """Ids of the steps of the argument that it meets, where it breaks one of them: which, is named with its words."""
    analytic: str = ""
    """Words of its own, where no evidence is needed."""
    judged_words: str = Field(default="", exclude_if=lambda judged: not judged)
    """Digest of words that were written without evidence."""
    reworded: tuple[Reworded, ...] = Field(default=(), exclude_if=lambda reworded: not reworded)
    """What it was to establish, or said, before somebody asked for other words, in the order of asking."""
    voice: Voice = "bounded"
    """Who found its words."""
    told: tuple[Told, ...] = ()
    """The sentences of its words, where each is bound to other slots; also those that were refused."""
    declined: str = ""
    """Why the writer left it empty, where it did."""
    turned: str = Field(default="", exclude_if=lambda turned: not turned)
    """How whoever answers may read its card against the speech, as the writer says."""
    look_for: str = ""
    """What the writer would look for, where it left it empty."""
    unchanged: str = Field(default="", exclude_if=lambda why: not why)
    """Why it stands as it was, where somebody asked for other words and nothing came of it."""
    card: CutCard | None = None
    calculated: Calculated | None = None
    """Where its words were worked out: the figures and where they stand."""
    step: Verdict | None = None
    """Whether it follows from the step before it, as an evaluator judged it."""
    searched: tuple[str, ...] = ()
    """What was looked for, in the order of the fallbacks."""
    refused: tuple[Refusal, ...] = ()
    """The sources that were read for it and do not establish it."""
    entries: dict[str, str] = Field(default_factory=dict)
    """The decisions that led to what fills it, by kind."""

    @property
    def group(self) -> str:
        """The syllogism it is a component of."""
        return self.path[-2] if len(self.path) > 1 else ""

    @property
    def part(self) -> str:
        """The slot as a model reads of it."""
        return f"{self.syllogism.replace('_', ' ')}, {self.title}"

    @property
    def filled(self) -> bool:
        return bool(self.card or self.analytic)

    @property
    def hole(self) -> str:
        """What a reader is told of a slot with nothing in it: what is missing, what was read, what to look for."""
        if not self.seek:
            return f"{NEEDED} Nothing to go by: the parts that it draws on are empty."
        missing = self.point or self.seek
        read = ", ".join(dict.fromkeys(map(str, self.refused)))
        why = "nothing was found for it" if self.searched else "it was not searched for"
        found = "Nothing that was read establishes this" if read else f"Nobody read anything for this, because {why}"
        lines = [f"{NEEDED} {found}: {missing}"]
        lines += [f"The writer left it empty: {self.declined}"] if self.declined else []
        lines += [f"Read for it and not bound: {read}."] if read else []
        wider = self.look_for or "; ".join(self._tell_queries())
        lines += [f"Look for: {wider}"] if wider else []
        return " ".join(lines)

    def _tell_queries(self) -> Iterator[str]:
        """What was looked for but its own words; of what the other side said, what would answer it."""
        theirs = (*self.meets.splitlines(), self.against)
        for query in self.searched:
            if query not in (self.seek, self.point) and not query.startswith(f"{self.title}: "):
                yield f"what speaks against “{query.rstrip('.')}”" if query in theirs else query

    @property
    def spoken(self) -> str:
        """What is read aloud."""
        return self.card.spoken if self.card else self.analytic or self.hole

    @property
    def length(self) -> int:
        """Words read aloud; a hole has none."""
        return len(self.spoken.split()) if self.filled else 0


class Group(Value):
    """One syllogism of the case: its type, and what holds for it by the template."""

    id: str
    title: str
    syllogism: str
    facts: dict[str, str] = Field(default_factory=dict)


class BranchChoice(Value):
    """What was offered at a branch, what was taken, why, and by which decision."""

    branch: str
    ask: str
    offered: tuple[str, ...]
    taken: tuple[str, ...]
    by: str
    why: str
    entry: str


class CaseFailure(Value):
    """Why a case is not issued: which slot, which rule, what to do."""

    slot: str
    rule: Rule
    what: str
    remedy: str
    verdict: str = ""
    """For quotations: exact, altered, paraphrase, misattributed or fabricated."""
    flags: tuple[Flag, ...] = ()
    """For quotations: what a reader must know beside the verdict."""
    because: str = ""
    """The evaluator's reasons for its verdict, where it gave any."""

    def __str__(self) -> str:
        """One line: where, which rule, what, and what to do."""
        found = ", ".join((self.verdict, *self.flags)) + describe_reasons(self.because)
        verdict = f" ({found})" if self.verdict else ""
        return f"{self.slot}: {self.rule}: {self.what}{verdict}; {self.remedy}"


WORDS_PER_MINUTE = 250.0
_PACES = {"pf": 170.0}
"""Words a minute at which a kind of debate is read, where nobody says."""


class Case(Readable, Value):
    """A written case."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.case.views",)
    resolution: str
    speech: str
    title: str
    side: Side
    seat: str
    plan: str
    """What it stands for, as its slots refer to it."""
    planned: Plan | None = None
    """The plan in its parts, where the seat wrote it; without one it is the resolution as the seat stands to it."""
    position_voice: Voice = "bounded"
    """Who found the words of what it stands for, where it has no plan."""
    pressed: tuple[PlanObjection, ...] = ()
    """What a critic held against the position, and what its seat made of it."""
    granted: tuple[PlanObjection, ...] = Field(default=(), exclude_if=lambda granted: not granted)
    """What speaks against what it stands for, as its seat itself says."""
    counterplan: Plan | None = None
    """What it puts forward in place of the resolution, where a negative seat wrote that."""
    answered: Answered | None = Field(default=None, exclude_if=lambda answered: answered is None)
    """The plan that the other side read, where the speech answers one."""
    overview: tuple[Told, ...] = ()
    """The case in a few sentences, for whoever reads it; also those that were refused. Not read aloud."""
    pack: str
    pack_content: str
    notice: str
    corpus: str
    budget: int
    format: str = "policy"
    """The kind of debate, which says what columns a flow has."""
    heard: Flow | None = None
    """The round before this speech, where it answers one."""
    accepted: tuple[GeneratedNode, ...] = ()
    """Nodes that a person added to the template before this case was written."""
    choices: tuple[BranchChoice, ...]
    generated: tuple[GeneratedNode, ...] = ()
    groups: tuple[Group, ...]
    slots: tuple[Slot, ...]
    findings: tuple[CitedFinding, ...] = Field(default=(), exclude_if=lambda findings: not findings)
    """What was found of its sentences, where they belong to a file that was examined."""
    left_out: tuple[LeftOut, ...] = Field(default=(), exclude_if=lambda left: not left)
    """Arguments, and claims of a counterplan, that are not read."""
    failures: tuple[CaseFailure, ...] = ()
    remarks: tuple[CaseFailure, ...] = Field(default=(), exclude_if=lambda remarks: not remarks)
    """What a speaker should look at in a debater's own cards; it does not keep the case back."""

    @property
    def pace(self) -> float:
        """How many words a minute its kind of debate is read at, where nobody says."""
        return _PACES.get(self.format, WORDS_PER_MINUTE)

    @property
    def issued(self) -> bool:
        """Whether it may be used. A case with an unfilled slot is not issued as valid."""
        return not self.failures

    @property
    def judged_plan(self) -> str:
        """The plan that its parts speak of, as evaluators are shown it."""
        return describe_plan(self.plan, self.answered, self.counterplan.text if self.counterplan else "")

    @property
    def plan_voice(self) -> Voice:
        """Who found the words of its plan."""
        return self.planned.voice if self.planned else self.position_voice

    @property
    def words(self) -> int:
        """Words read aloud."""
        return sum(slot.length for slot in self.slots)

    @property
    def cards(self) -> tuple[CutCard, ...]:
        return tuple(slot.card for slot in self.slots if slot.card)

    @property
    def digest(self) -> str:
        return digest_case(self, lambda card: compute_id(card.body))

    def list_slots(self, group: str) -> tuple[Slot, ...]:
        return tuple(slot for slot in self.slots if slot.group == group)


def digest_case(case: Case, name_body: Callable[[CutCard], str]) -> str:
    """The digest of a case, in which the text around a quotation counts by its document's id, which `name_body` gives:
    a copy that shows less of its sources can so be told to be this case."""
    content = case.json_value()
    for slot, written in zip(case.slots, content["slots"], strict=True):
        if slot.card:
            written["card"]["body"] = name_body(slot.card)
    return digest(content)


def group_slots(case: Case) -> Iterator[tuple[Group, tuple[Slot, ...]]]:
    """The syllogisms in speaking order, each with its slots."""
    return ((group, case.list_slots(group.id)) for group in case.groups)


def show_bodies(case: Case, bodies: Callable[[str], str]) -> Case:
    """The case with another text around each quotation, by the id of its document."""
    slots = (
        slot.model_copy(update={"card": slot.card.model_copy(update={"body": bodies(slot.card.document)})})
        if slot.card
        else slot
        for slot in case.slots
    )
    return case.model_copy(update={"slots": tuple(slots)})
