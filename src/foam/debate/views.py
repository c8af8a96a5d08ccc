"""A debate as it goes on: lines for a terminal, and the whole as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from textwrap import shorten

from foam.debate.decision import Decision, DecisionReading
from foam.debate.deeds import ANSWERED
from foam.debate.fates import describe_marked, is_testimony, list_marks
from foam.debate.judged import describe_fault
from foam.debate.relations import UNREPLYING
from foam.debate.transcript import SIDES
from foam.debate.values import (
    GRANTING,
    Debate,
    FlowedPoint,
    Point,
    SpeechTurn,
    Voice,
)
from foam.job.acts import ActCount
from foam.paper import add_formats
from foam.text.wrap import wrap

SAME_MODEL = "Caution: the model that judged also spoke in this debate. Ask another judge before you rely on it."
TOO_CLOSE = "too close to call: the judge's winner changes with the order in which it reads the sides"
ONE_ORDER = "Asked in the other order of the sides, what the judge wrote did not hold."
_HINT = re.compile(r"; \[(?:\d|point)[^;]*$")
_BEGINNING = 100
"""Characters of a point without a claim that the flow of a terminal shows."""
_FEW_LETTERS = 100
"""Characters of a point that a grid shows."""
FELL_BACK = "what the model wrote did not hold, so quotations took its place"
LEFT_OUT = "left out of what was written"
UNSPOKEN = "not spoken, beyond the limit"
"""How notes begin that tell what of a turn was left out of it."""
_RESPONDS: dict[str, str] = {"answers": "it answers", "in part": "it answers in part", "evades": "it evades"}
_STANDING = "what stands by the flow alone, whatever it is worth:"
KINDS = {"speech": "", "question": " asks", "answer": " answers"}
VOICES: dict[Voice, str] = {
    "written": "in its own words, checked",
    "bounded": "in quotations",
    "unchecked": "in its own words, not checked",
    "own": "as it was said",
}


def format_turn(turn: SpeechTurn) -> str:
    """One turn as a terminal shows it."""
    head = f"{turn.speech} {turn.side} ({turn.debater}){describe_kind(turn)} [{turn.words}/{turn.limit} words]"
    shown = " ".join(f"[{name}] {text}" if name else text for name, text in list_stretches(turn))
    lines = [f"{head}, {describe_voice(turn)}", wrap(shown, indent="  ")]
    return "\n".join([*lines, *(wrap(one, indent="  ") for one in list_findings(turn))])


def list_findings(turn: SpeechTurn) -> tuple[str, ...]:
    """What whoever hears a turn is told of it, a line each; of a person's, all that was read and found of it.

    Of other turns, beside what became of their drafts, the words that were spoken though they are not borne out.
    """
    told = (describe_response(turn), describe_let_go(turn))
    found = [f"{point.id}: {mark}" for point in turn.points for mark in list_marks(point)]
    unborne = [f"{point.id}: {point.unborne_told}: “{point.unborne}”" for point in turn.points if point.unborne]
    heard = (*turn.notes, *found, *_list_verdicts(turn)) if turn.voice == "own" else (*turn.notes, *unborne)
    return tuple(filter(None, (*told, *heard, describe_bound(turn), describe_refusal(turn))))


def list_stretches(turn: SpeechTurn) -> tuple[tuple[str, str], ...]:
    """A turn's text from its first word to its last: each point under its id, what stands between them under none.

    By the ids a person names what they answer.
    """
    found: list[tuple[str, str]] = []
    rest = turn.text
    for point in turn.points:
        before, text, after = rest.partition(point.text)
        if text:
            found += [("", before.strip()), (point.id, text)]
            rest = after
    return tuple((name, text) for name, text in (*found, ("", rest.strip())) if text)


def describe_note(note: str) -> str:
    """What was read of a person's words, without what would have had it read otherwise: that is for the speaker."""
    return _HINT.sub("", note)


