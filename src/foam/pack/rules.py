"""The stated rules of a pack: `rules.toml`. They give the tree of a question without any model.

    source        documents by kind, title or file name, and what they are: rules, the decision, records
    provision     a rule leaf: the sentence that begins with these words
    input         figures and days, and the words they stand in
    calculation   a formula over inputs and other calculations
    condition     an application leaf: this fact meets these words of that provision
    node, root    what has to hold; the question and its two answers
    beside        what is owed whatever the outcome
    finding       what a deliberation is told of a calculation

`foam.pack.binding` finds their sentences in a file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Self, TypeAlias

from pydantic import Field, field_validator, model_validator

from foam.argument.casefile import Role
from foam.argument.figures import FigureKind
from foam.argument.inputs import PLACE, Input, Rule, compile_pattern
from foam.argument.working import Ends, Round, RoundingMode, TreeId, Working
from foam.errors import PackError
from foam.pack.files import read_toml, validate
from foam.pack.formulas import Counting, Find, build_formula, list_formula_names, split_comparisons
from foam.values import Value, digest

RULES_FILE = "rules.toml"
APPROVE = "read them, then: foam rules approve {path} --by NAME"
OLDER_FILE = "calculations.toml"
"""What stated rules were before: sums without a tree."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class Kept(Value):
    """Where something is looked for: in the documents of a source, or in those of these kinds and titles."""

    source: str = ""
    """The `[[source]]` it is read in."""
    kinds: tuple[str, ...] = ()
    """In place of a source: kinds of document."""
    titled: str = ""
    """In place of a source: a pattern for the title, source, file name or heading."""

    @field_validator("titled")
    @classmethod
    def _can_run(cls, pattern: str) -> str:
        compile_pattern(pattern, "amount")
        return pattern


class Source(Value):
    """Documents of one sort."""

    id: TreeId
    role: Role
    """What they are to the question."""
    kinds: tuple[str, ...] = ()
    """What their documents say they are."""
    titled: str = ""
    """A pattern for documents that say no kind: how their title, source, file name or heading reads."""
    file: str = ""
    """How their files are called, with `*` for anything."""


class Provision(Kept):
    """A sentence of the rules."""

    id: TreeId
    title: str = ""
    file: str = ""
    begins: str = ""
    """The words it begins with."""
    pattern: str = ""
    """A pattern it has, where it does not always begin alike."""
    seek: str = ""

    @model_validator(mode="after")
    def _says_how_it_is_found(self) -> Self:
        if bool(self.begins) == bool(self.pattern):
            raise ValueError("say either the words it begins with, or its pattern")
        compile_pattern(self.pattern, "amount")
        return self


class StatedInput(Input):
    """A figure or a day, or several, and the words it stands in."""

    source: str = ""
    otherwise: str = ""
    """The input whose figures it replaces, day by day; where the file has none of a day, that one's counts."""


class Rounding(Value):
    """To how many places a result is rounded, and by which provision."""

    places: int = Field(ge=-9, le=9)
    mode: RoundingMode = "half_up"
    by: str = ""
    """The provision that says so."""


class StatedCalculation(Value):
    """A formula, or another calculation with other inputs."""

    id: TreeId
    title: str = ""
    formula: str = ""
    """What it works out, of inputs and earlier calculations."""
    like: str = ""
    """The calculation whose formula it has."""
    replacing: dict[str, str] = Field(default_factory=dict)
    """With `like`: by input, the one that is read instead."""
    ends: Ends = "last"
    """Which ends of a stretch of days count."""
    by: str = ""
    """The provision that says how days are counted."""
    rounding: Rounding | None = None
    rule: str = ""
    """The rule as it is cited."""
    stated: str = ""
    """The input that holds the decision's own figure."""
    kind: FigureKind = "amount"

    @model_validator(mode="after")
    def _has_a_formula(self) -> Self:
        if bool(self.formula) == bool(self.like):
            raise ValueError("say either its formula, or the calculation it is like")
        if self.replacing and not self.like:
            raise ValueError("replacing goes with like")
        return self

    def build(self, find: Find, cite: Callable[[str], str] = str) -> Working:
        """Its formula over what the names stand for; `cite` says where a provision stands."""
        working = build_formula(self.formula, find, Counting(self.ends, cite(self.by) or "usual"))
        if self.rounding is None:
            return working
        by = cite(self.rounding.by) or "none stated"
        return Round(of=working, to=Decimal(1).scaleb(-self.rounding.places), mode=self.rounding.mode, by=by)


