"""What must be known first: calculations that would settle the question, and who could say what decides."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from foam.argument.motion import Motion
from foam.deliberation.draft import SeatDraft
from foam.deliberation.findings import Finding, Lacking
from foam.deliberation.support import judge_support
from foam.job.session import Session
from foam.record.entry import ValueInput

_DECIDER = "which facts meet the rules that decide it; read them yourself, or ask a model that writes"


def list_needs(lacking: Iterable[Lacking]) -> tuple[str, ...]:
    """What is missing of the calculations that would settle the question."""
    return tuple(f"{one.title}: {what}" for one in lacking if one.settles for what in one.missing)


def need_decider(reviews: bool, drafts: Iterable[SeatDraft], findings: Iterable[Finding]) -> tuple[str, ...]:
    """What is missing where a decision is reviewed, nothing in the file is shown to decide, and no seat writes.

    A model that only chooses among sentences weighs what is said and not whether the rules' conditions are met: over
    files that were new to it its outcome was the same whichever way the deciding fact stood.
    """
    is_written = any(one.position.voice == "written" for one in drafts)
    return (_DECIDER,) if reviews and not is_written and not any(one.settles for one in findings) else ()


async def find_needed(session: Session, motion: Motion, lacking: Sequence[Lacking]) -> tuple[Lacking, ...]:
    """Those calculations whose results, either way, would speak to this question."""

    async def bears(one: Lacking) -> bool:
        warrant = ValueInput(role="calculation", value=one.id)
        found = [await judge_support(session, motion, said, one.title, warrant) for said in one.would_say]
        return {support.side for support in found} == {"for", "against"}

    needed = await asyncio.gather(*map(bears, lacking))
    return tuple(one for one, is_needed in zip(lacking, needed, strict=True) if is_needed)
