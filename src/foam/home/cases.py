"""Calls about cases: write one, verify one, read one off the record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from foam.argument.flow import Flow
from foam.case.accept import read_accepted_nodes
from foam.case.answer import prepare_outline
from foam.case.bind import Rewording
from foam.case.deep import JUDGED, DeepCheck, DeepSpec, check_deep
from foam.case.establish import find_unrecorded
from foam.case.estimate import estimate_case
from foam.case.leave import find_amendments
from foam.case.own.edit import write_plain
from foam.case.values import Case
from foam.case.verify import CaseVerification, verify_case
from foam.case.views.words import summarize_case
from foam.case.write import NEUTRAL, CaseSpec, choose_seat, make_neutral_seat, write_case
from foam.errors import InputError, NotFound, NotRecorded
from foam.evidence.corpus import Corpus
from foam.evidence.document import Document
from foam.home.calls import call, quick
from foam.home.desk import Desk, Work
from foam.home.examinations import take_file
from foam.home.heard import find_unwritten, list_unissued, read_case, read_round
from foam.home.juries import LIBRARY, PACK
from foam.home.layouts import find_time, lay_out_own, read_edited
from foam.home.topics import check_topic
from foam.job.acts import ActCount, count_acts
from foam.job.job import RunResult, replay
from foam.job.orders.case import CaseOrder
from foam.pack.loader import load_pack
from foam.pack.outlines import list_speeches, load_outline
from foam.pack.pack import Pack
from foam.perspective.node import Perspective, require_seat
from foam.record.graph import entries_of, longest_chain, require_entry

if TYPE_CHECKING:
    from foam.home.fields import CaseFields

_NEAR = 3
"""Sentences looked up per quotation when it is verified: where it may really stand."""


@dataclass(frozen=True, slots=True)
class CaseCheck:
    """What verification found, and whether the pack has changed since the case was written."""

    report: CaseVerification
    pack_changed: bool
    sources: str = ""
    """What its quotations were held against, in a few words."""


class CaseCalls:
    """`home.case(resolution)` writes a case; the other calls verify and read one."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def __call__(self, resolution: CaseOrder | str | None = None, **fields: Unpack[CaseFields]) -> RunResult[Case]:
        """Write a case: see `write`."""
        return self.write(resolution, **fields)

    @call
    async def write(self, resolution: CaseOrder | str | None = None, **fields: Unpack[CaseFields]) -> RunResult[Case]:
        """Write a case for the resolution; without one, for the pack's sample. `foam.orders.CaseOrder` has its fields.

        `answering` holds what was said before. Plan, advantages, pins, tags and drops are for cases of a debater's own
        cards.
        """
        order = CaseOrder.read(resolution, **fields)
        if order.any and not order.library:
            raise InputError("plans, advantages, pins, tags and drops are for your own cards", hint="add --library")
        async with self._desk.at_work(**order.place, seated=True) as opened:
            template = load_outline(opened.pack, order.speech or next(iter(list_speeches(opened.pack)), ""))
            heard = read_round(order.answering, template, resolution=order.resolution)
            asked = _find_question(opened, heard, order)
            chosen = choose_seat(template.side, opened.pack, question=asked, library=order.library)
            speaker = find_case_seat(opened.pack, order.seat) if order.seat else chosen
            seated = opened.at_table([speaker])
            work, examined = (seated, None) if order.library else take_file(seated)
            layout = lay_out_own(self._desk, work, template, heard or asked, order) if order.library else None
            spec = CaseSpec(
                **work.describe(),
                resolution=asked,
                heard=heard,
                accepted=read_accepted_nodes(self._desk.folder, work.pack.name, template.speech),
                speech=template.speech,
                seat=speaker,
                words=order.words or (find_time(template.speech) if layout else template.words),
                strategy=order.strategy,
                examined=examined,
                layout=layout,
            )
            laid_out = layout is not None
            prepared = prepare_outline(template, accepted=spec.accepted, heard=heard, laid_out=laid_out)
            expected = None if layout else estimate_case(speaker, prepared, spec.deciders)
            return await self._desk.run(write_case, spec, work.tools, expected=expected)

    def list_unissued(self, said: Iterable[Path | Flow]) -> tuple[str, ...]:
        """A line on each case among these files that was not issued."""
        return list_unissued(said)

    def write_plain(self, case: Case | Path | str) -> str:
        """A case of a debater's own cards as lines that can be edited and given to `edit`."""
        return write_plain(case if isinstance(case, Case) else read_case(Path(case)))

    @call
    async def edit(
        self, case: Case | Path | str, changed: str, *, model: str | None = None, seed: int | None = None
    ) -> RunResult[Case]:
        """Write a case again as its edited lines have it, and check it anew."""
        found = case if isinstance(case, Case) else read_case(Path(case))
        async with self._desk.at_work(model=model, seed=seed, pack=found.pack, library=True, seated=True) as opened:
            neutral = found.seat == NEUTRAL
            seat = make_neutral_seat(opened.pack) if neutral else find_case_seat(opened.pack, found.seat)
            work = opened.at_table([seat])
            spec = CaseSpec(
                **work.describe(),
                resolution=found.resolution,
                speech=found.speech,
                seat=seat,
                words=found.budget,
                accepted=found.accepted,
                layout=read_edited(self._desk, changed, found),
            )
            return await self._desk.run(write_case, spec, work.tools)

    @call
    async def amend(
        self,
        run: Any,
        *,
        drop: Iterable[str] = (),
        reword: Iterable[str] = (),
        because: str = "",
        model: str | None = None,
        seed: int | None = None,
    ) -> RunResult[Case]:
        """Write the case of a run again without some of its arguments or with some of its slots worded anew, for the
        reason that `because` gives the writer.

        All that these do not touch is taken from the record, if the same model is asked.
        """
        before = self._read_spec(run)
        if before.layout:
            raise InputError(
                "this is a case of your own cards", hint="change it as plain lines: foam case edit FILE.json"
            )
        left_out = tuple(dict.fromkeys((*before.left_out, *drop)))
        wanted = tuple(dict.fromkeys(reword))
        if left_out == before.left_out and not wanted:
            raise InputError("nothing is to be changed", hint="name an argument (--drop) or a slot (--reword)")
        now = (Rewording(slots=wanted, because=because.strip()),) if wanted else ()
        reworded = (*before.reword, *now)
        with self._desk.open_corpus(load_pack(before.pack)) as sample:
            library = sample.version != before.corpus
        seed = before.seed if seed is None else seed
        chosen = self._desk.at_work(model=model, seed=seed, pack=before.pack, library=library, seated=True, base=before)
        async with chosen as opened:
            work = opened.at_table([before.seat])
            told = work.describe()
            if (told["pack_content"], told["corpus"]) != (before.pack_content, before.corpus):
                raise InputError("the pack or the library has changed since", hint="write the case anew: foam case")
            spec = before.model_copy(update={**told, "left_out": left_out, "reword": reworded})
            return await self._desk.run(write_case, spec, work.tools)

    def _read_spec(self, run: Any) -> CaseSpec:
        asked = require_entry(self._desk.reading, self._desk.find_run(run)).draft.question
        if asked["job"] != write_case.name:
            raise NotRecorded(f"run {run} is not a case", hint="foam record list shows which are")
        return CaseSpec.model_validate(asked["spec"])

    @call
    async def verify(
        self,
        case: Case | RunResult[Case] | Path | str,
        *,
        deep: bool = False,
        model: str | None = None,
        words_per_minute: float | None = None,
    ) -> CaseCheck:
        """Hold a case (itself, as it was written, or a .json file) against its sources, template and budgets.

        The verdicts on its cards must be on this home's record. With `deep` an evaluator is asked for them anew.
        """
        given = case.view if isinstance(case, RunResult) else case
        found = given if isinstance(given, Case) else read_case(Path(given))
        pack = load_pack(found.pack)
        template = load_outline(pack, found.speech)
        with self._desk.find_corpus(pack, found.corpus) as corpus:
            documents = _documents(found, pack, corpus)
        report = verify_case(found, documents, template, words_per_minute=words_per_minute)
        if deep:
            report = _settle(report, await self._check_deep(found, model))
        else:
            report = report.add(find_unrecorded(found, template.declared, pack.prompts, self._desk.reading.get))
        if report.ok:
            report = report.add(find_unwritten(found, self._desk.reading))
        own = any(card.document not in {one.id for one in pack.documents()} for card in found.cards)
        sources = f"{LIBRARY} and {PACK} {pack.name}" if own else f"{PACK} {pack.name}"
        return CaseCheck(report, pack_changed=pack.content != found.pack_content, sources=sources)

    async def _check_deep(self, case: Case, model: str | None) -> DeepCheck:
        """What an evaluator finds of the case today."""
        async with self._desk.at_work(model=model, pack=case.pack) as work:
            given = {case.digest: case.json_value()}
            tools = replace(work.tools, corpus=None, given=given)
            spec = DeepSpec(**tools.describe(work.config.settings.seed), case=case.digest)
            return (await self._desk.run(check_deep, spec, tools)).view

    @call
    async def show(self, run: Any) -> Case:
        """The case of a run, from the record alone."""
        self._read_spec(run)
        key = self._desk.find_run(run)
        # Under a name of its own: what can be contested of a run is kept under the run's key.
        case: Case = await self._desk.remember(f"case {key}", lambda: replay(self._desk.reading, key))
        return case

    @call
    async def export(
        self,
        run: Any,
        path: Path | str,
        *,
        words_per_minute: float | None = None,
        caps: bool = False,
        send: bool = False,
    ) -> Path:
        """Write the case of a run to a file, from the record alone; the ending of the name says how.

        A file to `send` has the cards alone: no analytics and no notes.
        """
        Case.check_ending(path)
        case = await self.show.aio(run)
        return case.save(path, words_per_minute=words_per_minute, caps=caps, send=send)

    def describe(self, case: Case, *, words_per_minute: float | None = None, run: str = "") -> str:
        """The case in a screenful; commands that amend it name the `run` that wrote it, where one is given."""
        return summarize_case(case, words_per_minute=words_per_minute, run=run)

    def list_amendments(self, case: Case) -> tuple[str, ...]:
        """The ways to amend a case at what failed, as options of `foam case amend`."""
        return find_amendments(case).ways

    @quick
    def count_acts(self, run: Any) -> ActCount:
        """How what was written for a run fared: how much was asked for, asked again, and replaced."""
        return count_acts(entries_of(self._desk.reading, self._desk.find_run(run)))

    @quick
    def longest_chain(self, run: Any) -> int:
        """How many questions of a run had to be asked one after another."""
        return longest_chain(self._desk.reading, self._desk.find_run(run))


