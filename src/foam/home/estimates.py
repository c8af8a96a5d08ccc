"""Calls that say beforehand what a run will take. No model is asked and nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from foam.case.accept import read_accepted_nodes
from foam.case.answer import prepare_outline
from foam.case.cutting.wording import estimate_wording
from foam.case.estimate import estimate_case, estimate_layout
from foam.case.outline import check_strategy
from foam.case.write import check_words, find_seat
from foam.debate.estimate import estimate_debate
from foam.deliberation.estimate import count_file_tokens, estimate_answer, estimate_deliberation
from foam.examination.estimate import estimate_reading
from foam.home.calls import call
from foam.home.cases import find_case_seat
from foam.home.debates import choose_wording
from foam.home.deliberations import choose_protocol, find_start
from foam.home.desk import Desk
from foam.home.examinations import make_examined_file
from foam.home.heard import read_round
from foam.home.layouts import lay_out_own
from foam.home.seats import list_kept_seats
from foam.job.estimates import Estimate, list_estimate_blocks
from foam.job.orders.case import CaseOrder
from foam.job.orders.debate import DebateOrder
from foam.job.orders.deliberation import AskOrder, DeliberationOrder
from foam.job.orders.examination import ExaminationOrder
from foam.job.prices import read_prices
from foam.job.spec import Spec
from foam.model.cast import dismiss
from foam.model.port import Model
from foam.model.remote.budget import Price
from foam.pack.formats import PACE
from foam.pack.outlines import list_speeches, load_outline
from foam.pack.pack import Pack
from foam.paper import to_terminal
from foam.record.entry import Decider

if TYPE_CHECKING:
    from foam.home.fields import CaseFields, DebateFields, DeliberationFields, ExaminationFields, RunFields


@dataclass(frozen=True, slots=True)
class _Cast:
    """A pack and the models that would answer: who they are, and what they cost."""

    pack: Pack
    deciders: Mapping[str, Decider]
    prices: Mapping[str, Price]


def _count_file(desk: Desk, pack: Pack, *, library: bool) -> int:
    """Tokens of the file that is deliberated on, one's own library or the pack's; 0 where it is too long to show."""
    if not library:
        return count_file_tokens(pack.documents())
    with desk.open_library() as own:
        return count_file_tokens(own.documents())


class EstimateCalls:
    """`home.estimate`: what something will take that is asked for, in questions, tokens and money."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @call
    async def ask(self, question: AskOrder | str, **fields: Unpack[RunFields]) -> Estimate:
        """What `home.ask` would take with the same fields."""
        order = AskOrder.read(question, **fields)
        cast = await self._cast(pack=order.pack, model=order.model)
        file = _count_file(self._desk, cast.pack, library=order.library)
        return estimate_answer(cast.pack, cast.deciders, prices=cast.prices, file=file)

    @call
    async def examine(self, *papers: ExaminationOrder | Path | str, **fields: Unpack[ExaminationFields]) -> Estimate:
        """What `home.examine` would take with the same fields: nobody is asked where no model is named."""
        order = ExaminationOrder.read(*papers, **fields)
        file = make_examined_file(order)
        if order.model is None:
            return Estimate(job="examine", steps=(), basis=("code alone examines the file",))
        cast = await self._cast(pack=None, model=order.model)
        return estimate_reading(file, cast.deciders, prices=cast.prices)

    @call
    async def deliberate(
        self, question: DeliberationOrder | str | None = None, **fields: Unpack[DeliberationFields]
    ) -> Estimate:
        """What `home.deliberate` would take with the same fields."""
        order = DeliberationOrder.read(question, **fields)
        start = find_start(self._desk, order)
        cast = await self._cast(pack=start.pack, model=order.model, seat_models=order.seat_models, base=start.base)
        return estimate_deliberation(
            start.seat(cast.pack, order, list_kept_seats(self._desk)),
            cast.pack,
            cast.deciders,
            protocol=choose_protocol(order).protocol,
            speaker=order.speaker,
            prices=cast.prices,
            file=_count_file(self._desk, cast.pack, library=start.library),
        )

    @call
    async def case(self, resolution: CaseOrder | str | None = None, **fields: Unpack[CaseFields]) -> Estimate:
        """What `home.case.write` would take with the same fields; a case of one's own cards is laid out for it."""
        order = CaseOrder.read(resolution, **fields)
        cast = await self._cast(pack=order.pack, model=order.model)
        template = load_outline(cast.pack, order.speech or next(iter(list_speeches(cast.pack)), ""))
        heard = read_round(order.answering, template, resolution=order.resolution)
        if order.library:
            about = heard or order.resolution or cast.pack.sample_question
            async with self._desk.at_work(model=order.model, pack=order.pack, library=True, seated=True) as work:
                layout = lay_out_own(self._desk, work, template, about, order)
            if layout is not None:
                return estimate_layout(layout, cast.deciders, prices=cast.prices)
        check_words(order.words or template.words, template)
        seat = order.seat
        speaker = find_case_seat(cast.pack, seat) if seat else find_seat(template.side, cast.pack.perspectives)
        accepted = read_accepted_nodes(self._desk.folder, cast.pack.name, template.speech)
        prepared = prepare_outline(template, accepted=accepted, heard=heard)
        check_strategy(prepared.tree, order.strategy)
        return estimate_case(speaker, prepared, cast.deciders, prices=cast.prices)

    @call
    async def debate(self, motion: DebateOrder | str | None = None, **fields: Unpack[DebateFields]) -> Estimate:
        """What `home.debate.play` would take with the same fields."""
        order = DebateOrder.read(motion, **fields)
        cast = await self._cast(pack=order.pack, model=order.model)
        chosen = cast.pack.debate_format(order.format_name)
        return estimate_debate(
            chosen,
            order,
            cast.deciders,
            wording=order.wording or choose_wording(cast.deciders["proposer"]),
            judged=order.judge is not False,
            pace=chosen.find_pace(order.words_per_minute or PACE, longest=order.words),
            prices=cast.prices,
        )

    @call
    async def cut(self, *, model: str | None = None) -> Estimate:
        """What wording the tag of a card takes; a model that does not write is asked nothing."""
        cast = await self._cast(pack=None, model=model)
        return estimate_wording(cast.deciders, prices=cast.prices)

    def describe(self, found: Estimate) -> str:
        """An estimate as a terminal shows it."""
        return to_terminal(list_estimate_blocks(found))

    def data(self, found: Estimate) -> dict[str, Any]:
        """An estimate as plain JSON."""
        money = found.money
        total = {
            "questions": found.questions.json_value(),
            "read": found.read.json_value(),
            "written": found.written.json_value(),
            "money": money.json_value() if money else None,
        }
        return {"total": total, **found.json_value()}

    async def _cast(
        self,
        *,
        pack: str | None,
        model: str | None,
        seat_models: Mapping[str, str] | None = None,
        base: Spec | None = None,
    ) -> _Cast:
        """Who would answer; the models are made to be named, and let go unasked."""
        players = self._desk.choose_players(model=model, seat_models=seat_models, base=base)
        config = self._desk.configure(pack=pack, **players)
        models: dict[str, Model] = self._desk.models_for(config, seated=True)
        try:
            deciders = {name: one.decider for name, one in models.items()}
            return _Cast(self._desk.load_pack(config.settings.pack), deciders, read_prices(models.values()))
        finally:
            await dismiss(models)
