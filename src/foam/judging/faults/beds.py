"""Beds for planted faults: a pack's sample library, a record in memory, and a written case to be spoilt.

The case is written by a scripted model that finds two sentences in every source and has nothing to complain of, so
that it is sound before a fault is set into it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from foam.case.write import CaseSpec, find_seat, write_case
from foam.contest.job import load_file
from foam.contest.subject import CaseFile
from foam.evidence.corpus import Corpus, ListedCorpus
from foam.job.job import run
from foam.job.session import Tools
from foam.job.waiting import complete
from foam.judging.faults.planting import Bed
from foam.model.cast import ROLES
from foam.model.port import Model
from foam.model.scripted import ScriptedModel, agree
from foam.pack.loader import load_pack
from foam.pack.outlines import load_outline
from foam.record.memory import MemoryStore

PLANTED_AT = datetime(2026, 1, 1, 12, tzinfo=UTC)


def make_bed(pack_name: str, models: Mapping[str, Model] | None = None, corpus: Corpus | None = None) -> Bed:
    """A bed over a pack's sample library; without a corpus, sentences are found by the words they share."""
    pack = load_pack(pack_name)
    tools = Tools(
        models=models or all_roles(ScriptedModel()), pack=pack, corpus=corpus or ListedCorpus.of(pack.documents())
    )

    @cache
    def case(speech: str) -> CaseFile:
        return _write_case(made, speech)

    made = Bed(tools, MemoryStore(), lambda: PLANTED_AT, case)
    return made


def all_roles(model: Model) -> dict[str, Model]:
    """One model in every role."""
    return dict.fromkeys(ROLES, model)


def _write_case(bed: Bed, speech: str) -> CaseFile:
    template = load_outline(bed.pack, speech)
    tools = replace(
        bed.tools,
        models=all_roles(
            ScriptedModel(
                agree(
                    templates=(
                        "case/alignment",
                        "case/slot",
                        "case/answer",
                        "case/step",
                        "case/coherence",
                        "case/sentences",
                    ),
                    options=2,
                )
            )
        ),
    )
    spec = CaseSpec(
        **tools.describe(),
        resolution=bed.pack.sample_question,
        speech=speech,
        seat=find_seat(template.side, bed.pack.perspectives),
        words=template.words,
    )
    ran = complete(run(write_case, spec, tools, store=bed.store, clock=bed.clock))
    file = complete(load_file(bed.store, ran.run))
    assert isinstance(file, CaseFile)
    return file
