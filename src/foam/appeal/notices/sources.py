"""A letter held to its sources: whether what each reason cites bears it out, and which parts the letter lacks.

Code compares figures, days, names and words; the shipped judge reads the nearest sentences beside the reason. A reason
whose sources are not on file as text cannot be checked, and that is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from foam.appeal.acts import Reason, Words
from foam.appeal.grounds import Notice
from foam.appeal.notices.laws import find_wrong_reference, leave_out_marks, leave_out_references
from foam.appeal.notices.letter import MISSING, REMOVED, Read
from foam.appeal.notices.workings import explain_figures, find_unsaid_money
from foam.appeal.standing import Standing
from foam.examination.differences import find_differences, is_turned
from foam.examination.wording import list_topics
from foam.text.faithful import find_unfaithful
from foam.text.segment import split_sentences
from foam.text.stem import stem
from foam.values import CleanText, Value

if TYPE_CHECKING:
    from foam.model.judge import Weighed

Weigh: TypeAlias = "Callable[[Sequence[tuple[str, str]]], Sequence[Weighed]]"
"""How each first text stands to the second."""
Held: TypeAlias = Literal["borne out", "not borne out", "cannot be checked"]
_SAME, _SUPPORTS, _CONTRADICTS, _BEARS = 0.6, 0.6, 0.7, 0.7
_FARTHER = 0.2
"""Share of a reason's words by which a sentence may have fewer than the nearest and still speak against it."""
_READ = 6
"""Sentences that the judge reads for one reason."""
_CHECKED = frozenset({"number", "date", "quotation"})
"""What must stand in the sources word by word, or follow from figures that do."""
_REPEATS = 0.8
"""Share of a reason's words that a sentence must have to say the same in its own words, or several together."""
_AROUND = 0.5
"""The same, among all that is cited, for a sentence with a figure that was worked out."""
_ARITHMETIC = """add back balance come difference excess less make more much overpaid owe refund remain repaid rest sum
therefore times total underpaid work"""
_NAMING = "act article code law paragraph rule section yourself himself herself itself themselves"
_UNSAID = frozenset(map(stem, f"{_ARITHMETIC} {_NAMING}".split()))
"""Words of working out, of naming a rule and of pointing, which no paper need have."""
_TOLD_BY = re.compile(
    r"(?:according to (?P<paper>[^,.;]{3,60}),"
    r"|(?P<writer>(?:the|your|his|her|their|our|an?) [^,.;]{3,60}?) (?:says?|states?|shows?|notes?|confirms?|reports?)"
    r" that)\s",
    re.IGNORECASE,
)
"""Which paper a sentence is told from: that is no part of what the paper says."""
_CONCLUDES = re.compile(
    r"(?:so|thus|hence|therefore|consequently|for (?:this|that|these) reasons?|that is why)\b", re.IGNORECASE
)
_NOTHING = "nothing that it cites says so"


class HeldReason(Value):
    """A reason of a letter, and whether what it cites bears it out.

    So are the facts that were found, and what is decided: of these, the figures, days and quoted words.
    """

    says: CleanText
    part: Literal["reason", "facts", "decision"] = "reason"
    held: Held
    why: CleanText = ""
    """What is not in the sources, what they say instead, or how its figures follow from theirs."""

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
            return (
                tuple(one for given in standing.ruling.dispositions for one in given.reasons) if standing.ruling else ()
            )
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
        yield from ["what holds now"] if standing.ruling.action is None else []
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
    texts = [_read_cited(standing, cite, read) for cite in reason.cites]
    if says in (REMOVED, MISSING) or not texts or None in texts:
        return HeldReason(says=says, held="cannot be checked", why="what it cites is not on file as text")
    papers = [text for text in texts if text]
    named = [read(item.title) for item in standing.items if item.id in reason.cites]
    if wrong := find_wrong_reference(says, (*papers, *named, *rules)):
        return HeldReason(says=says, held="not borne out", why=f"what it cites does not have “{wrong}”")
    sentences = _split(papers)
    plain = leave_out_references(says)
    worked, wrong = _check_figures(plain, sentences, (*named, *rules))
    if wrong:
        return HeldReason(says=says, held="not borne out", why=f"what it cites does not have “{wrong}”")
    shown = [*sentences, *named]
    if why := _doubt(plain, shown, worked, weigh_pairs):
        parts = [plain[one.start : one.end].strip() for one in split_sentences(plain)]
        doubts = (_doubt(one, shown, worked, weigh_pairs) for one in parts if not _CONCLUDES.match(one))
        if len(parts) == 1 or any(doubts):
            return HeldReason(says=says, held="not borne out", why=why)
    return HeldReason(says=says, held="borne out", why="; ".join(dict.fromkeys(worked.values())))


