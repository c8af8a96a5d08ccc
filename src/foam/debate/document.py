"""A debate as a document: the speeches, then what became of each point, then the flow as a grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from foam.debate.citing import describe_heading, put_in_words
from foam.debate.fates import describe_answer, describe_moves, describe_point
from foam.debate.grid import FlowCell, lay_flow
from foam.debate.judged import DraftJudgement
from foam.debate.marked import show_marked
from foam.debate.transcript import SIDES
from foam.debate.values import Debate, FlowedPoint, Point, SpeechTurn
from foam.debate.views import (
    ONE_ORDER,
    SAME_MODEL,
    TOO_CLOSE,
    describe_acts,
    describe_bound,
    describe_drafts,
    describe_kind,
    describe_let_go,
    describe_note,
    describe_reading,
    describe_refusal,
    describe_response,
    describe_titles,
    describe_voice,
    tell_gist,
)
from foam.evidence.corpus import Passage
from foam.pack.formats import CROSS
from foam.paper import (
    Anchor,
    Article,
    Block,
    Details,
    Heading,
    Link,
    Paper,
    Paragraph,
    Table,
    Text,
    code,
    compose,
    emphasis,
    strong,
)
from foam.text.listed import describe_lead
from foam_quotes.text.pointer import Pointer

_BEGINNING = 80
"""Characters of a point that the flow shows: the whole of it stands in its speech."""
_UPRIGHT = 4
"""Columns of the grid that an upright page has room for."""
_BOTH = ", cited by both sides"


@compose.register
def compose_debate(debate: Debate) -> Paper:
    """The whole document."""
    return Paper(title=debate.motion, blocks=tuple(blocks(debate)))


def blocks(debate: Debate) -> Iterator[Block]:
    """Who speaks for what, every turn, and the flow."""
    for side in SIDES:
        seat = f" as {debate.seats[side]}" if side in debate.seats else ""
        yield Paragraph(content=strong(f"{side}, {debate.debaters[side]}{seat}: {debate.positions[side]}"))
    late = sum(one.late for one in debate.flow)
    dropped = f"{len(debate.dropped)} of {len(debate.flow)} points dropped"
    dropped += f", {late} answered late" if late else ""
    yield Paragraph(content=f"Format {debate.format}; {dropped}.", style="meta")
    if spelled := describe_titles(debate):
        crossed = any(turn.speech.endswith(f" {CROSS}") for turn in debate.turns)
        legend = f"; {CROSS} is cross-examination" if crossed else ""
        yield Paragraph(content=f"Speeches: {spelled}{legend}.", style="meta")
    if told := "; ".join(filter(None, (describe_acts(debate.acts), describe_drafts(debate)))):
        yield Paragraph(content=f"{told}.", style="meta")
    if debate.notice:
        yield Paragraph(content=emphasis(debate.notice), style="meta")
    yield from _show_decision(debate)
    shared = _find_shared(debate.turns)
    yield from (_show_turn(turn, shared) for turn in debate.turns)
    yield Heading(text="The flow", id="flow")
    rows = [
        (
            _link_point(one.point.id),
            one.speech,
            one.side,
            describe_moves(one.point),
            _show_fate(one),
            tell_gist(one.point, _BEGINNING),
        )
        for one in debate.flow
    ]
    yield Table(head=("point", "speech", "side", "does", "fate", "says"), rows=rows)
    if rows:
        yield Details(summary="The flow as a grid: a row follows a point and its answers", blocks=(_show_grid(debate),))


def _show_decision(debate: Debate) -> Iterator[Block]:
    """Who won and on which issues, with the points to look up; or why nobody decided."""
    decision = debate.decision
    if decision is None:
        if debate.undecided:
            yield Paragraph(content=f"No decision: {debate.undecided}.", style="meta")
        return
    yield Heading(text=f"Decision: {decision.winner or TOO_CLOSE}", id="decision")
    for reading in decision.told:
        yield Paragraph(content=f"{describe_reading(decision, reading)}{reading.reason}")
        rows = [
            (one.issue, tuple(piece for name in one.points for piece in (_link_point(name), " ")), one.side, one.reason)
            for one in reading.issues
        ]
        yield Table(head=("what it turned on", "points", "better", "because"), rows=rows)
    if len(decision.readings) == 1:
        yield Paragraph(content=emphasis(ONE_ORDER), style="meta")
    agreed = (
        ", asked in both orders of the sides, which agree" if decision.winner and len(decision.readings) > 1 else ""
    )
    yield Paragraph(content=emphasis(f"Judged by {decision.judge}{agreed}: one judge's view."), style="meta")
    if decision.also_spoke:
        yield Paragraph(content=emphasis(SAME_MODEL), style="meta")


def _link_point(name: str) -> Link:
    return Link(text=name, to=f"p{name}")


def _show_turn(turn: SpeechTurn, shared: Set[Pointer]) -> Article:
    told = (_describe_answer(turn), describe_response(turn), describe_let_go(turn), describe_refusal(turn))
    notes = [*map(describe_note, turn.notes), *filter(None, told)]
    length = f", {turn.words} of at most {turn.limit} words" if turn.voice == "own" and turn.debater == "human" else ""
    return Article(
        tone="blue" if turn.side == "pro" else "red",
        blocks=(
            Heading(text=f"{turn.speech} ({turn.side}, {turn.debater}){describe_kind(turn)}", level=2),
            Paragraph(content=emphasis(f"{describe_voice(turn)}{length}"), style="meta"),
            *_show_speech(turn),
            *([Paragraph(content=bound[0].upper() + bound[1:])] if (bound := describe_bound(turn)) else []),
            *(Paragraph(content=emphasis(note), style="meta") for note in notes),
            *_show_grounds(turn, shared),
            *_show_flaws(turn),
            *_show_judgement(turn),
            *_show_plan(turn),
        ),
    )


def _name_source(passage: Passage) -> str:
    """Whose words a sentence is, and under what it stands in a table or a list."""
    told = put_in_words(passage.cite), describe_heading(passage), describe_lead(passage.under)
    return "; ".join(filter(None, told))


def _find_shared(turns: Iterable[SpeechTurn]) -> frozenset[Pointer]:
    """Sentences that both sides cite."""
    cited = {(turn.side, one.pointer) for turn in turns for point in turn.points for one in point.evidence}
    pro, con = ({pointer for side, pointer in cited if side == name} for name in SIDES)
    return frozenset(pro & con)


def _show_grounds(turn: SpeechTurn, shared: Set[Pointer]) -> Iterator[Block]:
    """What each point does and rests on, to the letter; the bounded form says and quotes it in the speech itself."""
    rows: list[tuple[object, ...]] = []
    for point in turn.points:
        does = (code(point.id), _describe_deeds(point))
        is_told = point.written or turn.voice == "own"
        if is_told and not point.evidence:
            rows.append((*does, "", "", ""))
        if is_told:
            rows += [(*does, one.text, _name_source(one), _show_place(one, shared)) for one in point.evidence]
    if rows:
        table = Table(head=("point", "does", "rests on", "who", "where"), rows=rows)
        yield Details(summary="What each point does and rests on", blocks=(table,), aside=True)


def _describe_deeds(point: Point) -> str:
    """What a point does, with what of its own side it gives up or takes back in part beside that."""
    does = describe_moves(point)
    back = f"takes back a part of {' and '.join(point.takes_back)}" if point.takes_back else ""
    given = f"gives up {' and '.join(point.gives_up)}" if point.gives_up else ""
    return "; ".join(filter(None, (does, back if back not in does else "", given)))


def _describe_answer(turn: SpeechTurn) -> str:
    """What a person's answer in cross-examination does with the point that it is about, where it does not just stand
    by it; empty where a note says so already.
    """
    point = next(iter(turn.points), None)
    if turn.voice != "own" or turn.kind != "answer" or point is None or point.move == "answer":
        return ""
    does = describe_answer(point)
    return "" if any(note.startswith(does) for note in turn.notes) else does


def _show_place(passage: Passage, shared: Set[Pointer]) -> tuple[object, ...]:
    """Where a sentence stands, and whether the other side cites it, too."""
    return code(passage.pointer.brief()), _BOTH if passage.pointer in shared else ""


def _show_flaws(turn: SpeechTurn) -> Iterator[Block]:
    """What the speaker made of the debate before it spoke, and what was found wrong with the other side's reasoning."""
    notes = turn.prepared
    if notes and notes.loopholes:
        rows = [
            (one.kind, one.by, " ".join(one.sentences), " / ".join(one.quotes), one.reasons) for one in notes.loopholes
        ]
        table = Table(head=("flaw", "named by", "sentences", "what was said", "why"), rows=rows)
        title = "What was found wrong with the other side's reasoning before it"
        yield Details(summary=title, blocks=(table,), aside=True)
    summary = notes.summary.model_dump().values() if notes and notes.summary else ()
    told = [*summary, notes.chain] if notes else []
    lines = [*filter(None, told), *(one.says for one in notes.predicates)] if notes else []
    if lines:
        blocks = tuple(Paragraph(content=line) for line in lines)
        yield Details(summary="How the speaker read the debate: not spoken", blocks=blocks, aside=True)


