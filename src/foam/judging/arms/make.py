"""Cases made for comparison: FOAM's, the baselines, and FOAM with one of its parts taken away. Judges nothing.

`foam`             the whole system
`no-deliberation`  nobody objects: critic and evaluator assent to whatever is proposed
`no-provenance`    FOAM's cards, their quotations written by the model instead of assembled from sentence ids
`no-templates`     sentence ids without a tree: the nearest sources one after another
`retrieval`        passages found by search, tag and quotation written by the model
`zero-shot`        one prompt with the standardised constraints, nothing else
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, assert_never, get_args

from foam.case.job import CaseSpec, run_case
from foam.case.template import SpeechTemplate, speech_template, speeches
from foam.case.values import Case
from foam.case.write import assigned, first_on
from foam.deliberation.jobs import Setting, deciders, replaying
from foam.deliberation.room import Room, room
from foam.evidence.corpus import Corpus
from foam.job.clerk import Clerk
from foam.judging.arms.assent import Assenting
from foam.judging.arms.baselines import requoted, retrieved, untemplated, zero_shot
from foam.judging.entrants.entrant import Entrant
from foam.judging.entrants.intake import case_entrant, case_of_text
from foam.judging.jury.kept import digests, dumped, keep, kept
from foam.model.port import Model
from foam.model.question import Role
from foam.pack.loader import Pack
from foam.record.clock import Clock, utc_now
from foam.record.entry import Entry
from foam.record.runs import close_run, open_run
from foam.record.store import Store
from foam.values import Value

Arm: TypeAlias = Literal["foam", "no-deliberation", "no-provenance", "no-templates", "retrieval", "zero-shot"]
ARMS: tuple[Arm, ...] = get_args(Arm)
JOB = "arm"


class Made(Value):
    """A case that an arm made."""

    arm: Arm
    resolution: str
    entrant: Entrant
    text: str
    """As a file holds it: JSON for cases of FOAM's, else Markdown."""
    ending: Literal[".json", ".md"] = ".md"


@dataclass(frozen=True, slots=True)
class Workshop:
    """What cases are made with."""

    pack: Pack
    corpus: Corpus
    models: Mapping[Role, Model]
    store: Store
    seed: int = 0
    clock: Clock = utc_now


class ArmSpec(Setting):
    """A speech of an arm that is not FOAM's own: those are runs of `case`."""

    arm: Arm
    resolution: str
    case: str = ""
    """Digest of the case whose cards are quoted anew, where there is one."""


async def make(arm: Arm, resolution: str, shop: Workshop) -> Made:
    """The case of one arm for a resolution."""
    match arm:
        case "foam":
            return _of_case(arm, await _foam_case(resolution, shop))
        case "no-deliberation":
            unopposed: dict[Role, Model] = {**shop.models, "critic": Assenting(), "evaluator": Assenting()}
            return _of_case(arm, await _foam_case(resolution, replace(shop, models=unopposed)))
        case "no-provenance":
            return await _of_text(arm, resolution, shop, await _foam_case(resolution, shop))
        case "no-templates" | "retrieval" | "zero-shot":
            return await _of_text(arm, resolution, shop)
        case _:
            assert_never(arm)


def recorded_made(store: Store, run: Entry) -> Made:
    """The speech of an arm, computed from the record alone."""
    spec = ArmSpec.model_validate(run.draft.question["spec"])
    clerk, corpus, pack = replaying(spec, store, run.key)
    case = kept(store, "case", {"case": spec.case}, Case)["case"] if spec.case else None
    return asyncio.run(_speech(spec, room(clerk, corpus, pack), pack, case))


async def _foam_case(resolution: str, shop: Workshop) -> Case:
    template = first_template(shop.pack)
    seat = first_on(template.side, shop.pack.perspectives)
    spec = CaseSpec(**_setting(shop), resolution=resolution, speech=template.speech, seat=seat, words=template.words)
    ran = await run_case(
        spec, store=shop.store, models=shop.models, corpus=shop.corpus, pack=shop.pack, clock=shop.clock
    )
    return ran.view


def first_template(pack: Pack) -> SpeechTemplate:
    """The pack's first speech."""
    return speech_template(pack, next(iter(speeches(pack)), ""))


def _setting(shop: Workshop) -> dict[str, Any]:
    return {
        "pack": shop.pack.reference,
        "pack_content": shop.pack.content,
        "corpus": shop.corpus.version,
        "engine": shop.corpus.engine,
        "seed": shop.seed,
        "deciders": deciders(shop.models),
    }


def _of_case(arm: Arm, case: Case) -> Made:
    text = json.dumps(case.json_value(), ensure_ascii=False, indent=2) + "\n"
    return Made(arm=arm, resolution=case.resolution, entrant=case_entrant(case), text=text, ending=".json")


async def _of_text(arm: Arm, resolution: str, shop: Workshop, case: Case | None = None) -> Made:
    """Write a speech under a run of its own."""
    held = dumped({"case": case} if case else {})
    spec = ArmSpec(**_setting(shop), arm=arm, resolution=resolution, case=digests(held).get("case", ""))
    run = open_run(shop.store, JOB, spec.json_value(), clock=shop.clock)
    keep(shop.store, run, "case", held.values(), shop.clock)
    clerk = Clerk(shop.store, shop.models, run=run, seed=shop.seed, clock=shop.clock)
    made = await _speech(spec, room(clerk, shop.corpus, shop.pack), shop.pack, case)
    close_run(shop.store, run, {JOB: made.digest}, clock=shop.clock)
    return made


async def _speech(spec: ArmSpec, held: Room, pack: Pack, case: Case | None) -> Made:
    if case is not None:
        text = await requoted(held, case)
    elif spec.arm == "no-templates":
        side = first_template(pack).side
        text = await untemplated(held, spec.resolution, assigned(first_on(side, pack.perspectives), side))
    elif spec.arm == "retrieval":
        text = await retrieved(held, spec.resolution)
    else:
        text = await zero_shot(held, spec.resolution)
    return Made(arm=spec.arm, resolution=spec.resolution, entrant=case_of_text(text), text=text)
