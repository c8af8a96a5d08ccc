"""The lines that every view of a case shares, and the summary a terminal shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from foam.argument.flow import find_dropped
from foam.argument.round import Round
from foam.case.cut import SLACK
from foam.case.flow import build_flow
from foam.case.leave import SOLVES_CASE, name_run
from foam.case.plan import COUNTERPLAN, COUNTERPLAN_TEXT, MANDATE, PLAN_TEXT
from foam.case.position import PLAN_WORDS
from foam.case.tell import join_told
from foam.case.values import OWN_WORDS, Case, DebaterWork, Plan, Slot, Told, describe_reasons, describe_reworded
from foam.case.warn import list_warnings, name_cited, name_sentences
from foam.text.wrap import wrap

HOW_WRITTEN = "How it was written"
"""The heading over what a view says of whose words these are; it is no part of the speech."""
WHY_NOT = "Why it is not issued"
NOTE = "What a reader should know"
"""The heading over warnings: they keep no case from being issued."""
LACKING = "What is missing"
"""The heading over the parts that nothing was found for; they stand after the speech."""
MEETS_NONE = "It meets none of their points in particular."
_FIRST_HALF = "2NC"
"""The block is one speech in two: what its first half leaves, its second may take up."""


def describe_length(case: Case, *, words_per_minute: float | None = None) -> str:
    """How long it is: words read aloud, and minutes at the reader's speed."""
    speed = words_per_minute or case.pace
    return f"{case.words} words, {case.words / speed:.1f} minutes at {speed:g} words a minute"


def describe_status(case: Case) -> str:
    """Whether it may be used."""
    count = len(case.failures)
    return "quotations verified" if case.issued else f"NOT ISSUED: {count} failure{'s' if count != 1 else ''}"


def list_answered(slots: tuple[Slot, ...]) -> list[str]:
    """What the other side said that a syllogism answers, a line each. What a counterplan reaches stands over its
    parts."""
    said = dict.fromkeys(_describe_answered(slot) for slot in slots)
    return [line for line in said if line]


def is_divided(slots: tuple[Slot, ...]) -> bool:
    """Whether the parts of an argument deal with different things, so that each needs a name of its own."""
    return any(map(describe_solved, slots)) or len(list_answered(slots)) > 1


def describe_part_answered(slot: Slot, slots: tuple[Slot, ...]) -> str:
    """What stands over one part of a syllogism: which advantage a counterplan solves by it, or what it answers where
    others answer something else."""
    if solved := describe_solved(slot):
        return solved
    return _describe_answered(slot) if len(list_answered(slots)) > 1 else ""


def describe_solved(slot: Slot) -> str:
    """Which advantage of the other side a counterplan solves by a part; empty where it names none."""
    return slot.title if slot.component == SOLVES_CASE and slot.answers else ""


def describe_claimed(slot: Slot) -> str:
    """How much of what stands over a part it claims, where it was narrowed or worded anew; empty elsewhere."""
    less = describe_solved(slot) and slot.reworded
    return f"It claims no more than this: {slot.seek}" if less else ""


def _describe_answered(slot: Slot) -> str:
    said = "" if slot.syllogism == COUNTERPLAN else slot.against or slot.meets
    return f"They say: {said}" if said else MEETS_NONE if "met" in slot.entries and not slot.answers else ""


def describe_unanswered(case: Case) -> str:
    """The positions of which this speech answers nothing; empty when it opens a round, or leaves none."""
    if case.heard is None or case.speech == _FIRST_HALF:
        return ""
    before, now = ({argument.id for argument in find_dropped(flow)} for flow in (case.heard, build_flow(case)))
    left = [
        one.page if one.page.endswith(f"({one.id})") else f"{one.page} ({one.id})"
        for one in Round(flow=case.heard, speech=case.speech, side=case.side).spoken
        if {argument.id for argument in one.arguments} <= now - before
    ]
    return f"Not answered on their own sheet, which a judge may take as granted: {'; '.join(left)}." if left else ""


def describe_overview(case: Case) -> str:
    """The case in a few sentences, where its seat wrote them."""
    return join_told(case.overview)


def _end_sentence(text: str) -> str:
    """The text with a stop at its end, so that what follows begins a sentence of its own."""
    ended = text.rstrip()
    return ended if not ended or ended.rstrip("”’\"')").endswith((".", "!", "?", "…", ":")) else f"{ended}."


