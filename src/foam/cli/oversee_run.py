"""The work behind `foam oversee run`: puts settings, models, record and plan together. Decides nothing."""

from __future__ import annotations

import asyncio
import os
from contextlib import closing
from pathlib import Path
from typing import Any

from foam.cli.frame import Face, home
from foam.errors import SettingError
from foam.model.cast import cast, dismiss
from foam.model.embedded.vectors import WordVectors
from foam.model.port import Model
from foam.model.question import Role
from foam.oversight.experiment.gold import GoldCase, read_gold, wice_gold
from foam.oversight.experiment.plan import ModelJudge, Plan, RuleJudge, draw_cases, make_plan
from foam.oversight.experiment.run import Played, run_plan
from foam.oversight.explore import checked
from foam.oversight.setting import Logit, TieBreak
from foam.record.sqlite import open_record
from foam.settings import load_config


def play_gold(face: Face, gold: Path, out: Path, choices: dict[str, Any]) -> Played:
    """Make the plan, register it, play it."""
    config = load_config(home(), environ=os.environ, flags={"model": choices["model"]})
    cases = _cases(gold, choices)
    models = cast(config)
    plan = _plan(cases, models, choices)
    embedder = WordVectors(config.home)
    embedder.embed([cases[0].affirmed])  # missing vectors are found out before the plan is registered
    face.note(f"plan {plan.digest}: {plan.cases} cases; {models['judge'].decider.id} is the model")
    with closing(open_record(config.home)) as store, face.progress("cases", len(cases)) as advance:

        async def whole() -> Played:
            try:
                return await run_plan(plan, cases, out, store=store, models=models, embedder=embedder, advance=advance)
            finally:
                await dismiss(models)

        return asyncio.run(whole())


def _cases(gold: Path, choices: dict[str, Any]) -> tuple[GoldCase, ...]:
    cases = wice_gold(gold) if choices["adapter"] == "wice" else read_gold(gold)
    wanted = choices["cases"]
    if wanted is None:
        return cases
    if wanted < 1:
        raise SettingError(f"{wanted} cases cannot be played", hint="leave --cases out to play all of them")
    return draw_cases(cases, wanted, seed=choices["seed"])


def _plan(cases: tuple[GoldCase, ...], models: dict[Role, Model], choices: dict[str, Any]) -> Plan:
    plain = {key: choices[key] for key in ("jury", "senders", "verifier", "relevance", "forced_false", "seed")}
    players = {role: model.decider for role, model in models.items()}
    return make_plan(cases, **plain, judge=_judge(choices), deciders=players)


def _judge(choices: dict[str, Any]) -> ModelJudge | RuleJudge:
    match choices["judge"]:
        case "logit":
            return RuleJudge(judge=checked(Logit, {"mu": choices["mu"], "kappa": choices["kappa"]}))
        case "tie-break":
            return RuleJudge(judge=checked(TieBreak, {"b": choices["b"]}))
        case _:
            return ModelJudge()
