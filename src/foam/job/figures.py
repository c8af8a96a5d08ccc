"""Reads what a calculation asks for in the corpus of a run, and records what was read. No model is asked."""

from __future__ import annotations

from foam.argument.inputs import Reading, Rule
from foam.evidence.corpus import OPEN, Corpus
from foam.evidence.figures import read_document
from foam.job.session import Session
from foam.perspective.policy import EpistemicPolicy
from foam.record.entry import Entry, ValueInput

_FOUND = 300
"""Sentences whose documents are read for one figure."""


def read_figures(session: Session, sought: Rule) -> tuple[tuple[Reading, ...], Entry]:
    """All readings of one figure or rule, recorded, so that a replay needs no library."""
    entry = session.clerk.compute(
        "figures",
        lambda: [reading.json_value() for reading in _read_corpus(session.corpus, sought)],
        ValueInput(role="sought", value=sought.json_value()),
        ValueInput(role="corpus", value=session.corpus.version),
        rule=session.corpus.engine,
    )
    return tuple(Reading.model_validate(row) for row in entry.answer), entry


def _read_corpus(corpus: Corpus, sought: Rule) -> list[Reading]:
    """A search shows a sentence once, however many documents have it: so the documents found are read whole."""
    policies = [OPEN, *([EpistemicPolicy(source_kinds=sought.kinds)] if sought.kinds else ())]
    found = (one for policy in policies for one in corpus.find(sought.seek, limit=_FOUND, policy=policy))
    documents = [corpus.document(one) for one in sorted({passage.pointer.document for passage in found})]
    return [reading for document in documents for reading in read_document(sought, document)]
