"""A letter held to its sources: whether what each reason cites bears it out, and which parts the letter lacks.

Code compares figures, days, quoted words and numbers of rules; whether a sentence says so is for the shipped judge, who
reads the nearest ones. A reason whose sources are not on file as text cannot be checked, and that is said; so it is of
one that the judge finds likely to be borne out and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from foam.appeal.acts import Reason, Words
from foam.appeal.grounds import Notice
from foam.appeal.notices.letter import MISSING, REMOVED, Read
from foam.appeal.notices.workings import explain_figures
from foam.appeal.standing import Standing
from foam.appeal.vault import NO_TEXT
from foam.evidence.document import Citation, Document, Origin, make_document
from foam.examination.contradictions import find_contradictions
from foam.examination.file import make_case_file
from foam.examination.wording import list_topics
from foam.values import CleanText, Value
from foam_quotes.text.faithful import find_unfaithful
from foam_quotes.text.mentions.dates import find_dates, find_named_years
from foam_quotes.text.mentions.numbers import find_numbers
from foam_quotes.text.mentions.references import Reference, find_references
from foam_quotes.text.normalise import normalise
from foam_quotes.text.segment import split_sentences
from foam_quotes.text.words import is_negation, split_words

if TYPE_CHECKING:
    from foam.model.judge import Weighed

Weigh: TypeAlias = "Callable[[Sequence[tuple[str, str]]], Sequence[Weighed]]"
"""How each first text stands to the second."""
Held: TypeAlias = Literal["borne out", "not borne out", "cannot be checked"]
_SAME, _SUPPORTS, _LIKELY, _CONTRADICTS, _BEARS = 0.6, 0.6, 0.5, 0.7, 0.7
_FARTHER = 0.2
"""Share of a reason's words by which a sentence may have fewer than the nearest and still speak against it."""
_READ = 6
"""Sentences that the judge reads for one reason."""
_CHECKED = frozenset({"number", "date", "quotation"})
"""What must stand in the sources word by word, or follow from figures that do."""
_REPEATS = 0.8
"""Share of a reason's words that a sentence must have to say the same in its own words, or several together."""
_AROUND = 0.5
"""The same, among all that is cited, for a sentence with a figure that was worked out: no paper has that figure."""
_NOTHING = "nothing that it cites says so"
_UNSURE = "whether what it cites says so is for a person to tell"


class HeldReason(Value):
    """A reason of a letter, and whether what it cites bears it out.

    So are the facts that were found, and what is decided: of these, the figures, days and quoted words.
    """

    says: CleanText
    part: Literal["reason", "facts", "decision"] = "reason"
    held: Held
    why: CleanText = ""
    """What is not in the sources, what they say instead, or how its figures follow from theirs."""
    against: tuple[CleanText, ...] = ()
    """Labels with a figure or a day in what it cites that another paper on file gives otherwise; whether others speak
    against it in other words is not examined."""

    def name_part(self, number: int) -> str:
        """What it is in the letter, where it is the reason of this number."""
        names = {"facts": "what the letter says was found", "decision": "what the letter decides"}
        return names.get(self.part, f"reason {number} of the letter")


def list_reasons(notice: Notice, standing: Standing) -> tuple[Reason, ...]:
    """The reasons that a letter gives."""
    match notice:
        case "decision":
            return standing.opening.decision.reasons
        case "outcome":
            found = standing.ruling.dispositions if standing.ruling else ()
            return tuple(one for given in found for one in given.reasons)
        case "explanation":
            return standing.explained
        case _:
            return ()


def hold_to_sources(notice: Notice, standing: Standing, read: Read, *, weigh_pairs: Weigh) -> tuple[HeldReason, ...]:
    """Every reason of a letter, held against what it cites; of an outcome also what was found and is decided."""
    rules = _list_rules(notice, standing)
    reasons = list_reasons(notice, standing)
    held = tuple(_hold(one, standing, read, rules, weigh_pairs) for one in reasons)
    ruling = standing.ruling if notice == "outcome" else None
    if ruling is None:
        return held
    own: list[HeldReason] = []
    told: tuple[tuple[Literal["facts", "decision"], Words | None], ...]
    told = (("facts", ruling.facts), ("decision", ruling.action))
    for part, words in told:
        if words is not None:
            said = [*(one.says for one in held), *(one.says for one in own)]
            own.append(_hold_figures(read(words), part, standing, read, (*rules, *said)))
    return (*held, *own)


def list_missing(notice: Notice, standing: Standing) -> tuple[str, ...]:
    """What a reader of the letter would look for and not find."""
    return tuple(_find_missing(notice, standing))