class StatedTerm(Value):
    """Words of a provision."""

    of: str
    """The provision."""
    words: str = Field(min_length=1)
    """Words that stand in it."""


class StatedFact(Value):
    """The fact of a condition: what an input reads, or what a person or a model has to look for."""

    id: TreeId | Literal[""] = ""
    seek: str = ""
    """What to look for, as a sentence."""
    kinds: tuple[str, ...] = ()
    """In which kinds of document."""
    input: str = ""
    """The input that reads it."""

    @model_validator(mode="after")
    def _says_where_it_comes_from(self) -> Self:
        if bool(self.seek) == bool(self.input):
            raise ValueError("say either what to seek, or the input that reads it")
        return self


class Condition(Value):
    """Whether a fact meets a term. Open for a person or a judge, unless it is admitted."""

    id: TreeId
    says: str
    fact: StatedFact
    """What an input reads, or what somebody has to look for."""
    term: StatedTerm | None = None
    """Without it the condition is a fact."""
    admitted_by: Literal["decision", "count"] | None = None
    """The decision itself grants it, in the sentence that the input reads; or code counts it, by the input's dates."""
    if_open: Literal["true", "false"] | None = None
    """What it counts as while nobody has shown it, once somebody examined it; with `burden`."""
    burden: str = ""
    """The provision that says who has to show it."""

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        if self.admitted_by and not self.fact.input:
            raise ValueError("what is admitted is read by an input: fact = { input = … }")
        if bool(self.if_open) != bool(self.burden):
            raise ValueError("if_open and burden go together: a rule says who has to show it")
        return self


Piece: TypeAlias = "str | StatedPart"
Pieces: TypeAlias = tuple[Piece, ...]


class StatedPart(Value):
    """What has to hold: ids, comparisons such as `income <= limit`, or parts of their own."""

    all_of: Pieces = Field(default=(), alias="all")
    """Each has to hold."""
    any_of: Pieces = Field(default=(), alias="any")
    """One has to hold."""
    more_of: Pieces = Field(default=(), alias="more")
    """More of these have to hold than of `over`."""
    level_of: Pieces = Field(default=(), alias="level")
    """As many of these as of `over`."""
    over: Pieces = ()
    """What they are counted against."""
    unless: Pieces = ()
    """None of these may hold."""

    @model_validator(mode="after")
    def _is_one_kind(self) -> Self:
        if sum(map(bool, (self.all_of, self.any_of, self.more_of, self.level_of))) != 1:
            raise ValueError("say one of all, any, more and level")
        if bool(self.over) != bool(self.more_of or self.level_of):
            raise ValueError("over goes with more and level")
        return self

    @property
    def op(self) -> Literal["all", "any", "more", "level"]:
        """How its pieces are counted."""
        return "all" if self.all_of else "any" if self.any_of else "more" if self.more_of else "level"

    @property
    def of(self) -> Pieces:
        """What is counted."""
        return self.all_of or self.any_of or self.more_of or self.level_of

    def list_names(self) -> Iterator[str]:
        """Every id and comparison in it."""
        for piece in (*self.of, *self.over, *self.unless):
            if isinstance(piece, str):
                yield piece
            else:
                yield from piece.list_names()


StatedPart.model_rebuild()


class StatedNode(StatedPart):
    """A part with an id."""

    id: TreeId
    says: str = ""


class StatedRoot(StatedNode):
    """The question, and what is answered when the root is true and when it is false. `{income}` is a figure's place."""

    asks: str
    if_true: str
    if_false: str


class StatedBeside(Value):
    """What is true and does not decide the question."""

    id: TreeId
    says: str
    of: tuple[str, ...] = ()
    """Provisions and inputs in whose sentences it stands."""
    bearing: Literal["owed_in_any_case", "practice", "how_soon", "another_question"] = "owed_in_any_case"
    """Why it is told."""


class Conclusion(Value):
    """What a result means, in the words of the pack's author; `{limit}` stands for a figure."""

    holds: str
    """What it means when it holds."""
    fails: str
    then_holds: str = ""
    """What follows for the decision, in one short sentence that needs no figure."""
    then_fails: str = ""


