"""Reads the form of an answer from the words an endpoint is told, as a model without a schema must."""

from __future__ import annotations

import json
import re
from typing import Any

_IDS = re.compile(r"naming (\d+)(?: to (\d+))? of these ids, none twice: (.*)\.")
_RANKED = re.compile(r"naming every one of these ids once, best first: (.*)\.")
_SCORE = re.compile(r"a number from (\S+) to ([^\s,]+?)(, or .*null.*)?\.?$")
_LABEL = re.compile(r'Reply as JSON \{"label": "\.\.\."\}, with one of: (.*)\.$')
_COUNTED = re.compile(r'"(?P<letters>[a-z]+)1" to "(?P=letters)(?P<last>\d+)"')
_FIELD = re.compile(r'( *)- ("(?:[^"\\]|\\.)*"): (.*)')


def read_form(text: str) -> dict[str, Any]:
    """A JSON schema of the answer, with all its bounds."""
    told = text[text.rindex("Reply as") :].partition("\n\nAn earlier answer")[0]
    before, _, reasons = told.partition(' The object begins with a field "reasons"')
    properties = _read_properties(before)
    return _object({"reasons": {"type": "string"}, **properties} if reasons else properties)


def _read_properties(told: str) -> dict[str, Any]:
    if found := _IDS.search(told):
        return {"ids": _ids(found[3], int(found[1]), int(found[2] or found[1]))}
    if found := _RANKED.search(told):
        names = json.loads(f"[{found[1]}]")
        return {"ids": _ids(found[1], len(names), len(names))}
    if found := _LABEL.search(told):
        return {"label": {"type": "string", "enum": json.loads(f"[{found[1]}]")}}
    if told.startswith("Reply as JSON"):
        return {"score": _score(told)}
    return _read_fields([found for line in told.splitlines() if (found := _FIELD.fullmatch(line))])


def _read_fields(lines: list[re.Match[str]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    while lines:
        indent, name, kind = lines.pop(0).groups()
        inner = []
        while lines and len(lines[0][1]) > len(indent):
            inner.append(lines.pop(0))
        fields[json.loads(name)] = _kind(kind, inner)
    return fields


def _kind(told: str, inner: list[re.Match[str]]) -> dict[str, Any]:
    if found := re.search(r"a list of objects, (\d+)(?: to (\d+))? entries", told):
        low, high = int(found[1]), int(found[2] or found[1])
        return {"type": "array", "items": _object(_read_fields(inner)), "minItems": low, "maxItems": high}
    if found := re.search(r"a list of ids, (\d+)(?: to (\d+))? of the ids that are offered: (.*)", told):
        return _ids(found[3], int(found[1]), int(found[2] or found[1]))
    if "a string, " in told:
        return {"type": "string"}
    if _SCORE.search(told):
        return _score(told)
    return {"type": "string", "enum": told.rpartition("one of ")[2].split(", ")}


def _ids(listed: str, low: int, high: int) -> dict[str, Any]:
    items = {"type": "string", "enum": _list_names(listed)}
    return {"type": "array", "items": items, "minItems": low, "maxItems": high}


def _list_names(listed: str) -> list[str]:
    """The ids one by one, also where they are told by the first and the last of them."""
    if found := _COUNTED.fullmatch(listed):
        return [f"{found['letters']}{n}" for n in range(1, int(found["last"]) + 1)]
    names: list[str] = json.loads(f"[{listed}]")
    return names


def _score(told: str) -> dict[str, Any]:
    found = _SCORE.search(told)
    assert found, told
    scale = {"type": "number", "minimum": float(found[1]), "maximum": float(found[2])}
    return {"anyOf": [scale, {"type": "null"}]} if found[3] else scale


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
