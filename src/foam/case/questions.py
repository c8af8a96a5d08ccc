"""The questions that case writing asks models: one typed function for each prompt template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam.case.chain import Way
from foam.case.marks import drop_marks
from foam.case.task import describe_seat
from foam.case.values import (
    BESIDE,
    BORNE_OUT,
    COHERENT,
    CONNECTS,
    CONTRADICTS,
    ESTABLISHES,
    FOLLOWS,
    REASONS,
    REFUTES,
    SUPPORTS,
    UNCLEAR,
    UNDOES,
)
from foam.model.check import BEARING, CLAIMS_MORE, IN_PART, MISSES, TAKEN_BACK
from foam.model.form import TextField
from foam.model.question import Choose, Label, Option, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.perspective.node import Perspective

TAG_WORDS = 25
_CUT_TAG_WORDS = 20
_SLOT_LABELS = (ESTABLISHES, IN_PART, "contradicts", TAKEN_BACK, BESIDE, UNCLEAR)
_ANSWER_LABELS = (REFUTES, IN_PART, "agrees with it", TAKEN_BACK, BESIDE, UNCLEAR)
_STEP_LABELS = (FOLLOWS, "contradicts", BESIDE, UNCLEAR)
_UNDOING_LABELS = (UNDOES, "keeps it up", BESIDE, UNCLEAR)
_BACKING_LABELS = (SUPPORTS, "contradicts", BESIDE, UNCLEAR)
_COHERENCE_LABELS = (COHERENT, CONTRADICTS, UNCLEAR)
ALIGNMENT_LABELS = (COHERENT, CLAIMS_MORE, CONTRADICTS, UNCLEAR)
_TOLD_LABELS = (BORNE_OUT, "says more", UNCLEAR)
_WARRANT_LABELS = (CONNECTS, "does not connect", UNCLEAR)
_NOTHING = "(nothing)"
_FOR, _AGAINST = "for the plan below", "against the plan below, which the other side read"
_ASKED_OF = "What they say, which this is asked of:"
_ANSWERED_SO = (
    "It is answered in this way. Go by this: evidence that shows this counts as refuting what they said, although it "
    "leaves another piece of what they said as it is, or grants it (that what they fear does not follow, say, comes "
    "anyway, or gets better, or that what is gained stands all the same). Evidence that shows one piece of this does "
    "so in part:"
)
_HELD = "The sentences of the library that are nearest to it, for it or against it:"
_ARGUED = "What you argued before:"
_SERVES = (
    "The part of the speech has to establish what stands here. A tag that says the point of it, or the piece of it "
    "that the evidence shows, serves it, in whatever words. One that speaks of the same subject and no longer says the "
    "point, so that a judge who hears the tag alone would not know what is argued, misses the part, however true it is:"
)
_UNDER = (
    "In its source the evidence stands under the line below, which is not read aloud. A tag that names by it whose "
    "words or findings these are claims no more by that; what else the line says, the evidence does not say:"
)
_ASKED: dict[Way, str] = {
    "follows": "Does the point of the second go on from the point of the first?",
    "undoes": "Does the second step undo what the first complains of?",
    "backs": "Does the second step show why the first is so?",
}


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A step as its evaluator sees it: what it was to establish, and the card that is read for it."""

    point: str
    tag: str
    warrant: str
    evidence: str

    @property
    def shown(self) -> str:
        said = (
            ("It was to establish", self.point),
            ("Its tag", self.tag),
            ("Its warrant", self.warrant),
            ("Its evidence", drop_marks(self.evidence)),
        )
        return "\n".join(f"{name}:\n{fence(words)}" for name, words in said if words)