class FindingVariant(Value):
    """Another reading of the same file, as a deliberation is told it."""

    id: str
    title: str
    inputs: tuple[str, ...] = ()
    """Inputs that replace another one, day by day."""
    leaves: tuple[str, ...] = ()
    """Provisions that this reading does without."""
    concludes: Conclusion
    settles: bool = False


class Told(Value):
    """What a deliberation or a speech is told of calculations in a row."""

    id: str = Field(min_length=1)
    title: str
    holds: str = ""
    """What must come out true: `countable <= limit`."""
    concludes: Conclusion | None = None
    """What a deliberation is told; without it the finding serves speeches alone."""
    as_stated: bool = False
    """Whether a speech rests on the decision's own figures: a wrong one then brings it down."""
    settles: bool = False
    """Whether the result settles a question that it bears on."""
    value: str = ""
    """The pack's value that it serves; empty leaves that to be judged."""


class StatedFinding(Told):
    """A finding as `rules.toml` states it."""

    steps: tuple[str, ...]
    """Calculations in their order, none of which is `like` another."""
    rules: tuple[str, ...] = ()
    """Provisions that must be found for it."""
    variants: tuple[FindingVariant, ...] = ()
    """Other readings of the same file."""


class Calculation(Told):
    """A finding with everything that it reads: `foam.pack.workings` works it out."""

    inputs: tuple[StatedInput, ...]
    rules: tuple[Rule, ...] = ()
    """Sentences that must be there for the steps to be right, beside those that give figures."""
    steps: tuple[StatedCalculation, ...]
    instead: tuple[StatedInput, ...] = ()
    """Of another reading: each stands in for the input of its name, day by day, where the file gives it."""
    variants: tuple[Calculation, ...] = ()

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        known = [one.name for one in self.sought]
        for step in self.steps:
            _require_known(step.id, (*list_formula_names(step.formula), *filter(None, [step.stated])), known)
            known.append(step.id)
        _require_known("holds", (name for one in self.claims for name in list_formula_names(one)), known)
        if self.concludes:
            _require_known("concludes", PLACE.findall(f"{self.concludes.holds} {self.concludes.fails}"), known)
        return self

    @property
    def sought(self) -> tuple[Rule, ...]:
        """Everything that is read in the file."""
        return (*self.inputs, *self.rules)

    @property
    def claims(self) -> tuple[str, ...]:
        """The comparisons that must hold."""
        return split_comparisons(self.holds) if self.holds else ()

    @property
    def kinds(self) -> dict[str, FigureKind]:
        """What kind of figure each name stands for."""
        return {one.name: one.kind for one in self.inputs} | {one.id: one.kind for one in self.steps}


def _require_known(where: str, names: Iterable[str], known: Iterable[str]) -> None:
    for name in names:
        if name not in known:
            raise ValueError(f"{where}: no {name!r} stands before it")


class Draft(Value):
    """Who drafted rules, and who approved them."""

    by: str
    """The model."""
    approved_by: str = ""
    approved: str = ""
    """The digest of what was approved."""