def _list_rules(notice: Notice, standing: Standing) -> tuple[str, ...]:
    """The rules that a letter names."""
    return standing.ruling.rules if notice == "outcome" and standing.ruling else standing.opening.decision.rules


def _find_missing(notice: Notice, standing: Standing) -> Iterator[str]:
    told = standing.opening.decision
    if notice in ("decision", "outcome", "explanation") and not list_reasons(notice, standing):
        yield "reasons"
    if notice in ("decision", "outcome", "explanation") and not _list_rules(notice, standing):
        yield "the rules that were used"
    if notice == "outcome" and standing.ruling is not None and standing.ruling.facts is None:
        yield "the facts that were found"
    if notice == "outcome" and standing.ruling is not None and standing.ruling.outcome != "upheld":
        is_told = standing.ruling.action is not None or standing.ruling.outcome != "modified"
        yield from [] if is_told else ["what holds now"]
        yield from ["from which day on it counts"] if standing.ruling.effective is None else []
    if notice == "decision":
        yield from (
            name
            for name, said in (
                ("what a computer did", told.ai_role),
                ("how to contest it", told.how_to_contest),
                ("where to get help", told.help),
                ("what was looked at", standing.items),
            )
            if not said
        )


def _hold(reason: Reason, standing: Standing, read: Read, rules: Sequence[str], weigh_pairs: Weigh) -> HeldReason:
    says = read(reason.words)
    held, why = _compare(says, reason, standing, read, rules, weigh_pairs)
    against = _list_against(says, frozenset(reason.cites), standing, read)
    return HeldReason(says=says, held=held, why=why, against=tuple(against))


def _compare(
    says: str, reason: Reason, standing: Standing, read: Read, rules: Sequence[str], weigh_pairs: Weigh
) -> tuple[Held, str]:
    """Whether what a reason cites bears it out, and why not or how."""
    texts = [_read_cited(standing, cite, read) for cite in reason.cites]
    if says in (REMOVED, MISSING) or not texts or None in texts:
        return "cannot be checked", "what it cites is not on file as text"
    papers = [text for text in texts if text]
    known = (*(read(item.title) for item in standing.items if item.id in reason.cites), *rules)
    sentences = _split(papers)
    worked = explain_figures(says, sentences)
    filed = [text for item in standing.items if (text := _read_cited(standing, item.id, read))]
    if wrong := _find_unborne(says, sentences, (*known, *papers), worked, beside=filed):
        return "not borne out", f"what it cites does not have “{wrong}”"
    if why := _doubt(says, sentences, worked, weigh_pairs):
        parts = _split([says])
        doubts = [_doubt(one, sentences, worked, weigh_pairs) for one in parts] if len(parts) > 1 else [why]
        against = {*doubts, why if all(doubts) else ""} - {"", _NOTHING, _UNSURE}
        if against or (all(doubts) and _NOTHING in doubts):
            return "not borne out", why if why != _UNSURE else _NOTHING
        if all(doubts):
            return "cannot be checked", _UNSURE
    return "borne out", "; ".join(worked.values())


def _hold_figures(
    says: str, part: Literal["facts", "decision"], standing: Standing, read: Read, known: Sequence[str]
) -> HeldReason:
    """What cites nothing of its own, held against the whole file, what the person said and the reasons: its figures
    are."""
    texts = [_read_cited(standing, item.id, read) for item in standing.items]
    if says in (REMOVED, MISSING) or None in texts:
        return HeldReason(says=says, part=part, held="cannot be checked", why="the file is not all there as text")
    statements = [read(standing.opening.decision.action), *(read(ground.statement) for ground in standing.grounds)]
    cited = (*_split(text for text in texts if text), *statements, *known)
    worked = explain_figures(says, cited)
    if wrong := _find_unborne(says, cited, (), worked):
        return HeldReason(says=says, part=part, held="not borne out", why=f"nothing on file has “{wrong}”")
    return HeldReason(says=says, part=part, held="borne out", why="; ".join(worked.values()))


def _split(texts: Iterable[str]) -> list[str]:
    return [text[one.start : one.end].strip() for text in texts for one in split_sentences(text)]


def _find_unborne(
    says: str, cited: Sequence[str], known: Sequence[str], worked: Mapping[str, str], beside: Sequence[str] = ()
) -> str:
    """The first figure, day, quotation or number of a rule that the sources do not have; empty where all stand there
    or were worked out from figures that do. The year of a law may stand with its name in what is `beside` them."""
    for one in find_unfaithful(says, cited=cited, known=known, beside=beside):
        if one.kind in _CHECKED and not (one.kind == "number" and one.found in worked):
            return one.found
    return _find_wrong_reference(normalise(says), [normalise(one) for one in (*cited, *known)])


