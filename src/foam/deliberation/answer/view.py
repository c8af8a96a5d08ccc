"""An answer as a document: the answer, why, what decides and what would change it, what is open and whom to ask; what
the table made of it, where one sat; then the tree, whose parts unfold to their sentences; who argued what; requests and
what was left out last.

A sentence is quoted once in whole. Where it is needed again, its first words say which it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

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
from foam.deliberation.answer.table_view import TableView
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
    Text,
    compose,
    section,
    strong,
)
from foam.semantics.standing import LeafStanding
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
    "yes": "It matters, and it is met",
    "partly": "It matters, and it is met in part",
    "no": "It matters, and it is not met",
    "conceded": "It matters, and it was conceded",
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
NOTHING_COUNTS = "No reason that was found counts."
FEW = 3
"""Sets of parts that are told one by one."""
WHO_FRAMES = (
    "Nobody found what the question turns on in what was shown. A model that reads, or rules that a pack states, "
    "would write it as a tree of what has to hold."
)
WHO_READS = "Nobody read whose word each document is. A model that reads, or rules that a pack states, would add it."
NOBODY_OBJECTED = "Nobody objected: a critic that writes is asked where rules decide and something is to be judged."
WHO_WEIGHS = "A deliberation weighs, by the values of those at the table: foam deliberate."


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
        yield Paragraph(content=WHO_FRAMES)
    if tree and tree.is_weighed and not answer.table:
        yield Paragraph(content=WHO_WEIGHS)
    if tree and not tree.titles and not answer.read.sources:
        yield Paragraph(content=WHO_READS)
    sentences = {one.text for one in answer.file.sentence_by_id.values()}
    if told := " ".join(one.text for one in answer.told if one.text not in sentences):
        yield Paragraph(content=told)
    for caution in answer.cautions:
        yield Callout(blocks=(Paragraph(content=f"Caution: {caution}"),), tone="amber")
    if tree and tree.faults:
        faults = Bullets(items=tree.faults)
        yield Callout(title="No outcome: the tree does not fit the file", blocks=(faults,), tone="red")
    beside = answer.tree.frame.beside if answer.tree else ()
    owed = (page.tell(one.says, one.at, is_first=True) for one in beside if one.bearing == _OWED)
    yield from section("Owed in any case", _bullets(owed))
    outline = _Outline(page, tree) if tree else None
    table = TableView(answer, answer.table, tree) if answer.table else None
    if tree and tree.is_weighed and table:
        yield from table.list_views()
    if outline:
        yield from outline.list_sides() if outline.tree.is_weighed else outline.list_first()
    yield from section("Not in the file", _bullets(_list_missing(answer)))
    conflicts = [one for one in answer.read.findings if one.kind == "conflict"]
    told_conflicts = map(outline.tell_conflict, conflicts) if outline else (page.tell(c.says, c.at) for c in conflicts)
    yield from section("The file contradicts itself", _bullets(told_conflicts))
    told_beside = (page.tell(f"{_BEARINGS[one.bearing]}: {one.says}", one.at) for one in beside if one.bearing != _OWED)
    yield from section("What does not decide it", _bullets(told_beside))
    if table and not (tree and tree.is_weighed):
        yield from table.list_views()
    yield from table.list_changes_made() if table else ()
    yield from section("What was objected", outline.list_objected()) if outline else ()
    yield from outline.list_tree() if outline else ()
    yield from table.list_rest(page.tell) if table else ()
    if unused := tuple(_find_unused(answer)):
        folded = Details(summary=f"Findings: {len(unused)}", blocks=tuple(page.list_findings(unused)))
        yield from section("Read in the file, and not used", [folded])
    marks = (f"“{one.found}”: {one.why}. It was said that: {one.text}" for one in answer.marks)
    yield from section("Words that no cited sentence bears out", _bullets(map(page.name_sources, marks)))
    yield from section("Text that gives orders or does not belong", page.quote(answer.read.strange))
    if answer.notice:
        yield Paragraph(content=answer.notice, style="meta")
    yield from section("How it was made", _list_making(answer))


def _quote_passages(passages: Iterable[Passage]) -> Iterator[Block]:
    for one in passages:
        yield Quote(content=one.text, cite=f"{one.cite} {one.pointer.brief()}".strip())


Told: TypeAlias = tuple[str | Text, ...]


def _bullets(items: Iterable[str | Told]) -> Iterator[Block]:
    if listed := tuple(items):
        yield Bullets(items=listed)


@dataclass
class _Page:
    """The sentences of an answer as they come up on its page."""

    answer: Answer
    is_numbered: bool
    """Whether parts and sentences are told by the ids by which a person gives an input."""
    quoted: set[SentenceId] = field(default_factory=set)

    def cite(self, at: SentenceId) -> str:
        """Where a sentence stands, with its pointer."""
        return ", ".join(filter(None, (self.answer.file.name_source(at), self.point(at))))

    def point(self, at: SentenceId) -> str:
        """The pointer of a sentence, or the id by which a person names it."""
        found = self.answer.file.sentence_by_id.get(at)
        return at if self.is_numbered else found.pointer.brief() if found else ""

    def refer(self, at: SentenceId, cite: str = "") -> str:
        """A sentence in whole, or where it stands when it was quoted before."""
        found, cite = self.answer.file.sentence_by_id.get(at), cite or self.cite(at)
        if found is None or at in self.quoted:
            return f"({self.locate([at]).strip()})"
        self.quoted.add(at)
        return f"“{found.text}” ({cite})"

    def locate(self, sentences: Iterable[SentenceId]) -> str:
        """Where sentences stand that were quoted before, by document."""
        by_source: dict[str, list[str]] = {}
        for at in sentences:
            by_source.setdefault(self.answer.file.name_source(at), []).append(self.point(at))
        return "; ".join(" ".join((source, ", ".join(found))) for source, found in by_source.items())

    def tell(self, says: str, sentences: Iterable[SentenceId], *, stands: str = "", is_first: bool = False) -> Told:
        """What is said, how it stands, and its sentences; on the first screen without pointers."""
        told, parts, again = says.rstrip("."), [f": {stands}" if stands else ""], []
        for at in dict.fromkeys(sentences):
            found = self.answer.file.sentence_by_id.get(at)
            if at in self.quoted:
                again.append(at)
            elif found and found.text.rstrip(".") == told:  # its own words are not said twice
                told = self.refer(at, self.answer.file.name_source(at) if is_first else "")
            else:
                parts.append(self.refer(at, self.answer.file.name_source(at) if is_first else ""))
        parts += [f"({self.locate(again)})"] if again else []
        return (strong(told), ". ".join(parts)) if told else (". ".join(filter(None, parts)),)

    def quote(self, sentences: Iterable[SentenceId]) -> Iterator[Block]:
        again: list[SentenceId] = []
        for at in dict.fromkeys(sentences):
            found = self.answer.file.sentence_by_id.get(at)
            if at in self.quoted or found is None:
                again.append(at)
            else:
                self.quoted.add(at)
                yield Quote(content=found.text, cite=self.cite(at))
        if again:
            yield Paragraph(content=self.locate(again), style="meta")

    def list_findings(self, findings: Iterable[Finding]) -> Iterator[Block]:
        yield from _bullets(self.tell(one.says, one.at) for one in findings)

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

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """What the stated rules call their provisions."""
        return {name: f"{title[:1].upper()}{title[1:]}" for name, title in self.tree.titles.items()}

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

    def stand(self, name: str) -> str:
        """How a part of the tree stands, in words."""
        frame, record = self.tree.frame, self.tree.record
        if node := frame.node_by_id.get(name):
            return self.tell_weighed(node) if node.op == "weigh" else _HOLDS[self.tree.holds.get(name)]
        standing, leaf = self.tree.standing_by_leaf[name], frame.leaf_by_id[name]
        said = {one.says for one in record.supports if one.leaf == name}
        if standing.label == "not_shown" and leaf.burden:
            rule = self.page.answer.file.name_source(leaf.burden)
            return f"not shown; {self.page.refer(leaf.burden, rule)} says who has to show it"
        if standing.counts_as is not None:
            doubt = ", and these may not be the figures that are meant" if standing.questioned else ""
            return _HOLDS[self.tree.holds.get(name)] + doubt
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
        """A part as the first screen has it; of a calculation what it comes to, since its figures are told apart."""
        leaf = self.tree.frame.leaf_by_id.get(name)
        if name in self.lacks and self.tree.holds.get(name) is None:
            return (self.lacks[name],)
        stands = self.stand(name)
        if leaf is None or leaf.working:
            worked = f"{stands}, {self.work(leaf, is_whole=True)}" if leaf else stands
            return self.page.tell(self.says(name), (), stands=worked, is_first=True)
        below = filter(None, map(self.tree.frame.leaf_by_id.get, self.tree.frame.list_below(name)))
        grounds = (*leaf.at, *(at for one in below for at in one.at))
        told = self.page.tell(self.says(name), grounds, stands=stands, is_first=True)
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
        hinges = [self.tell(name) for name in outcome.hangs_on if not self.waits(name)]
        known = self.find_tops(name for name in bearing.alone if name not in outcome.hangs_on)
        yield from section("What is open", _bullets(hinges))
        if not outcome.is_tried_in_full:
            yield Paragraph(content="More is open than can be tried in every way: less is claimed than may follow.")
        yield from section("What would settle it", _bullets(self.list_conditions()))
        how = "Each of these alone would change it." if known and not outcome.hangs_on else ""
        known = known or list(dict.fromkeys(name for names in self.sets[:FEW] for name in names))
        varied = {below for name in bearing.nearest for below in self.tree.frame.find_under(name) if below != name}
        known = [name for name in known if name not in varied]  # each input has its own line, with what would turn it
        known.sort(key=lambda name: not self.tree.frame.workings.get(name))  # what code computed comes first
        decides = (*([Paragraph(content=how)] if how else []), *_bullets(map(self.tell, known)))
        yield from section("What else bears on it" if outcome.hangs_on else "What decides", decides)
        yield from section("What figures would change it", _bullets(self.list_figures()))
        yield from section("What would change it only together", _bullets(self.list_sets()))
        vain = (told for told in map(self.tell, idle) if told not in hinges)
        yield from section("Open, and it makes no difference", _bullets(vain))

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

    def list_figures(self) -> Iterator[Told]:
        """By calculation: for each input the nearest value that turns it, one at a time; conventions are not varied."""
        for name, turned in self.tree.bearing.nearest.items():
            working = self.tree.frame.leaf_by_id[name].working
            if working is None:
                continue
            in_short = show_working(working, Context(self.tree.frame.workings), in_short=True)
            figures = [
                f"{show_figure(one.value, 'number')} in place of {show_working(one.input)}, "
                + self.page.refer(one.input.at[0], self.page.answer.file.name_source(one.input.at[0]))
                for one in turned
            ]
            usual = [one for one in list_inputs(working) if isinstance(one, Given)]
            told = [f"{show_working(one)} is a convention, and is not varied: {one.why.rstrip('.')}." for one in usual]
            named = self.page.name_sources(" ".join((f": {in_short}.", *told)))
            yield strong(self.says(name)), f"{named} Any one of: {'; '.join(figures)}."

    @cached_property
    def sets(self) -> list[tuple[str, ...]]:
        """The sets that turn the outcome only as a whole; rules are not turned round for a reader."""
        leaves = self.tree.frame.leaf_by_id
        sets = [names for names in self.tree.bearing.sets if all(leaves[name].kind != "rule" for name in names)]
        tops = set(self.find_tops(name for names in sets for name in names))
        return [names for names in sets if tops.issuperset(names)]

    def list_sets(self) -> Iterator[str]:
        yield from (" and ".join(f"“{self.says(name)}”" for name in names) for names in self.sets[:FEW])
        if self.sets[FEW:]:
            yield f"{len(self.sets) - FEW} more such sets"

    def list_conditions(self) -> Iterator[str]:
        """Which answer follows from which open leaves."""
        texts = {option.id: option.text for option in self.tree.root.options}
        for one in self.tree.outcome.conditions:
            held = [f"“{self.says(name)}” is shown" for name in one.if_true]
            held += [f"“{self.says(name)}” is shown not to be so" for name in one.if_false]
            yield f"If {' and '.join(held)}: {texts[one.option]}"

    def list_sides(self) -> Iterator[Block]:
        """The reasons for each answer to what is weighed."""
        for option in self.tree.root.options:
            reasons = self.tree.list_reasons(option.id)
            counted = [one for one in reasons if self.counts(one)]
            title = SIDES.get(option.id) or option.text.rstrip(".")
            told = [self.tell_reason(one) for one in counted]
            yield from section(title, _bullets(told or [NOTHING_COUNTS if reasons else "No reason was found."]))
            idle = [self.tell_reason(one) for one in reasons if one not in counted]
            yield from section(f"{title}, found and not counted", _bullets(idle))

    def counts(self, reason: Consideration) -> bool:
        """Whether it is weighed: all that it rests on holds, and it speaks for its answer."""
        holds = all(self.tree.holds.get(name) for name in reason.rests_on)
        return holds and not self.tree.record.list_idle([reason])

    def tell_conflict(self, conflict: Finding) -> Told:
        """What the file says in two ways, and how the part stands for and against which these sentences are named."""
        self.page.quoted.difference_update(conflict.at)  # what contradicts each other is read side by side
        told = self.page.tell(conflict.says, conflict.at)
        held = set(conflict.at)
        leaves = (one for one in self.tree.frame.leaves if held.intersection(one.at) and held.intersection(one.against))
        follows = [f" “{self.says(one.id)}”: {self.stand(one.id)}." for one in leaves]
        return (*told, *([".", *follows] if follows else ()))

    def tell_reason(self, reason: Consideration, *, is_first: bool = True) -> Told:
        """A reason, why it counts, and how its ground stands."""
        grounds = ("shown" if self.tree.holds.get(name) else self.stand(name) for name in reason.rests_on)
        stands = ", ".join(dict.fromkeys(grounds))
        served = f"it serves {reason.value.replace('_', ' ')}" if reason.value else ""
        stands = self.tell_idle(reason) or stands
        told = self.page.tell(reason.says, reason.at, stands=stands, is_first=is_first)
        return (*told, *(f"; {one.rstrip('.')}" for one in (reason.because, served) if one), ".")

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
        yield from _bullets(self.tell_objection(*one) for one in zip(objections, self.tree.moved, strict=True))
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
        changed = "It changed nothing." if before == now else f"It changed this from “{before}” to “{now}”{follows}."
        asks = require_critical_question(objection.question).text if objection.question else ""
        point = self.page.name_sources(objection.point).rstrip(".")
        told = self.page.tell(self.says(objection.target), objection.at, stands=point)
        ends = self.page.name_sources(f"{ended}: {why}" if why else ended).rstrip(".")
        table = self.page.answer.table
        replies = [one for one in table.replies if one.to == objection.id] if table else []
        replied = [f" {_REPLIED[one.move]}: {self.page.name_sources(one.text).rstrip('.')}." for one in replies]
        return (*told, f". {asks}" if asks else ".", *replied, f" {ends}. {changed}")

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
            yield Paragraph(content=f"{self.head(name)}, as above")
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
        return f"{self.says(name)}: {self.stand(name)}" + (f" ({_OPS[node.op]})" if node else "")

    def list_under(self, node: Node) -> Iterator[Block]:
        these = f"These ({self.count(node.of)}):" if node.over else ""
        others = f"The others ({self.count(node.over)}):"
        for title, names in ((these, node.of), (others, node.over), ("Unless:", node.unless)):
            yield from [Paragraph(content=title)] if title and names else []
            for name in names:
                yield from self.unfold(name)
        reasons = self.tree.frame.considerations_under[node.id]
        yield from _bullets((f"A reason {one.option} it: ", *self.tell_reason(one, is_first=False)) for one in reasons)

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
        for name in below:
            yield from self.unfold(name)
        if leaf.term:
            yield Paragraph(content=f"The words of the rule: “{leaf.term.words}”")
        if told := self.tell_support(leaf):
            yield Paragraph(content=self.page.name_sources(told), style="meta")
        if self.page.is_numbered:
            yield Paragraph(content=f"{leaf.kind} {leaf.id}", style="meta")

    def tell_support(self, leaf: Leaf) -> str:
        """Who said what of its sentences; and what it rests on, where none of them says it."""
        record = self.tree.record
        said = [(one.by, _SAID[one.says], one.why) for one in record.supports if one.leaf == leaf.id]
        said += [(EVALUATOR, STANDS[one.now], one.why) for one in record.verdicts if one.now and one.target == leaf.id]
        told = [f"The {by}: {says}{f' ({why})' if why else ''}." for by, says, why in said]
        is_told = leaf.because in ("", *(why for _, _, why in said))
        return " ".join(told if is_told else [f"{leaf.because[:1].upper()}{leaf.because[1:].rstrip('.')}.", *told])


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
    yield from _bullets(f"Left out of {act}, for {n} faults of form" for n, act in left_out)
    if answer.acts:
        rows = ((row.act, row.seat, row.by, short(row.entry) if row.entry else "not done") for row in answer.acts)
        yield Table(head=("act", "seat", "by", "entry"), rows=tuple(rows))