class Rules(Value):
    """What `rules.toml` holds."""

    sources: tuple[Source, ...] = Field(default=(), alias="source")
    provisions: tuple[Provision, ...] = Field(default=(), alias="provision")
    inputs: tuple[StatedInput, ...] = Field(default=(), alias="input")
    calculations: tuple[StatedCalculation, ...] = Field(default=(), alias="calculation")
    conditions: tuple[Condition, ...] = Field(default=(), alias="condition")
    nodes: tuple[StatedNode, ...] = Field(default=(), alias="node")
    roots: tuple[StatedRoot, ...] = Field(default=(), alias="root")
    beside: tuple[StatedBeside, ...] = ()
    findings: tuple[StatedFinding, ...] = Field(default=(), alias="finding")
    draft: Draft | None = None
    """Only where a model drafted them."""

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        for fault in (*self._list_taken(), *self._list_unknown(), *self._list_loops()):
            raise ValueError(fault)
        _ = self.told
        return self

    @cached_property
    def content(self) -> str:
        """The digest of what they state."""
        return digest(self.model_dump(mode="json", exclude={"draft"}))

    @property
    def unapproved(self) -> str:
        """Why they may not be used; empty where a person stated or approved them as they are."""
        if self.draft is None or self.draft.approved == self.content:
            return ""
        if not self.draft.approved:
            return f"{self.draft.by} drafted these rules, and nobody has approved them"
        return f"these rules were changed after {self.draft.approved_by} approved them"

    @cached_property
    def source_by_id(self) -> dict[str, Source]:
        return {one.id: one for one in self.sources}

    @cached_property
    def provision_by_id(self) -> dict[str, Provision]:
        return {one.id: one for one in self.provisions}

    @cached_property
    def input_by_id(self) -> dict[str, StatedInput]:
        return {one.name: one for one in self.inputs}

    @cached_property
    def calculation_by_id(self) -> dict[str, StatedCalculation]:
        return {one.id: one for one in self.calculations}

    @cached_property
    def parts(self) -> tuple[StatedNode, ...]:
        """Roots and nodes."""
        return (*self.roots, *self.nodes)

    @cached_property
    def told(self) -> tuple[Calculation, ...]:
        """The findings as calculations that deliberations and speeches work out."""
        return tuple(map(self._tell, self.findings))

    def _list_taken(self) -> Iterator[str]:
        facts = (one.fact.id for one in self.conditions if one.fact.id)
        parts: tuple[Provision | StatedCalculation | Condition | StatedNode | StatedBeside, ...] = (
            *self.provisions, *self.calculations, *self.conditions, *self.parts, *self.beside,
        )  # fmt: skip
        in_tree = [*(one.id for one in parts), *(one.name for one in self.inputs), *facts]
        for names in (in_tree, [one.id for one in self.sources], [one.id for one in self.findings]):
            yield from (f"{name!r} names two things" for name, count in Counter(names).items() if count > 1)

    def _list_unknown(self) -> Iterator[str]:
        """Each name that nothing has, with its place."""
        figures = {*self.input_by_id, *self.calculation_by_id}
        leaves = {*self.provision_by_id, *(one.id for one in self.conditions), *(one.id for one in self.parts)}
        leaves |= {one.fact.id for one in self.conditions if one.fact.id}
        leaves |= {one.name for one in self.inputs if self.place(one).role == "rule" and one.count == 1}
        sought: list[tuple[str, str, set[str]]] = []

        def seek(place: str, names: Any, known: Any) -> None:
            sought.extend((place, name, set(known)) for name in names if name)

        for provision in self.provisions:
            seek(f"provision “{provision.id}”", [provision.source], self.source_by_id)
        for n, wanted in enumerate(self.inputs):
            before = [earlier.name for earlier in self.inputs[:n]]
            count = wanted.count if isinstance(wanted.count, str) else ""
            places = [name for name in PLACE.findall(wanted.pattern) if name != "value"]
            seek(f"input “{wanted.name}”", [count, wanted.until, wanted.otherwise, *places], before)
            seek(f"input “{wanted.name}”", [wanted.source], self.source_by_id)
        for step in self.calculations:
            place = f"calculation “{step.id}”"
            seek(place, list_formula_names(step.formula) if step.formula else (), figures)
            seek(place, [step.like], self.calculation_by_id)
            seek(place, [step.stated, *step.replacing, *step.replacing.values()], self.input_by_id)
            seek(place, [step.by, step.rounding.by if step.rounding else ""], self.provision_by_id)
        for condition in self.conditions:
            place = f"condition “{condition.id}”"
            seek(place, [condition.fact.input], self.input_by_id)
            seek(place, [condition.term.of if condition.term else "", condition.burden], self.provision_by_id)
        for part in self.parts:
            place = f"{'root' if isinstance(part, StatedRoot) else 'node'} “{part.id}”"
            for name in part.list_names():
                if is_comparison(name):
                    seek(place, list_formula_names(name), figures)
                else:
                    seek(place, [name], leaves)
        for root in self.roots:
            seek(f"root “{root.id}”", PLACE.findall(f"{root.if_true} {root.if_false}"), figures)
        for beside in self.beside:
            seek(f"beside “{beside.id}”", beside.of, {*self.provision_by_id, *self.input_by_id})
        for finding in self.findings:
            place = f"finding “{finding.id}”"
            seek(place, finding.steps, self.calculation_by_id)
            seek(place, finding.rules, self.provision_by_id)
            for other in finding.variants:
                seek(place, other.inputs, (one.name for one in self.inputs if one.otherwise))
                seek(place, other.leaves, finding.rules)
        yield from (f"{place}: there is no {name!r}" for place, name, known in sought if name not in known)

    def _list_loops(self) -> Iterator[str]:
        below = {part.id: {name for name in part.list_names() if not is_comparison(name)} for part in self.parts} | {
            one.id: {one.like} if one.like else set(list_formula_names(one.formula)) for one in self.calculations
        }
        waiting = {name: names & below.keys() for name, names in below.items()}
        while free := [name for name, names in waiting.items() if not names]:
            waiting = {name: names.difference(free) for name, names in waiting.items() if name not in free}
        yield from (f"{name!r} hangs on itself" for name in sorted(waiting))

    def place(self, one: StatedInput | Provision) -> Source:
        """Where an input or a provision is looked for."""
        source = self.source_by_id.get(one.source) or Source(id="anywhere", role="record")
        own = {name: value for name in ("kinds", "titled", "file") if (value := getattr(one, name, ""))}
        return source.model_copy(update=own)

    def _tell(self, finding: StatedFinding) -> Calculation:
        steps = tuple(self.calculation_by_id[name] for name in finding.steps)
        try:
            whole = Calculation(
                **{name: getattr(finding, name) for name in Told.model_fields},
                inputs=tuple(self._place(one) for one in self._list_read(finding, steps)),
                rules=tuple(self._make_rule(self.provision_by_id[name]) for name in finding.rules),
                steps=steps,
            )
            return whole.model_copy(update={"variants": tuple(self._vary(whole, one) for one in finding.variants)})
        except ValueError as error:
            raise ValueError(f"finding “{finding.id}”: {error}") from error

    def _vary(self, whole: Calculation, variant: FindingVariant) -> Calculation:
        """The calculation under another reading."""
        read = [self.input_by_id[name] for name in variant.inputs]
        titles = {one.otherwise: one.title for one in read}
        return Calculation(
            **{
                **dict(whole),
                "id": f"{whole.id}.{variant.id}",
                "title": variant.title,
                "inputs": tuple(
                    one.model_copy(update={"title": titles.get(one.name, one.title)}) for one in whole.inputs
                ),
                "rules": tuple(one for one in whole.rules if one.name not in variant.leaves),
                "concludes": variant.concludes,
                "settles": variant.settles,
                "instead": tuple(self._place(one, name=one.otherwise) for one in read),
            }
        )

    def _list_read(self, finding: StatedFinding, steps: Iterable[StatedCalculation]) -> list[StatedInput]:
        """The inputs that a finding reads, in their order."""
        said = [finding.concludes, *(one.concludes for one in finding.variants)]
        names = {place for one in said if one for place in PLACE.findall(f"{one.holds} {one.fails}")}
        claims = split_comparisons(finding.holds) if finding.holds else ()
        names |= {name for one in claims for name in list_formula_names(one)}
        names |= {name for one in steps for name in (*list_formula_names(one.formula), one.stated)}
        found = []
        for one in reversed(self.inputs):
            if one.name in names:
                found.append(one)
                names |= {one.until, *([one.count] if isinstance(one.count, str) else ()), *PLACE.findall(one.pattern)}
        return found[::-1]

    def _place(self, one: StatedInput, name: str = "") -> StatedInput:
        """The input with the documents in which it is read, under another name if one is given."""
        place = self.place(one)
        said = {"kinds": place.kinds, "titled": place.titled, "source": "", "otherwise": ""}
        return one.model_copy(update={**said, "name": name or one.name})

    def _make_rule(self, one: Provision) -> Rule:
        place = self.place(one)
        pattern = one.pattern or f"(?i)^{re.escape(one.begins)}"
        title, seek = one.title or one.begins, one.seek or one.begins or one.title
        return Rule(name=one.id, title=title, seek=seek, pattern=pattern, kinds=place.kinds, titled=place.titled)


def is_comparison(name: str) -> bool:
    """Whether a piece of a node is a comparison, and no id."""
    return _NAME.fullmatch(name) is None


def load_rules(folder: Path) -> Rules | None:
    """The rules that the pack in this folder states; None where it states none."""
    if (folder / OLDER_FILE).is_file():
        hint = f"run: foam pack check {folder} --write"
        raise PackError(f"{folder / OLDER_FILE}: an older form of {RULES_FILE}, which is no longer read", hint=hint)
    path = folder / RULES_FILE
    return validate(path, Rules, read_toml(path)) if path.is_file() else None
