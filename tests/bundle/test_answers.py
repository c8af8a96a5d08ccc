"""A bundle about an answer: what does not follow from its own rows is found, whoever signed it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from tests.bundle.test_bundle import found, resigned
from tests.deliberation.table import NOON, Table
from tests.deliberation.test_ask import answer, sit

from foam.appeal.kept import collect_answer
from foam.appeal.vault import MemoryVault
from foam.bundle.bundle import Contents, write_bundle
from foam.bundle.container import unpack
from foam.bundle.keys import make_key
from foam.bundle.layout import ANSWER
from foam.bundle.pages import write_json

KEY = make_key("The market office", today=NOON.date())


@cache
def bundled() -> bytes:
    table: Table = sit()
    ran = answer(table)
    contents = Contents(run=ran.run, kept=collect_answer(ran.view, table.corpus))
    return write_bundle(table.store, contents, MemoryVault(), KEY, at=NOON)


def test_a_sound_bundle_of_an_answer_verifies() -> None:
    assert found(bundled(), key=KEY.public) == ()


def change(view: dict[str, Any], part: str) -> None:
    match part:
        case "answer":
            view["option"] = "against"
        case "clear":
            next(one for one in view["tree"]["standings"] if one["leaf"] == "clear")["stands"] = "false"
        case "outcome":
            view["tree"]["outcome"]["possible"] = ["for", "against"]
        case _:
            view["tree"]["bearing"]["alone"] = []


@pytest.mark.parametrize("part", ["answer", "clear", "outcome", "bearing"])
def test_what_does_not_follow_from_the_rows_is_named(part: str) -> None:
    files = unpack(bundled()).files
    view = json.loads(files[ANSWER])
    change(view, part)
    forged = resigned({**files, ANSWER: write_json(view)}, KEY)
    assert f"{ANSWER}: {part}" in {one.where for one in found(forged, key=KEY.public) if one.check == "view"}
