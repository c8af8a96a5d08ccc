"""What the models of a run cost: kept with the run, and told with each answer. `costs.py` reckons with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from foam.job.costs import PRICES, identify, read_kept_prices
from foam.job.events import Event, Listener
from foam.model.port import Model
from foam.model.remote.budget import Price
from foam.model.remote.model import RemoteModel
from foam.record.clock import Clock, stamp
from foam.record.entry import Decider, Draft, Entry, EntryInput, ValueInput
from foam.record.personal import add_seal
from foam.record.store import RUN, Store


def keep_prices(store: Store, run: str, models: Mapping[str, Model], *, clock: Clock) -> None:
    """Keep what the models cost now, unless the same is kept for this run already, or nothing is known."""
    prices = {name: price.json_value() for name, price in read_prices(models.values()).items()}
    kept = read_kept_prices(store, run)
    if not prices or (kept and kept[-1].answer == prices):
        return
    now = stamp(clock)
    draft = Draft(
        kind=PRICES,
        inputs=(EntryInput(role=RUN, key=run), ValueInput(role="since", value=now)),
        question={"number": len(kept) + 1},
        decider=Decider(type="code", id="prices of the settings", version="1"),
    )
    store.append(Entry(draft=add_seal(draft, store.find_seal(run)), answer=prices, at=now))


def read_prices(models: Iterable[Model]) -> dict[str, Price]:
    """What models cost, as far as the settings say so, by the names under which prices are kept."""
    return {
        identify(model.decider): model.options.price
        for model in models
        if isinstance(model, RemoteModel) and model.options.price is not None
    }


def price_answers(listener: Listener, models: Iterable[Model]) -> Listener:
    """The same listener, told with each answer what it cost in money, where its price is known."""
    found: dict[str, set[Price]] = {}
    for model in models:
        if isinstance(model, RemoteModel) and model.options.price is not None:
            found.setdefault(model.decider.id, set()).add(model.options.price)
    # An event names a model as people do: of two prices under one name neither is told. The record tells them apart.
    prices = {name: held.pop() for name, held in found.items() if len(held) == 1}
    if not prices:
        return listener

    def tell(event: Event) -> None:
        if event.type == "answered" and event.usage is not None and event.decider in prices:
            event = event.model_copy(update={"money": prices[event.decider].of(event.usage)})
        listener(event)

    return tell