def _list_verdicts(turn: SpeechTurn) -> Iterator[str]:
    """What an evaluator found wrong with a person's speech."""
    judged = turn.attempts[-1].judged if turn.attempts else None
    for one in judged.faults if judged else ():
        yield f"as the evaluator judged it, {describe_fault(one)}"


def describe_kind(turn: SpeechTurn) -> str:
    """Whether it asks or answers, and which point a question is about; empty of a speech."""
    about = f" about {turn.about}" if turn.kind == "question" and turn.about else ""
    return f"{KINDS[turn.kind]}{about}"


def describe_refusal(turn: SpeechTurn) -> str:
    """What is wrong with what was spoken, or what was sent back before it; empty where nothing was."""
    judged = [one.judged for one in turn.attempts]
    if turn.voice == "own" or not judged or not turn.points:
        return ""
    last = judged[-1]
    if not last.accepted:
        drafts = f"{len(judged)} draft{'' if len(judged) == 1 else 's'}"
        return f"not accepted after {drafts}: {' '.join(last.list_told())}"
    return "written anew after a judgement, and not judged again" if len(judged) > 1 and not last.asked else ""


def describe_response(turn: SpeechTurn) -> str:
    """What an evaluator found of an answer in cross-examination, and why; empty where nobody was asked."""
    found = next((_RESPONDS[point.responds] for point in turn.points if point.responds), "")
    return f"{found}, as the evaluator found: {turn.judged}" if found else ""


def describe_bound(turn: SpeechTurn) -> str:
    """What an answer in cross-examination binds its side to; a person's to what it says. Empty where to nothing."""
    own = any(turn.commitment == point.words for point in turn.points)
    return "" if not turn.commitment else "its side is bound by it" if own else f"bound to: {turn.commitment}"


def describe_let_go(turn: SpeechTurn) -> str:
    """On which points of its own side a speech says that it no longer stands; empty where it says so of none."""
    return f"lets go: {', '.join(turn.lets_go)}" if turn.lets_go else ""


def format_flow(flow: tuple[FlowedPoint, ...]) -> str:
    """The flow as a terminal shows it: one line a point, and what became of it."""
    return "\n".join(
        wrap(
            f"{one.point.id} {one.speech} {one.side} {describe_marked(one)}: {tell_gist(one.point, _BEGINNING)}",
            indent="  ",
        )
        for one in flow
    )


def tell_gist(point: Point, shown: int | None = None) -> str:
    """A point in a line: what was asked, where it answers that, and its claim or the beginning of what it says."""
    asked = f"asked: “{point.asked}” " if point.asked else ""
    said = point.headline if point.claim or shown is None else shorten(point.headline, shown, placeholder=" …")
    return f"{asked}{said}"


def tell_few_words(point: Point) -> str:
    """The beginning of what a point claims, where the line of it has no room: for a grid."""
    return shorten(point.headline, _FEW_LETTERS, placeholder=" …")


def describe_titles(debate: Debate) -> str:
    """The speeches by their names, spelled out; empty where the format does not."""
    return "; ".join(f"{name} {title}" for name, title in debate.titles.items())


def describe_voice(turn: SpeechTurn) -> str:
    """In whose words a turn is, and how far they were checked."""
    if turn.voice == "written" and any(point.unborne for point in turn.points):
        return "in its own words, not all of them borne out"
    if turn.voice == "written" and not turn.accepted:
        return "in its own words, checked, and not accepted by the evaluator"
    if turn.voice == "own" and any(note.startswith(UNSPOKEN) for note in turn.notes):
        return "as it was said, up to the limit"
    return VOICES[turn.voice]


