"""Every kind says what it is, and an order takes them all."""

from __future__ import annotations

from foam import terms
from foam.cli.options import EARLIER
from foam.contest.challenge import GROUNDS
from foam.job.orders.contest import PARTICULARS, ChallengeOrder


def test_every_kind_says_what_it_is_and_fits_something() -> None:
    for kind in GROUNDS.values():
        assert all(kind.says)
        assert kind.fits
        for fit in kind.fits:
            assert fit.asks.endswith("?")
            assert fit.named
            assert set(fit.takes) <= set(kind.model_fields)


def test_an_order_takes_the_kinds_that_there_are_and_what_they_name() -> None:
    fields = {field.name: field for field in ChallengeOrder.list_fields()}
    assert fields["kind"].choices == tuple(GROUNDS)
    named = {name for name, field in fields.items() if field.group == PARTICULARS}
    taken = {name for kind in GROUNDS.values() for name in kind.model_fields}
    assert named == taken - {"kind", "seat"}, "a seat is named in the weight"


PAPERS = (
    "relevance", "adequacy", "selection bias", "missing counter-evidence", "warrant", "missing component", "structural",
    "missing branch", "weight", "perspective", "frame",
)  # fmt: skip


def test_every_kind_that_the_papers_name_has_its_row_and_every_earlier_one_its_place() -> None:
    named = {(kind, name) for kind in terms.challenges for fit in GROUNDS[kind].fits for name in fit.named.split(", ")}
    assert set(PAPERS) <= {name for _, name in named}
    assert {(kind, earlier.replace("_", " ")) for earlier, kind in EARLIER["kind"].items()} <= named