def branch_question(
    prompts: Prompts,
    *,
    seat: Perspective,
    plan: str,
    ask: str,
    options: Options,
    least: int,
    most: int,
    answers: bool = False,
    said: str = "",
    held: Sequence[str] = (),
    argued: Sequence[str] = (),
) -> Choose:
    """Which way does the speech take at this branch? With `answers` the plan is the other side's; `said` is what they
    said that it is asked of, `held` what the library has on that, and `argued` what the seat argued before."""
    asked_of = [(_ASKED_OF, said), (_HELD, "\n".join(held)), (_ARGUED, "\n".join(argued))]
    filled = render_prompt(
        prompts,
        "case/branch",
        seat=describe_seat(seat),
        way=_AGAINST if answers else _FOR,
        plan="\n\n".join([fence(plan), *(f"{title}\n{fence(text)}" for title, text in asked_of if text)]),
        ask=ask if least == most else f"{ask} You may take {least} to {most} of them.",
        options=fence_options(options),
    )
    return Choose(**filled, statement=f"{seat.description} {plan}", options=options, at_least=least, at_most=most)


def tag_question(prompts: Prompts, *, seek: str, evidence: str, sentences: Sequence[str]) -> Write:
    """What does the evidence establish, in a tag's few words?"""
    filled = render_prompt(prompts, "case/tag", seek=fence(seek), evidence=fence(evidence), words=str(TAG_WORDS))
    limit = TextField(name="tag", max_words=TAG_WORDS)
    material = tuple(Option(id=f"s{n}", text=sentence) for n, sentence in enumerate(sentences))
    return Write(**filled, statement=seek, fields=(limit,), material=material)


def cut_tag_question(prompts: Prompts, *, claim: str, source: str, evidence: str, passage: str) -> Write:
    """What do the words that are read of a passage establish of the claim, in a tag of one sentence?"""
    filled = render_prompt(
        prompts,
        "case/cut_tag",
        claim=fence(claim),
        source=fence(source or "(not known)"),
        evidence=fence(evidence),
        passage=fence(passage),
        words=str(_CUT_TAG_WORDS),
    )
    return Write(**filled, statement=evidence, fields=(TextField(name="tag", max_words=_CUT_TAG_WORDS, explains=True),))


def alignment_question(
    prompts: Prompts, *, tag: str, evidence: str, seek: str = "", under: Sequence[str] = ()
) -> Label:
    """Does the evidence say what its tag says? With `seek`, what a part has to establish: and does the tag still say
    that? `under` are the lines under which the evidence stands: by them a tag may name whose words it reads."""
    labels = (COHERENT, CLAIMS_MORE, MISSES, CONTRADICTS, UNCLEAR) if seek else ALIGNMENT_LABELS
    filled = render_prompt(
        prompts,
        "case/alignment",
        tag=fence(tag),
        evidence="\n".join((fence(evidence), *((_UNDER, *map(fence, under)) if under else ()))),
        part=f"{_SERVES}\n{fence(seek)}\n\n" if seek else "",
        labels=", ".join(labels),
    )
    return Label(**filled, role="evaluator", reasons=REASONS, statement=tag, text=evidence, labels=labels)


def bearing_question(prompts: Prompts, *, matter: str, evidence: str) -> Label:
    """Does the evidence speak of what the matter, a plan or a step, is about?"""
    filled = render_prompt(
        prompts, "case/bearing", matter=fence(matter), evidence=fence(evidence), labels=", ".join(BEARING)
    )
    return Label(**filled, role="evaluator", reasons=REASONS, statement=matter, text=evidence, labels=BEARING)


def slot_question(
    prompts: Prompts,
    *,
    part: str,
    plan: str,
    seek: str,
    point: str,
    evidence: str,
    around: Sequence[str] = (),
) -> Label:
    """Does the evidence establish this part of the case for this plan? The point is the same without the plan.

    `around` is what stands beside the evidence in its source and is not read.
    """
    filled = render_prompt(
        prompts,
        "case/slot",
        part=part,
        seek=fence(seek),
        plan=fence(plan),
        evidence=fence(evidence),
        around=_show_around(around),
        labels=", ".join(_SLOT_LABELS),
    )
    return Label(**filled, role="evaluator", reasons=REASONS, statement=point, text=evidence, labels=_SLOT_LABELS)


