"""Calls about deliberations: ask, deliberate, read the dossier, change something, compare, verify."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from foam.argument.motion import is_open_question, parse_motion
from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.ask import AskSpec, ask
from foam.deliberation.answer.difference import AnswerDifference, compare_answers, suppose_leaves
from foam.deliberation.choice import OptionsDossier
from foam.deliberation.compare import DossierComparison, compare_dossiers
from foam.deliberation.dossier import Dossier
from foam.deliberation.estimate import estimate_deliberation
from foam.deliberation.examined import ExaminedFile
from foam.deliberation.jobs import DeliberateSpec, deliberate, deliberate_options
from foam.deliberation.loop import check_seats
from foam.deliberation.naming import reduce_name
from foam.deliberation.protocol import ProtocolChoice
from foam.deliberation.supposed import NamedFlips, NamedRobustness, Supposed, find_overturning, suppose, try_orderings
from foam.deliberation.verify import DossierVerification
from foam.errors import InputError
from foam.examination.finding import Role
from foam.home.calls import call
from foam.home.desk import Desk, Work
from foam.home.examinations import count_read_documents, name_parts, take_file
from foam.home.seating import Seat, check_seat_models, list_kept_seats, seat_table
from foam.home.topics import check_topic
from foam.job.job import RunResult, replay
from foam.job.recalled import Recalled, recall_answers
from foam.oversight.policy import Tier, choose, choose_for_deliberation
from foam.pack.loader import NEUTRAL
from foam.pack.pack import Pack
from foam.perspective.node import Perspective
from foam.record.graph import require_entry
from foam.semantics.whatif import (
    Change,
    FlipEvaluation,
    RemoveArgument,
    RestoreArgument,
    ReweightValue,
)
from foam.settings import Settings
from foam.values import short

WantedProtocol = Literal["auto", "consultancy", "debate", "deliberation"]


class DeliberationCalls:
    """The calls of a home about deliberations."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @call
    async def ask(
        self,
        question: str,
        *,
        pack: str | None = None,
        model: str | None = None,
        seed: int | None = None,
        library: bool = False,
    ) -> RunResult[Answer]:
        """Answer a question by one tree over the library, without seats."""
        parse_motion(question)  # what is no question opens no run
        async with self._desk.at_work(model=model, seed=seed, pack=pack, library=library) as work:
            return await self._desk.run(ask, AskSpec(**work.describe(), question=question), work.tools)

    @call
    async def deliberate(
        self,
        question: str | None = None,
        *,
        options: Sequence[str] = (),
        pack: str | None = None,
        model: str | None = None,
        seed: int | None = None,
        library: bool = False,
        seats: Iterable[Seat] = (),
        seat_models: Mapping[str, str] | None = None,
        add: Iterable[Seat] = (),
        reweight: Iterable[str] = (),
        policy: str | None = None,
        base: Any = None,
        protocol: WantedProtocol = "deliberation",
        speaker: str = "",
        tier: Tier = "routine",
        log: Path | str | None = None,
        decision: str | None = None,
        rules: Sequence[str] = (),
        roles: Mapping[str, Role] | None = None,
    ) -> RunResult[Dossier] | RunResult[OptionsDossier]:
        """Deliberate a question among perspectives; without one, the pack's sample question.

        An open question ("How should …?") is answered by its options, compared; `options` names them.

        `seats` names perspectives of the pack or the store (all of the pack by default), `add` seats more,
        `seat_models` gives seats models of their own ({"auditor": "house"}), `reweight` changes weights
        ("equity=0.4", "treasurer.equity=0.4"), `base` takes question, seats, pack and models (unless `model` names
        another) from an earlier run, and the user's own library where that one read it, so that only what the change
        touches is asked. The protocol `auto` is what the oversight policy chooses for the risk `tier`, from the
        estimates of a `log` of judged cases where one is given. `speaker` speaks in a consultancy.

        The user's own documents are examined first, and so are those of a pack that declares them the file of a
        decision: what is found are facts of it. `decision` and `rules` name documents, `roles` correct what is read of
        their authors. Over the user's documents the neutral table is seated, where no pack is named.
        """
        start = find_start(self._desk, question, options, base, pack=pack, library=library)
        before, chosen = start.base, choose_protocol(protocol, tier, log)
        wanted: dict[str, Any] = {"model": model, "seed": seed, "seat_models": seat_models, "base": before}
        async with self._desk.at_work(pack=start.pack, library=start.library, seated=True, **wanted) as opened:
            asked = _choose_question(question, before, opened.pack.sample_question)
            if before is None or asked != before.question:
                check_topic(opened, asked, library=start.library, options=options)
            known = start.list_seats(opened.pack)
            table = seat_table(
                known, seats=seats, add=add, reweight=reweight, policy=policy, kept=list_kept_seats(self._desk)
            )
            check_seats(table, opened.pack.limits)
            check_seat_models(seat_models or {}, table)
            parts = name_parts(decision, rules, roles)
            work, examined = take_file(self._desk, opened.at_table(table), parts, library=start.library, asks=True)
            spec = _describe_run(work, start, chosen, question=asked, seats=table, speaker=speaker, examined=examined)
            tools = replace(work.tools, recalled=self._recall(base)) if base is not None else work.tools
            return await self._run_spec(spec, replace(work, tools=tools), compares=start.compares)

    def _recall(self, base: Any) -> Recalled:
        """What models answered in the run that is changed; of a personal file only for the same person."""
        run = self._desk.find_run(base)
        return recall_answers(self._desk.reading, run) if self._desk.find_owner(run) == self._desk.person else {}

    async def _run_spec(
        self, spec: DeliberateSpec, work: Work, *, compares: bool
    ) -> RunResult[Dossier] | RunResult[OptionsDossier]:
        seats = len(spec.seats)
        if compares:
            return await self._desk.run(deliberate_options, spec, work.tools, seats=seats)
        expected = estimate_deliberation(
            spec.seats,
            work.pack,
            spec.deciders,
            protocol=spec.protocol,
            speaker=spec.speaker,
            examined=count_read_documents(work, spec.examined),
        )
        return await self._desk.run(deliberate, spec, work.tools, expected=expected, seats=seats)

    @call
    async def compare(self, run_a: Any, run_b: Any) -> DossierComparison | AnswerDifference:
        """What moved between two deliberations, and why; between two short answers, which leaves are otherwise."""
        from foam.home.files import is_answer, load_answer, load_dossier  # few calls need what it imports

        before, after = self._desk.find_run(run_a), self._desk.find_run(run_b)
        if is_answer(self._desk, before) and is_answer(self._desk, after):
            return compare_answers(await load_answer(self._desk, before), await load_answer(self._desk, after))
        return compare_dossiers(
            (await load_dossier(self._desk, before)).dossier, (await load_dossier(self._desk, after)).dossier
        )

    async def _refuse_options(self, key: str) -> None:
        """Says which runs to ask instead of one that compares options: each option's own, as it stands now."""
        from foam.contest.compared import find_newest  # few calls need what it imports

        found: OptionsDossier = await replay(self._desk.reading, key)
        runs = {one.run: short(find_newest(self._desk.reading, one.run)) for one in found.options}
        named = {run: ", ".join(one.id for one in found.options if one.run == run) for run in runs}
        asks = "; ".join(f"foam whatif {runs[run]} … ({named[run]})" for run in runs)
        raise InputError(f"run {short(key)} compares options", hint=f"ask each option's own run: {asks}")

    @call
    async def whatif(
        self,
        run: Any,
        *,
        remove: Sequence[str] = (),
        restore: Sequence[str] = (),
        flip: Sequence[str] = (),
        reweight: Sequence[str] = (),
        overturn: str | None = None,
        robust: bool = False,
        true: Sequence[str] = (),
        false: Sequence[str] = (),
    ) -> Supposed | NamedFlips | NamedRobustness | AnswerDifference:
        """What would move if something were otherwise: a change, the smallest change that overturns, or all orders.

        Of a short answer: what would follow if leaves were `true` or `false`, and which would bear then.
        """
        from foam.home.files import is_answer, load_answer, load_dossier  # few calls need what it imports

        key = self._desk.find_run(run)
        changed = any((remove, restore, flip, reweight, overturn, robust))
        if is_answer(self._desk, key) and not changed:
            supposed = {**dict.fromkeys(true, True), **dict.fromkeys(false, False)}
            return suppose_leaves(await load_answer(self._desk, key), supposed)
        if is_answer(self._desk, key) or true or false:
            hint = "of a deliberation remove, restore, flip or reweight; of an answer say which leaf is true or false"
            raise InputError(f"run {short(key)} has no such part to change", hint=hint)
        if require_entry(self._desk.reading, key).draft.question.get("job") == deliberate_options.name:
            await self._refuse_options(key)
        dossier = (await load_dossier(self._desk, key)).dossier
        if overturn:
            return find_overturning(dossier, overturn)
        if robust:
            return try_orderings(dossier)
        changes: list[Change] = [
            *(RemoveArgument(argument=node) for node in remove),
            *(RestoreArgument(argument=node) for node in restore),
            *(_read_flip(dossier, node) for node in flip),
            *(one for term in reweight for one in _read_reweight(dossier, term)),
        ]
        if not changes:
            hint = "give something to remove, restore, flip, reweight or overturn, or ask what is robust"
            raise InputError("nothing to change", hint=hint)
        return suppose(dossier, changes)

    @call
    async def verify(self, run: Any) -> DossierVerification:
        """Check pointers, structure, perspectives, commitments, the invariant and digests of a deliberation, or of each
        that a comparison of options rests on; record, replay and quotations of a debate.

        A file that was saved from one is held against the run that it was written from.
        """
        from foam.home.verifying import find_checked, verify_checked  # few calls need what it imports

        return await verify_checked(self._desk, await find_checked(self._desk, run))