def _show_judgement(turn: SpeechTurn) -> Iterator[Block]:
    """What was said of every draft: what was sent back is seen, too."""
    rows = [
        (str(number), *row)
        for number, attempt in enumerate(turn.attempts, start=1)
        for row in _list_rows(attempt.judged)
    ]
    if rows:
        head = ("draft", "part", "fault", "points", "words", "why")
        drafts = "speech was" if turn.voice == "own" else "draft was" if len(turn.attempts) == 1 else "drafts were"
        yield Details(summary=f"How the {drafts} judged, and why", blocks=(Table(head=head, rows=rows),), aside=True)


def _list_rows(judged: DraftJudgement) -> Iterator[tuple[str, ...]]:
    kept = {"stance": judged.stance, "relevance": judged.relevance, "schemes": judged.schemes}
    if judged.asked:
        told = ", ".join(f"{name} {'yes' if yes else 'no'}" for name, yes in kept.items())
        yield "the whole", told, "", "", judged.feedback
    yield from (
        (fault.partition(":")[0], "found by code", "", "", fault.partition(": ")[2]) for fault in judged.checked
    )
    yield from ((one.part, one.fault, " ".join(one.points), one.words, one.why) for one in judged.faults)


def _show_plan(turn: SpeechTurn) -> Iterator[Block]:
    if turn.plan:
        yield Details(
            summary="The speaker's plan: not spoken, not checked", blocks=(Paragraph(content=turn.plan),), aside=True
        )


