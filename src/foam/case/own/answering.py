"""Lays out a speech that answers from a debater's own blocks: for each position the cards and analytics of the blocks
against it, in their debater's order, as far as there is time. A speech after the first answers also carries on what its
side has said: each argument that still stands, on the page of what is answered.

Time is shared between the positions, and within a position each kind of answer comes before a second of its kind. What
is said of the case is met argument by argument. An answer that a judge does not find to speak of anything that the
position says is left out, but for those to its form (a permutation, theory) and those that their debater keeps under
its name. What no block meets is searched for, and else left unanswered, which the speech then says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from foam.argument.cues import find_kind, goes_on
from foam.argument.flow import Argument
from foam.argument.round import EXTENSION, Round, Spoken
from foam.argument.series import drop_ordinal
from foam.case.heard.positions import OFF_CASE
from foam.case.own.frontlines import REBUTTING, Frontline, Said, Shell, lay_shell
from foam.case.own.layout import drop_part_counts
from foam.case.own.meeting import LIKELY, NEAR, SURE, Bears, Embed, Matcher, Met, is_on_case
from foam.case.own.values import ChosenBy, LaidCard, LaidPart, Layout, make_id
from foam.evidence.blocks.answers import OTHER
from foam.evidence.casebook.sections import PlacedCard
from foam.evidence.search.against import Stance

_FindCards = Callable[[str], Sequence[PlacedCard]]
"""For a claim: cards of the library that speak against it, the strongest first."""

_Quote = Callable[[Argument], str]
"""What was read of an argument's card, as far as the library holds it."""

_CONTRADICTS = 0.5
"""Contradiction from which on a card answers an argument that its block does not name."""
_MOST_SHARE, _SHORT_SPEECH = 0.2, 150
"""Share of a speech that lines which are read together may take; and the words that they may have in any speech."""
_BLOCKS = 4
"""Blocks that a position may be answered from."""
_LINES, _TRIED, _CLAIMS, _MOST_FOUND = 40, 4, 2, 2
"""Lines of blocks that are held against a position, and cards against an argument; claims of a position that are
searched against; cards that are taken."""
_MET = {
    "Non-unique": "uniqueness",
    "No link": "link",
    "Link turn": "link",
    "No internal link": "internal_link|link",
    "Impact turn": "impact|implication",
    "No impact": "impact|implication",
    "We meet": "violation|interpretation",
    "Counter-interpretation": "interpretation|violation",
    "Permutation": "cp_text|alternative",
    "Alternative fails": "alternative",
}
"""The part of a position that each kind of answer meets."""
_TO_THE_FORM = {
    "Permutation": ("counterplan", "kritik"),
    "Theory": ("counterplan", "kritik", "topicality", "theory"),
    "Reasonability": ("topicality", "theory"),
    "Framework": ("kritik",),
}
"""Kinds of answers that hold whatever a position of such a kind says, where they rest on no evidence."""
_PERMUTATION = "Permutation: do both."
_ANSWERS = {
    "Non-unique": "non_unique",
    "No link": "no_link",
    "No impact": "no_impact",
    "Solvency deficit": "no_solvency",
}
_REBUTTAL, _FIRST_HALF, _BLOCK = "rebuttal", "2NC", ("2NC", "1NR")
_HALF = 0.62
"""Share of what there is to say in the block that its first half takes, as its share of the time."""
_CASE_SHARE = 0.3
"""Share of the first speech of the negative that is kept for what is said of the case, where there is so much."""
_NAMES = frozenset({"Counterplan", "Kritik"})
_OF_CHAINS = frozenset(
    {"Non-unique", "No link", "Link turn", "No internal link", "Impact turn", "No impact", "Outweighs"}
)
"""Kinds of answers to what has a link and an impact."""
_EXTENDED = "Extension"
_WARRANT, _IN_TURN, _DROPPED = 40, 2, "They say nothing against it."
"""Words of a card that are said again when it is carried on; and how many are carried on before the first answer."""
_SEEK, _MORE = "An answer to “{said}”.", "More for “{said}”."