def list_provenance(case: Case, *, warrants: bool = False) -> list[str]:
    """Which voice found the words, why evaluators found what they found, and what was written and not kept.

    `warrants` adds those of the cards, for a view that does not show them with the card.
    """
    lines = [line for line in (_describe_voices(case), _describe_tags(case), describe_work(case)) if line]
    lines += [f"to look at: {remark}" for remark in case.remarks]
    for name, plan in (("plan", case.planned), ("counterplan", case.counterplan)):
        lines += [f"{name}: {_describe_plan(case, plan)}", *_describe_criticism(name, plan)] if plan else []
    for one in case.pressed:
        after = f" After it {one.after}" if one.after else " No draft was written after it."
        lines.append(f"position, objected to {one.strikes}: {one.text}{after}")
    for one in case.granted:
        lines.append(f"against it, as its seat says: {one.text} ({name_sentences(case, one.grounds)})")
    lines += [f"{slot.id}: {_describe_work(slot.card.work)}" for slot in case.slots if slot.card and slot.card.work]
    for slot in case.slots:
        said = [f"Warrant: {slot.card.warrant}"] if warrants and slot.card and slot.card.warrant else []
        found = " ".join(map(_end_sentence, (*said, *_describe_narrowed(slot), *_list_verdicts(slot))))
        lines += [f"{slot.id}: {one}" for one in (found, *_list_refused(slot.told)) if one]
    lines += [f"overview: {one}" for one in _list_refused(case.overview)]
    return list(map(_end_sentence, lines))


def _describe_work(work: DebaterWork) -> str:
    """Whose tag and marks a card is read by, and what was found of it."""
    marked = {
        "highlight": "its highlighting",
        "underline": "its underlining",
        "sentences": "what the tag speaks of",
    }
    where = f"{work.file} › {work.place}" if work.place else work.file
    tag = f"the speaker's tag, in place of “{work.tag}”" if work.given else "the debater's tag"
    bears = " It bears on the plan or the step before it." if work.is_on_topic else ""
    proposed = f" Proposed beside it: “{work.proposed}”" if work.proposed else ""
    return f"{tag} ({where}); {marked[work.marked]} is read; {work.standing}.{bears}{proposed}"


def describe_work(case: Case) -> str:
    """How many cards are debaters' own, and how many of their tags an evaluator found borne out; empty without any."""
    own = [card.work for card in case.cards if card.work]
    if not own:
        return ""
    counted = Counter(work.standing for work in own)
    found = "; ".join(f"{count}: {standing}" for standing, count in counted.most_common())
    return f"{len(own)} of {len(case.cards)} cards are debaters' own, read as they are marked ({found})."


def _describe_plan(case: Case, plan: Plan) -> str:
    """A written plan in its parts, and the sentences that speak of them."""
    parts = [(name, getattr(plan, name)) for name in ("agent", "mandate", "funding", "enforcement", "time")]
    said = [_end_sentence(f"{name}: {text}") for name, text in parts if text]
    grounds = name_sentences(case, plan.grounds)
    return " ".join([*said, f"The library speaks of it in {grounds}."] if grounds else said)


def _describe_criticism(name: str, plan: Plan) -> Iterator[str]:
    """The first draft of a plan, what was held against it, and what its seat made of that."""
    if plan.before:
        yield f"{name}, as it was first written: {plan.before}"
    for one in plan.objections:
        yield f"{name}, objected to {one.strikes}: {one.text}"
    answer, *later = (*plan.earlier_answers, plan.answer)
    if plan.objections:
        yield f"{name}, the seat's answer: {answer or 'none that counts; the first draft stands'}"
    yield from (f"{name}, the seat's answer when it was worded anew: {one}" for one in later if one)


def _describe_voices(case: Case) -> str:
    """Whose words these are; empty where none were written."""
    filled = [slot for slot in case.slots if slot.filled]
    bounded = [slot.id for slot in filled if slot.voice == "bounded"]
    if len(bounded) == len(filled) and not case.planned:
        return ""
    counted = f"of {len(filled)} parts {len(filled) - len(bounded)} are written and {len(bounded)} bounded"
    named = f" ({', '.join(bounded)})" if bounded else ""
    return f"Words: the plan is {case.plan_voice}; {counted}{named}."


def _describe_tags(case: Case) -> str:
    """How many tags say no more than a sentence of their source, because they are one; empty where there are none."""
    cut = [card for card in case.cards if card.work is None]
    own = sum(card.alignment == OWN_WORDS or card.tag.rstrip(".…") in card.text for card in cut)
    return f"Of {len(cut)} tags {own} are the source's own words." if own else ""