def _find_wrong_reference(says: str, sources: Sequence[str]) -> str:
    """A section, article or the like that no source has, where one has others of the kind."""
    held = [one for source in sources for one in find_references(source)]
    for said in find_references(says):
        alike = {_split_place(one)[0] for one in held if one.label == said.label}
        number, *subdivisions = _split_place(said)
        stands = all(any(f"({one})" in source for source in sources) for one in subdivisions)
        if alike and not (number in alike and stands):
            return said.span.of(says)
    return ""


def _split_place(reference: Reference) -> list[str]:
    """`12(a)(3)` as `12`, `a`, `3`."""
    return reference.place.replace(")", "").split("(")


def _read_cited(standing: Standing, cite: str, read: Read) -> str | None:
    item = standing.item(cite)
    if item is None or item.content is None:
        return None
    said = read(item.content)
    return None if said in (REMOVED, MISSING) or said.startswith(NO_TEXT) else said


def _list_against(says: str, cites: frozenset[str], standing: Standing, read: Read) -> Iterator[str]:
    """What other papers on file say of a figure or a day that a reason takes from what it cites."""
    papers = tuple(_list_papers(standing, read))
    cited = {one.id for one in papers if one.origin.file in cites}
    for one in find_contradictions(make_case_file(papers)) if cited else ():
        own = [passage.text for passage in one.passages if passage.pointer.document in cited]
        if len(own) == 1 and _list_values(says) & _list_values(own[0]):
            yield one.text


def _list_papers(standing: Standing, read: Read) -> Iterator[Document]:
    """What is on file as text."""
    for item in standing.items:
        text = _read_cited(standing, item.id, read) or ""
        if text.strip():
            origin = Origin(file=item.id, format="text", importer="appeal")
            yield make_document(text, origin=origin, citation=Citation(title=f"{item.id}, {read(item.title)}"))


def _list_values(text: str) -> frozenset[date | Fraction]:
    plain = normalise(text)
    days = find_dates(plain)
    figures = find_numbers(plain, without=[one.span for one in days])
    return frozenset((*(one.value for one in figures), *(one.whole for one in days if one.whole)))


def _gives(part: str, figure: str) -> bool:
    """Whether a figure stands in a text, and not as a piece of a longer one."""
    words = " ".join(word.strip(".,;:()“”\"'") for word in part.split())
    return f" {figure} " in f" {words} "


def _doubt(part: str, sentences: Sequence[str], worked: Iterable[str], weigh_pairs: Weigh) -> str:
    """Why a reason, or one sentence of it, is not borne out by what is cited; empty where it is."""
    topics = list_topics(_leave_out_places(part))
    if not topics:
        return ""
    if any(_gives(part, figure) for figure in worked):
        among = frozenset[str]().union(*map(list_topics, sentences))
        return "" if len(topics & among) >= _AROUND * len(topics) else _NOTHING
    rated = [(len(topics & list_topics(one)) / len(topics), one) for one in sentences]
    near = sorted((one for one in rated if one[0]), key=lambda one: -one[0])[:_READ]
    if any(share >= _REPEATS and _count_negations(one) == _count_negations(part) for share, one in near):
        return ""
    return _read_beside(part, topics, near, weigh_pairs)


def _leave_out_places(text: str) -> str:
    """What a text says without where its rule stands, which is held against the sources by itself."""
    plain = normalise(text)
    for span in (*(one.span for one in find_references(plain)), *find_named_years(plain, [plain])):
        plain = plain[: span.start] + " " * (span.end - span.start) + plain[span.end :]
    return plain


def _count_negations(text: str) -> int:
    return sum(map(is_negation, split_words(text)))


def _read_beside(part: str, topics: frozenset[str], near: list[tuple[float, str]], weigh_pairs: Weigh) -> str:
    """Why none of the nearest sentences bears a part out, in the eyes of the judge."""
    weighed = weigh_pairs([(text, part) for _, text in near])
    least = near[0][0] - _FARTHER if near else 0.0  # a farther one is of another thing than the nearest
    against = [
        (one.contradicts, text)
        for one, (share, text) in zip(weighed, near, strict=True)
        if one.bears >= _BEARS and share >= least
    ]
    supports = max((one.supports for one in weighed if one.bears >= _BEARS), default=0.0)
    worst = max(against, default=(0.0, ""))
    if worst[0] >= _CONTRADICTS and worst[0] > supports:
        return f"what it cites says: “{worst[1].strip()}”"
    together = frozenset[str]().union(*(list_topics(text) for _, text in near))
    is_said = (near and near[0][0] >= _SAME) or len(topics & together) >= _REPEATS * len(topics)
    if supports >= _SUPPORTS or is_said:
        return ""
    return _UNSURE if supports > _LIKELY else _NOTHING
