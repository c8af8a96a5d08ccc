"""A second look: an evaluator says of each statement whether the sentences show it, before it counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from foam.examination.file import CaseFile
from foam.examination.modelled.forms import shown_act
from foam.examination.modelled.shown import describe_document
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.session import Session
from foam.model.question import Option
from foam.record.entry import Entry, Input


class Verdict(NamedTuple):
    """What the evaluator said of one statement."""

    shown: str
    because: str


class Confirmed(NamedTuple):
    """The verdicts by the names of the statements, and the entry that holds them; none where no answer counts."""

    verdicts: dict[str, Verdict]
    entry: Entry | None


async def confirm(session: Session, file: CaseFile, statements: Sequence[Option], *inputs: Input) -> Confirmed:
    """Ask once about all statements, with the list of what is in the file beside them."""
    names = sorted(one.id for one in statements)

    def check(entry: Entry) -> list[str]:
        found = sorted(one["of"] for one in read_records(entry, "verdicts"))
        return [] if found == names else ["verdicts: each statement has exactly one"]

    listed = "\n".join(f"- {describe_document(one)}" for one in file.documents)
    act = shown_act(session.prompts, statements=tuple(statements), listed=listed)
    entry = await ask_act(session, "second look", act, *inputs, check=check)
    found = read_records(entry, "verdicts") if entry else ()
    return Confirmed({one["of"]: Verdict(one["shown"], one["because"]) for one in found}, entry)


def read_records(entry: Entry, field: str) -> tuple[dict[str, Any], ...]:
    """The records of a list that was written."""
    records: Any = read_form(entry)[field]
    return tuple(records)
