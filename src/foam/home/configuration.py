"""Changing settings in a home's file: one value at a time, and every other line stays as it was.

The file is people's own: comments, order and spelling are theirs. A value is replaced in its line or added to its
table, and the new text is read again before it is written: unless exactly this one value differs, nothing is written.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from foam.errors import InputError, SettingError
from foam.private import write_private
from foam.settings import FILE, check_settings, name_variable, read_settings_text

_HEADER = re.compile(r"\s*\[[^\[\]]+\]\s*(#.*)?$")
_SECRET = "api_key"


def change_settings(home: Path, settings: Mapping[str, Any]) -> None:
    """Write settings, by their dotted names, to the home's file. All of them, or none where one is refused."""
    path = home / FILE
    before = text = read_settings_text(path)
    for name, value in settings.items():
        if name.rpartition(".")[2] == _SECRET:
            raise InputError(
                f"{name} is a key, and keys are not written here", hint=f"set the variable {name_variable(name)}"
            )
        text = change_setting(text, name, read_value(value) if isinstance(value, str) else value)
    check_settings(text, str(path))
    if text != before:
        write_private(path, text)


def change_setting(text: str, name: str, value: str | float | bool) -> str:
    """The text of a settings file with this one value changed."""
    table, key = tuple(name.split(".")[:-1]), name.split(".")[-1]
    wanted = _plant(tomllib.loads(text), name.split("."), value)
    changed = _write_value(text, table, key, _spell(value))
    try:
        is_right = tomllib.loads(changed) == wanted
    except tomllib.TOMLDecodeError:
        is_right = False
    if not is_right:
        raise SettingError(f"{name} cannot be changed in this file without more", hint="change it there by hand")
    return changed


def read_value(text: str) -> str | float | bool:
    """A value as somebody types it: a number or true or false as such, anything else as words."""
    try:
        found = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
    return found if isinstance(found, str | int | float) else text


def _plant(tree: dict[str, Any], path: list[str], value: Any) -> dict[str, Any]:
    head, rest = path[0], path[1:]
    held = tree.get(head, {})
    if rest and not isinstance(held, dict):
        raise SettingError(f"{head} is a value, not a table")
    return {**tree, head: _plant(held, rest, value) if rest else value}


def _write_value(text: str, table: tuple[str, ...], key: str, spelt: str) -> str:
    lines = text.splitlines(keepends=True)
    here: tuple[str, ...] = ()
    end: int | None = None
    if not table:
        end = next((n for n, line in enumerate(lines) if _HEADER.match(line)), len(lines))
    for number, line in enumerate(lines):
        if _HEADER.match(line):
            here = _read_header(line)
        elif here == table and (found := re.match(rf"\s*(?:{re.escape(key)}|\"{re.escape(key)}\")\s*=\s*", line)):
            lines[number] = f"{line[: found.end()]}{spelt}{_find_tail(line[found.end() :])}"
            return "".join(lines)
        if here == table and line.strip():
            end = number + 1 if table else end
    added = f"{key} = {spelt}\n"
    if end is None:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return f"{text}{gap}[{'.'.join(map(_spell_key, table))}]\n{added}"
    if end and not lines[end - 1].endswith("\n"):
        lines[end - 1] += "\n"
    return "".join([*lines[:end], added, *lines[end:]])


def _read_header(line: str) -> tuple[str, ...]:
    """The path of a table from its header; of what is none, a path that no setting has."""
    try:
        tree: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return ("",)
    path = []
    while isinstance(tree, dict) and tree:
        name = next(iter(tree))
        path.append(name)
        tree = tree[name]
    return tuple(path)


def _find_tail(rest: str) -> str:
    """What stands behind a value in its line: spaces, a comment, the end of the line."""
    ending = rest[len(rest.rstrip("\r\n")) :]
    line = rest[: len(rest) - len(ending)]
    for place in (n for n, letter in enumerate(line) if letter == "#"):
        try:
            tomllib.loads(f"value = {line[:place]}")
        except tomllib.TOMLDecodeError:
            continue
        kept = line[:place].rstrip()
        return f"{line[len(kept) :]}{ending}"
    return ending or "\n"


def _spell(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def _spell_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)
