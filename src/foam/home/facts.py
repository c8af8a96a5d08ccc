"""Facts that code worked out for a dossier, held against what this FOAM works out and, by other rules, the record.

A later FOAM may find other things in the same file. Where its rules are those of then, a fact has to come out as it
did: the record that holds it cannot vouch for it. Where they are others, a fact that does not come out is compared with
the record, and a note says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from foam.contest.revised import CONTEST
from foam.contest.subject import DossierFile
from foam.deliberation.dossier import EvidenceNode
from foam.deliberation.examined import CASE_FILE
from foam.deliberation.findings import list_computed, work_out_again
from foam.evidence.computed import WithComputed
from foam.evidence.corpus import Corpus, WithBrought
from foam.evidence.document import Document
from foam.examination import rules
from foam.model.port import PairJudge
from foam.record.graph import entries_of, require_entry
from foam.record.runs import read_foam_version
from foam.record.store import Store
from foam.version import __version__


class HeldCorpus(NamedTuple):
    """What the sentences of a dossier are held against, and what a reader should know of it."""

    corpus: Corpus
    notes: tuple[str, ...] = ()


def lay_facts_over(store: Store, file: DossierFile, corpus: Corpus, judge: PairJudge) -> HeldCorpus:
    """The corpus with what challenges brought and with what was worked out from it."""
    whole = WithBrought(corpus, file.brought)
    worked_out = _work_out(file, corpus, whole, judge)
    changes = tuple(_list_changes(store, file))
    if not changes:
        return HeldCorpus(WithComputed(whole, tuple(worked_out.values())))
    recorded = {one.id: one for one in list_computed(file.entries)}
    notes = tuple(_tell_differences(file, worked_out, recorded, changes))
    return HeldCorpus(WithComputed(whole, tuple({**recorded, **worked_out}.values())), notes)


def list_line(store: Store, run: str) -> Iterator[str]:
    """The run of a version and those of the versions before it, down to the deliberation or case itself."""
    yield run
    asked = require_entry(store, run).draft.question
    if asked.get("job") == CONTEST:
        yield from list_line(store, asked["spec"]["of"])


def _work_out(file: DossierFile, corpus: Corpus, whole: Corpus, judge: PairJudge) -> dict[str, Document]:
    """What the rules of this FOAM give. A version that was challenged keeps what was worked out before beside it."""
    kept = next((one.answer for one in file.entries if one.draft.kind == CASE_FILE), None)
    found = work_out_again(file.pack, corpus, judge=judge, about=file.examining, file=kept)
    if file.brought or file.struck:
        found += work_out_again(file.pack, whole, judge=judge, about=file.examining, file=kept, without=file.struck)
    return {one.id: one for one in found}


def _list_changes(store: Store, file: DossierFile) -> Iterator[str]:
    """How the rules of this FOAM differ from those that the facts of a version were worked out by."""
    line = tuple(list_line(store, file.run))
    versions = {read_foam_version(store, run) for run in line}
    yield from (f"FOAM {one} is {__version__} now" for one in sorted(versions - {__version__}))
    if examined := file.spec.examined:
        then = [rules.read_rules(entries_of(store, run), examined.file) for run in reversed(line)]
        yield from dict.fromkeys(change for one in then for change in one.list_changes(rules.OWN))


def _tell_differences(
    file: DossierFile, worked_out: dict[str, Document], recorded: dict[str, Document], changes: tuple[str, ...]
) -> Iterator[str]:
    pointers = (node.pointer for node in file.dossier.nodes if isinstance(node, EvidenceNode))
    cited = {one.document for one in pointers if one.computed}
    compared, more = len(cited - worked_out.keys()), len(worked_out.keys() - recorded.keys())
    rules_then = f"the dossier was written by other rules than those of this FOAM ({'; '.join(changes)})"
    if compared:
        yield (
            f"{rules_then}: {compared} of {len(cited)} facts that code worked out were compared with the record, not "
            "worked out anew"
        )
    if more:
        yield f"{rules_then}: by its own, this FOAM would add {more}"