def _find_question(work: Work, heard: Flow | None, order: CaseOrder) -> str:
    """What the case is about: what was heard, the resolution or the pack's sample. The library has to bear on it."""
    if heard and order.resolution and order.resolution != heard.resolution:
        raise InputError(f"what was said answers {heard.resolution!r}", hint="leave the resolution out")
    asked = heard.resolution if heard else order.resolution or work.pack.sample_question
    if heard is None or not order.library:
        check_topic(work, asked, library=order.library)
    return asked


def _settle(report: CaseVerification, found: DeepCheck) -> CaseVerification:
    """The report with what was judged anew in place of what the file says."""
    kept = (one for one in report.failures if one.rule not in JUDGED)
    refused = {one.slot for one in found.failures if one.rule == "slot"}
    bare = report.model_copy(update={"ok": True, "failures": (), "established": found.cards - len(refused)})
    return bare.add([*kept, *found.failures])


def find_case_seat(pack: Pack, wanted: str | Perspective) -> Perspective:
    """The seat that writes a case: itself, or by its id in the pack."""
    if isinstance(wanted, Perspective):
        return wanted
    return require_seat(pack.perspectives, wanted)


def _documents(case: Case, pack: Pack, corpus: Corpus | None) -> dict[str, Document]:
    """The documents at hand: those cited, and those the quotations may really stand in."""
    known = {document.id: document for document in pack.documents()}
    if corpus is None:
        return known
    near = [passage.pointer.document for card in case.cards for passage in corpus.find(card.text, limit=_NEAR)]
    for document_id in dict.fromkeys([*near, *(card.document for card in case.cards)]):
        if document_id not in known:
            try:
                known[document_id] = corpus.document(document_id)
            except NotFound:
                continue  # verification names what is not at hand
    return known