@dataclass(frozen=True)
class _Line:
    """A card or an analytic of a block, or words that carry a card of this side on; and what it answers."""

    answers: Argument
    kind: str
    card: PlacedCard | None = None
    says: str = ""
    source: str = ""
    """The syllogism of this side that the line carries on; what it `answers` is then the argument of it."""

    @property
    def words(self) -> int:
        return self.card.words if self.card else len(self.says.split())


@dataclass(frozen=True)
class _Unit:
    """Lines that are read together: one that goes on stands with the line before it."""

    lines: tuple[_Line, ...]
    place: tuple[int, int]
    """Where it stands in its debater's order."""
    by: ChosenBy = "block"

    @property
    def kind(self) -> str:
        return self.lines[0].kind

    @property
    def words(self) -> int:
        return sum(one.words for one in self.lines)

    @property
    def cards(self) -> tuple[PlacedCard, ...]:
        return tuple(one.card for one in self.lines if one.card)


@dataclass
class _Answering:
    """A position, what may be said against it (the first first), and what is taken."""

    position: Spoken
    units: list[_Unit]
    taken: list[_Unit] = field(default_factory=list)

    @property
    def words(self) -> int:
        return sum(one.words for one in self.taken)


def lay_out_answers(
    blocks: Sequence[Frontline],
    debate_round: Round,
    *,
    plan: str,
    words: int,
    read: frozenset[str],
    stance: Stance,
    bears: Bears,
    search: _FindCards,
    quote: _Quote,
    embed: Embed,
    shells: Callable[[int], Sequence[Shell]] | None = None,
) -> Layout | None:
    """The speech as the blocks have it; None where they and the search answer nothing that was said.

    `read` are the files from which this side has read. The first speech of the negative opens with `shells`, of which
    it gives so many as there is time for beside what is said of the case; without any it is none.
    """
    matcher = Matcher(blocks, read=read, plan=plan, bears=bears, embed=embed)
    theirs = _list_theirs(debate_round)
    own = [one for said in debate_round.spoken if said.side == debate_round.side for one in said.arguments]
    case = {page.title for page in debate_round.flow.pages if page.side == "aff"}
    on_case = {one.id for one in theirs if is_on_case(one) or (one.syllogism == _REBUTTAL and one.page in case)}
    dealt = matcher.deal_blocks([one for one in theirs if one.id not in on_case])
    met: list[_Answering] = [
        _Answering(
            one,
            list(
                _answer_from_blocks(matcher, one, dealt[one.id])
                if one.id not in on_case
                else _meet_on_case(matcher, one, own, stance)
            ),
        )
        for one in theirs
    ]
    for one in met:
        if not one.units:
            one.units = list(_search_units(matcher, one.position, search, stance))
    if debate_round.speech in REBUTTING:
        met += _carry_on(matcher, met, debate_round, quote)
    if debate_round.speech == _FIRST_HALF:
        met = _take_half(met, words)
    said_of_case = sum(unit.words for one in met for unit in one.units)
    opening = shells(words - min(said_of_case, int(_CASE_SHARE * words))) if shells else ()
    if shells and not opening:
        return None
    read_first = [card for shell in opening for card in shell.cards]
    left = words - sum(card.words for card in read_first)
    spent = {_name_text(one) for one in own} | {card.document for card in read_first}
    _share_words(met, left, spent=spent)
    taken: set[str] = set()
    opened = tuple(lay_shell(one, taken) for one in opening)
    rows = {name: [said.card.tag for one in found for said in one.block.said] for name, found in dealt.items()}
    parts = tuple(
        drop_part_counts(part, rows.get(one.position.id, ())) for one in met for part in _lay_parts(one, taken)
    )
    return Layout(plan="" if opened else plan, parts=(*opened, *parts)) if opened or parts else None


def _take_half(met: Sequence[_Answering], words: int) -> list[_Answering]:
    """What the first half of the block deals with, page by page, in its time; it leaves the second its share."""
    whole, taken = sum(unit.words for one in met for unit in one.units), 0
    kept: list[_Answering] = []
    for one in met:
        if taken < min(words, _HALF * whole):
            kept.append(one)
            taken += sum(unit.words for unit in one.units)
    return kept


