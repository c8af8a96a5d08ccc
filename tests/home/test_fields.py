"""A field of an order is seen wherever the order is: in the call, the command and the queue."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from tests.home.fields import ORDERS, PAGE, write_fields

import foam
from foam.cli.options import take_order
from foam.job.orders.order import Order


def test_the_fields_of_calls_are_those_of_the_orders() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_fields(), "stale: run make specs"


@pytest.mark.parametrize("order", ORDERS)
def test_each_field_is_told_and_is_an_option(order: type[Order]) -> None:
    command = click.command()(take_order(order)(lambda order: None))
    params = {one.name: one for one in command.params}
    for field in order.list_fields():
        assert field.help, field.name
        assert field.shown.is_subject or getattr(params[field.name], "help", None) == field.help


def test_a_field_that_is_added_is_an_option_and_a_value_of_the_queue() -> None:
    class NewOrder(foam.orders.DebateOrder):
        audience: int = 3
        """How many people listen."""

    given: list[foam.orders.DebateOrder] = []
    command = click.command()(take_order(NewOrder)(lambda order: given.append(order)))
    command.main(["--audience", "7"], standalone_mode=False)
    assert given[0].json_value()["audience"] == 7
    assert NewOrder.read(audience=7) == given[0]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"wrods": 300}, "did you mean words?"),
        ({"pro": "r-debatr"}, "Who speaks for it."),
        ({"words": 3}, "The longest speech, in words; the others in proportion [the format's minutes]."),
    ],
)
def test_a_slip_is_answered_with_what_may_be_said(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(foam.InputError) as error:
        foam.orders.DebateOrder.read("Trains should be free.", **wrong)
    assert error.value.hint == told


def test_a_name_that_is_not_there_is_answered_with_the_one_that_is_meant(tmp_path: Path) -> None:
    with foam.open(tmp_path, models=foam.ScriptedModel(), embedder=foam.HashingEmbedder(), environ={}) as home:
        ran = home.deliberate(pack="mountain-hut")
        slips: list[tuple[Any, str, str]] = [
            (home, "delibrate", "deliberate"),
            (ran, "summary", "view.summary"),
            (ran.view, "sumary", "summary"),
        ]
        for owner, slip, meant in slips:
            with pytest.raises(foam.FoamError) as error:
                getattr(owner, slip)
            assert error.value.hint == f"did you mean {meant}?"
    assert repr(ran).startswith("<Answer of run b2:")


def test_a_field_is_declared_by_one_line_and_seen_everywhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.home.exercise", str(tmp_path)]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    assert "How they speak." in seen.pop("tool")
    assert seen == {
        "typed": True, "call": True, "command": ["How they speak."], "page": ["choice", "How they speak."],
        "queue": "heated", "dry_run": "deliberate", "wrong": "How they speak.",
    }  # fmt: skip
