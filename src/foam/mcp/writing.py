"""The tools that put something on record: each takes the fields of an order, asks models, and tells what came of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from mcp.server.mcpserver import Context

from foam import Home
from foam.mcp.desk import Desk, Told
from foam.mcp.ordering import take_order
from foam.mcp.telling import quote, tell_answer, tell_heard
from foam.mcp.tools import Documents
from foam.orders import AskOrder, CaseOrder, ChallengeAnswerOrder, ChallengeOrder, DebateOrder, DeliberationOrder
from foam.web.addresses import run_path


class WritingTools:
    """Tools that put something on record."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @take_order(AskOrder)
    async def ask(self, context: Context, order: AskOrder) -> Told:
        """Answer a question shortly, in seconds: one tree of what has to hold, over the evidence, without a debate."""
        return await self._answer(context, order, lambda home: home.ask.aio(order))

    @take_order(DeliberationOrder)
    async def deliberate(self, context: Context, order: DeliberationOrder) -> Told:
        """Deliberate a question among differing perspectives over evidence; takes minutes and reports progress.

        An open question ("How should …?") is answered by one of its options. Asked again, it goes on from what is on
        record.
        """
        return await self._answer(context, order, lambda home: home.deliberate.aio(order))

    @take_order(ChallengeOrder)
    async def challenge(self, context: Context, order: ChallengeOrder, documents: Documents = ()) -> Told:
        """Challenge a part and have it heard; only what depended on it is asked again.

        Look at `preview_challenge` first. Both versions stay on record.
        """

        async def call(home: Home) -> Told:
            with self._desk.lay_out(documents, ()) as paths:
                heard = await home.contest.open.aio(ChallengeOrder.read(order, with_documents=paths or None))
            return tell_heard(heard.view)

        return await self._desk.run(context, order.because, call)

    @take_order(ChallengeAnswerOrder)
    async def answer_challenge(self, context: Context, order: ChallengeAnswerOrder) -> Told:
        """Answer a challenge that was held open, for a person who says how; or have the checks and the judge answer."""

        async def call(home: Home) -> Told:
            return tell_heard((await home.contest.answer.aio(order)).view)

        return await self._desk.run(context, order.because, call)

    @take_order(CaseOrder)
    async def write_case(self, context: Context, order: CaseOrder) -> Told:
        """Write a case for one side of a resolution, part by part; each part is a card of the evidence or left open."""
        return await self._write(context, order.resolution, lambda home: home.case.write.aio(order))

    @take_order(DebateOrder)
    async def debate(self, context: Context, order: DebateOrder) -> Told:
        """Have a motion debated by two models, speech by speech, over evidence, and tell what was left unanswered."""
        return await self._write(context, order.motion, lambda home: home.debate.play.aio(order))

    async def _answer(
        self, context: Context, order: AskOrder | DeliberationOrder, ask: Callable[[Home], Coroutine[Any, Any, Any]]
    ) -> Told:
        async def call(home: Home) -> Told:
            ran = await ask(home)
            return tell_answer(ran.run, ran.view, asked=ran.asked)

        return await self._desk.run(context, order.title, call)

    async def _write(self, context: Context, title: str, write: Callable[[Home], Coroutine[Any, Any, Any]]) -> Told:
        async def call(home: Home) -> Told:
            ran = await write(home)
            text = quote("model", ran.view.render("text"))
            return {"run": ran.run, "text": text, "asked": ran.asked, "page": run_path(ran.run)}

        return await self._desk.run(context, title, call)