def _list_theirs(debate_round: Round) -> list[Spoken]:
    """What the other side said that this speech answers."""
    said = (one for one in debate_round.spoken if one.side != debate_round.side and debate_round.live(one))
    return [one for one in said if one.syllogism != "plan_text"]


def _carry_on(matcher: Matcher, met: Sequence[_Answering], debate_round: Round, quote: _Quote) -> list[_Answering]:
    """Set what this side said on each page, and what still stands of it, beside the answers: a few arguments first, the
    others after each answer, and in the block then more from the blocks for the same position. Gives back what stands
    on pages of which the other side says nothing."""
    live = (one for one in debate_round.spoken if one.side == debate_round.side and debate_round.live(one))
    own = [one for one in live if one.syllogism != "plan_text"]
    off_case = [one for one in own if one.syllogism in OFF_CASE] if debate_round.speech in _BLOCK else []
    more = matcher.deal_blocks(off_case)
    dropped: list[_Answering] = []
    for page in dict.fromkeys(one.page for one in own):
        here = next((one for one in met if one.position.page == page), None)
        held = [one for one in own if one.page == page]
        carried = [_extend(one, argument, quote, is_dropped=here is None)
                   for one in held for argument in one.arguments if argument.text]  # fmt: skip
        added = [unit for one in held for unit in _extend_from_blocks(matcher, one, more.get(one.id, ()))]
        if here:
            later = [unit for pair in zip_longest(here.units, carried[_IN_TURN:]) for unit in pair if unit]
            here.units = [*carried[:_IN_TURN], *later, *added]
        else:
            dropped.append(_Answering(held[0], [*carried, *added]))
    return dropped


def _extend_from_blocks(matcher: Matcher, said: Spoken, blocks: Sequence[Met]) -> Iterator[_Unit]:
    """The lines of this side's blocks for a position of its own that speak of one of its arguments."""
    kind = find_kind(said.page) or said.syllogism
    alike = [one for one in blocks if one.alike and one.block.kind == kind]
    for lines, place, argument in _list_lines(matcher, said, alike, most=len(alike)):
        if argument:
            yield _Unit(tuple(_Line(argument, one.kind, one.card, source=said.id) for one in lines), place)


def _list_lines(
    matcher: Matcher, position: Spoken, blocks: Sequence[Met], *, most: int = _BLOCKS
) -> Iterator[tuple[list[Said], tuple[int, int], Argument | None]]:
    """The lines of the nearest blocks that may be said of a position, with their places, and the argument of it that
    each speaks of, if it does of one."""
    joined = [
        (lines, (rank, number))
        for rank, met in enumerate(blocks[:most])
        for number, lines in enumerate(
            _join_lines([one for one in met.block.said if matcher.may_say(met.block, one, position)])
        )
    ][:_LINES]
    found = matcher.find_met([lines[0].card.tag for lines, _ in joined], position.arguments)
    for (lines, place), (argument, rate) in zip(joined, found, strict=True):
        speaks = rate >= (LIKELY if blocks[place[0]].alike else SURE)
        yield lines, place, argument if speaks else None


def _extend(said: Spoken, argument: Argument, quote: _Quote, *, is_dropped: bool) -> _Unit:
    """An argument of this side again: its author, its words, and what was read for it."""
    named = f"Extend {argument.cite}" if argument.cite else "Extend our answer"
    says = f"{named}: {argument.text.rstrip('.')}."
    words = quote(argument).split()
    if words:
        says += f" “{' '.join(words[:_WARRANT])}{' …' if len(words) > _WARRANT else ''}”"
    if is_dropped:
        says += f" {_DROPPED}"
    return _Unit((_Line(argument, _EXTENDED, says=says, source=said.id),), (-1, 0))


def _name_text(argument: Argument) -> str:
    return argument.evidence[0].document if argument.evidence else ""


