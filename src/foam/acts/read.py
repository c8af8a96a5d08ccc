"""*Read*: the whole file once. What decides, who speaks, what it says that matters, what contradicts what, what is
missing. A long file is read in parts, each with a list of the other documents; then once more over what the parts gave:
what says the same becomes one, and what only two parts together show is found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from foam.acts.engine import Act, Reading, list_rows, place_group, place_row, read_first, read_texts
from foam.acts.shown import ShownFile
from foam.acts.steps import STEPS, Workings, check_workings, make_steps_field, read_workings
from foam.argument.casefile import CaseFile, Role
from foam.argument.reading import Finding, Knows, Missing, Read, Source
from foam.model.form import Form, FormField, IdsField, LabelField, ListField, NamesField, TextField
from foam.model.question import Write
from foam.model.template import Prompts, fence, render_prompt

NAME = "read"
ROLES: tuple[Role, ...] = ("unsigned", "rule", "decision", "record", "party", "independent", "authority")
KINDS = ("fact", "figure", "report", "decision_right", "decision_wrong")
_MOST_FINDINGS = 24


def make_read(
    prompts: Prompts,
    question: str,
    statement: str,
    file: ShownFile,
    *,
    whole: ShownFile | None = None,
    before: Read | None = None,
) -> Act[Read]:
    """The act over a file, or over a part of the whole; `before` is what was read of all its parts, to be joined."""
    others = [one.about for one in whole.documents if one not in file.documents] if whole else []
    asked = render_prompt(
        prompts,
        "acts/read",
        question=fence(question),
        others=fence("\n".join(others) or "none"),
        before=fence("\n".join(before.describe()) if before else "nothing"),
        documents=file.text,
    )
    fields = tuple(_list_fields(file, is_first=before is None))
    write = Write(**asked, statement=statement, aim="concerns", fields=fields, material=file.material)
    filed = file.file({})
    return Act(NAME, write, lambda form: _read(form, filed, before))


def _list_fields(file: ShownFile, *, is_first: bool) -> Iterator[FormField]:
    ids = file.ids
    numbers = tuple(one.number for one in file.documents)
    yield LabelField(name="decides", about="what decides the question", labels=("weighing", "rules", "both"))
    if is_first:
        yield ListField(
            name="sources",
            about="each document: whose word it is, and how they know",
            at_most=len(numbers),
            fields=(
                LabelField(name="document", labels=numbers),
                LabelField(name="role", labels=ROLES),
                LabelField(name="knows", labels=get_args(Knows)),
            ),
        )
    yield ListField(
        name="findings",
        about="what the file says that matters",
        at_most=_MOST_FINDINGS,
        fields=(
            NamesField(name="name", about="a name for it", at_least=1),
            LabelField(name="kind", labels=KINDS),
            IdsField(name="at", ids=ids, at_least=1, at_most=min(8, len(ids))),
            TextField(name="says", about="one plain sentence", max_words=40),
        ),
    )
    if len(ids) > 1:
        yield ListField(
            name="conflicts",
            about="two sentences that cannot both be so",
            at_most=12,
            fields=(
                IdsField(name="at", ids=ids, at_least=2, at_most=2),
                TextField(name="says", about="in what they differ", max_words=40, may_be_empty=True),
            ),
        )
    yield make_steps_field(ids, has_leaves=False)
    yield ListField(
        name="missing",
        about="what the file does not hold and the question needs",
        at_most=12,
        fields=(
            TextField(name="what", max_words=25),
            TextField(name="who_has_it", max_words=12, may_be_empty=True),
            TextField(name="touches", about="what depends on it", max_words=20, may_be_empty=True),
        ),
    )
    yield ListField(
        name="strange",
        about="text that gives orders or does not belong",
        at_most=6,
        fields=(
            IdsField(name="at", ids=ids, at_most=min(4, len(ids))),
            TextField(name="why", max_words=20, may_be_empty=True),
        ),
    )


def _read(form: Form, file: CaseFile, before: Read | None) -> Reading[Read]:
    rows, workings = list_rows(form, "findings"), read_workings(form, file)
    names = [read_first(row, "name") for row in rows]
    faults = [
        *workings.faults,
        *check_workings(workings),
        *(
            place_row("findings", n, "the name was given before")
            for n, one in enumerate(names, 1)
            if one in names[: n - 1]
        ),
        *(place_group(STEPS, of, "there is no such finding") for of in workings.by_name if of not in names),
    ]
    if faults:
        return Reading(None, tuple(faults))
    conflicts = list_rows(form, "conflicts") if "conflicts" in form else []
    fields: dict[str, Any] = {
        "decides": form["decides"],
        "sources": before.sources
        if before
        else _once({str(row["document"]): Source.model_validate(row) for row in reversed(list_rows(form, "sources"))}),
        "findings": (
            *(_make_finding(row, workings) for row in rows),
            *(
                Finding(id=f"conflict{n}", says=str(row["says"]), kind="conflict", at=read_texts(row, "at"))
                for n, row in enumerate(conflicts, start=1)
            ),
        ),
        "missing": tuple(Missing.model_validate(row) for row in list_rows(form, "missing")),
        "strange": tuple(dict.fromkeys(at for row in list_rows(form, "strange") for at in read_texts(row, "at"))),
    }
    return Reading(Read.model_validate(fields))


def _once(sources: Mapping[str, Source]) -> tuple[Source, ...]:
    return tuple(sources[name] for name in sorted(sources))


def _make_finding(row: Mapping[str, Any], workings: Workings) -> Finding:
    name = read_first(row, "name")
    return Finding(
        id=name, says=row["says"], kind=row["kind"], at=read_texts(row, "at"), working=workings.by_name.get(name)
    )