def format_decision(debate: Debate) -> str:
    """Who won and on what, as a terminal shows it; empty where nobody was asked."""
    decision = debate.decision
    if decision is None:
        reason = [f"no decision: {debate.undecided}"] if debate.undecided else []
        standing = describe_standing(debate) if {one.side for one in debate.flow} == set(SIDES) else ()
        return "\n".join([*reason, *([_STANDING, *(wrap(line, indent="  ") for line in standing)] if standing else [])])
    outcome = f"{decision.winner} won, as {decision.judge} judged it" if decision.winner else TOO_CLOSE
    lines = [f"decision: {outcome}."]
    for reading in decision.told:
        lines.append(f"{describe_reading(decision, reading)}{reading.reason}")
        lines += [
            f"{n}. {one.issue} ({', '.join(one.points)}) {one.side}: {one.reason}"
            for n, one in enumerate(reading.issues, start=1)
        ]
    lines += [ONE_ORDER] if len(decision.readings) == 1 else []
    lines += [SAME_MODEL] if decision.also_spoke else []
    return "\n".join([wrap(lines[0]), *(wrap(line, indent="  ") for line in lines[1:])])


def describe_standing(debate: Debate) -> tuple[str, ...]:
    """What is left of either side's case by the rule of the flow, a line each; for debates that nobody decided.

    What the other side left stands as conceded; what was answered stands if its own side took it up again.
    """
    lines = []
    for side in SIDES:
        own = [one for one in debate.flow if one.side == side and not _owes_nothing(one.point)]
        left = [one.point.id for one in own if one.dropped]
        kept = [one.point.id for one in own if not one.dropped and _stands(one)]
        told = [
            f"conceded by the other side's silence: {', '.join(left)}" if left else "",
            f"unanswered or taken up again: {', '.join(kept)}" if kept else "",
        ]
        lines.append(f"{side}: {'; '.join(filter(None, told)) or 'nothing stands'}")
    return tuple(lines)


def _owes_nothing(point: Point) -> bool:
    """Whether it makes no case: it grants something, only asks, has no answer, or is one in cross-examination."""
    return point.move in (*GRANTING, *UNREPLYING) or is_testimony(point)


def _stands(one: FlowedPoint) -> bool:
    unmet = any(link.deed in ANSWERED and not (link.given_up or link.is_met) for link in one.chain)
    return not one.conceded and not one.let_go_in and bool(one.list_doers("taken up", given_up=False) or not unmet)


def describe_reading(decision: Decision, reading: DecisionReading) -> str:
    """On which reading somebody won, where the two disagree; empty where there is one winner."""
    return "" if decision.winner else f"With {reading.first} read first {reading.winner} won: "


def describe_acts(count: ActCount) -> str:
    """How the written acts fared, in a line; empty where none was asked for."""
    if not count.asked:
        return ""
    share = f"{100 * count.bounded / count.asked:.0f} %"
    acts = "1 act" if count.asked == 1 else f"{count.asked} acts"
    return f"{acts} written, {count.again} asked again, {count.bounded} replaced in whole or part ({share})"


def describe_drafts(debate: Debate) -> str:
    """What was replaced and where, and how many drafts were sent back.

    Empty where none of that happened.
    """
    whole = [_name_turn(turn) for turn in debate.turns if FELL_BACK in turn.notes]
    part = [_name_turn(turn) for turn in debate.turns if any(note.startswith(LEFT_OUT) for note in turn.notes)]
    back = sum(len(turn.attempts) - 1 for turn in debate.turns if turn.voice == "written" and turn.attempts)
    told = [
        f"from quotations: {', '.join(whole)}" if whole else "",
        f"with passages left out: {', '.join(part)}" if part else "",
        f"{back} {'draft' if back == 1 else 'drafts'} sent back" if back else "",
    ]
    return ", ".join(filter(None, told))


def _name_turn(turn: SpeechTurn) -> str:
    """A speech by its name; a question or an answer by its number, too."""
    return turn.speech if turn.kind == "speech" else f"turn {turn.number} ({turn.speech}, {turn.kind})"


def render_debate_json(debate: Debate) -> str:
    """The whole debate as JSON, readable again as a transcript."""
    return json.dumps(debate.json_value(), ensure_ascii=False, indent=2) + "\n"


add_formats(Debate, {".json": render_debate_json})