def _answer_from_blocks(matcher: Matcher, position: Spoken, blocks: Sequence[Met]) -> Iterator[_Unit]:
    """The lines of the nearest blocks that meet a position: one of each kind of answer first, then the others."""
    kinds: set[str] = set()
    later: list[_Unit] = []
    for lines, place, spoken_of in _list_lines(matcher, position, blocks):
        kind = _fit_kind(position, lines[0].kind)
        to_form = lines[0].card.analytic and position.syllogism in _TO_THE_FORM.get(kind, ())
        if spoken_of or to_form or blocks[place[0]].named:
            answered = _find_part(position, kind) or spoken_of or position.arguments[0]
            unit = _Unit(tuple(_Line(answered, _fit_kind(position, one.kind), one.card) for one in lines), place)
            if kind in kinds:
                later.append(unit)
            else:
                kinds.add(kind)
                yield unit
    permuted = position.side == "aff" or position.syllogism not in _TO_THE_FORM["Permutation"]
    if kinds and "Permutation" not in kinds and not permuted:
        tested = _find_part(position, "Permutation") or position.arguments[0]
        yield _Unit((_Line(tested, "Permutation", says=_PERMUTATION),), (-1, 0))
    yield from later


def _find_part(position: Spoken, kind: str) -> Argument | None:
    """The part of a position that a kind of answer meets, where it has one of this name."""
    named = _MET.get(kind, "").split("|")
    return next((one for name in named for one in position.arguments if one.component == name), None)


def _join_lines(said: Sequence[Said]) -> list[list[Said]]:
    """The lines of a block, those that go on with what they go on from."""
    joined: list[list[Said]] = []
    for one in said:
        bare = one.card.analytic and one.kind == OTHER
        if joined and (_reads_on(one.card.tag) or (bare and joined[-1][-1].card.analytic)):
            joined[-1].append(one)
        else:
            joined.append([one])
    return joined


def _reads_on(tag: str) -> bool:
    """Whether a line needs the one before it. Answers that are counted, `2) …`, stand each for itself."""
    return goes_on(drop_ordinal(tag))


def _fit_kind(position: Spoken, kind: str) -> str:
    """The kind of an answer, where it is one to such a position: the name of the position is none."""
    chain = position.syllogism not in ("topicality", "theory", "counterplan")
    return OTHER if kind in _NAMES or (kind in _OF_CHAINS and not chain) else kind


def _meet_on_case(matcher: Matcher, position: Spoken, own: Sequence[Argument], stance: Stance) -> Iterator[_Unit]:
    """For each argument a card that speaks against it, or the card of this side that does."""
    carried_on: set[str] = set()
    for number, argument in enumerate(position.arguments):
        near = matcher.list_on_case(argument)[:_TRIED]
        judged = stance(argument.text, [one.said.card.tag for one in near]) if near else ()
        met = matcher.find_met([one.said.card.tag for one in near], [argument])
        against = [
            one.said
            for one, rate, (_, of) in zip(near, judged, met, strict=True)
            if of >= SURE and (one.named or rate >= _CONTRADICTS)
        ]
        if against:
            kind = _fit_kind(position, against[0].kind)
            yield _Unit((_Line(argument, kind, against[0].card),), (number, 0))
        elif carried := _find_carried(matcher, argument, [one for one in own if one.id not in carried_on], stance):
            carried_on.add(carried.id)
            says = f"Extend {carried.cite} from our first speech: {carried.text}"
            yield _Unit((_Line(argument, _EXTENDED, says=says),), (number, 0))


def _find_carried(matcher: Matcher, argument: Argument, own: Sequence[Argument], stance: Stance) -> Argument | None:
    """The card of this side that speaks against an argument most clearly."""
    held = [one for one in own if one.evidence]
    rates = matcher.measure(argument.text, [one.text for one in held])
    ranked = sorted(zip(rates, held, strict=True), key=lambda pair: -pair[0])
    near = [one for rate, one in ranked[:_TRIED] if rate >= NEAR]
    judged = stance(argument.text, [one.text for one in near]) if near else ()
    return next((one for one, rate in zip(near, judged, strict=True) if rate >= _CONTRADICTS), None)


