"""The judgement agent: stance, relevance, schemes; and what code can hold a draft to: overlap and stray quotations.

A draft is accepted when nothing is complained of. The feedback says what to mend, in words a writer can follow.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from foam.argument.scheme import SchemeId, require_scheme
from foam.debate.floor import Floor
from foam.debate.judged import CRITERIA, DraftCriterion, DraftJudgement
from foam.debate.language import detect_language, split_utterance
from foam.debate.memory.annotate import find_cued_schemes
from foam.debate.memory.values import Priors
from foam.debate.questions import (
    CONTRADICTS,
    NEITHER,
    fact_question,
    relevance_question,
    schemes_question,
    stance_question,
)
from foam.debate.speech.draft import SpeechDraft, depend_on_wording
from foam.debate.speech.overlap import BOUND, measure_overlap
from foam.debate.speech.wording import find_assertion
from foam.debate.stance import speaks_against
from foam.debate.transcript import Side
from foam.debate.values import GRANTING, Point, SpeechTurn
from foam.job.answers import read_choice, read_label, read_reasons, read_score
from foam.record.entry import Entry, Input
from foam.text.mentions.quotations import find_false_quotations
from foam.text.normalise import normalise
from foam.text.words import measure_length

RELEVANT = 3.0
"""Relevance, of ten, from which a speech counts as to the point."""
_HEADLINE = 24


@dataclass(frozen=True, slots=True)
class JudgedDraft:
    """A draft, what was said of it, and the entries in which it was said."""

    draft: SpeechDraft
    verdict: DraftJudgement
    entries: tuple[str, ...]


async def judge_draft(floor: Floor, draft: SpeechDraft, priors: Priors, *inputs: Input) -> JudgedDraft:
    """Hold a draft to every criterion, all at once."""
    since = (*inputs, *depend_on_wording(draft))
    stances, relevance, schemes, facts = await asyncio.gather(
        _ask_stances(floor, draft.points, since),
        _ask_relevance(floor, draft, since),
        _ask_schemes(floor, draft, since),
        _ask_facts(floor, draft.points, since),
    )
    entries = (*stances.values(), relevance, schemes, *facts.values())
    asked = {
        **{f"stance of {name}": entry for name, entry in stances.items()},
        **{f"evidence of {name}": entry for name, entry in facts.items()},
        "relevance": relevance,
        "schemes": schemes,
    }
    verdict = _make_verdict(floor, draft, priors, stances, read_score(relevance), schemes, facts)
    reasons = {name: read_reasons(entry) for name, entry in asked.items() if read_reasons(entry)}
    return JudgedDraft(draft, verdict.model_copy(update={"reasons": reasons}), tuple(entry.key for entry in entries))


def _make_verdict(
    floor: Floor,
    draft: SpeechDraft,
    priors: Priors,
    stance_entries: Mapping[str, Entry],
    relevance: float,
    scheme_entry: Entry,
    fact_entries: Mapping[str, Entry],
) -> DraftJudgement:
    borne_out = {name: read_label(entry) for name, entry in fact_entries.items()}
    contradicted = tuple(name for name, label in borne_out.items() if label == CONTRADICTS)
    stances = {name: read_label(entry) for name, entry in stance_entries.items()} | _find_outright(floor, draft.points)
    named = tuple(require_scheme(name).id for name in read_choice(scheme_entry))
    found = tuple(dict.fromkeys([*named, *find_cued_schemes(draft.own_words)]))
    overlap, words = complain_of_words(floor, draft, priors)
    complaints: dict[DraftCriterion, str] = {
        **words,
        "stance": _complain_of_stance(stances, floor.position, stance_entries)
        if draft.points
        else "Make at least one point.",
        "relevance": "" if relevance >= RELEVANT else "Answer what the other side said, or argue the motion itself.",
        "schemes": "" if draft.voice == "written" else _complain_of_schemes(found, priors),
        "evidence": _complain_of_evidence(draft, borne_out, fact_entries),
    }
    return DraftJudgement(
        met=tuple(name for name in CRITERIA if not complaints[name]),
        stances=stances,
        relevance=round(relevance, 3),
        schemes=found,
        cued=tuple(name for name in found if name not in named),
        overlap=overlap,
        feedback=tuple(complaint for complaint in complaints.values() if complaint),
        contradicted=contradicted,
        borne_out=borne_out,
    )


def complain_of_words(floor: Floor, draft: SpeechDraft, priors: Priors) -> tuple[float, dict[DraftCriterion, str]]:
    """What code says of a draft's own words: the share that stands in an exemplar, and what is wrong with them."""
    repeated = measure_overlap(draft.own_words, (one.remembered.text for one in priors.exemplars))
    told = "" if repeated <= BOUND else "Say it in words of your own: too much repeats the examples."
    stray = _complain_of_quotations(floor, draft) or _complain_of_assertions(floor, draft)
    return round(repeated, 4), {"overlap": told, "quotations": stray}