def _describe_narrowed(slot: Slot) -> Iterator[str]:
    """What a slot shows in place of what it was to show."""
    if slot.card and slot.card.first_tag:
        yield f"Its tag was first “{slot.card.first_tag}”, before what was found of that."
    if anew := describe_reworded(slot.reworded, slot.card.tag if slot.card else slot.analytic):
        yield anew


def _list_verdicts(slot: Slot) -> Iterator[str]:
    """What evaluators found of a card and gave reasons for."""
    if slot.card and slot.card.verdict and slot.card.verdict.reasons:
        yield f"Found: {slot.card.verdict.finding}{describe_reasons(slot.card.verdict.reasons)}"
    if slot.card and slot.card.connected and slot.card.connected.reasons:
        dropped = "" if slot.card.connected.holds else " and was left out"
        said = f"{slot.card.connected.finding}{dropped}{describe_reasons(slot.card.connected.reasons)}"
        yield f"Of the warrant: {said}"
    if slot.step and slot.step.reasons:
        yield f"After the step before it: {slot.step.finding}{describe_reasons(slot.step.reasons)}"


def _list_refused(told: tuple[Told, ...]) -> list[str]:
    return [f"written and dropped: “{one.text}” ({one.refused})" for one in told if one.refused]


def list_holes(case: Case) -> list[str]:
    """What the speech lacks, part by part: it is no part of what is read aloud."""
    left = [lack for one in case.left_out for lack in one.lacks]
    return [*(f"{slot.id}: {slot.hole}" for slot in case.slots if not slot.filled), *left]


def mark_analytic(slot: Slot) -> str:
    """How views mark a part that was written without evidence where evidence could stand."""
    argues = slot.analytic and not slot.told and slot.component not in (MANDATE, COUNTERPLAN_TEXT)
    return " (analytic)" if argues and slot.voice == "written" else ""


def _list_words(case: Case) -> tuple[str, ...]:
    """What a summary says of the words of a case."""
    return describe_overview(case), _describe_voices(case), _describe_tags(case), describe_work(case)


def _list_plans(case: Case) -> list[str]:
    """What it stands for: of a speech against a plan what it would do in its place, if it says so, and that plan."""
    if case.answered is None:
        return [f"plan: {case.plan}"]
    own = f"counterplan: {case.counterplan.text}" if case.counterplan else f"stands for: {case.plan}"
    return [own, f"their plan: {case.answered.plan}"]


def _wrap_telling(text: str) -> str:
    """A line of a screen; a command at its end stands in a line of its own, which can be copied whole."""
    said, command, rest = text.partition("foam case amend ")
    return "\n".join((wrap(said.rstrip(), indent="  "), f"    {command}{rest}")) if command else wrap(text, indent="  ")


def summarize_case(case: Case, *, words_per_minute: float | None = None, run: str = "") -> str:
    """The case in a screenful: plan, choices, slots, and whether it may be used; `run` is the one that wrote it."""
    lines = [f"{case.speech}: {case.resolution}", f"seat: {case.seat}", *_list_plans(case)]
    lines += [wrap(text) for text in _list_words(case) if text] + [""]
    for choice in case.choices:
        taken = ", ".join(choice.taken) or "none"
        lines.append(f"{choice.branch}: {taken} (of {', '.join(choice.offered)}; {choice.why})")
    for slot in (one for one in case.slots if one.filled):
        cited = f" ({name_cited(case, slot.card)})" if slot.card and slot.card.cite else ""
        text = f"{slot.card.tag}{cited}" if slot.card else slot.spoken + mark_analytic(slot)
        room = max(slot.words, PLAN_WORDS) if slot.syllogism == PLAN_TEXT else slot.words
        over = f", over by {slot.length - room}" if slot.length > SLACK * room else ""
        anew = ", worded anew" if slot.reworded else ""
        lines.append(wrap(f"{slot.id} [{slot.length}/{room}{over}{anew}] {text}", indent="  "))
    lines += ["", *(wrap(hole, indent="  ") for hole in holes)] if (holes := list_holes(case)) else []
    lines += ["", f"{describe_status(case)}; {describe_length(case, words_per_minute=words_per_minute)}"]
    lines += [_wrap_telling(name_run(str(failure), run)) for failure in case.failures]
    lines += [_wrap_telling(f"warning: {one}") for one in list_warnings(case, run)]
    lines += [wrap(f"to look at: {remark}", indent="  ") for remark in case.remarks]
    return "\n".join([*lines, *(wrap(text) for text in (describe_unanswered(case), case.notice) if text)])