def _search_units(matcher: Matcher, position: Spoken, search: _FindCards, stance: Stance) -> Iterator[_Unit]:
    """Cards whose tags speak against what a position claims and of the same thing, where no block does."""
    claims = [one for one in position.arguments if one.evidence][:_CLAIMS] or list(position.arguments[:1])
    for number, claim in enumerate(claims):
        found = [card for card in search(claim.text) if not _reads_on(card.tag)]
        rates = matcher.measure(claim.text, [card.tag for card in found])
        near = [card for card, rate in zip(found, rates, strict=True) if rate >= NEAR]
        judged = stance(claim.text, [card.tag for card in near]) if near else ()
        met = matcher.find_met([card.tag for card in near], [claim])
        against = [
            card for card, rate, (_, of) in zip(near, judged, met, strict=True) if of >= SURE and rate >= _CONTRADICTS
        ]
        for at, card in enumerate(against[:_MOST_FOUND]):
            yield _Unit((_Line(claim, OTHER, card),), (number, at), "search")


def _share_words(met: Sequence[_Answering], words: int, spent: set[str]) -> None:
    """Share the time out: whoever has least takes the next unit that fits and has not been read."""
    left, read, most = words, set[int](), max(words * _MOST_SHARE, _SHORT_SPEECH)
    waiting = [one for one in met if one.units]
    while waiting:
        one = min(waiting, key=lambda each: each.words)
        unit = one.units.pop(0)
        if not one.units:
            waiting.remove(one)
        fresh = not any(card.family in read or card.document in spent for card in unit.cards)
        if fresh and unit.words <= min(left, most):
            one.taken.append(unit)
            left -= unit.words
            read |= {card.family for card in unit.cards}


def _lay_parts(one: _Answering, taken: set[str]) -> Iterator[LaidPart]:
    """What is carried on of this side's arguments, each under its own, and the answers to the position."""
    page = one.position.page
    carried = [line for unit in one.taken for line in unit.lines if line.source]
    for source in dict.fromkeys(line.source for line in carried):
        lines = [line for line in carried if line.source == source]
        part_id, status = make_id(f"extend {page}", taken), {"source": source, "status": "answered"}
        cards = tuple(
            LaidCard(
                id=f"{part_id}.{n}",
                component="warrant",
                title=line.kind,
                seek=_word_seek(line, _MORE),
                candidates=(line.card,) if line.card else (),
                extends=line.answers.id,
                says=line.says,
            )
            for n, line in enumerate(lines, start=1)
        )
        yield LaidPart(id=part_id, title=page, syllogism=EXTENSION, cards=cards, facts=status)
    units = [unit for unit in one.taken if not unit.lines[0].source]
    if units:
        yield _lay_answers(one.position, units, taken)


def _lay_answers(position: Spoken, units: Sequence[_Unit], taken: set[str]) -> LaidPart:
    part_id = make_id(f"at {position.page}", taken)
    cards = [card for unit in sorted(units, key=lambda unit: unit.place) for card in _lay_unit(unit)]
    numbered = (card.model_copy(update={"id": f"{part_id}.{n}"}) for n, card in enumerate(cards, start=1))
    kinds = [line.kind for unit in units for line in unit.lines]
    answer = next((_ANSWERS[kind] for kind in kinds if kind in _ANSWERS), "counter_evidence")
    return LaidPart(
        id=part_id,
        title=f"AT: {position.page}",
        syllogism=_REBUTTAL,
        cards=tuple(numbered),
        facts={"target": position.id, "answer": answer},
    )


def _lay_unit(unit: _Unit) -> Iterator[LaidCard]:
    for line in unit.lines:
        yield LaidCard(
            id="",
            component="warrant",
            title=line.kind,
            seek=_word_seek(line, _SEEK),
            candidates=(line.card,) if line.card else (),
            by=unit.by,
            answers=line.answers.id,
            says=line.says,
        )


def _word_seek(line: _Line, words: str) -> str:
    """What the card of a line has to establish; nothing where it is said in own words."""
    in_own_words = line.card is None or line.card.analytic
    return "" if in_own_words else words.format(said=line.answers.text.replace("$", "$$").rstrip("."))
