"""The questions of case writing: one typed function per prompt template. Knows no model and no record."""

from __future__ import annotations

from collections.abc import Sequence

from foam.deliberation.questions import COHERENCE_LABELS, voice
from foam.model.question import Aim, Choose, Label, Option, Rank, WordLimit, Write
from foam.model.template import Options, Prompts, asked, fenced, fenced_options
from foam.perspective.node import Perspective

TAG_WORDS = 25


def branch_question(prompts: Prompts, *, seat: Perspective, plan: str, ask: str, offered: Options, pick: int) -> Choose:
    """Which way does the speech take at this branch?"""
    filled = asked(prompts, "branch", seat=voice(seat), plan=fenced(plan), ask=ask, options=fenced_options(offered))
    return Choose(**filled, statement=f"{seat.description} {plan}", options=offered, at_least=pick, at_most=pick)


def card_question(prompts: Prompts, *, part: str, plan: str, seek: str, offered: Options, against: str = "") -> Rank:
    """In which order do the sources establish this part, or answer what was said?"""
    filled = asked(prompts, "card", part=part, seek=fenced(seek), plan=fenced(plan), options=fenced_options(offered))
    aim: Aim = "contradicts" if against else "supports"
    return Rank(**filled, statement=against or seek, aim=aim, options=offered)


def sentences_question(
    prompts: Prompts, *, part: str, plan: str, seek: str, offered: Options, at_most: int, against: str = ""
) -> Choose:
    """Which sentences of the source establish it, or answer what was said? None is an answer."""
    filled = asked(
        prompts, "sentences", part=part, seek=fenced(seek), plan=fenced(plan), options=fenced_options(offered)
    )
    most = min(at_most, len(offered))
    return Choose(**filled, statement=against or seek, aim="concerns", options=offered, at_least=0, at_most=most)


def tag_question(prompts: Prompts, *, seek: str, evidence: str, sentences: Sequence[str]) -> Write:
    """What does the evidence establish, in a tag's few words?"""
    filled = asked(prompts, "tag", seek=fenced(seek), evidence=fenced(evidence), words=str(TAG_WORDS))
    limit = WordLimit(name="tag", max_words=TAG_WORDS)
    material = tuple(Option(id=f"s{n}", text=sentence) for n, sentence in enumerate(sentences))
    return Write(**filled, statement=seek, fields=(limit,), material=material)


def alignment_question(prompts: Prompts, *, tag: str, evidence: str) -> Label:
    """Does the evidence say what its tag says?"""
    filled = asked(prompts, "alignment", tag=fenced(tag), evidence=fenced(evidence), labels=", ".join(COHERENCE_LABELS))
    return Label(**filled, role="evaluator", statement=tag, text=evidence, labels=COHERENCE_LABELS)


def metric_question(prompts: Prompts, *, impact: str, offered: Options) -> Choose:
    """On which metrics does an impact weigh most?"""
    filled = asked(prompts, "metric", impact=fenced(impact), options=fenced_options(offered))
    return Choose(**filled, statement=impact, aim="concerns", options=offered, at_most=2)
