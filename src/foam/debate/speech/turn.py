"""A turn of the debater: prepare, speak, be judged, and speak once more where something was wrong.

prepare ── speak ── cut to its length, checked, judged ──┬── nothing wrong: it is spoken
                                                         └── what is wrong is written again ── cut, checked

At most four requests with the two drafts that are the default; each draft more is one more judgement and one more
speech. The last draft is not judged: what was found of parts that stand as they stood goes on counting, and what stays
at fault is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from foam.acts.engine import Act, perform
from foam.debate.floor import Floor, SpokenTurn
from foam.debate.judged import LEFT_OUT, STANDING, Attempt, DraftJudgement, PartFault, describe_fault
from foam.debate.speech.brief import describe_floor
from foam.debate.speech.check import LENGTH, find_length_fault, find_speech_faults
from foam.debate.speech.judge import CLOSING, OPENING, judge_speech, mark_points
from foam.debate.speech.material import Material, complete_material, look_around, make_ground
from foam.debate.speech.prepare import NAME as PREPARED
from foam.debate.speech.prepare import Prepared, make_prepare
from foam.debate.speech.quoting import speak_from_quotations
from foam.debate.speech.speak import SpeechDraft, allow_words, fit_draft, make_mending, make_speak
from foam.debate.values import GRANTING, DebaterName, Point, PreparationNotes, SpeechTurn
from foam.debate.views import FELL_BACK
from foam.debate.views import LEFT_OUT as NOTED
from foam.job.acts import RefusedAct, try_act
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.record.entry import Entry
from foam_quotes.text.words import measure_length


class _Judged(NamedTuple):
    """A draft as it would be spoken, with what code and a judge found of it."""

    draft: SpeechDraft
    verdict: DraftJudgement
    entry: Entry
    """The form in which it was written."""
    keys: tuple[str, ...]
    """The entries that it rests on."""


async def speak_as_debater(floor: Floor, name: DebaterName = "r-debater") -> SpokenTurn:
    """The next turn: in the model's own words where it writes, else from quotations."""
    if not floor.writes:
        return await speak_from_quotations(floor, name)
    without = floor.without
    memory = without != "memory"
    around = await look_around(floor, memory=memory, logic=without != "logic")
    prepared, entry = await _prepare(floor, around)
    material = await complete_material(floor, around, prepared, entry, schemes=memory and without != "schemes")
    flaws = (*around.suspected, *prepared.flaws)
    drafts = await _write_drafts(floor, material, [f"{one.signal} {one.reasons}".strip() for one in flaws])
    if not drafts and not entry:  # whoever fills neither form answers nothing: what it said ends the debate
        await floor.session.clerk.ask(PREPARED, _make_act(floor, around).question, *around.since, final=True)
    if not drafts:
        spoken = await speak_from_quotations(floor, name)
        told = spoken.turn.model_copy(update={"notes": (FELL_BACK, *spoken.turn.notes)})
        return SpokenTurn(told, (*spoken.rests_on, *([entry] if entry else [])))
    notes = PreparationNotes(
        keywords=prepared.keywords,
        priors=material.priors,
        moves=material.moves,
        loopholes=flaws,
        predicates=prepared.predicates,
        chain=prepared.chain,
        summary=prepared.summary,
        schemes=drafts[-1].draft.schemes,
        searches=prepared.searches,
        offered=tuple(dict.fromkeys(one.pointer for one in material.evidence)),
    )
    keys = [key for one in drafts for key in one.keys]
    return SpokenTurn(_conclude(floor, name, notes, drafts), tuple(dict.fromkeys(filter(None, (entry, *keys)))))


def _make_act(floor: Floor, around: Material) -> Act[Prepared]:
    """The act *prepare*. A case answers nothing, and needs no flaws."""
    logic, memory = floor.without != "logic", floor.without != "memory"
    heard = floor.last_heard if logic and floor.duty != "case" else None
    ground = make_ground(floor, around)
    return make_prepare(floor.session.prompts, describe_floor(floor), ground, heard, logic=logic, memory=memory)


async def _prepare(floor: Floor, around: Material) -> tuple[Prepared, str]:
    """What came of the act, and its entry; nothing where it was not done."""
    done = await perform(floor.session, _make_act(floor, around), *around.since)
    if done.value is None or done.entry is None:
        return Prepared(), ""
    by = done.entry.draft.decider.id
    flaws = tuple(flaw.model_copy(update={"by": by}) for flaw in done.value.flaws)
    return done.value.model_copy(update={"flaws": flaws}), done.entry.key


async def _write_drafts(floor: Floor, material: Material, flaws: Sequence[str]) -> list[_Judged]:
    """Drafts with what was found of them, up to the first with which nothing is wrong."""
    attempts = 1 if floor.without == "revision" else floor.attempts
    act = make_speak(floor, material, flaws=flaws)
    drafts: list[_Judged] = []
    while len(drafts) < attempts and not (drafts and drafts[-1].verdict.accepted):
        last = drafts[-1] if drafts else None
        entry = await _write_again(floor, material, act, last) if last else await _write(floor, material, act)
        draft = act.read(read_form(entry)).value if entry else None
        if entry is None or draft is None:
            break
        drafts.append(await _examine(floor, material, draft, entry, last, judged=len(drafts) + 1 < attempts))
    return drafts


async def _write(floor: Floor, material: Material, act: Act[SpeechDraft]) -> Entry | None:
    return (await perform(floor.session, act, *material.since)).entry


async def _write_again(floor: Floor, material: Material, act: Act[SpeechDraft], last: _Judged) -> Entry | None:
    """The speech with what was found wrong written again; all of it, where what is wrong lies in no part of it."""
    since = (depend_on(f"judged {n}", key) for n, key in enumerate(last.keys))
    tried = await try_act(
        floor.session,
        act.name,
        act.question,
        *material.since,
        *since,
        check=lambda entry: act.read(read_form(entry)).faults,
        mending=make_mending(floor, material, last.draft),
        refused=RefusedAct(last.entry, _list_complaints(last.verdict)),
    )
    return tried.counts


