"""Calculations of the older form, `calculations.toml`, and the stated rules that they are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from foam.errors import PackError
from foam.pack.files import read_toml, validate
from foam.pack.formulas import split_comparisons
from foam.pack.rules import OLDER_FILE, RULES_FILE, Rules
from foam.pack.writing import write_rules_toml

KEPT = OLDER_FILE + ".old"
"""What the older file is called once it was converted."""
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_PLACED = re.compile(r"\{([a-z_][a-z0-9_]*)\}|\(\?P<([a-z_][a-z0-9_]*)>")
Row = Mapping[str, Any]


def write_converted(folder: Path) -> Path | None:
    """Write the `rules.toml` of a pack that still has a `calculations.toml`, which is kept under another name."""
    older, path = folder / OLDER_FILE, folder / RULES_FILE
    if not older.is_file() or path.exists():
        return None
    try:
        tables = convert_calculations(read_toml(older).get("calculation", []))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise PackError(f"{older}: it holds no calculations: {error!r}", hint="state them in rules.toml") from error
    path.write_text(write_rules_toml(validate(older, Rules, tables)), "utf-8")
    older.rename(folder / KEPT)
    return path


def convert_calculations(calculations: Sequence[Row]) -> dict[str, Any]:
    """The tables of `rules.toml`: a root for each calculation that says what must hold and what follows."""
    converter = _Converter()
    for one in calculations:
        converter.add(one)
    return converter.tables


class _Converter:
    """Collects the tables. A name that stood for two things is told apart by its calculation."""

    def __init__(self) -> None:
        self.tables: dict[str, list[dict[str, Any]]] = {
            name: [] for name in ("source", "root", "provision", "input", "calculation", "finding")
        }
        self._taken: dict[str, object] = {}

    def add(self, one: Row) -> None:
        inputs, rules, steps = one["inputs"], one.get("rules", []), one["steps"]
        names = {part["name"]: self._choose(one, part["name"], part) for part in (*inputs, *rules, *steps)}
        for sought in inputs:
            self._put("input", self._rename_input(sought, names))
        for rule in rules:
            self._put("provision", self._source(_identify(rule, names), role="rule"))
        for step in steps:
            self._put("calculation", _identify(step, names))
        finding = {
            **{name: one[name] for name in ("id", "title", "as_stated", "settles", "value") if name in one},
            "steps": [names[step["name"]] for step in steps],
            "rules": [names[rule["name"]] for rule in rules],
            "holds": _rename(one.get("holds", ""), names),
            "variants": [self._vary(one, variant, names) for variant in one.get("variants", [])],
        }
        if said := _rename_said(one.get("concludes", {}), names):
            finding["concludes"] = said
            if finding["holds"]:
                self._add_root(one, finding, said)
        self.tables["finding"].append(finding)

    def _add_root(self, one: Row, finding: Row, said: Mapping[str, str]) -> None:
        self.tables["root"].append(
            {
                "id": self._choose(one, re.sub(r"\W|^(?=\d)", "_", one["id"].lower()).strip("_") or "root", one),
                "asks": f"{one['title']}: does it come out as the rules ask?",
                "all": [*finding["rules"], *split_comparisons(finding["holds"])],
                "if_true": said.get("then_holds") or said["holds"],
                "if_false": said.get("then_fails") or said["fails"],
            }
        )

    def _vary(self, one: Row, variant: Row, names: Mapping[str, str]) -> dict[str, Any]:
        inputs = []
        for sought in variant.get("inputs", []):
            name = self._choose(one, f"{variant['id'].replace('-', '_')}_{sought['name']}", sought)
            inputs.append(name)
            row = self._rename_input(sought, {**names, sought["name"]: name})
            self._put("input", {**row, "otherwise": names[sought["name"]]})
        leaves = [names[name] for name in variant.get("leaves", [])]
        return {**variant, "inputs": inputs, "leaves": leaves, "concludes": _rename_said(variant["concludes"], names)}

    def _rename_input(self, one: Row, names: Mapping[str, str]) -> dict[str, Any]:
        row = {**one, "name": names[one["name"]], "pattern": _replace(one["pattern"], names)}
        for field in ("count", "until"):
            if isinstance(row.get(field), str):
                row[field] = names[row[field]]
        return self._source(row, role="record")

    def _source(self, row: dict[str, Any], *, role: str) -> dict[str, Any]:
        """The row with its documents named once. Where a rule is looked for, there are rules."""
        place: dict[str, Any] = {name: row.pop(name) for name in ("kinds", "titled") if name in row}
        if not place and role != "rule":
            return row
        for source in self.tables["source"]:
            if {name: source[name] for name in ("kinds", "titled") if name in source} == place:
                source["role"] = "rule" if role == "rule" else source["role"]
                return {**row, "source": source["id"]}
        source = {"id": f"documents_{len(self.tables['source']) + 1}", "role": role, **place}
        self.tables["source"].append(source)
        return {**row, "source": source["id"]}

    def _choose(self, one: Row, name: str, what: object) -> str:
        """A name that stands for this alone."""
        chosen, n = name, 1
        while self._taken.setdefault(chosen, what) != what:
            own = re.sub(r"\W", "_", one["id"].lower())
            chosen, n = f"{name}_of_{own}{n if n > 1 else ''}", n + 1
        return chosen

    def _put(self, table: str, row: dict[str, Any]) -> None:
        if row not in self.tables[table]:
            self.tables[table].append(row)


def _identify(part: Row, names: Mapping[str, str]) -> dict[str, Any]:
    """A rule or a step with its new name as its id, and with those it reads renamed."""
    row = {**part, "id": names[part["name"]]}
    del row["name"]
    for field, write in (("formula", _rename), ("stated", _rename), ("pattern", _replace)):
        if field in row:
            row[field] = write(row[field], names)
    return row


def _rename(formula: str, names: Mapping[str, str]) -> str:
    return _WORD.sub(lambda word: names.get(word[0], word[0]), formula)


def _replace(text: str, names: Mapping[str, str]) -> str:
    """A sentence or a pattern with its places renamed."""

    def write(place: re.Match[str]) -> str:
        name = place[1] or place[2]
        new = names.get(name, name) if name != "value" else name
        return f"{{{new}}}" if place[1] else f"(?P<{new}>"

    return _PLACED.sub(write, text)


def _rename_said(said: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    return {name: _replace(text, names) for name, text in said.items()}