def _hold_figures(
    says: str, part: Literal["facts", "decision"], standing: Standing, read: Read, known: Sequence[str]
) -> HeldReason:
    """What cites nothing of its own, held against the whole file, what the person said and the reasons: its figures
    are."""
    texts = [_read_cited(standing, item.id, read) for item in standing.items]
    if says in (REMOVED, MISSING) or None in texts:
        return HeldReason(says=says, part=part, held="cannot be checked", why="the file is not all there as text")
    statements = [read(ground.statement) for ground in standing.grounds]
    plain = leave_out_references(says)
    worked, wrong = _check_figures(plain, (*_split(text for text in texts if text), *statements, *known), ())
    held: Held = "not borne out" if wrong else "borne out"
    why = f"nothing on file has “{wrong}”" if wrong else "; ".join(dict.fromkeys(worked.values()))
    return HeldReason(says=says, part=part, held=held, why=why)


def _split(texts: Iterable[str]) -> list[str]:
    """The sentences of papers, without the marks of their paragraphs, which are no figures."""
    return [leave_out_marks(text[one.start : one.end]) for text in texts for one in split_sentences(text)]


def _check_figures(plain: str, sentences: Sequence[str], known: Sequence[str]) -> tuple[dict[str, str], str]:
    """How figures follow from those of the sources, and the first figure, day or quotation that does not."""
    unborne = [one for one in find_unfaithful(plain, cited=sentences, known=known) if one.kind in _CHECKED]
    money = find_unsaid_money(plain, (*sentences, *known))
    worked = explain_figures(plain, [*(one.found for one in unborne if one.kind == "number"), *money], sentences)
    for found in (*(one.found for one in unborne), *money):
        if not any(figure in found.split() for figure in worked):
            return worked, found
    return worked, ""


def _read_cited(standing: Standing, cite: str, read: Read) -> str | None:
    item = standing.item(cite)
    if item is None or item.content is None:
        return None
    said = read(item.content)
    return None if said in (REMOVED, MISSING) else said


def _doubt(part: str, sentences: list[str], worked: Mapping[str, str], weigh_pairs: Weigh) -> str:
    """Why a reason, or one sentence of it, is not borne out by what is cited; empty where it is.

    A figure that was worked out is found in no paper: the words around it have to stand there.
    """
    part = _leave_out_teller(part, sentences)
    topics = list_topics(part) - _UNSAID
    if not topics:
        return ""
    rated = [(len(topics & list_topics(one)) / len(topics), one) for one in sentences]
    near = sorted((one for one in rated if one[0]), key=lambda one: -one[0])[:_READ]
    if any(share >= _REPEATS and _repeats(part, text, sentences) for share, text in near):
        return ""
    if any(figure in part for figure in worked):
        among = frozenset[str]().union(*(list_topics(one) for one in sentences))
        return "" if len(topics & among) >= _AROUND * len(topics) else _NOTHING
    return _read_beside(part, topics, near, weigh_pairs)


def _leave_out_teller(part: str, sentences: list[str]) -> str:
    """A sentence without the paper it is told from, where what is cited speaks of such a paper."""
    told = _TOLD_BY.match(part)
    words = list_topics(told["paper"] or told["writer"]) if told else frozenset()
    among = frozenset[str]().union(*(list_topics(one) for one in sentences))
    return part[told.end() :] if told and words <= among else part


def _repeats(part: str, text: str, sentences: list[str]) -> bool:
    """Whether a part says what a sentence says, in its words, with nothing turned round or left out."""
    return not is_turned(part, text) and not find_differences(part, text, whole=sentences)


def _read_beside(part: str, topics: frozenset[str], near: list[tuple[float, str]], weigh_pairs: Weigh) -> str:
    """Why none of the nearest sentences bears a part out, in the eyes of the judge."""
    weighed = weigh_pairs([(text, part) for _, text in near])
    least = near[0][0] - _FARTHER if near and near[0][0] >= _SAME else 0.0  # it is of another thing than the nearest
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
    return "" if supports >= _SUPPORTS or is_said else _NOTHING