@dataclass(frozen=True, slots=True)
class Start:
    """What a deliberation starts from: its options and its pack, and an earlier run where it changes one."""

    base: DeliberateSpec | None
    pack: str | None
    """None for the pack of the settings."""
    options: tuple[str, ...]
    compares: bool
    """Whether options are compared."""
    library: bool
    """Whether the user's own documents are read, as wished or as the earlier run did."""

    def list_seats(self, pack: Pack) -> tuple[Perspective, ...]:
        """Those of the earlier run, else those of the pack."""
        return self.base.seats if self.base else pack.list_seats(is_open=self.compares)


def find_start(
    desk: Desk, question: str | None, options: Sequence[str], base: Any, *, pack: str | None, library: bool
) -> Start:
    """What a deliberation starts from; what is not named is taken from the run that is its `base`, if any."""
    before, compared = _find_base(desk, base) if base is not None else (None, False)
    library = library or (before is not None and pack in (None, before.pack) and not _read_sample(desk, before))
    return Start(
        base=before,
        library=library,
        pack=_choose_pack(desk, pack, before, library=library),
        options=tuple(options) or (before.options if before and not question else ()),
        compares=_is_compared(question, options, before=compared),
    )


def _read_sample(desk: Desk, before: DeliberateSpec) -> bool:
    """Whether an earlier run read the sample library of its pack."""
    with desk.open_corpus(desk.load_pack(before.pack)) as sample:
        return sample.version == before.corpus


