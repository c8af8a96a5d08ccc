"""A `calculations.toml` of the older form becomes stated rules that work out the same."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

import foam
from foam.errors import PackError
from foam.pack.calculations import convert_calculations, write_converted
from foam.pack.files import SHIPPED
from foam.pack.loader import load_pack
from foam.pack.rules import Rules
from foam.pack.writing import write_rules_toml

PACK = load_pack("benefits-appeal")
OLDER = """
[[calculation]]
id = "fee"
title = "The fee"
holds = "0 <= due <= most"
concludes = { holds = "It is {due}, and at most {most}.", fails = "It is {due}.", then_holds = "It stands." }
inputs = [
    { name = "charge", title = "the charge", seek = "charge", pattern = "charge of {value}", count = 2 },
    { name = "most", title = "the most", seek = "most", pattern = "at most {value}", kinds = ["rule"] },
]
rules = [{ name = "fees", title = "fees", seek = "fees", pattern = "fees are charged", kinds = ["rule"] }]
steps = [{ name = "due", title = "The fee", formula = "mean(charge) * 2" }]

[[calculation]]
id = "fine"
title = "The fine"
holds = "due <= most"
concludes = { holds = "The fine is {due}.", fails = "The fine is {due}." }
inputs = [
    { name = "charge", title = "the charge", seek = "charge", pattern = "fine of {value}" },
    { name = "most", title = "the most", seek = "most", pattern = "at most {value}", kinds = ["rule"] },
]
steps = [{ name = "due", title = "The fine", formula = "charge + 1" }]
"""


def convert() -> Rules:
    return Rules.model_validate(convert_calculations(tomllib.loads(OLDER)["calculation"]))


def test_rules_are_written_as_they_are_read() -> None:
    for rules in (convert(), PACK.rules):
        assert rules
        assert Rules.model_validate(tomllib.loads(write_rules_toml(rules))) == rules


def test_one_name_for_two_things_is_told_apart() -> None:
    rules = convert()
    assert [one.name for one in rules.inputs] == ["charge", "most", "charge_of_fine"]
    fee, fine = rules.told
    assert [step.formula for step in fine.steps] == ["charge_of_fine + 1"]
    assert fine.holds == "due_of_fine <= most"
    assert fine.concludes
    assert fine.concludes.holds == "The fine is {due_of_fine}."
    assert (fee.holds, [step.formula for step in fee.steps]) == ("0 <= due <= most", ["mean(charge) * 2"])
    assert [(one.name, one.kinds) for one in fee.sought] == [("charge", ()), ("most", ("rule",)), ("fees", ("rule",))]
    assert rules.roots[0].all_of == ("fees", "0 <= due", "due <= most")


def test_another_reading_keeps_its_inputs_and_the_rules_that_it_leaves_out() -> None:
    variant = {
        "id": "all-in", "title": "All in", "leaves": ["fees"], "concludes": {"holds": "{due}", "fails": "{due}"},
        "inputs": [{"name": "charge", "title": "whole charge", "seek": "c", "pattern": "in all {value}"}],
    }  # fmt: skip
    older = tomllib.loads(OLDER)["calculation"]
    (told, _) = Rules.model_validate(convert_calculations([{**older[0], "variants": [variant]}, older[1]])).told
    (other,) = told.variants
    assert (other.id, other.rules, [one.name for one in other.instead]) == ("fee.all-in", (), ["charge"])
    assert [one.title for one in other.inputs] == ["whole charge", "the most"]


@pytest.mark.parametrize("broken", ["[[calculation]]\nid = 'fee'", "calculation = 1"])
def test_what_is_no_calculation_is_refused_with_its_file(tmp_path: Path, broken: str) -> None:
    (tmp_path / "calculations.toml").write_text(broken, "utf-8")
    with pytest.raises(PackError, match=re.escape(str(tmp_path / "calculations.toml"))):
        write_converted(tmp_path)


def test_a_pack_of_the_older_form_is_converted_where_it_is_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    shutil.copytree(SHIPPED / "mountain-hut", folder)
    (folder / "rules.toml").unlink(missing_ok=True)
    (folder / "calculations.toml").write_text(OLDER, "utf-8")
    with pytest.raises(PackError) as caught:
        load_pack(folder)
    assert "--write" in caught.value.hint
    with foam.open(tmp_path / "home") as home:
        assert not home.pack.check(folder).ok
        home.pack.check(folder, write=True)
    assert [one.id for one in load_pack(folder).calculations] == ["fee", "fine"]
    assert (folder / "calculations.toml.old").read_text("utf-8") == OLDER