def summarise_turns(turns: Sequence[SpeechTurn], positions: Mapping[Side, str]) -> str:
    """The debate in brief: both sides' points, and where they clash. Extracted, not rewritten."""
    lines = [f"{side}: {position}" for side, position in positions.items()]
    points = {point.id: point for turn in turns for point in turn.points}
    for turn in turns:
        lines += [f"{turn.side} {turn.speech}: {_shorten_point(point)}" for point in turn.points]
    clashes = [(points[name], point) for point in points.values() for name in point.answers if name in points]
    lines += [f"clash: {_shorten_point(struck)} / {_shorten_point(point)}" for struck, point in clashes]
    return "\n".join(lines)


async def _ask_stances(floor: Floor, points: Sequence[Point], since: Sequence[Input]) -> dict[str, Entry]:
    """Which way each point speaks, where code cannot say. What only takes the other side apart has no stance."""
    plain = _find_outright(floor, points)
    judged_on = [point for point in _list_with_stance(floor, points) if point.id not in plain]
    passages = [_find_passage(floor, point) for point in judged_on]
    entries = await asyncio.gather(
        *(
            floor.session.clerk.ask(
                "stance", stance_question(floor.session.prompts, position=floor.position, passage=passage), *since
            )
            for passage in passages
        )
    )
    return {point.id: entry for point, entry in zip(judged_on, entries, strict=True)}


def _find_outright(floor: Floor, points: Sequence[Point]) -> dict[str, str]:
    """Points that state the other side's position word for word: nobody needs to be asked."""
    return {
        point.id: CONTRADICTS
        for point in _list_with_stance(floor, points)
        if speaks_against(_find_passage(floor, point), floor.positions, floor.side)
    }


def _list_with_stance(floor: Floor, points: Sequence[Point]) -> list[Point]:
    """What takes the other side apart or weighs in the code's words, or grants it something, has no stance."""
    return [
        point
        for point in points
        if point.move not in (*GRANTING, "press", "pass")
        and (point.move != "rebut" or floor.wording == "model")
        and (point.move != "weigh" or point.written)
    ]


async def _ask_facts(floor: Floor, points: Sequence[Point], since: Sequence[Input]) -> dict[str, Entry]:
    """Whether the sentences that written points cite bear them out; a quotation needs no such question."""
    judged_on = [point for point in points if point.written and point.evidence]
    questions = [
        fact_question(
            floor.session.prompts, claim=point.words, sentence=" ".join(passage.text for passage in point.evidence)
        )
        for point in judged_on
    ]
    entries = await asyncio.gather(*(floor.session.clerk.ask("borne out", one, *since) for one in questions))
    return {point.id: entry for point, entry in zip(judged_on, entries, strict=True)}


