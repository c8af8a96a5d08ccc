"""The questions that case writing asks models: one typed function for each prompt template."""

from __future__ import annotations

from collections.abc import Sequence

from foam.deliberation.questions import COHERENCE_LABELS, describe_seat
from foam.model.question import Aim, Choose, Label, Option, Rank, WordLimit, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.perspective.node import Perspective

TAG_WORDS = 25


def branch_question(prompts: Prompts, *, seat: Perspective, plan: str, ask: str, options: Options, pick: int) -> Choose:
    """Which way does the speech take at this branch?"""
    filled = render_prompt(
        prompts, "case/branch", seat=describe_seat(seat), plan=fence(plan), ask=ask, options=fence_options(options)
    )
    return Choose(**filled, statement=f"{seat.description} {plan}", options=options, at_least=pick, at_most=pick)


def card_question(prompts: Prompts, *, part: str, plan: str, seek: str, options: Options, against: str = "") -> Rank:
    """In which order do the sources establish this part, or answer what was said?"""
    filled = render_prompt(
        prompts, "case/card", part=part, seek=fence(seek), plan=fence(plan), options=fence_options(options)
    )
    aim: Aim = "contradicts" if against else "supports"
    return Rank(**filled, statement=against or seek, aim=aim, options=options)


def sentences_question(
    prompts: Prompts, *, part: str, plan: str, seek: str, options: Options, at_most: int, against: str = ""
) -> Choose:
    """Which sentences of the source establish it, or answer what was said? None is an answer."""
    filled = render_prompt(
        prompts, "case/sentences", part=part, seek=fence(seek), plan=fence(plan), options=fence_options(options)
    )
    most = min(at_most, len(options))
    return Choose(**filled, statement=against or seek, aim="concerns", options=options, at_least=0, at_most=most)


def tag_question(prompts: Prompts, *, seek: str, evidence: str, sentences: Sequence[str]) -> Write:
    """What does the evidence establish, in a tag's few words?"""
    filled = render_prompt(prompts, "case/tag", seek=fence(seek), evidence=fence(evidence), words=str(TAG_WORDS))
    limit = WordLimit(name="tag", max_words=TAG_WORDS)
    material = tuple(Option(id=f"s{n}", text=sentence) for n, sentence in enumerate(sentences))
    return Write(**filled, statement=seek, fields=(limit,), material=material)


def alignment_question(prompts: Prompts, *, tag: str, evidence: str) -> Label:
    """Does the evidence say what its tag says?"""
    filled = render_prompt(
        prompts, "case/alignment", tag=fence(tag), evidence=fence(evidence), labels=", ".join(COHERENCE_LABELS)
    )
    return Label(**filled, role="evaluator", statement=tag, text=evidence, labels=COHERENCE_LABELS)


def metric_question(prompts: Prompts, *, impact: str, options: Options) -> Choose:
    """On which metrics does an impact weigh most?"""
    filled = render_prompt(prompts, "case/metric", impact=fence(impact), options=fence_options(options))
    return Choose(**filled, statement=impact, aim="concerns", options=options, at_most=2)