def _list_complaints(verdict: DraftJudgement) -> list[str]:
    """What was found of a draft, each under its place in the form; what may stand, too."""
    standing = (f"{describe_fault(one)} It may stand so." for one in verdict.faults if one.fault in STANDING)
    told = (one.partition(": ") for one in (*verdict.list_told(), *standing))
    return [f"{_name_place(part)}: {why}" for part, _, why in told]


def _name_place(part: str) -> str:
    """A point by its row."""
    turn, _, place = part.partition(".")
    return f"points, entry {place}" if turn.isdigit() and place.isdigit() else part


async def _examine(
    floor: Floor, material: Material, draft: SpeechDraft, entry: Entry, before: _Judged | None, *, judged: bool
) -> _Judged:
    """What is wrong with a draft, cut to its length first: what nobody hears nobody judges."""
    fitted = fit_draft(draft, allow_words(floor.limit))
    faults = find_speech_faults(floor, material, fitted) | find_length_fault(floor, draft)
    checked = tuple(f"{name}: {fault}" for name, found in faults.items() for fault in found)
    if judged:
        schemes = tuple(material.priors.schemes)
        since = depend_on("speech", entry)
        found = await judge_speech(floor, fitted, since, schemes=schemes, left_out=checked)
        if found:
            verdict = found.verdict.model_copy(update={"checked": checked})
            return _Judged(fitted, verdict, entry, (entry.key, *found.entries))
    told = _list_lasting(before, fitted) if before else ()
    return _Judged(fitted, DraftJudgement(faults=told, checked=checked, asked=False), entry, (entry.key,))


def _list_lasting(before: _Judged, draft: SpeechDraft) -> tuple[PartFault, ...]:
    """What was found of a draft and still counts of the next, which nobody judges: of parts that stand as they stood,
    and that an answer meets a part alone, until somebody says that it meets more."""
    stood = {name for name, _ in _list_parts(before.draft).items() & _list_parts(draft).items()}
    answers = {(one.id, one.answers) for one in before.draft.points} & {(one.id, one.answers) for one in draft.points}
    same = {name for name, _ in answers}
    return tuple(
        one for one in before.verdict.faults if one.part in stood or (one.fault in STANDING and one.part in same)
    )


def _list_parts(draft: SpeechDraft) -> dict[str, tuple[str, tuple[str, ...], str]]:
    """What the parts of a draft say, cite and claim, by their names."""
    points = {one.id: (one.words, tuple(str(p.pointer) for p in one.evidence), one.claim) for one in draft.points}
    return points | {OPENING: (draft.opening, (), ""), CLOSING: (draft.closing, (), "")}


def _conclude(floor: Floor, name: DebaterName, notes: PreparationNotes, drafts: Sequence[_Judged]) -> SpeechTurn:
    """The last draft as it is spoken, less what stayed at fault; all of it where no point of its own were left.

    A closing sums up all the points: where one of them is left out, nobody has judged it without that.
    """
    last = drafts[-1]
    draft, verdict = last.draft, last.verdict
    broken = {fault.partition(":")[0] for fault in verdict.checked} - {LENGTH}
    refuted = {one.part for one in verdict.faults if one.fault in LEFT_OUT}
    gone = broken | refuted
    kept = [point for point in draft.points if point.id not in gone]
    if all(point.move in GRANTING for point in kept):
        kept, gone = list(draft.points), gone & {OPENING, CLOSING}
    orphaned = len(kept) < len(draft.points)
    sound = replace(
        draft,
        points=mark_points(_number(floor, kept), _rename(verdict, floor, kept)),
        opening="" if OPENING in gone else draft.opening,
        closing="" if CLOSING in gone or orphaned else draft.closing,
    )
    why = [fault for fault in verdict.checked if fault.partition(":")[0] in gone]
    why += [describe_fault(one) for one in verdict.faults if one.part in gone and one.fault in LEFT_OUT]
    why += [f"{CLOSING}: it sums up a point that was left out"] if orphaned and draft.closing else []
    turn = make_turn(floor, name, sound)
    attempts = tuple(Attempt(text=one.draft.text, judged=one.verdict) for one in drafts)
    told = {"prepared": notes, "attempts": attempts, "accepted": verdict.accepted}
    return turn.model_copy(update={**told, "notes": (*turn.notes, *(f"{NOTED}: {fault}" for fault in why))})


def _number(floor: Floor, points: Sequence[Point]) -> list[Point]:
    return [one.model_copy(update={"id": f"{floor.number}.{n}"}) for n, one in enumerate(points, start=1)]


def _rename(verdict: DraftJudgement, floor: Floor, kept: Sequence[Point]) -> DraftJudgement:
    """What was found, under the ids that the points have as they are spoken."""
    ids = {one.id: f"{floor.number}.{n}" for n, one in enumerate(kept, start=1)}
    faults = tuple(one.model_copy(update={"part": ids[one.part]}) for one in verdict.faults if one.part in ids)
    return verdict.model_copy(update={"faults": faults})


def make_turn(floor: Floor, debater: DebaterName, draft: SpeechDraft) -> SpeechTurn:
    """A draft as the turn it becomes."""
    return SpeechTurn(
        number=floor.number,
        speech=floor.speech,
        side=floor.side,
        debater=debater,
        text=draft.text,
        points=draft.points,
        words=measure_length(draft.text),
        limit=floor.limit,
        voice=draft.voice,
        plan=draft.plan,
        lets_go=draft.lets_go,
    )