def answer_question(
    prompts: Prompts, *, part: str, plan: str, said: str, evidence: str, around: Sequence[str] = (), way: str = ""
) -> Label:
    """Does the evidence refute what the other side said, or show of it what the `way` of answering says?"""
    filled = render_prompt(
        prompts,
        "case/answer",
        part=part,
        said=f"{fence(said)}\n\n{_ANSWERED_SO}\n{fence(way)}" if way else fence(said),
        plan=fence(plan),
        evidence=fence(evidence),
        around=_show_around(around),
        labels=", ".join(_ANSWER_LABELS),
    )
    return Label(
        **filled,
        role="evaluator",
        reasons=REASONS,
        statement=said,
        text=evidence,
        labels=_ANSWER_LABELS,
        aim="contradicts",
    )


def step_question(prompts: Prompts, *, plan: str, before: ShownCard, after: ShownCard, way: Way = "follows") -> Label:
    """Does the point of one step go on from another's, undo what it complains of, or show why it is so?"""
    labels = {"follows": _STEP_LABELS, "undoes": _UNDOING_LABELS, "backs": _BACKING_LABELS}[way]
    filled = render_prompt(
        prompts,
        "case/step",
        plan=fence(plan),
        ask=_ASKED[way],
        before=before.shown,
        after=after.shown,
        labels=", ".join(labels),
    )
    return Label(**filled, role="evaluator", reasons=REASONS, statement=after.tag, text=before.tag, labels=labels)


def told_question(prompts: Prompts, *, sentence: str, parts: Sequence[str], before: str = "") -> Label:
    """Do the parts that a sentence speaks of say this? `before` is what is said directly before it."""
    parts = [drop_marks(one) for one in parts]
    filled = render_prompt(
        prompts,
        "case/told",
        sentence=fence(sentence),
        before=fence(before or _NOTHING),
        parts="\n".join(map(fence, parts)),
        labels=", ".join(_TOLD_LABELS),
    )
    evidence = " ".join(parts)
    return Label(**filled, role="evaluator", reasons=REASONS, statement=sentence, text=evidence, labels=_TOLD_LABELS)


def warrant_question(prompts: Prompts, *, plan: str, tag: str, evidence: str, warrant: str, before: str = "") -> Label:
    """Does the warrant connect the evidence with what its tag claims?"""
    filled = render_prompt(
        prompts,
        "case/warrant",
        plan=fence(plan),
        tag=fence(tag),
        evidence=fence(evidence),
        warrant=fence(warrant),
        before=fence(before or _NOTHING),
        labels=", ".join(_WARRANT_LABELS),
    )
    said = f"{evidence} {warrant}"
    return Label(**filled, role="evaluator", reasons=REASONS, statement=tag, text=said, labels=_WARRANT_LABELS)


def _show_around(around: Sequence[str]) -> str:
    return "\n".join(map(fence, around)) or _NOTHING


def metric_question(prompts: Prompts, *, impact: str, options: Options) -> Choose:
    """On which metrics does an impact weigh most?"""
    filled = render_prompt(prompts, "case/metric", impact=fence(drop_marks(impact)), options=fence_options(options))
    return Choose(**filled, statement=impact, aim="concerns", options=options, at_most=2)


def coherence_question(prompts: Prompts, *, seat: Perspective, position: str, claim: str, argument: str) -> Label:
    """Does the argument agree with what its seat declared? At stake: does its claim bear out the position?"""
    filled = render_prompt(
        prompts,
        "case/coherence",
        seat=describe_seat(seat),
        position=fence(position),
        argument=fence(argument),
        labels=", ".join(_COHERENCE_LABELS),
    )
    return Label(**filled, role="evaluator", reasons=REASONS, statement=position, text=claim, labels=_COHERENCE_LABELS)
