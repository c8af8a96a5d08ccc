"""Plans that are registered in a folder before anything is asked, so that nobody can see the outcome and then change
what was asked."""

from __future__ import annotations

import json
from pathlib import Path

from foam.errors import InputError
from foam.private import write_public
from foam.values import Value
from foam.visible import dump_json

_PLAN_FILE = "plan.json"


def register(plan: Value, folder: Path) -> str:
    """Write the plan, or hold it against the one already there; its digest is returned."""
    path = folder / _PLAN_FILE
    if path.exists():
        return _check_same(plan, path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_public(path, dump_json({"digest": plan.digest, "plan": plan.json_value()}) + "\n")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}", hint="name a folder that can be made") from error
    return plan.digest


def _check_same(plan: Value, path: Path) -> str:
    try:
        registered = type(plan).model_validate(json.loads(path.read_text("utf-8"))["plan"])
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path} is not such a plan", hint="use another folder, or mend the file") from error
    if registered.digest != plan.digest:
        changed = [name for name in type(plan).model_fields if getattr(plan, name) != getattr(registered, name)]
        verb = "differs" if len(changed) == 1 else "differ"
        raise InputError(
            f"this folder holds another registered plan ({', '.join(changed)} {verb})",
            hint="repeat the registered command, or register the new plan in a new folder",
        )
    return registered.digest
