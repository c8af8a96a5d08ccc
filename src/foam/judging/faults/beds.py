"""Beds for planted faults: a pack's sample library, a record in memory, and a written case to be spoilt.

The case is written by a scripted model that finds two sentences in every source and has nothing to complain of, so
that it is sound before a fault is set into it. Knows nothing of faults.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import cache

from foam.case.agreeable import agreeable
from foam.case.job import CaseSpec, run_case
from foam.case.template import speech_template
from foam.case.write import first_on
from foam.contest.job import load_file
from foam.contest.subject import CaseFile
from foam.deliberation.jobs import Models, deciders
from foam.evidence.corpus import Corpus, ListedCorpus
from foam.judging.faults.planting import Bed
from foam.model.question import Role
from foam.model.scripted import ScriptedModel
from foam.pack.loader import load_pack
from foam.record.memory import MemoryStore

PLANTED_AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
_ROLES: tuple[Role, ...] = ("proposer", "critic", "evaluator", "judge")


def bed(pack_name: str, models: Models | None = None, corpus: Corpus | None = None) -> Bed:
    """A bed over a pack's sample library; without a corpus, sentences are found by the words they share."""
    pack = load_pack(pack_name)
    library = corpus or ListedCorpus.of(pack.documents())
    store = MemoryStore()

    @cache
    def case(speech: str) -> CaseFile:
        return _written(made, speech)

    made = Bed(pack, library, store, models or all_roles(ScriptedModel()), lambda: PLANTED_AT, case)
    return made


def all_roles(model: ScriptedModel) -> Models:
    """One model in every role."""
    return dict.fromkeys(_ROLES, model)


def _written(bed: Bed, speech: str) -> CaseFile:
    template = speech_template(bed.pack, speech)
    models = all_roles(ScriptedModel(agreeable))
    setting = {**bed.setting(), "deciders": deciders(models)}
    spec = CaseSpec.model_validate(
        {
            **setting,
            "resolution": bed.pack.sample_question,
            "speech": speech,
            "seat": first_on(template.side, bed.pack.perspectives),
            "words": template.words,
        }
    )
    job = run_case(spec, store=bed.store, models=models, corpus=bed.corpus, pack=bed.pack, clock=bed.clock)
    file = load_file(bed.store, asyncio.run(job).run)
    assert isinstance(file, CaseFile)
    return file
