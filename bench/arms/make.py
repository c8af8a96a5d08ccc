"""Cases made for comparison: FOAM's, the baselines, and FOAM with one of its parts taken away. Judges nothing.

`foam`             the whole system
`no-deliberation`  nobody objects: critic and evaluator assent to whatever is proposed
`no-provenance`    FOAM's cards, their quotations written by the model instead of assembled from sentence ids
`no-templates`     sentence ids without an outline: the nearest sources one after another
`retrieval`        passages found by search, tag and quotation written by the model
`zero-shot`        one prompt with the standardised constraints, nothing else
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, TypeAlias, assert_never, get_args

from bench.arms.baselines import quote_freely, write_from_retrieval, write_without_template, write_zero_shot
from foam.case.values import Case
from foam.case.write import CaseSpec, assign_seat, find_seat, write_case
from foam.job.events import Listener, ignore
from foam.job.job import job, run
from foam.job.session import Session, Tools
from foam.job.spec import Spec
from foam.judging.entrants.entrant import Entrant
from foam.judging.entrants.intake import case_entrant, case_of_text
from foam.model.port import Model
from foam.model.scripted import ScriptedModel, agree
from foam.pack.outlines import SpeechOutline, list_speeches, load_outline
from foam.pack.pack import Pack
from foam.record.clock import Clock, utc_now
from foam.record.store import Store
from foam.values import Value

Arm: TypeAlias = Literal["foam", "no-deliberation", "no-provenance", "no-templates", "retrieval", "zero-shot"]
ARMS: tuple[Arm, ...] = get_args(Arm)


class ArmCase(Value):
    """A case that an arm made."""

    arm: Arm
    resolution: str
    entrant: Entrant
    text: str
    """As a file holds it: JSON for cases of FOAM's, else Markdown."""
    ending: Literal[".json", ".md"] = ".md"


class ArmSpec(Spec):
    """A speech of an arm that is not FOAM's own: those are runs of `case`."""

    arm: Arm
    resolution: str
    case: str = ""
    """Digest of the case whose cards are quoted anew, where there is one."""


@job("arm", spec=ArmSpec)
async def write_arm(spec: ArmSpec, session: Session) -> ArmCase:
    """Write the speech of one arm."""
    case = Case.model_validate(session.read_given("case", spec.case)) if spec.case else None
    if case is not None:
        text = await quote_freely(session, case)
    elif spec.arm == "no-templates":
        side = _first_outline(session.pack).side
        text = await write_without_template(
            session, spec.resolution, assign_seat(find_seat(side, session.pack.perspectives), side)
        )
    elif spec.arm == "retrieval":
        text = await write_from_retrieval(session, spec.resolution)
    else:
        text = await write_zero_shot(session, spec.resolution)
    return ArmCase(arm=spec.arm, resolution=spec.resolution, entrant=case_of_text(text), text=text)


async def make(
    arm: Arm,
    resolution: str,
    tools: Tools,
    *,
    store: Store,
    seed: int = 0,
    clock: Clock = utc_now,
    listener: Listener = ignore,
) -> ArmCase:
    """The case of one arm for a resolution."""

    async def foam_case(models: Mapping[str, Model]) -> Case:
        own = replace(tools, models=models)
        template = _first_outline(pack)
        spec = CaseSpec(
            **own.describe(seed),
            resolution=resolution,
            speech=template.speech,
            seat=find_seat(template.side, pack.perspectives),
            words=template.words,
        )
        return (await run(write_case, spec, own, store=store, clock=clock, listener=listener)).view

    async def text_of(case: Case | None = None) -> ArmCase:
        held = {case.digest: case.json_value()} if case else {}
        spec = ArmSpec(**tools.describe(seed), arm=arm, resolution=resolution, case=case.digest if case else "")
        own = replace(tools, given={**tools.given, **held})
        return (await run(write_arm, spec, own, store=store, clock=clock, listener=listener)).view

    assert tools.pack is not None
    pack = tools.pack
    match arm:
        case "foam":
            return _of_case(arm, await foam_case(tools.models))
        case "no-deliberation":
            return _of_case(arm, await foam_case({**tools.models, "critic": _assenting(), "evaluator": _assenting()}))
        case "no-provenance":
            return await text_of(await foam_case(tools.models))
        case "no-templates" | "retrieval" | "zero-shot":
            return await text_of()
        case _:
            assert_never(arm)


def _first_outline(pack: Pack) -> SpeechOutline:
    """The pack's first speech."""
    return load_outline(pack, next(iter(list_speeches(pack)), ""))


def _of_case(arm: Arm, case: Case) -> ArmCase:
    text = json.dumps(case.json_value(), ensure_ascii=False, indent=2) + "\n"
    return ArmCase(arm=arm, resolution=case.resolution, entrant=case_entrant(case), text=text, ending=".json")


def _assenting() -> Model:
    """A model that agrees with everything: a control, not a judge."""
    return ScriptedModel(agree(), name="assent", family="assent")
