"""Beds for planted faults: a pack's sample library, a record in memory, and a written case to be spoilt.

The case is written by a scripted model that reads a sentence for every part and has nothing to complain of, so that it
is sound before a fault is set into it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from bench.faults.planting import Bed
from foam.case.write import CaseSpec, find_seat, write_case
from foam.contest.job import load_file
from foam.contest.subject import CaseFile
from foam.evidence.corpus import Corpus, ListedCorpus
from foam.job.job import run
from foam.job.session import Tools
from foam.job.waiting import complete
from foam.model.cast import ROLES
from foam.model.form import IdsField, LabelField, ListField
from foam.model.port import Model
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, ScriptedModel, agree
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


_agree = agree(templates=("case/alignment", "case/slot", "case/answer", "case/step", "case/coherence"))


def _fill_parts(call: Call) -> Said | None:
    """Each part of an argument from a sentence of its own, in the words of its source."""
    question = call.question
    if not (isinstance(question, Write) and question.template == "case/argument"):
        return _agree(call)
    (rows,) = (one for one in question.fields if isinstance(one, ListField))
    (parts,) = (one.labels for one in rows.fields if isinstance(one, LabelField))
    sentences = next(one.ids for one in rows.fields if isinstance(one, IdsField))
    blank = {one.name: () if isinstance(one, IdsField) else "" for one in rows.fields}
    chosen = zip(parts, sentences, strict=False)
    return Written(fields={rows.name: tuple({**blank, "part": part, "at": (at,)} for part, at in chosen)})


def _write_case(bed: Bed, speech: str) -> CaseFile:
    template = load_outline(bed.pack, speech)
    tools = replace(bed.tools, models=all_roles(ScriptedModel(_fill_parts)))
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
