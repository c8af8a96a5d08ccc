"""Drafted rules: a model wrote them, and they are used only as a named person approved them."""

from __future__ import annotations

import re
from pathlib import Path

from foam.errors import InputError
from foam.pack.files import read_text, read_toml, validate
from foam.pack.rules import Draft, Rules
from foam.pack.writing import write_table

_TABLE = re.compile(r"^\[draft\][^\n]*\n(?:(?!\[)[^\n]*(?:\n|\Z))*", re.MULTILINE)


def approve_rules(path: Path, *, by: str) -> Rules:
    """Write into a draft who approved it, and the digest of what was approved."""
    rules = validate(path, Rules, read_toml(path))
    if rules.draft is None:
        raise InputError(f"{path} is no draft: nothing is to be approved")
    if not by.strip():
        raise InputError("say who approves it")
    draft = rules.draft.model_copy(update={"approved_by": by.strip(), "approved": rules.content})
    path.write_text(put_draft(read_text(path), draft), "utf-8")
    return validate(path, Rules, read_toml(path))


def put_draft(text: str, draft: Draft) -> str:
    """A `rules.toml` with this table of its draft, at its end; the rest as it is written."""
    rest = _TABLE.sub("", text).rstrip("\n")
    return "\n".join([rest, "", "[draft]", *write_table(draft.model_dump(mode="json", exclude_defaults=True)), ""])
