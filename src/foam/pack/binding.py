"""Stated rules bound to a file: their sentences and figures are found, and the tree is built on them.

Nothing is guessed. A provision, an input or a condition whose sentence is not found, or is found twice, leaves its leaf
open and says what to bring.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import count
from pathlib import PurePath

from pydantic import Field

from foam.argument.casefile import CaseFile, FiledDocument
from foam.argument.figures import parse_figure, show_figure
from foam.argument.grounding import read_day, stands_in
from foam.argument.inputs import (
    PLACE,
    UNSEEN,
    Input,
    Reading,
    choose_each,
    compile_pattern,
    find_strangers,
    vary_readings,
)
from foam.argument.tree import Beside, Complaint, Frame, Leaf, Node, Option, Root, Term, find_complaints
from foam.argument.working import Ref, SentenceId, Working, compute
from foam.errors import InputError
from foam.evidence.document import Document
from foam.evidence.figures import is_of_kind, read_document
from foam.pack.formulas import build_formula
from foam.pack.rules import (
    Condition,
    Piece,
    Provision,
    Rules,
    Source,
    StatedCalculation,
    StatedInput,
    StatedPart,
    StatedRoot,
    is_comparison,
)
from foam.pack.workings import show_value
from foam.values import Value
from foam_quotes.text.figures import parse_date
from foam_quotes.text.normalise import normalise

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SIGN = re.compile(r"<=|>=|==|<|>")
_SIGNS = {"<=": "is at most", ">=": "is at least", "<": "is less than", ">": "is more than", "==": "is"}


class Lack(Value):
    """What keeps a leaf open."""

    leaf: str
    what: str


class GivenInput(Value):
    """A figure or a day that a person read in a sentence."""

    name: str
    value: str
    at: SentenceId


class Bound(Value):
    """Stated rules over a file."""

    frame: Frame
    file: CaseFile
    lacks: tuple[Lack, ...] = ()
    titles: dict[str, str] = Field(default_factory=dict)
    """What readers call a provision, by its leaf."""

    def list_complaints(self) -> tuple[Complaint, ...]:
        """What is wrong with its form, beside what is merely not found."""
        found = find_complaints(self.frame, self.file)
        leaves = self.frame.leaf_by_id
        missing = {name for name, one in leaves.items() if one.term and not leaves[one.term.rule].at}
        return tuple(one for one in found if not (one.kind == "term" and one.part in missing))


def number_documents(documents: Sequence[Document]) -> dict[str, Document]:
    """The documents as a tree names them: `01`, `02`, … in their order."""
    width = max(2, len(str(len(documents))))
    return {f"{n:0{width}}": one for n, one in enumerate(documents, start=1)}


def bind_rules(rules: Rules, documents: Mapping[str, Document], given: Sequence[GivenInput] = ()) -> Bound:
    """The tree that the rules give over these documents, named by their ids."""
    return _Binder(rules, documents, tuple(given)).bind()


def parse_given(text: str) -> GivenInput:
    """`limit=1,215@07#s1`: what a person read, and where."""
    name, _, rest = text.partition("=")
    value, _, at = rest.rpartition("@")
    if not (name and value and at):
        raise InputError(f"{text!r} gives no input", hint="write name=value@07#s1")
    return GivenInput(name=name.strip(), value=value.strip(), at=at.strip())


@dataclass(frozen=True)
class _Found:
    """What was read for an input."""

    readings: tuple[Reading, ...] = ()
    lack: str = ""
    is_given: bool = False


@dataclass
class _Binder:
    rules: Rules
    documents: Mapping[str, Document]
    given: tuple[GivenInput, ...]
    leaves: dict[str, Leaf] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    lacks: dict[Lack, None] = field(default_factory=dict)
    read_now: dict[str, None] = field(default_factory=dict)
    """The inputs that the formula at hand reads."""

    def bind(self) -> Bound:
        for one in self.rules.provisions:
            self.leaves[one.id] = self.bind_provision(one)
        for condition in self.rules.conditions:
            self.bind_condition(condition)
        for part in self.rules.parts:
            self.bind_part(part.id, part, says=self.fill(part.says))
        frame = Frame(
            roots=tuple(map(self.bind_root, self.rules.roots)),
            nodes=tuple(self.nodes.values()),
            leaves=tuple(self.leaves.values()),
            beside=tuple(
                Beside(id=one.id, says=one.says, at=self.list_sentences(one.of), bearing=one.bearing)
                for one in self.rules.beside
            ),
            why_this_shape="the stated rules of the pack",
        )
        titles = {one.id: one.title or one.begins for one in self.rules.provisions}
        return Bound(frame=frame, file=self.file, lacks=tuple(self.lacks), titles=titles)

    # The file

    @cached_property
    def file(self) -> CaseFile:
        return CaseFile(documents={name: self.file_document(one) for name, one in self.documents.items()})

    def file_document(self, document: Document) -> FiledDocument:
        role = next((one.role for one in self.rules.sources if is_in_source(one, document)), "record")
        sentences = tuple(document.sentence(n) for n in range(len(document.ends)))
        return FiledDocument(role=role, dated=parse_date(document.citation.published), sentences=sentences)

    @cached_property
    def names(self) -> dict[str, str]:
        """The documents' names in the tree, by their own ids."""
        return {one.id: name for name, one in reversed(list(self.documents.items()))}

    def list_places(self, one: Provision | StatedInput) -> list[str]:
        """The documents in which it is looked for; of copies the first."""
        place = self.rules.place(one)
        once = {name: self.documents[name] for name in self.documents if self.names[self.documents[name].id] == name}
        return [name for name, document in once.items() if is_in_source(place, document)]

    def lack(self, leaf: str, what: str) -> None:
        self.lacks[Lack(leaf=leaf, what=what)] = None

    # Provisions

    def bind_provision(self, one: Provision) -> Leaf:
        pattern = compile_pattern(one.pattern, "amount") if one.pattern else None
        begins = normalise(one.begins).casefold()
        found = [
            f"{name}#s{n}"
            for name in self.list_places(one)
            for n, sentence in enumerate(self.file.documents[name].sentences)
            if (pattern.search(sentence) if pattern else normalise(sentence).casefold().startswith(begins))
        ]
        title = one.title or one.begins
        if len(found) != 1:
            self.lack(one.id, f"{title}: found twice, {', '.join(found)}" if found else f"{title}: not found")
            return Leaf(id=one.id, kind="rule", says=title, proposed="open")
        return Leaf(id=one.id, kind="rule", says=self.file.find_sentence(found[0]) or "", at=(found[0],))

    # Inputs

    @cached_property
    def found(self) -> dict[str, _Found]:
        """What was read for each input: by a person, else by its pattern."""
        given = {name: self.read_given(name) for name in dict.fromkeys(one.name for one in self.given)}
        readings = {one.name: given.get(one.name) or self.read(one) for one in self.rules.inputs}
        every = [one for found in readings.values() for one in found]
        strangers = next(find_strangers(every), "")
        found: dict[str, _Found] = {}
        for choice in choose_each([one for one in self.rules.inputs if not one.otherwise], every):
            sought, name = choice.sought, choice.sought.name
            if strangers and isinstance(sought, Input) and sought.owner and name not in given:
                found[name] = _Found(lack=strangers)
            else:
                found[name] = _Found(choice.taken, choice.lack, is_given=name in given)
        for one in self.rules.inputs:
            if one.otherwise:
                found[one.name] = self.replace(one, found[one.otherwise], readings[one.name])
        return found

    def read(self, one: StatedInput) -> tuple[Reading, ...]:
        plain = one.model_copy(update={"kinds": (), "titled": ""})
        return tuple(
            reading for name in self.list_places(one) for reading in read_document(plain, self.documents[name])
        )

    def replace(self, one: StatedInput, base: _Found, others: Sequence[Reading]) -> _Found:
        """The figures of another input, with those of this one in their places, day by day."""
        if base.lack:
            return base
        days = {reading.dated for reading in base.readings}
        for day in days:
            values = dict.fromkeys(str(other.value) for other in others if other.dated == day)
            if len(values) > 1:
                shown = show_figure(day) if day else "no day"
                return _Found(lack=f"{one.title}: {' and '.join(values)} are both stated for {shown}")
        named = [reading.model_copy(update={"name": one.name}) for reading in base.readings]
        distinct = list({other.dated: other for other in reversed(others)}.values())
        return _Found(vary_readings(named, distinct), is_given=base.is_given)

    def read_given(self, name: str) -> tuple[Reading, ...]:
        """What a person read, held against the sentence."""
        wanted = self.rules.input_by_id.get(name)
        if wanted is None:
            known = ", ".join(self.rules.input_by_id) or "none"
            raise InputError(f"no input {name!r}", hint=f"inputs: {known}")
        return tuple(self.check_given(wanted, one) for one in self.given if one.name == name)

    def check_given(self, wanted: StatedInput, one: GivenInput) -> Reading:
        value = parse_figure(wanted.kind, one.value)
        document, _, place = one.at.partition("#s")
        sentence = self.file.find_sentence(one.at)
        if value is None:
            raise InputError(f"{one.name}: {one.value!r} is no {wanted.kind}")
        if sentence is None or document not in self.documents:
            raise InputError(
                f"{one.name}: there is no sentence {one.at}", hint=f"documents: {', '.join(self.documents)}"
            )
        is_there = (
            read_day(value, one.at, self.file) is not None if isinstance(value, date) else stands_in(value, sentence)
        )
        if not is_there:
            raise InputError(f"{one.name}: {one.value} does not stand in {one.at}", hint=f"it says: {sentence}")
        filed = self.documents[document]
        pointer = filed.pointer(int(place))
        return Reading(
            name=one.name, value=value, pointer=pointer, text=sentence, dated=self.file.documents[document].dated
        )

    def locate(self, reading: Reading) -> SentenceId:
        """The sentence of a reading; the document, where the day is the document's own."""
        name = self.names[reading.pointer.document]
        at = f"{name}#s{reading.pointer.sentence}"
        if isinstance(reading.value, date) and read_day(reading.value, at, self.file) is None:
            return name
        return at

    def make_workings(self, name: str) -> tuple[Working, ...]:
        """The figures of an input; a leaf that is open where they are not known."""
        self.read_now[name] = None
        found = self.found[name]
        if found.lack or not found.readings:
            self.ground(name)
            return (Ref(leaf=name),)
        return tuple(one.make_working(self.locate(one)) for one in found.readings if one.value is not None)

    def ground(self, name: str) -> tuple[str, ...]:
        """The leaves in whose sentences the figures of an input stand."""
        found, wanted = self.found[name], self.rules.input_by_id[name]
        rules = {at: leaf.id for leaf in self.leaves.values() if leaf.kind == "rule" for at in leaf.at}
        located = [at for at in map(self.locate, found.readings) if "#" in at]
        provisions = [rules[at] for at in located if at in rules]
        own = tuple(dict.fromkeys(at for at in located if at not in rules))
        if found.lack or own:
            self.leaves.setdefault(name, self.make_ground(wanted, found, own))
            provisions.append(name)
        return tuple(dict.fromkeys(provisions))

    def make_ground(self, wanted: StatedInput, found: _Found, at: tuple[SentenceId, ...]) -> Leaf:
        title = f"{wanted.title[:1].upper()}{wanted.title[1:]}"
        if found.lack:
            self.lack(wanted.name, found.lack)
            kind = "rule" if self.rules.place(wanted).role == "rule" else "fact"
            return Leaf(id=wanted.name, kind=kind, says=title, proposed="open")
        is_rule = all((document := self.file.find_document(one)) and document.role == "rule" for one in at)
        because = "a person read it" if found.is_given else "code read it in these words"
        says = f"{title}: {self.show(wanted.name)}."
        return Leaf(id=wanted.name, kind="rule" if is_rule else "fact", says=says, at=at, because=because)

    # Conditions

    def bind_condition(self, one: Condition) -> None:
        fact, admitted = self.bind_fact(one)
        burden = self.leaves[one.burden].at[:1] if one.burden else ()
        burdened = {"if_open": one.if_open, "burden": burden[0]} if burden else {}
        because = {"decision": "the decision itself says so", "count": "counted by code from their dates"}
        reason = because[one.admitted_by] if one.admitted_by and admitted else ""
        is_missing = bool(one.fact.input) and bool(self.found[one.fact.input].lack)
        if not admitted and not is_missing:
            kinds = f" in {', '.join(one.fact.kinds)}".replace("_", " ") if one.fact.kinds else ""
            sought = f": look for “{one.fact.seek}”{kinds}" if one.fact.seek else ""
            self.lack(one.id, f"{self.fill(one.says)} Nobody has judged it{sought}.")
        common = {"id": one.id, "says": self.fill(one.says), "because": reason, **burdened}
        if one.term is None:
            proposed = "true" if admitted else "open"
            self.leaves[one.id] = Leaf(kind="fact", at=fact.at, proposed=proposed, **common)
            return
        self.leaves[fact.id] = fact
        term = Term(rule=one.term.of, words=one.term.words)
        at = self.leaves[one.term.of].at
        if at and not any(normalise(one.term.words) in normalise(self.file.find_sentence(place) or "") for place in at):
            self.lack(one.id, f"the words {one.term.words!r} do not stand in {one.term.of}")
            admitted = False
        self.leaves[one.id] = Leaf(
            kind="application", of=fact.id, term=term, proposed="true" if admitted else "open", **common
        )

    def bind_fact(self, one: Condition) -> tuple[Leaf, bool]:
        """The fact of a condition, and whether it is admitted."""
        sought = one.fact
        if not sought.input:
            return Leaf(id=sought.id or f"{one.id}_fact", kind="fact", says=sought.seek, proposed="open"), False
        found, wanted = self.found[sought.input], self.rules.input_by_id[sought.input]
        at = tuple(dict.fromkeys(f"{self.names[r.pointer.document]}#s{r.pointer.sentence}" for r in found.readings))
        leaf = self.make_ground(wanted, found, at).model_copy(update={"kind": "fact", "id": sought.id or sought.input})
        documents = [self.file.find_document(place) for place in at]
        is_granted = one.admitted_by != "decision" or all(doc and doc.role == "decision" for doc in documents)
        return leaf, bool(at) and not found.lack and one.admitted_by is not None and is_granted

    # Calculations and nodes

    def build(self, name: str, replacing: Mapping[str, str]) -> tuple[Working, ...]:
        """The workings that a name in a formula stands for."""
        name = replacing.get(name, name)
        step = self.rules.calculation_by_id.get(name)
        return (self.calculate(step, replacing),) if step else self.make_workings(name)

    def calculate(self, step: StatedCalculation, replacing: Mapping[str, str]) -> Working:
        if step.like:
            base = self.rules.calculation_by_id[step.like]
            return self.calculate(base, {**replacing, **step.replacing})
        return step.build(lambda name: self.build(name, replacing), self.cite)

    def cite(self, provision: str) -> str:
        return next(iter(self.leaves[provision].at), provision) if provision else ""

    def compare(self, formula: str) -> str:
        """The leaf of a comparison."""
        words = _SIGN.sub(lambda sign: f" {_SIGNS[sign[0]]} ", formula)
        slug = "_".join(re.findall(r"[a-z0-9]+", words.lower()))
        name = (slug if slug[:1].isalpha() else f"number_{slug}")[:60]
        if name in self.leaves:
            return name
        self.read_now.clear()
        try:
            working = build_formula(formula, lambda name: self.build(name, {}))
        except ValueError as error:
            self.lack(name, str(error))
            self.leaves[name] = Leaf(id=name, kind="fact", says=formula, proposed="open")
            return name
        reads = tuple(dict.fromkeys(leaf for one in self.read_now for leaf in self.ground(one)))
        titled = _NAME.sub(lambda word: self.title(word[0]), formula)
        said = " ".join(_SIGN.sub(lambda sign: f" {_SIGNS[sign[0]]} ", titled).split())
        says = f"{said[:1].upper()}{said[1:]}."
        self.leaves[name] = Leaf(id=name, kind="calculation", says=says, working=working, reads=reads)
        return name

    def bind_part(self, name: str, part: StatedPart, *, says: str = "") -> str:
        """A node, and those inside it, after the node."""
        self.nodes[name] = Node(id=name, op=part.op)
        numbers = count(1)
        of, over, unless = (
            tuple(self.bind_piece(f"{name}_{next(numbers)}", one) for one in pieces)
            for pieces in (part.of, part.over, part.unless)
        )
        self.nodes[name] = Node(id=name, says=says, op=part.op, of=of, over=over, unless=unless)
        return name

    def bind_piece(self, name: str, piece: Piece) -> str:
        if not isinstance(piece, str):
            return self.bind_part(name, piece)
        if is_comparison(piece):
            return self.compare(piece)
        return self.ground(piece)[0] if piece in self.rules.input_by_id else piece

    def bind_root(self, root: StatedRoot) -> Root:
        options = (Option(id="yes", text=self.fill(root.if_true)), Option(id="no", text=self.fill(root.if_false)))
        return Root(id=root.id, asks=root.asks, options=options)

    # Words

    def fill(self, text: str) -> str:
        """A sentence with the figures in their places."""
        return PLACE.sub(lambda place: self.show(place[1]), text)

    def show(self, name: str) -> str:
        if wanted := self.rules.input_by_id.get(name):
            values = [one.value for one in self.found[name].readings if one.value is not None]
            return ", ".join(show_figure(value, wanted.kind) for value in values) or UNSEEN
        step = self.rules.calculation_by_id[name]
        value = compute(self.calculate(step, {})).value
        return UNSEEN if value is None else show_value(value, step.kind)

    def title(self, name: str) -> str:
        if wanted := self.rules.input_by_id.get(name):
            return wanted.title
        step = self.rules.calculation_by_id.get(name)
        return step.title or name if step else name

    def list_sentences(self, names: Iterable[str]) -> tuple[SentenceId, ...]:
        """Where provisions and inputs stand."""
        located = (
            self.leaves[name].at if name in self.rules.provision_by_id else map(self.locate, self.found[name].readings)
            for name in names
        )
        return tuple(dict.fromkeys(at for every in located for at in every))


def is_in_source(source: Source, document: Document) -> bool:
    """Whether a document is of this sort."""
    named = not source.file or fnmatchcase(PurePath(document.origin.file).name, source.file)
    return named and is_of_kind(document, source.kinds, source.titled)