def _show_speech(turn: SpeechTurn) -> Iterator[Paragraph]:
    """The turn's text, a paragraph for each point that can be told apart; the others are anchored at its end."""
    rest, unplaced = turn.text, []
    for point in turn.points:
        before, found, after = rest.partition(point.text)
        if found:
            if before.strip():
                yield Paragraph(content=before.strip())
            named = Text(text=f"{point.id} ", look="small")
            yield Paragraph(content=(named, *show_marked(found, point)), id=f"p{point.id}")
            rest = after
        else:
            unplaced.append(Anchor(id=f"p{point.id}"))
    if rest.strip() or unplaced:
        yield Paragraph(content=(rest.strip(), *unplaced))


def _show_fate(one: FlowedPoint) -> object:
    return strong(describe_point(one)) if one.dropped else describe_point(one)


def _show_grid(debate: Debate) -> Table:
    """Columns are the speeches."""
    grid = lay_flow(debate)
    rows = [tuple(_show_cells(cells) for cells in row) for row in grid.rows]
    head = tuple(column.name for column in grid.columns)
    return Table(head=head, rows=rows, wide=len(head) > _UPRIGHT)


def _show_cells(cells: Iterable[FlowCell]) -> tuple[object, ...]:
    """What a speech has on a point, one thing after another."""
    shown: list[object] = []
    for cell in cells:
        marks = "".join(f"; {mark}" for mark in cell.marks)
        shown += [" / "] if shown else []
        shown += [strong(cell.point), f" {cell.gist} [", strong(cell.fate) if cell.dropped else cell.fate, f"{marks}]"]
    return tuple(shown)
