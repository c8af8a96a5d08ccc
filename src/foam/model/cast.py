"""The cast: which model plays which role, made from the settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import get_args

from pydantic import SecretStr, ValidationError

from foam.errors import SettingError
from foam.model.embedded.model import EmbeddedModel
from foam.model.facts import PREFIX, Facts, FactsModel
from foam.model.handwritten import NAME as WRITTEN_BY_HAND
from foam.model.handwritten import HandwrittenModel
from foam.model.judge import shipped_judge
from foam.model.person import NAME as PERSON
from foam.model.person import PersonModel
from foam.model.pool import PooledModel, WorkerPool
from foam.model.port import Model, name_seat_model
from foam.model.question import Role
from foam.model.remote.budget import Budget, Price
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions, guess_api
from foam.model.remote.patience import Patience
from foam.model.scripted import ScriptedModel
from foam.record.entry import Decider
from foam.settings import Config, Endpoint

EMBEDDED = "embedded"
_SCRIPTED = "scripted"
LOCAL = (EMBEDDED, _SCRIPTED)
"""Models that compute on this machine and need nothing but the home."""
_MOST_WORKERS = 64
ROLES: tuple[str, ...] = get_args(Role)


@dataclass(frozen=True, slots=True)
class Workers:
    """How many processes a model that computes on this machine may have, and who hears that one was replaced."""

    count: int = 1
    """With one, the model answers in the caller's own process."""
    tell_replaced: Callable[[int], None] = lambda count: None

    def __post_init__(self) -> None:
        if not 1 <= self.count <= _MOST_WORKERS:
            raise SettingError(f"{self.count} workers: there can be 1 to {_MOST_WORKERS}", hint="one a core is plenty")


ALONE = Workers()
"""The caller's own process and no other."""


def cast(
    config: Config, *, seated: bool = False, answers: Path | None = None, workers: Workers = ALONE
) -> dict[str, Model]:
    """A model per role; where perspectives are `seated`, also the models that seats have of their own.

    Roles and seats that name the same model share it, and all endpoints share the run's budget. `answers` is the folder
    of the answers that were written by hand for the pack, where it has some.
    """
    players = {role: getattr(config.settings.roles, role) or config.settings.model for role in ROLES}
    if seated:
        players |= {name_seat_model(seat): name for seat, name in config.settings.seats.items() if name}
    made = make_models(config, players.values(), answers=answers, workers=workers)
    return {player: made[name] for player, name in players.items()}


def make_models(
    config: Config, names: Iterable[str], *, answers: Path | None = None, workers: Workers = ALONE
) -> dict[str, Model]:
    """The models of these names, each made once; their endpoints share one budget.

    Those that compute on this machine have as many workers as they may; endpoints are asked by the caller's process.
    """
    budget = Budget(tokens=config.settings.token_budget or None, money=config.settings.money_budget or None)
    return {
        name: _pool(name, config, workers)
        if workers.count > 1 and name in LOCAL
        else _make(name, config, budget, answers)
        for name in dict.fromkeys(names)
    }


def open_local(name: str, home: Path) -> Model:
    """A model that computes in the process that opens it."""
    return EmbeddedModel(home, judge=shipped_judge()) if name == EMBEDDED else ScriptedModel()


def _pool(name: str, config: Config, workers: Workers) -> PooledModel:
    opening = partial(open_local, name, config.home)
    return PooledModel(opening, WorkerPool(workers.count, opening, tell_replaced=workers.tell_replaced))


def find_cast(config: Config, deciders: Mapping[str, Decider]) -> dict[str, str]:
    """The settings with which the models of an earlier run answer again: `roles.judge`, `seats.auditor`, their names.

    A seat that had no model of its own then has none now, whatever the settings say.
    """
    seats = dict.fromkeys(map(name_seat_model, config.settings.seats), "")
    names = {**seats, **{player: _find_name(config, decider) for player, decider in deciders.items()}}
    seat = name_seat_model("")
    return {
        f"roles.{player}" if player in ROLES else f"seats.{player.removeprefix(seat)}": name
        for player, name in names.items()
    }


def _find_name(config: Config, decider: Decider) -> str:
    """The name of the model that answered: of endpoints with its name and address the one that is set just so."""
    if decider.id in (EMBEDDED, _SCRIPTED, WRITTEN_BY_HAND, PERSON) and "endpoint" not in decider.parameters:
        return decider.id
    address = decider.parameters.get("endpoint")
    alike = {
        name: endpoint
        for name, endpoint in config.settings.models.items()
        if (endpoint.model, endpoint.base_url) == (decider.id, address)
    }
    exact = [name for name, one in alike.items() if _remote(name, one, 1, Budget()).decider == decider]
    if not alike:
        raise SettingError(
            f"{decider.id}, which answered in that run, is no model of the settings",
            hint="name the model that is to answer: --model NAME",
        )
    return next(iter([*exact, *alike]))


async def dismiss(models: Mapping[str, Model]) -> None:
    """Close whatever the models hold open."""
    for model in {id(model): model for model in models.values()}.values():
        if isinstance(model, RemoteModel):
            await model.aclose()
        elif isinstance(model, PooledModel):
            model.pool.close()


def _make(name: str, config: Config, budget: Budget, answers: Path | None) -> Model:
    endpoints = config.settings.models
    match name:
        case _ if name in LOCAL:
            return open_local(name, config.home)
        case "written-by-hand":
            if answers is None or not answers.is_dir():
                raise SettingError(
                    f"nobody wrote answers for the pack {config.settings.pack}",
                    hint="try --pack mountain-hut or street-lamps",
                )
            return HandwrittenModel(answers)
        case "person":
            return PersonModel()
        case _ if name.startswith(PREFIX):
            return FactsModel(Facts.read(Path(name.removeprefix(PREFIX)).expanduser()))
        case _ if name in endpoints:
            return _remote(name, endpoints[name], config.settings.concurrency, budget)
        case _:
            known = ", ".join([EMBEDDED, _SCRIPTED, WRITTEN_BY_HAND, PERSON, f"{PREFIX}FILE.toml", *sorted(endpoints)])
            raise SettingError(f"no model {name!r}", hint=f"known models: {known}; add one under [models.{name}]")


def _remote(name: str, endpoint: Endpoint, concurrency: int, budget: Budget) -> RemoteModel:
    priced = endpoint.price_in or endpoint.price_out
    try:
        options = RemoteOptions(
            base_url=endpoint.base_url,
            api=endpoint.api or guess_api(endpoint.base_url),
            model=endpoint.model,
            family=endpoint.family,
            temperature=endpoint.temperature,
            reasoning_effort=endpoint.reasoning_effort,
            max_tokens=endpoint.max_tokens,
            writes=endpoint.writes,
            concurrency=concurrency,
            timeout=endpoint.timeout,
            patience=Patience(deadline=endpoint.deadline),
            price=Price(prompt=endpoint.price_in, completion=endpoint.price_out) if priced else None,
        )
    except ValidationError as error:
        first = error.errors()[0]
        what = first["msg"].removeprefix("Value error, ")
        raise SettingError(f"models.{name}.{first['loc'][0]}: {what}", hint="see docs/remote.md") from None
    return RemoteModel(options, key=_key(endpoint.api_key), budget=budget)


def _key(secret: SecretStr) -> SecretStr | None:
    return secret if secret.get_secret_value() else None
