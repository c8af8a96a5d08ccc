"""Calls about answers: ask, deliberate, turn something round, compare, verify."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

from foam.argument.motion import is_open_question, parse_motion
from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.ask import AskSpec, ask
from foam.deliberation.answer.difference import AnswerDifference, compare_answers, suppose_leaves
from foam.deliberation.answer.turn import read_weights
from foam.deliberation.estimate import estimate_deliberation
from foam.deliberation.jobs import DeliberateSpec, deliberate
from foam.deliberation.protocol import ProtocolChoice, check_seats
from foam.errors import InputError
from foam.home.calls import call
from foam.home.desk import Desk
from foam.home.examinations import name_roles
from foam.home.seats import check_seat_models, list_kept_seats, seat_table
from foam.home.topics import check_topic
from foam.job.job import RunResult
from foam.job.orders.deliberation import AskOrder, DeliberationOrder
from foam.job.recalled import Recalled, recall_answers
from foam.job.spec import Spec
from foam.oversight.policy import choose, choose_for_deliberation
from foam.pack.loader import NEUTRAL
from foam.pack.pack import Pack
from foam.perspective.node import Perspective
from foam.record.graph import require_entry
from foam.settings import Settings
from foam.values import short

if TYPE_CHECKING:
    from foam.home.fields import DeliberationFields, RunFields
    from foam.home.verification import Verification


class DeliberationCalls:
    """The calls of a home about deliberations."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @call
    async def ask(self, question: AskOrder | str, **fields: Unpack[RunFields]) -> RunResult[Answer]:
        """Answer a question by one tree over the library, without seats."""
        order = AskOrder.read(question, **fields)
        parse_motion(order.question)  # what is no question opens no run
        async with self._desk.at_work(**order.place) as work:
            return await self._desk.run(ask, AskSpec(**work.describe(), question=order.question), work.tools)

    @call
    async def deliberate(
        self, question: DeliberationOrder | str | None = None, **fields: Unpack[DeliberationFields]
    ) -> RunResult[Answer]:
        """Deliberate a question among perspectives; without one, the pack's sample question.

        An open question ("How should …?") is answered by one of its options. `base` is an earlier run: its question,
        seats, pack and models are taken (unless `model` names another), and the user's own library where that one read
        it, so that only what the change touches is asked. By the protocol `auto` all speak where something is weighed,
        or where the oversight policy asks for it; else one critic objects.

        What a pack declares of its documents holds where `decision`, `rules` and `roles` say nothing else. Over the
        user's documents the neutral table is seated, where no pack is named. `foam.orders.DeliberationOrder` has the
        fields.
        """
        order = DeliberationOrder.read(question, **fields)
        start = find_start(self._desk, order)
        before, chosen = start.base, choose_protocol(order)
        wanted: dict[str, Any] = {"model": order.model, "seed": order.seed, "seat_models": order.seat_models}
        places = self._desk.at_work(pack=start.pack, library=start.library, seated=True, base=before, **wanted)
        async with places as opened:
            asked = _choose_question(order.question, before, opened.pack.sample_question)
            if before is None or asked != before.question:
                check_topic(opened, asked, library=start.library, options=order.options)
            table = start.seat(opened.pack, order, list_kept_seats(self._desk))
            work = opened.at_table(table)
            named = name_roles(work, order, library=start.library)
            spec = DeliberateSpec(
                **work.describe(),
                question=asked,
                options=start.options,
                seats=table,
                protocol=chosen.protocol,
                protocol_reason=chosen.reason,
                speaker=order.speaker,
                roles=named or (before.roles if before else {}),
            )
            expected = estimate_deliberation(
                spec.seats, work.pack, spec.deciders, protocol=spec.protocol, speaker=spec.speaker
            )
            recalled = self._recall(order.base) if order.base is not None else work.tools.recalled
            return await self._desk.run(deliberate, spec, replace(work.tools, recalled=recalled), expected=expected)

    def _recall(self, base: Any) -> Recalled:
        """What models answered in the run that is changed; of a personal file only for the same person."""
        run = self._desk.find_run(base)
        return recall_answers(self._desk.reading, run) if self._desk.find_owner(run) == self._desk.person else {}

    @call
    async def compare(self, run_a: Any, run_b: Any) -> AnswerDifference:
        """What sets two answers apart: what follows, and which leaves stand or bear otherwise."""
        from foam.home.files import load_answer  # few calls need what it imports

        before, after = self._desk.find_run(run_a), self._desk.find_run(run_b)
        return compare_answers(await load_answer(self._desk, before), await load_answer(self._desk, after))

    @call
    async def whatif(
        self, run: Any, *, true: Sequence[str] = (), false: Sequence[str] = (), reweight: Sequence[str] = ()
    ) -> AnswerDifference:
        """What would follow if leaves were `true` or `false`, or seats weighed otherwise, and which leaves would bear.

        `reweight` takes "treasurer.equity=0.4", or "equity=0.4" for every seat.
        """
        from foam.home.files import load_answer  # few calls need what it imports

        answer = await load_answer(self._desk, self._desk.find_run(run))
        supposed = {**dict.fromkeys(true, True), **dict.fromkeys(false, False)}
        return suppose_leaves(answer, supposed, read_weights(answer, reweight))

    @call
    async def verify(self, run: Any) -> Verification:
        """Check the digest of an answer, every sentence that it names, and its tree, worked out from its rows again;
        record, replay and quotations of a debate.

        A file that was saved from one is held against the run that it was written from.
        """
        from foam.home.verification import find_checked, verify_checked  # few calls need what it imports

        return await verify_checked(self._desk, await find_checked(self._desk, run))


