"""Cases in files: read, and told of where they do not hold up."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from foam.argument.flow import Flow
from foam.case.values import Case, CaseFailure
from foam.errors import InputError
from foam.record.runs import read_views
from foam.record.store import OUTCOME, Store


def read_case(path: Path) -> Case:
    """A case as it was saved to a .json file."""
    try:
        raw: Any = json.loads(path.read_text(encoding="utf-8"))
        return Case.model_validate({name: value for name, value in raw.items() if name != "provenance"})
    except OSError as error:
        raise InputError(f"cannot read {path}: {error}", hint="name a file that is there") from error
    except (ValueError, AttributeError) as error:
        first = str(error).splitlines()[0]
        raise InputError(f"{path} is no case: {first}", hint="write one: foam case --out FILE.json") from error


def find_unwritten(case: Case, store: Store) -> Iterator[CaseFailure]:
    """That no run on the record wrote the case as it stands, where none did: whatever else was changed in it."""
    if not any(case.digest in read_views(outcome).values() for outcome in store.entries(kind=OUTCOME)):
        yield CaseFailure(
            slot="",
            rule="provenance",
            what="no run on this record wrote the case as it stands: it was changed, or comes from another home",
            remedy="take it from its run again: foam case export RUN FILE.json",
        )


def list_unissued(said: Iterable[Path | Flow]) -> tuple[str, ...]:
    """A line on each case among these files that was not issued: whoever answers it answers what does not hold up."""
    files = [one for one in said if isinstance(one, Path) and one.suffix.lower() == ".json"]
    cases = [(file.name, _find_case(file)) for file in files]
    return tuple(f"{name}: this {case.speech} was not issued" for name, case in cases if case and not case.issued)


def _find_case(path: Path) -> Case | None:
    """The case in a file; None where it holds something else."""
    try:
        return read_case(path)
    except InputError:
        return None