def _describe_run(
    work: Work,
    start: Start,
    chosen: ProtocolChoice,
    *,
    question: str,
    seats: tuple[Perspective, ...],
    speaker: str,
    examined: ExaminedFile | None,
) -> DeliberateSpec:
    """Everything that the outcome depends on."""
    return DeliberateSpec(
        **work.describe(),
        question=question,
        options=start.options,
        seats=seats,
        protocol=chosen.protocol,
        protocol_reason=chosen.reason,
        speaker=speaker,
        examined=examined,
    )


def choose_table(desk: Desk) -> str | None:
    """The neutral table for one's own documents, where nobody chose another pack than the one that is the default."""
    return NEUTRAL if desk.configure().settings.pack == Settings.model_fields["pack"].default else None


def _choose_question(asked: str | None, before: DeliberateSpec | None, sample: str) -> str:
    """What was asked; else what an earlier run was asked, else the pack's sample. An empty question is none."""
    if asked is None and (before or sample):
        return before.question if before else sample
    if not (asked or "").strip():
        raise InputError("there is no question", hint='try: foam deliberate "Should …?"')
    return asked or ""


def _choose_pack(desk: Desk, pack: str | None, before: DeliberateSpec | None, *, library: bool) -> str | None:
    """The pack that is named or that an earlier run had; over one's own documents the neutral table."""
    return pack or (before.pack if before else choose_table(desk) if library else None)


def _is_compared(question: str | None, options: Sequence[str], *, before: bool = False) -> bool:
    """Whether options are compared; `before` says it of an earlier run, where nothing new is asked."""
    return bool(options) or is_open_question(question or "") if options or question else before


def _find_base(desk: Desk, run: Any) -> tuple[DeliberateSpec, bool]:
    """What an earlier run was asked, and whether it compared options."""
    entry = require_entry(desk.reading, desk.find_run(run))
    name = entry.draft.question["job"]
    if name not in (deliberate.name, deliberate_options.name):
        raise InputError(f"run {short(entry.key)} is not a deliberation", hint="foam record list shows which are")
    return DeliberateSpec.model_validate(entry.draft.question["spec"]), name == deliberate_options.name


def choose_protocol(wanted: WantedProtocol, tier: Tier, log: Path | str | None) -> ProtocolChoice:
    """The protocol that was asked for; `auto` is what the oversight policy chooses."""
    if wanted == "auto":
        from foam.home.oversights import read_known  # few calls need what it imports

        return choose_for_deliberation(choose(tier, read_known(Path(log)) if log else None))
    return ProtocolChoice(protocol=wanted, reason="asked for")


def _read_flip(dossier: Dossier, node: str) -> FlipEvaluation:
    for attack in dossier.sublation.framework.attacks:
        if attack.attacker == node:
            return FlipEvaluation(attacker=attack.attacker, target=attack.target)
    raise InputError(f"{node!r} attacks nothing", hint="name an objection or a response; foam dossier show lists them")


def _read_reweight(dossier: Dossier, term: str) -> list[ReweightValue]:
    """Another weight for the seat that is named, or for every seat where none is."""
    name, _, weight = term.partition("=")
    seat, _, value = name.rpartition(".")
    table = dossier.sublation
    held = {one for audience in table.audiences for one in audience.weights} | {*table.framework.values}
    if value not in held:
        values = ", ".join(sorted(filter(None, held)))
        raise InputError(f"no seat and no reason here has the value {value!r}", hint=f"take one of: {values}")
    known = {reduce_name(called): one for one, called in dossier.seat_names.items()}
    named = [seat if seat in dossier.seat_names else known.get(reduce_name(seat), seat)]
    try:
        return [
            ReweightValue(audience=audience, value=value, weight=float(weight))
            for audience in (named if seat else dossier.seat_names)
        ]
    except ValueError:
        raise InputError(f"not a weight: {term!r}", hint="write treasurer.equity=0.4, or equity=0.4") from None
