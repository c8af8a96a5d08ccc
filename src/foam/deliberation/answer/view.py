"""An answer as a document: the answer, why, what decides and what would change it, what is open and whom to ask; what
the table made of it, where one sat; then the tree, whose parts unfold to their sentences; who argued what; requests and
what was left out last.

A sentence is quoted once in whole, under a mark such as [3], and named by its mark afterwards; what a part says is told
once in whole, and by its first words afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from foam.acts.amend import NAME as AMEND
from foam.acts.argue import NAME as ARGUE
from foam.acts.evaluate import EVALUATOR
from foam.acts.evaluate import NAME as EVALUATE
from foam.acts.frame import NAME as FRAME
from foam.acts.object import NAME as OBJECT
from foam.acts.read import NAME as READ
from foam.acts.reply import NAME as REPLY
from foam.acts.tell import NAME as TELL
from foam.argument.figures import show_figure
from foam.argument.reading import Finding
from foam.argument.rows import Amendment, Dispute, Objection, Verdict
from foam.argument.scheme import require_critical_question
from foam.argument.tree import Consideration, Leaf, Node
from foam.argument.working import Context, Given, Ref, SentenceId, list_inputs, list_places, show_working
from foam.deliberation.answer.answer import SIDES, Answer, AnswerTree, Moved
from foam.deliberation.answer.stated import NAME as STATED
from foam.deliberation.answer.stated import RulesCheck
from foam.deliberation.answer.table_view import FEW, TableView, Told, list_bullets
from foam.deliberation.naming import begin, shorten
from foam.evidence.corpus import Passage
from foam.paper import (
    Block,
    Bullets,
    Callout,
    Details,
    Paper,
    Paragraph,
    Quote,
    Table,
    compose,
    section,
    strong,
)
from foam.semantics.standing import LeafStanding
from foam.semantics.ways import list_possible
from foam.values import short

_HOLDS = {True: "holds", False: "does not hold", None: "open"}
STANDS = {
    "true": "holds",
    "false": "does not hold",
    "open": "open",
    "not_shown": "not shown",
    "contested": "contested",
    "unexamined": "not examined",
    "undecided": "contested, and not decided",
    "not_admitted": "not admitted",
}
_SAID = {
    "establish": "shown",
    "in_part": "shown in part",
    "contradict": "its sentences say otherwise",
    "beside_the_point": "its sentences do not say so",
}
_MET = {
    "yes": "Met",
    "partly": "Met in part",
    "no": "Not met",
    "conceded": "Not met",
}
_REPLIED = {"rebut": "Rebutted", "qualify": "Narrowed", "revise": "Put otherwise", "concede": "Conceded"}
_OPS = {
    "all": "all of these have to hold",
    "any": "one of these suffices",
    "more": "more of these have to hold than of the others",
    "level": "as many of these have to hold as of the others",
    "weigh": "these have to be weighed",
}
_OWED = "owed_in_any_case"
_BEARINGS = {
    "practice": "Practice",
    "how_soon": "How soon",
    "another_question": "Another question",
}
_ACTS = {
    STATED: "the stated rules",
    READ: "the reading",
    ARGUE: "what a seat argued",
    FRAME: "the tree",
    REPLY: "the replies",
    OBJECT: "the objections",
    AMEND: "what seats would mend",
    EVALUATE: "the judging of its parts",
    TELL: "the telling",
}
_NOTHING_COUNTS = "No reason that was found counts."
_WHO_FRAMES = (
    "Nobody found what the question turns on in what was shown. A model that reads, or rules that a pack states, "
    "would write it as a tree of what has to hold."
)
_WHO_READS = "Nobody read whose word each document is. A model that reads, or rules that a pack states, would add it."
NOBODY_OBJECTED = "Nobody objected: a critic that writes is asked where rules decide and something is to be judged."
_WHO_WEIGHS = "A deliberation weighs, by the values of those at the table: foam deliberate."


@compose.register
def compose_answer(answer: Answer) -> Paper:
    """The whole document."""
    unargued = " Nobody argued this answer; a deliberation has each side argue over the same parts."
    footer = f"Advisory: people decide.{'' if answer.table else unargued}"
    return Paper(title=answer.question, blocks=tuple(_list_blocks(answer)), footer=footer)


@compose.register
def compose_check(check: RulesCheck) -> Paper:
    """Each answer under its question."""
    told = (section(one.question, _list_blocks(one, is_numbered=True)) for one in check.answers)
    return Paper(title=check.title, blocks=tuple(block for blocks in told for block in blocks))


def _list_blocks(answer: Answer, *, is_numbered: bool = False) -> Iterator[Block]:
    yield Paragraph(content=answer.lead, style="lead")
    if answer.declined is not None:
        yield Paragraph(content=answer.declined.describe())
        yield from section("Nearest were", _quote_passages(answer.declined.nearest))
        return
    tree, page = answer.tree, _Page(answer, is_numbered)
    if answer.acts and tree is None:
        yield Paragraph(content=_WHO_FRAMES)
    if tree and tree.is_weighed and not answer.table:
        yield Paragraph(content=_WHO_WEIGHS)
    if tree and not tree.titles and not answer.read.sources:
        yield Paragraph(content=_WHO_READS)
    sentences = {one.text for one in answer.file.sentence_by_id.values()}
    if told := " ".join(one.text for one in answer.told if one.text not in sentences):
        yield Paragraph(content=told)
    for caution in answer.cautions:
        yield Callout(blocks=(Paragraph(content=f"Caution: {caution}"),), tone="amber")
    if tree and tree.faults:
        faults = Bullets(items=tree.faults)
        yield Callout(title="No outcome: the tree does not fit the file", blocks=(faults,), tone="red")
    outline = _Outline(page, tree) if tree else None
    table = TableView(answer, answer.table, tree, outline.name if outline else str) if answer.table else None
    yield from section("What would change it", list_bullets(table.list_turns())) if table else ()
    if outline:
        yield from outline.list_sides() if outline.tree.is_weighed else outline.list_first()
    beside = answer.tree.frame.beside if answer.tree else ()
    owed = (page.tell(one.says, one.at, is_first=True) for one in beside if one.bearing == _OWED)
    yield from section("Owed in any case", list_bullets(owed))
    yield from section("Not in the file", list_bullets(_list_missing(answer)))
    conflicts = [one for one in answer.read.findings if one.kind == "conflict"]
    told_conflicts = map(outline.tell_conflict, conflicts) if outline else (page.tell(c.says, c.at) for c in conflicts)
    yield from section("What may contradict each other", list_bullets(told_conflicts))
    rest = [one for one in beside if one.bearing != _OWED]
    told_beside = page.list_told((f"{_BEARINGS[one.bearing]}: {one.says}", one.at) for one in rest)
    yield from section("What does not decide it", list_bullets(told_beside))
    if table:
        yield from section("Who still differs", list_bullets(table.list_dissent()))
        yield from table.list_changes_made()
    yield from section("What was objected", outline.list_objected()) if outline else ()
    yield from outline.list_tree() if outline else ()
    yield from table.list_rest(page.point) if table else ()
    if unused := tuple(_find_unused(answer)):
        told_unused = list_bullets(page.list_told((one.says, one.at) for one in unused))
        folded = Details(summary=f"Findings: {len(unused)}", blocks=tuple(told_unused))
        yield from section("Read in the file, and not used", [folded])
    marks = (f"“{one.found}”: {one.why}. It was said that: {shorten(one.text)}" for one in answer.marks)
    yield from section("Words that no cited sentence bears out", list_bullets(map(page.name_sources, marks)))
    yield from section("Text that gives orders or does not belong", page.quote(answer.read.strange))
    if answer.notice:
        yield Paragraph(content=answer.notice, style="meta")
    yield from section("How it was made", (*page.list_left(), *_list_making(answer)))


def _quote_passages(passages: Iterable[Passage]) -> Iterator[Block]:
    for one in passages:
        yield Quote(content=one.text, cite=f"{one.cite} {one.pointer.brief()}".strip())


@dataclass
class _Page:
    """The sentences of an answer as they come up on its page."""

    answer: Answer
    is_numbered: bool
    """Whether parts and sentences are told by the ids by which a person gives an input."""
    marks: dict[SentenceId, str] = field(default_factory=dict)
    """Of the sentences that were quoted."""
    pointed: set[SentenceId] = field(default_factory=set)
    """Those whose pointers were given."""

    def place(self, at: SentenceId, *, is_first: bool = False) -> str:
        """The document of a sentence and its pointer, which the first screen leaves to the tree."""
        found = self.answer.file.sentence_by_id.get(at)
        point = "" if is_first or found is None else found.pointer.brief()
        self.pointed.update([at] if point else [])
        return ", ".join(filter(None, (self.answer.file.name_source(at), at if self.is_numbered else point)))

    def cite(self, at: SentenceId, *, is_first: bool = False) -> str:
        """Where a sentence stands, with its mark."""
        return f"{self.place(at, is_first=is_first)}{'' if self.is_numbered else f' {self.mark(at)}'}"

    def mark(self, at: SentenceId) -> str:
        """By what a sentence is named once it was quoted."""
        return self.marks.setdefault(at, at if self.is_numbered else f"[{len(self.marks) + 1}]")

    def refer(self, at: SentenceId, *, is_first: bool = False) -> str:
        """A sentence in whole, or its mark when it was quoted before."""
        found = self.answer.file.sentence_by_id.get(at)
        if at in self.marks or found is None:
            return self.marks.get(at) or f"({self.place(at)})"
        return f"“{found.text}” ({self.cite(at, is_first=is_first)})"

    def recall(self, at: SentenceId) -> str:
        """A sentence in whole, or its first words with its mark when it was quoted before."""
        found = self.answer.file.sentence_by_id.get(at)
        known = self.marks.get(at)
        return f"“{shorten(found.text)}” {known}" if found and known else self.refer(at)

    def tell(self, says: str, sentences: Iterable[SentenceId], *, stands: str = "", is_first: bool = False) -> Told:
        """What is said, how it stands, and its sentences."""
        told, parts = says.rstrip("."), [f": {stands}" if stands else ""]
        every = tuple(dict.fromkeys(sentences))
        again = [at for at in every if at in self.marks]
        for at in every:
            found = self.answer.file.sentence_by_id.get(at)
            if at in again:
                continue
            if found and found.text.rstrip(".") == told:  # its own words are not said twice
                told = self.refer(at, is_first=is_first)
            else:
                parts.append(self.refer(at, is_first=is_first))
        parts[0] += "".join(f" {self.marks[at]}" for at in again)
        return (strong(told), ". ".join(parts)) if told else (". ".join(filter(None, parts)),)

    def quote(self, sentences: Iterable[SentenceId]) -> Iterator[Block]:
        again: list[str] = []
        for at in dict.fromkeys(sentences):
            found = self.answer.file.sentence_by_id.get(at)
            if found is None:
                again.append(self.place(at))
            elif at not in self.marks:
                yield Quote(content=found.text, cite=self.cite(at))
            else:
                point = [] if at in self.pointed or self.is_numbered else [found.pointer.brief()]
                self.pointed.add(at)
                again.append(" ".join((self.marks[at], *point)))
        if again:
            yield Paragraph(content=", ".join(again), style="meta")

    def point(self, sentences: Sequence[SentenceId]) -> str:
        """Where sentences stand that the answer itself does not rest on: by mark, or by document and pointer."""
        by_source: dict[str, list[str]] = {}
        for at in dict.fromkeys(sentences):
            found = self.answer.file.sentence_by_id.get(at)
            point = at if found is None or self.is_numbered else found.pointer.brief()
            if at not in self.marks:
                by_source.setdefault(self.answer.file.name_source(at), []).extend([point] if found else [])
        told = "; ".join(", ".join(filter(None, (where, " ".join(found)))) for where, found in by_source.items())
        marks = (self.marks[at] for at in dict.fromkeys(sentences) if at in self.marks)
        return "".join(f" {one}" for one in (*marks, *([f"({told})"] if told else [])))

    def list_left(self) -> Iterator[Block]:
        """The pointers of what was quoted without."""
        known = self.answer.file.sentence_by_id
        left = [] if self.is_numbered else [at for at in self.marks if at not in self.pointed]
        if left:
            told = ", ".join(f"{self.marks[at]} {known[at].pointer.brief()}" for at in left)
            yield Paragraph(content=told, style="meta")

    def list_told(self, rows: Iterable[tuple[str, Sequence[SentenceId]]]) -> Iterator[Told]:
        """What is said, each with where it stands."""
        yield from ((strong(says.rstrip(".")), self.point(at)) for says, at in rows)

    def name_sources(self, text: str) -> str:
        """The text with the names of documents where it has ids of sentences."""
        for at in sorted(self.answer.file.ids, key=len, reverse=True):
            text = text.replace(at, self.answer.file.name_source(at))
        return text


@dataclass
class _Outline:
    """A tree as it is told and unfolds: what stands in two places unfolds in the first."""

    page: _Page
    tree: AnswerTree
    seen: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)
    """What was told in whole."""

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """What the stated rules call their provisions."""
        return {name: begin(title) for name, title in self.tree.titles.items()}

    @cached_property
    def lacks(self) -> Mapping[str, str]:
        """Why a part is open, where the stated rules say it."""
        return {one.leaf: one.what for one in self.tree.lacks}

    def says(self, name: str) -> str:
        """What a part says, as a heading."""
        frame = self.tree.frame
        part = frame.node_by_id.get(name) or frame.leaf_by_id.get(name) or frame.consideration_by_id[name]
        unnamed = "What is asked" if name == self.tree.root.id else "This part"
        return (self.titles.get(name) or part.says or unnamed).rstrip(".")

    def name(self, name: str) -> str:
        """What a part says, or its first words where it was told in whole before."""
        says = self.says(name)
        frame = self.tree.frame
        others = [self.says(one.id) for one in (*frame.leaves, *frame.considerations) if one.id != name]
        if name in self.told:
            return shorten(says, [other for other in others if other != says])
        self.told.add(name)
        return says

    def stand(self, name: str) -> str:
        """How a part of the tree stands, in words."""
        frame, record = self.tree.frame, self.tree.record
        if node := frame.node_by_id.get(name):
            return self.tell_weighed(node) if node.op == "weigh" else _HOLDS[self.tree.holds.get(name)]
        standing, leaf = self.tree.standing_by_leaf[name], frame.leaf_by_id[name]
        said = {one.says for one in record.supports if one.leaf == name}
        if standing.label == "not_shown" and leaf.burden:
            return f"not shown; {self.page.refer(leaf.burden, is_first=True)} says who has to show it"
        if standing.counts_as is not None:
            doubt = ", and these may not be the figures that are meant" if standing.questioned else ""
            return _HOLDS[self.tree.holds.get(name, standing.counts_as)] + doubt
        if standing.label == "unexamined" and said:
            return "open, as what it applies to is"
        if len(said) == 1 and name not in {one.target for one in record.verdicts}:
            return _SAID[said.pop()]
        return STANDS[standing.label or standing.stands]

    def tell_weighed(self, node: Node) -> str:
        """What the seats make of something that is weighed."""
        rows = self.tree.by_seat.rows if self.tree.by_seat else ()
        chosen = {one.option for row in rows for one in row.weighings if one.node == node.id}
        if len(chosen) != 1:
            return "seats differ" if chosen else "to be weighed"
        option = chosen.pop()
        return "weighed, and undecided" if option is None else "weighed alike by every seat"

    def tell(self, name: str) -> Told:
        """A part as the first screen has it; of a calculation what it comes to."""
        leaf = self.tree.frame.leaf_by_id.get(name)
        if name in self.lacks and self.tree.holds.get(name) is None:
            return (self.lacks[name],)
        worked = f", {self.work(leaf, is_whole=True)}" if leaf and leaf.working else ""
        return self.page.tell(self.name(name), (), stands=f"{self.stand(name)}{worked}")

    def tell_open(self, name: str) -> Told:
        """A part on which the answer hangs, with the sentences for and against it."""
        leaf = self.tree.frame.leaf_by_id.get(name)
        if leaf is None or leaf.working or name in self.lacks:
            return self.tell(name)
        below = filter(None, map(self.tree.frame.leaf_by_id.get, self.tree.frame.list_below(name)))
        grounds = (*leaf.at, *(at for one in below for at in one.at))
        told = self.page.tell(self.name(name), grounds, stands=self.stand(name), is_first=True)
        return (*told, ". ", *self.page.tell("Against it", leaf.against, is_first=True)) if leaf.against else told

    def work(self, leaf: Leaf, *, is_whole: bool = False) -> str:
        """The working of a calculation, step by step; as a whole with those of the calculations that it reads."""
        if leaf.working is None:
            return ""
        told = show_working(leaf.working, Context(self.tree.frame.workings))
        read = dict.fromkeys(one.leaf for one in list_inputs(leaf.working) if isinstance(one, Ref)) if is_whole else {}
        below = filter(None, map(self.tree.frame.leaf_by_id.get, read))
        return "; ".join((self.page.name_sources(told), *(self.work(one, is_whole=True) for one in below)))

    def list_first(self) -> Iterator[Block]:
        """What decides and what would change it; or what is open, and what would settle it."""
        bearing, outcome = self.tree.bearing, self.tree.outcome
        idle = [one.leaf for one in self.tree.standings if one.counts_as is None and one.leaf in self.tree.holds]
        idle = [name for name in idle if name not in outcome.hangs_on and not self.waits(name)]
        hinges = [self.tell_open(name) for name in outcome.hangs_on if not self.waits(name)]
        known = self.find_tops(name for name in bearing.alone if name not in outcome.hangs_on)
        yield from section("What is open", list_bullets(hinges))
        if not outcome.is_tried_in_full:
            yield Paragraph(content="More is open than can be tried in every way: less is claimed than may follow.")
        yield from section("What would settle it", list_bullets(self.list_conditions()))
        how = self.tell_turned(known) if known and not outcome.hangs_on else ""
        known = known or list(dict.fromkeys(name for names in self.sets[:FEW] for name in names))
        varied = {below for name in bearing.nearest for below in self.tree.frame.find_under(name) if below != name}
        known = [name for name in known if name not in varied]  # each input has its own line, with what would turn it
        known.sort(key=lambda name: not self.tree.frame.workings.get(name))  # what code computed comes first
        below = [name for name in bearing.nearest if name not in known]
        decides = (*([Paragraph(content=how)] if how else []), *list_bullets(self.list_figures(known)))
        yield from section("What else bears on it" if outcome.hangs_on else "What would change it", decides)
        yield from section("What figures would change it", list_bullets(self.list_figures(below)))
        yield from section("What would change it only together", list_bullets(self.list_sets()))
        yield from section("Open, and it makes no difference", list_bullets(map(self.tell, idle)))

    def tell_turned(self, names: Iterable[str]) -> str:
        """What follows if one of the parts that decide turns out otherwise: another answer, or none."""
        turned = [{name: not self.tree.holds[name]} for name in names]
        possible = set(list_possible(self.tree.view, self.tree.root, turned))
        others = {option.id: option.text for option in self.tree.root.options if option != self.tree.option}
        (only, *rest) = ([others.get(one, "") for one in some] for some in possible)
        told = f" to: “{only[0]}”" if not rest and len(only) == 1 and only[0] else "."
        return f"The answer rests on these: if any one of them were otherwise, it would change{told}"

    def find_tops(self, names: Iterable[str]) -> list[str]:
        """The parts without those that another of them rests on: they are told with it."""
        listed = tuple(names)
        below = {one for name in listed for one in self.tree.frame.list_below(name)}
        return [name for name in listed if name not in below]

    def waits(self, name: str) -> bool:
        """Whether it is a calculation that is open since what it reads is."""
        frame = self.tree.frame
        below = map(self.tree.holds.get, frame.list_below(name))
        return name in frame.leaf_by_id and frame.leaf_by_id[name].kind == "calculation" and None in below

    def tell_turning(self, name: str) -> str:
        """By input of a calculation: the nearest value that turns it, one at a time; conventions are not varied."""
        turned, working = self.tree.bearing.nearest.get(name, ()), self.tree.frame.workings.get(name)
        if working is None or not turned:
            return ""
        figures = "; ".join(
            f"{show_figure(one.value, 'number')} instead of {show_working(one.input)} "
            f"(“{self.page.place(one.input.at[0], is_first=True)}”)"
            for one in turned
        )
        usual = [one for one in list_inputs(working) if isinstance(one, Given)]
        told = [f"{show_working(one)} is a convention, and is not varied: {one.why.rstrip('.')}." for one in usual]
        return self.page.name_sources(" ".join((".", *told, f"Any one of these would turn it: {figures}.")))

    def list_figures(self, names: Iterable[str]) -> Iterator[Told]:
        """How parts stand, and of calculations which figures would turn them."""
        for name in names:
            yield *self.tell(name), self.tell_turning(name)

    @cached_property
    def sets(self) -> list[tuple[str, ...]]:
        """The sets that turn the outcome only as a whole; rules are not turned round for a reader."""
        leaves = self.tree.frame.leaf_by_id
        sets = [names for names in self.tree.bearing.sets if all(leaves[name].kind != "rule" for name in names)]
        tops = set(self.find_tops(name for names in sets for name in names))
        return [names for names in sets if tops.issuperset(names)]

    def list_sets(self) -> Iterator[str]:
        yield from (" and ".join(f"“{self.name(name)}”" for name in names) for names in self.sets[:FEW])
        if self.sets[FEW:]:
            yield f"{len(self.sets) - FEW} more such sets"

    def list_conditions(self) -> Iterator[str]:
        """Which answer follows from which open leaves."""
        texts = {option.id: option.text for option in self.tree.root.options}
        for one in self.tree.outcome.conditions:
            held = [f"“{self.name(name)}” is shown" for name in one.if_true]
            held += [f"“{self.name(name)}” is shown not to be so" for name in one.if_false]
            yield f"If {' and '.join(held)}: {texts[one.option]}"

    def list_sides(self) -> Iterator[Block]:
        """The reasons for each answer to what is weighed."""
        for option in self.tree.root.options:
            reasons = self.tree.list_reasons(option.id)
            counted = [one for one in reasons if self.counts(one)]
            title = SIDES.get(option.id) or option.text.rstrip(".")
            told = [self.tell_reason(one) for one in counted]
            yield from section(title, list_bullets(told or [_NOTHING_COUNTS if reasons else "No reason was found."]))
            idle = [self.tell_reason(one) for one in reasons if one not in counted]
            yield from section(f"{title}, found and not counted", list_bullets(idle))

    def counts(self, reason: Consideration) -> bool:
        """Whether it is weighed: all that it rests on holds, and it speaks for its answer."""
        holds = all(self.tree.holds.get(name) for name in reason.rests_on)
        return holds and not self.tree.record.list_idle([reason])

    def tell_conflict(self, conflict: Finding) -> Told:
        """What the file says in two ways, and how the part stands for and against which these sentences are named."""
        sides = " against ".join(map(self.page.recall, conflict.at))
        held = set(conflict.at)
        leaves = (one for one in self.tree.frame.leaves if held.intersection(one.at) and held.intersection(one.against))
        follows = [f" “{self.name(one.id)}”: {self.stand(one.id)}." for one in leaves]
        return (
            (strong(conflict.says.rstrip(".")), f": {sides}.", *follows) if conflict.says else (f"{sides}.", *follows)
        )

    def tell_reason(self, reason: Consideration, *, is_first: bool = True) -> Told:
        """A reason, and why it counts, or why it does not."""
        grounds = dict.fromkeys(self.stand(name) for name in reason.rests_on if not self.tree.holds.get(name))
        served = f"it serves {reason.value.replace('_', ' ')}" if reason.value else ""
        counts = "; ".join(one.rstrip(".") for one in (reason.because, served) if one)
        stands = self.tell_idle(reason) or ", ".join(grounds) or counts
        self.told.update((reason.id, *(name for name in reason.rests_on if self.says(name) == self.says(reason.id))))
        return self.page.tell(reason.says, reason.at, stands=stands, is_first=is_first)

    def tell_idle(self, reason: Consideration) -> str:
        """Why a reason does not count, whatever it rests on; empty where it does."""
        record = self.tree.record
        if reason.id not in record.list_idle([reason]):
            return ""
        if reason.id in record.fallen:
            return "it fell to an objection"
        said = [one.why for one in record.speaks if one.reason == reason.id]
        why = f" ({' '.join(said).rstrip('.')})" if any(said) else ""
        return f"the evaluator does not see that it speaks for this answer{why}" if said else "not examined"

    def list_objected(self) -> Iterator[Block]:
        """Each objection, how it ended and what it changed; or that there was none."""
        objections, objected = self.tree.record.objections, self.page.name_sources(self.page.answer.objected)
        yield from list_bullets(self.tell_objection(*one) for one in zip(objections, self.tree.moved, strict=True))
        if not objections and objected:
            yield Paragraph(content=f"The critic objected to nothing: {objected}")
        elif not objections and (table := self.page.answer.table):
            if any(one.argued for one in table.seats):
                yield Paragraph(content="Nobody at the table objected.")
        elif not objections:
            yield Paragraph(content=NOBODY_OBJECTED)

    def tell_objection(self, objection: Objection, moved: Moved) -> Told:
        verdict = next((one for one in self.tree.record.verdicts if one.exchange == objection.id), None)
        ended, why = (_tell_end(verdict), verdict.why) if verdict else ("Nobody decided it", "")
        before, now = self.tell_change(objection, moved)
        follows = "; the answer stays" if moved.option == self.tree.outcome.option else ", and the answer with it"
        changed = "" if before == now else f" It changed this from “{before}” to “{now}”{follows}."
        asks = require_critical_question(objection.question).text if objection.question else ""
        point = self.page.name_sources(objection.point).rstrip(".")
        table = self.page.answer.table
        names = table.names if table else {}
        by = begin(names.get(objection.by, f"the {objection.by}"))
        told = (strong(f"{by} to “{self.name(objection.target)}”"), f": {point}{self.page.point(objection.at)}")
        ends = self.page.name_sources(f"{ended}: {why}" if why else ended).rstrip(".")
        replies = [one for one in table.replies if one.to == objection.id] if table else []
        said = (self.page.name_sources(one.text).rstrip(".") for one in replies)
        moves = (f" ({begin(names.get(one.by, one.by))}) {_REPLIED[one.move]}: " for one in replies)
        replied = [f"{move}{text}." for move, text in zip(moves, said, strict=True)]
        return (*told, f". {asks}" if asks else ".", *replied, f" {ends}.{changed}")

    def tell_change(self, objection: Objection, moved: Moved) -> tuple[str, str]:
        """How what was objected to would stand, and how it stands."""
        now = self.tree.standing_by_leaf.get(objection.target)
        if moved.before is None or now is None:
            fell = objection.target in self.tree.record.fallen
            return "counts" if moved.counted else "does not count", "does not count" if fell else "counts"
        return _tell_standing(moved.before), _tell_standing(now)

    def list_tree(self) -> Iterator[Block]:
        """The whole tree; of what is weighed, the grounds of its reasons."""
        root = self.tree.root.id
        if self.tree.is_weighed:
            grounds = (name for one in self.tree.frame.considerations_under[root] for name in one.rests_on)
            yield from section("What the reasons rest on", (block for name in grounds for block in self.unfold(name)))
        else:
            place = "" if self.page.is_numbered else root
            yield from section("How it follows", (Paragraph(content=self.head(root), id=place), *self.list_in(root)))

    def unfold(self, name: str) -> Iterator[Block]:
        """A part with all that it names and its sentences."""
        if name in self.seen:
            yield Paragraph(content=f"{self.name(name)}: {self.stand(name)}, as above")
        elif name in self.tree.frame.node_by_id or name in self.tree.frame.leaf_by_id:
            self.seen.add(name)
            told, blocks = self.head(name), self.list_in(name)
            place = "" if self.page.is_numbered else name
            yield Details(summary=told, blocks=blocks, id=place) if blocks else Paragraph(content=told, id=place)

    def list_in(self, name: str) -> tuple[Block, ...]:
        node = self.tree.frame.node_by_id.get(name)
        return tuple(self.list_under(node) if node else self.list_leaf(self.tree.frame.leaf_by_id[name]))

    def head(self, name: str) -> str:
        """What a part says, how it stands, and, of a node, by what."""
        node = self.tree.frame.node_by_id.get(name)
        reasons = {self.says(one.id) for one in self.tree.frame.considerations if name in one.rests_on}
        says = self.name(name) if self.says(name) in reasons else self.says(name)
        self.told.add(name)
        return f"{says}: {self.stand(name)}" + (f" ({_OPS[node.op]})" if node else "")

    def list_under(self, node: Node) -> Iterator[Block]:
        these = f"These ({self.count(node.of)}):" if node.over else ""
        others = f"The others ({self.count(node.over)}):"
        for title, names in ((these, node.of), (others, node.over), ("Unless:", node.unless)):
            yield from [Paragraph(content=title)] if title and names else []
            for name in names:
                yield from self.unfold(name)
        reasons = self.tree.frame.considerations_under[node.id]
        yield from list_bullets(
            (f"A reason {one.option} it: ", *self.tell_reason(one, is_first=False)) for one in reasons
        )

    def count(self, names: Iterable[str]) -> str:
        """How many of the parts hold, and how many are open."""
        held = [self.tree.holds.get(name) for name in names]
        is_open = f", {held.count(None)} open" if None in held else ""
        return f"{held.count(True)} of {len(held)} hold{is_open}"

    def list_leaf(self, leaf: Leaf) -> Iterator[Block]:
        if leaf.id in self.titles and leaf.says not in map(self.page.answer.quote, leaf.at):
            yield Paragraph(content=leaf.says)
        if leaf.working:
            yield Paragraph(content=self.work(leaf))
        below = self.tree.frame.list_below(leaf.id)
        quoted = {at for one in map(self.tree.frame.leaf_by_id.get, below) if one for at in one.at}
        yield from self.page.quote(at for at in (*leaf.at, *list_places(leaf.working)) if at not in quoted)
        if leaf.against:
            yield Paragraph(content="What speaks against it:")
            yield from self.page.quote(leaf.against)
        rule = self.tree.frame.leaf_by_id.get(leaf.term.rule) if leaf.term else None
        for name in below:
            if rule is None or name != rule.id or name not in self.seen:
                yield from self.unfold(name)
        if leaf.term:
            where = self.page.point(rule.at) if rule else ""
            yield Paragraph(content=f"The words of the rule{where}: “{leaf.term.words}”")
        if told := self.tell_support(leaf):
            yield Paragraph(content=self.page.name_sources(told), style="meta")
        if self.page.is_numbered:
            yield Paragraph(content=f"{leaf.kind} {leaf.id}", style="meta")

    def tell_support(self, leaf: Leaf) -> str:
        """What it rests on, and who said what of its sentences; where somebody judged the leaf itself, that. Whoever
        merely bore out what holds, and decides nothing alone, is not told here."""
        record = self.tree.record
        judged = [one for one in record.verdicts if one.now and one.target == leaf.id]
        supports = [one for one in record.supports if one.leaf == leaf.id and not (judged and one.by == EVALUATOR)]
        said = [(one.by, "" if one.says == "establish" else _SAID[one.says], one.why) for one in supports]
        said += [(EVALUATOR, STANDS[one.now or "open"], one.why) for one in judged]
        is_plain = self.tree.holds.get(leaf.id) and self.tree.bearing.find(leaf.id) != "alone"
        if not self.page.is_numbered and is_plain and not any(says for _, says, _ in said):
            return ""
        told = (
            f"{begin(by)}: {': '.join(filter(None, (says, why))).rstrip('.') or 'shown'}." for by, says, why in said
        )
        is_told = leaf.because in ("", *(why for _, _, why in said))
        return " ".join((*([] if is_told else [f"{begin(leaf.because).rstrip('.')}."]), *told))


def _tell_end(verdict: Verdict) -> str:
    return _MET[verdict.met or "no"] if verdict.is_material else "It does not matter"


def _tell_standing(standing: LeafStanding) -> str:
    doubt = ", of figures that may not be meant" if standing.questioned else ""
    return STANDS[standing.label or standing.stands] + doubt


def _find_unused(answer: Answer) -> Iterator[Finding]:
    """What was read and stands in no part of the tree."""
    used = frozenset(_list_used(answer))
    yield from (one for one in answer.read.findings if one.kind != "conflict" and used.isdisjoint(one.at))


def _list_used(answer: Answer) -> Iterator[SentenceId]:
    """Every sentence that the tree, or anybody at the table, names."""
    if answer.tree:
        record = answer.tree.record
        said: tuple[Objection | Verdict | Dispute | Amendment, ...] = (
            *record.objections,
            *record.verdicts,
            *record.disputes,
            *record.amendments,
        )
        yield from (*answer.tree.frame.sentences, *(at for one in said for at in one.at))
    if answer.table:
        yield from (at for one in answer.table.replies for at in one.at)


def _list_missing(answer: Answer) -> Iterator[str]:
    says = {one.id: one.says for one in answer.read.findings}
    for one in answer.read.missing:
        who = f"Who has it: {one.who_has_it}" if one.who_has_it else ""
        touches = f"It touches: {says.get(one.touches, one.touches)}" if one.touches else ""
        yield ". ".join(part.rstrip(".") for part in (one.what, who, touches) if part) + "."
    if answer.file.left_out:
        yield f"{answer.file.left_out} sentences of the library were not shown to whoever read it."


def _list_making(answer: Answer) -> Iterator[Block]:
    requests = [row for row in answer.acts if row.by != "code"]
    again = sum(row.again for row in requests)
    if requests:
        yield Paragraph(content=f"{len(requests)} requests, {again} asked again.")
    if table := answer.table:
        yield Paragraph(content=f"Protocol: {table.protocol} ({table.protocol_reason}). Who speaks: {table.speaking}.")
    left_out = ((len(row.left_out), _ACTS.get(row.act, row.act)) for row in answer.acts if row.left_out)
    yield from list_bullets(f"Left out of {act}, for {n} faults of form" for n, act in left_out)
    if answer.acts:
        rows = ((row.act, row.seat, row.by, short(row.entry) if row.entry else "not done") for row in answer.acts)
        yield Table(head=("act", "seat", "by", "entry"), rows=tuple(rows))