@dataclass(frozen=True, slots=True)
class Start:
    """What a deliberation starts from: its options and its pack, and an earlier run where it changes one."""

    base: DeliberateSpec | None
    pack: str | None
    """None for the pack of the settings."""
    options: tuple[str, ...]
    is_open: bool
    """Whether the question has options instead of two sides."""
    library: bool
    """Whether the user's own documents are read, as wished or as the earlier run did."""

    def seat(self, pack: Pack, order: DeliberationOrder, kept: Sequence[Perspective]) -> tuple[Perspective, ...]:
        """The table: the seats of the earlier run, else those of the pack, as the order changes them."""
        known = self.base.seats if self.base else pack.list_seats(is_open=self.is_open)
        table = seat_table(
            known, seats=order.seats, add=order.add, reweight=order.reweight, policy=order.policy, kept=kept
        )
        check_seats(table, pack.limits)
        check_seat_models(order.seat_models, table)
        return table


def find_start(desk: Desk, order: DeliberationOrder) -> Start:
    """What a deliberation starts from; what is not named is taken from the run that is its `base`, if any."""
    before, pack = (_find_base(desk, order.base) if order.base is not None else None), order.pack
    library = order.library or (before is not None and pack in (None, before.pack) and not reads_sample(desk, before))
    return Start(
        base=before,
        library=library,
        pack=_choose_pack(desk, pack, before, library=library),
        options=order.options or (before.options if before and not order.question else ()),
        is_open=bool(order.options) or is_open_question(order.question or ""),
    )


def reads_sample(desk: Desk, before: Spec) -> bool:
    """Whether an earlier run read the sample library of its pack."""
    with desk.open_corpus(desk.load_pack(before.pack)) as sample:
        return sample.version == before.corpus


def _choose_table(desk: Desk) -> str | None:
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
    return pack or (before.pack if before else _choose_table(desk) if library else None)


def _find_base(desk: Desk, run: Any) -> DeliberateSpec:
    """What an earlier run was asked."""
    entry = require_entry(desk.reading, desk.find_run(run))
    if entry.draft.question["job"] != deliberate.name:
        raise InputError(f"run {short(entry.key)} is not a deliberation", hint="foam record list shows which are")
    return DeliberateSpec.model_validate(entry.draft.question["spec"])


def choose_protocol(order: DeliberationOrder) -> ProtocolChoice:
    """The protocol that was asked for; of `auto`, whether the tier asks for a whole table."""
    if order.protocol == "auto":
        from foam.home.oversights import read_known  # few calls need what it imports

        return choose_for_deliberation(choose(order.tier, read_known(order.log) if order.log else None))
    return ProtocolChoice(protocol=order.protocol, reason="asked for")
