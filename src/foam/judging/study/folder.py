"""The folder of a study: its plan, a row a cell, and what is made of them. A row is written whole or not at all.

plan.json     the plan as it was registered
rows/         a file a cell: whoever starts the study again goes on with those that are missing
rows.jsonl    the rows together; rows.csv the same for a data frame
tables.md     the paper's tables
sheet.csv     the speeches of each item blind, in a drawn order; people write item, voter, letter in choices.csv
key.json      which letter is which arm
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from string import ascii_uppercase

from pydantic import Field, ValidationError

from foam.errors import InputError
from foam.judging.study.plan import StudyCell, StudyPlan
from foam.private import write_public
from foam.text.sheet import read_csv, write_csv
from foam.values import Value
from foam.visible import dump_json

ROWS = "rows"
_CHOICES = "choices.csv"


class StudyRow(Value):
    """What came of a cell. A mark is missing where the judge declined it, or gave none."""

    cell: StudyCell
    motion: str
    speaker: str
    """Who spoke, as the record names the model."""
    judge: str
    debate: str
    """The run of the debate."""
    evaluation: str
    withheld: str = ""
    """Why the judge gave no mark."""
    marks: dict[str, float] = Field(default_factory=dict)
    """subjective, logic, fact and score; printed …; Debatrix's points S, L, A and O, from 0 to 2."""
    words: int
    asked: int
    """Requests for the debate."""
    text: str
    """What the arm said."""

    def flatten(self) -> dict[str, str | int | float]:
        """As one row of a data frame, without the text."""
        told = self.json_value() | {"id": self.cell.id, "item": self.cell.item}
        marks, cell = told.pop("marks"), told.pop("cell")
        told.pop("text")
        return {**cell, **told, **marks}


def keep_row(folder: Path, row: StudyRow) -> None:
    """Keep what came of a cell."""
    (folder / ROWS).mkdir(parents=True, exist_ok=True)
    write_public(folder / ROWS / f"{row.cell.id}.json", dump_json(row.json_value()) + "\n")


def read_rows(folder: Path, cells: Sequence[StudyCell]) -> tuple[StudyRow, ...]:
    """The rows that are kept, in the order of the plan."""
    paths = (folder / ROWS / f"{cell.id}.json" for cell in cells)
    return tuple(_read_row(path) for path in paths if path.is_file())


def _read_row(path: Path) -> StudyRow:
    try:
        return StudyRow.model_validate_json(path.read_text("utf-8"))
    except (OSError, ValidationError) as error:
        raise InputError(f"{path} is no row of a study", hint="remove it, and run the study again") from error


def write_rows(folder: Path, rows: Sequence[StudyRow]) -> tuple[Path, Path]:
    """The rows together, as JSON lines and as a table whose columns are those that any row has."""
    flat = [row.flatten() for row in rows]
    head = list(dict.fromkeys(name for row in flat for name in row))
    lines, table = folder / "rows.jsonl", folder / "rows.csv"
    write_public(lines, "".join(f"{json.dumps(row.json_value(), ensure_ascii=False)}\n" for row in rows))
    write_public(table, write_csv(head, ([row.get(name, "") for name in head] for row in flat)))
    return lines, table


def write_sheet(folder: Path, plan: StudyPlan, rows: Sequence[StudyRow]) -> None:
    """The speeches of each item under letters whose order the plan's seed draws, and the key to them."""
    key = {item: dict(zip(ascii_uppercase, some, strict=False)) for item, some in _draw_orders(plan, rows)}
    sheet = [
        (item, letter, row.motion, row.cell.side, row.text)
        for item, letters in key.items()
        for letter, row in letters.items()
    ]
    arms = {item: {letter: row.cell.arm for letter, row in letters.items()} for item, letters in key.items()}
    write_public(folder / "sheet.csv", write_csv(("item", "letter", "motion", "side", "speech"), sheet))
    write_public(folder / "key.json", dump_json(arms) + "\n")


def _draw_orders(plan: StudyPlan, rows: Sequence[StudyRow]) -> Iterator[tuple[str, list[StudyRow]]]:
    """The items that every arm has spoken to."""
    for item in dict.fromkeys(row.cell.item for row in rows):
        own = [row for row in rows if row.cell.item == item]
        if len(own) == len(plan.arms) <= len(ascii_uppercase):
            Random(f"sheet {plan.seed} {item}").shuffle(own)
            yield item, own


def read_choices(folder: Path) -> list[str]:
    """The arms that people chose, a ballot each; a voter's last ballot on an item counts."""
    path = folder / _CHOICES
    if not path.is_file():
        return []
    key = json.loads((folder / "key.json").read_text("utf-8"))
    cast: dict[tuple[str, str], str] = {}
    for number, row in enumerate(read_csv(path.read_text("utf-8-sig"))[1], start=1):
        item, letter = row.get("item", "").strip(), row.get("letter", "").strip().upper()
        if letter not in key.get(item, {}):
            raise InputError(f"{path} row {number}: {item or 'no item'} has no speech {letter!r}", hint="see sheet.csv")
        cast[item, row.get("voter", "").strip()] = key[item][letter]
    return list(cast.values())