async def _ask_relevance(floor: Floor, draft: SpeechDraft, since: Sequence[Input]) -> Entry:
    theirs = [turn for turn in floor.turns if turn.side != floor.side]
    concern = " ".join([floor.motion, *(_shorten_point(point) for turn in theirs[-1:] for point in turn.points[:3])])
    question = relevance_question(
        floor.session.prompts,
        position=floor.position,
        concern=concern,
        summary=summarise_turns(floor.turns, floor.positions),
        utterance=draft.text,
    )
    return await floor.session.clerk.ask("relevance", question, *since)


async def _ask_schemes(floor: Floor, draft: SpeechDraft, since: Sequence[Input]) -> Entry:
    """The schemes a model finds; those that the draft's own words name outright are added by the code."""
    return await floor.session.clerk.ask(
        "schemes", schemes_question(floor.session.prompts, utterance=draft.text), *since
    )


def _find_passage(floor: Floor, point: Point) -> str:
    """What a point says for itself: the code's connectives say nothing, a model's words do."""
    if floor.wording == "code" and point.evidence:
        return " ".join(passage.text for passage in point.evidence)
    return point.text


def _complain_of_stance(stances: dict[str, str], position: str, entries: Mapping[str, Entry]) -> str:
    off_side = [name for name, stance in stances.items() if stance == CONTRADICTS]
    if not off_side:
        return ""
    told = f"Point {', '.join(off_side)} speaks against your own position, {position!r}: replace it."
    return " ".join([told, *_tell_reasons(off_side, entries)])


def _tell_reasons(names: Iterable[str], entries: Mapping[str, Entry]) -> list[str]:
    """Why, in the words of whoever judged."""
    reasons = {name: read_reasons(entries[name]) for name in names if name in entries}
    return [f"{name}: {why}" for name, why in reasons.items() if why]


def _complain_of_schemes(found: Sequence[SchemeId], priors: Priors) -> str:
    if not priors.schemes or set(found) & priors.schemes.keys():
        return ""
    return f"Use one of these forms of argument: {', '.join(require_scheme(name).name for name in priors.schemes)}."


def _complain_of_evidence(draft: SpeechDraft, borne_out: Mapping[str, str], entries: Mapping[str, Entry]) -> str:
    """What written points cite and is against them; and what those that rest on facts cite and does not show them."""
    against = [name for name, label in borne_out.items() if label == CONTRADICTS]
    resting = {point.id for point in draft.points if point.rests_on_facts}
    beside = [name for name, label in borne_out.items() if label == NEITHER and name in resting]
    complaints = [
        f"What {', '.join(against)} cites speaks against it: say what it shows, or cite another." if against else "",
        f"What {', '.join(beside)} cites does not show it: say no more than it shows, or cite another."
        if beside
        else "",
    ]
    return " ".join([*(one for one in complaints if one), *_tell_reasons([*against, *beside], entries)])


def _complain_of_quotations(floor: Floor, draft: SpeechDraft) -> str:
    """Own words may quote what was said in this debate or stands in what they cite: evidence enters by pointer."""
    words = normalise(draft.own_words)
    cited = [passage.text for point in draft.points for passage in point.evidence]
    said = [turn.text for turn in floor.turns]
    requoted = [text.replace("“", "‘").replace("”", "’") for text in said]  # a quotation within what is thrown back
    loose = next(find_false_quotations(words, [floor.motion, *said, *requoted, *cited]), None)
    return f"Do not quote from memory: “{loose.of(words)[:60]}” has no source." if loose else ""


def _complain_of_assertions(floor: Floor, draft: SpeechDraft) -> str:
    """In the bounded form a point says nothing but what it quotes."""
    bounded = floor.wording == "code" and draft.voice == "bounded"
    loose = next((found for point in draft.points if bounded and (found := find_assertion(point.words))), "")
    return f"A point says more than it quotes: {loose}" if loose else ""


def _shorten_point(point: Point) -> str:
    if point.claim:
        return point.claim
    first = next(iter(split_utterance(point.statement)), point.statement)
    if detect_language(first) != "en" or measure_length(first) <= _HEADLINE:
        return first
    return " ".join(first.split()[:_HEADLINE]) + " …"
