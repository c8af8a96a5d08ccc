"""The tools that write: they ask models and leave what came of it on record. Offered only where that is allowed."""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver import Context
from pydantic import Field

from foam import ChallengeOrder, Home
from foam.mcp.desk import Desk
from foam.mcp.telling import tell_answer, tell_heard
from foam.mcp.tools import Because, Component, Documents, Kind, Part, Run, ValueLabel, Weight
from foam.mcp.values import HeardChallenge, Overview


class WritingTools:
    """Tools that put something on record."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def deliberate(
        self,
        context: Context,
        question: Annotated[str, Field(max_length=500, description="The question; empty for the pack's sample.")] = "",
        pack: Annotated[str, Field(description="The domain pack; empty for the one of the settings.")] = "",
        library: Annotated[
            bool, Field(description="Read the user's own library instead of the pack's sample.")
        ] = False,
    ) -> Overview:
        """Deliberate a question among differing perspectives over evidence; takes minutes and reports progress.

        An open question ("How should …?") is answered by one of its options. Asked again, it goes on from what is on
        record.
        """

        async def call(home: Home) -> Overview:
            ran = await home.deliberate.aio(question or None, pack=pack or None, library=library)
            return tell_answer(ran.run, ran.view, asked=ran.asked)

        return await self._desk.run(context, question, call)

    async def challenge(
        self,
        context: Context,
        run: Run,
        part: Part,
        kind: Kind,
        because: Because,
        by: Annotated[str, Field(max_length=80, description="Who challenges it.")] = "anyone",
        weight: Weight = "",
        component: Component = "",
        value: ValueLabel = "",
        documents: Documents = (),
    ) -> HeardChallenge:
        """Challenge a part and have it heard; only what depended on it is asked again.

        Look at `preview_challenge` first. Both versions stay on record.
        """

        async def call(home: Home) -> HeardChallenge:
            with self._desk.lay_out(documents, ()) as paths:
                order = ChallengeOrder.read(
                    run,
                    part,
                    kind=kind,
                    because=because,
                    by=by,
                    with_documents=paths,
                    weight=weight,
                    component=component,
                    value=value,
                )
                heard = await home.contest.open.aio(order)
            return tell_heard(heard.view)

        return await self._desk.run(context, because, call)
