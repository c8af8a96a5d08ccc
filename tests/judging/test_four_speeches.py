# ruff: noqa: E501
"""The four-speech control: a good speech of each side beside gibberish and a speech for the other side.

Two public motions (IBM's claims and evidence, CC-BY-SA), their articles as library; the shipped judge marks.
"""

from __future__ import annotations

import asyncio
from functools import cache
from math import isnan
from pathlib import Path
from typing import NamedTuple

import pytest
from bench.retrieval import articles
from tests.debate.stage import Stage
from tests.deliberation.table import NOON

from foam.debate.transcript import Transcript, Utterance
from foam.evidence.library_corpus import make_sample_corpus
from foam.evidence.search.fake import HashingEmbedder
from foam.job.job import run
from foam.judging.debates.controls import scramble_words
from foam.judging.debates.inspire import NOTHING_TO_CHECK
from foam.judging.debates.job import DebateEvaluation, DebateEvaluationSpec, evaluate_debate
from foam.judging.debates.views import blocks
from foam.model.embedded.model import EmbeddedModel
from foam.paper import to_terminal

pytestmark = [pytest.mark.data, pytest.mark.embedded]


class Control(NamedTuple):
    """A motion, its articles by number, and a good speech of each side."""

    motion: str
    pro: str
    con: str
    articles: frozenset[str]
    speech: str
    reply: str

    @property
    def transcript(self) -> Transcript:
        """Good for pro; con speaks gibberish; pro says what con would; good for con."""
        said = (self.speech, scramble_words(self.reply), self.reply, self.reply)
        utterances = tuple(
            Utterance(speaker=f"S{n}", side="con" if n % 2 else "pro", text=text) for n, text in enumerate(said)
        )
        return Transcript(motion=self.motion, pro=self.pro, con=self.con, utterances=utterances)


LOGGING = Control(
    "This house would ban all unsustainable logging",
    "Unsustainable logging should be banned, because it does great harm.",
    "Unsustainable logging should not be banned, because people live by it.",
    frozenset({"3173", "3229", "3232", "3262", "3226"}),
    "Logging that takes more than grows back should be banned, because it destroys the soil and the climate. “Deforested "
    "regions typically incur significant adverse soil erosion and frequently degrade into wasteland.” (Deforestation) "
    "The loss cannot be undone. “Predictions have been made that more than 40% of the animal and plant species in "
    "Southeast Asia could be wiped out in the 21st century [REF].” (Deforestation) A ban protects the income of those "
    "who come later. “Short-term economic gains made by conversion of forest to agriculture, or overexploitation of wood "
    "products, typically leads to loss of long-term income and long term biological productivity.” (Overexploitation)",
    "A ban on logging should be refused, because it harms the poor who live from the forest. “Prohibiting the people to "
    "cut trees, especially those who live in rural parts of the country will actually hurt their daily life since it "
    "makes meeting their daily needs more difficult.” (Forests) Farmers have no other choice. “Individual farmers do not "
    "have many other options than converting forests into agricultural land if they are exposed to severe food "
    "insecurity.” (Forests) Logging feeds whole economies. “The forest products industry is a large part of the economy "
    "in both developed and developing countries.” (Deforestation)",
)
IDEAS = Control(
    "This house would abolish intellectual property rights",
    "Intellectual property rights should be abolished, because they do harm.",
    "Intellectual property rights should be kept, because they do good.",
    frozenset({"2427", "2429", "2430", "2432", "2443"}),
    "Property in ideas should be abolished, because it stops those who would build on them. “Some libertarian critics of "
    "intellectual property have argued that allowing property rights in ideas and information creates artificial "
    "scarcity and infringes on the right to own tangible property.” (Intellectual property) Patents harm research. “He "
    "argues that intellectual property laws can actually hinder innovation, since competitors can be indefinitely "
    "discouraged from further research expenditures in the general area covered by the patent because the courts may "
    "hold their improvements as infringements on the previous patent” (Libertarian views) Copyright punishes the "
    "innocent. “Some critics claim copyright law protects corporate interests while criminalizing legitimate use” "
    "(Criticism of copyright)",
    "Property in ideas should be kept, because without it fewer works would be made. “Many economists believe that, in "
    "the absence of intellectual property protections such as copyright and patents, various types of intangible assets "
    "would be under-produced, because there would be insufficient incentives for commercial organisations to produce "
    "them.” (Copyright) Inventors share what they know because the law protects them. “In accordance with the original "
    'definition of the term "patent," patents facilitate and encourage disclosure of innovations into the public domain '
    'for the common good.” (Patent) Protected work pays everybody. “"IP-intensive industries" are estimated to generate '
    '72 percent more value added (price minus material cost) per employee than "non-IP-intensive industries" [REF].” '
    "(Intellectual property)",
)


@cache
def judged(control: Control, data: Path, embedded: EmbeddedModel) -> DebateEvaluation:
    stage = Stage(embedded)
    documents = articles(data / "ibm_ce", control.articles).values()
    stage.corpus = make_sample_corpus(documents, HashingEmbedder())  # type: ignore[assignment]
    spec = DebateEvaluationSpec.model_validate({**stage.tools.describe(), "transcript": control.transcript})
    return asyncio.run(run(evaluate_debate, spec, stage.tools, store=stage.store, clock=lambda: NOON)).view


def list_marks(found: DebateEvaluation) -> dict[str, list[float]]:
    """The mark of each speech, dimension by dimension of both evaluators."""
    assert found.debatrix is not None
    named = zip(
        ("subjective", "logic", "fact"), zip(*(one.dimensions for one in found.inspire), strict=True), strict=True
    )
    marks = {name: [float("nan") if mark is None else mark for mark in given] for name, given in named}
    return marks | {one.dimension: [note.mark for note in one.noted] for one in found.debatrix.dimensions}


@pytest.mark.parametrize("control", [LOGGING, IDEAS], ids=["logging", "ideas"])
def test_every_dimension_puts_good_speeches_above_gibberish_and_off_side(
    control: Control, shared_data: Path, embedded: EmbeddedModel
) -> None:
    marks = list_marks(judged(control, shared_data, embedded))
    assert set(marks) == {"subjective", "logic", "fact", "Argument", "Source", "Language"}
    assert all(map(isnan, marks.pop("logic"))), "the embedded model declines to score reasons"
    for name, (good, gibberish, off_side, again) in marks.items():
        assert min(good, again) > max(gibberish, off_side), f"{name}: {marks[name]}"


@pytest.mark.parametrize("control", [LOGGING, IDEAS], ids=["logging", "ideas"])
def test_facts_and_sources_are_tried_and_gibberish_has_nothing_to_check(
    control: Control, shared_data: Path, embedded: EmbeddedModel
) -> None:
    found = judged(control, shared_data, embedded)
    good, gibberish, _, again = found.inspire
    assert all(len(mark.facts) >= 3 and len(mark.reading.resolved) >= 2 for mark in (good, again))
    assert (gibberish.facts, gibberish.reading.resolved, gibberish.dimensions[2]) == ((), (), 0.0)
    assert f"{NOTHING_TO_CHECK}, and no mark for facts, in speech 2 (con)" in to_terminal(blocks(found))
