"""Writing a drafted pack as files that a person reads and corrects: TOML with a comment where something was found."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from foam.pack.rules import Rules
from foam.values import CleanLine, Value
from foam.visible import clean_line

_WIDTH = 110
_CRITERIA = (
    ("relevance", "The objection strikes the claim that was made, not another one.", "concerns"),
    ("support", "The objection rests on a rule or on evidence in the file.", ""),
    ("consequence", "If the objection holds, the claim can no longer stand as it is.", "convinces"),
)


class DraftedValue(Value):
    """Something that seats weigh, and why it was drafted."""

    id: str
    text: CleanLine
    because: CleanLine


class DraftedSeat(Value):
    """Somebody at the table."""

    id: str
    role: CleanLine
    description: CleanLine
    weighting: dict[str, float]
    speaks_for: tuple[str, ...] = ()
    stance: str = ""
    """An option of `resolution_stance`; empty leaves it to be argued."""
    because: CleanLine
    """Where it comes from, for the comment above it."""


class DraftedStakeholder(Value):
    """Somebody concerned."""

    id: str
    label: CleanLine
    because: CleanLine


class DraftedPack(Value):
    """A pack as it was drafted, before a person corrected it."""

    name: str
    title: CleanLine
    summary: CleanLine
    question: CleanLine
    values: tuple[DraftedValue, ...]
    stakeholders: tuple[DraftedStakeholder, ...]
    seats: tuple[DraftedSeat, ...]
    documents: tuple[CleanLine, ...] = ()
    """What each document was taken for."""
    decision: CleanLine = ""
    """The file that holds the decision."""
    rules_in: tuple[CleanLine, ...] = ()
    """The files that hold the rules."""
    referred_to: CleanLine = ""
    """Where the documents lie, if they were not copied."""


def write_pack_toml(draft: DraftedPack) -> str:
    """`pack.toml`, with what was found beside what was made of it."""
    lines = [
        *_comment("A draft. Every line of it may be wrong: correct it, then run `foam pack check` on the folder."),
        *_comment("docs/packs.md explains each field."),
        "",
        f"name = {_quote(draft.name)}",
        f"title = {_quote(draft.title)}",
        f"summary = {_quote(draft.summary)}",
        *_comment("A yes-or-no question; it is deliberated when nobody asks another."),
        f"sample_question = {_quote(draft.question)}",
        *_comment("What readers must know of the documents, if anything. Say here if they are invented."),
        'notice = ""',
        "belief_paradigms = false",
        "",
        *_comment("The documents, as they were read:"),
        *(line for one in draft.documents for line in _comment(f"- {one}")),
    ]
    if draft.referred_to:
        lines += _comment(f"They lie in {draft.referred_to} and were not copied: foam library add them, use --library.")
    if not draft.referred_to:
        lines += ["", *_write_file(draft)]
    lines += ["", *_comment("What is at stake. Seats weigh these; the sentence tells models what each means.")]
    for value in draft.values:
        lines += ["", *_comment(value.because), *_write_table("value", {"id": value.id, "text": value.text})]
    lines += ["", *_comment("Who is concerned. A table at which nobody speaks for one of them says so.")]
    for one in draft.stakeholders:
        lines += ["", *_comment(one.because), *_write_table("stakeholder", {"id": one.id, "label": one.label})]
    lines += ["", *_comment("What objections are scored on.")]
    for name, text, aim in _CRITERIA:
        lines += ["", *_write_table("criterion", {"id": name, "text": text, **({"aim": aim} if aim else {})})]
    lines += ["", *_comment("Who sits at the table. Weights say how much each value counts; the highest speaks first.")]
    for seat in draft.seats:
        lines += ["", *_comment(seat.because), *_write_seat(seat)]
    return "\n".join(lines) + "\n"


def write_rules_toml(rules: Rules) -> str:
    """`rules.toml`."""
    lines = _comment(
        "The rules, as code works them out over the documents. `{value}` stands for the figure. Hold each against the "
        "rule as written before you rely on it: docs/packs.md, Stated rules."
    )
    stated = rules.model_dump(mode="json", exclude_defaults=True, exclude={"draft"}, by_alias=True)
    for name, rows in stated.items():
        for row in rows:
            parts = {field: value for field, value in row.items() if field in ("concludes", "variants")}
            lines += ["", *_write_table(name, {field: value for field, value in row.items() if field not in parts})]
            lines += _write_finding_parts("finding", parts)
    return "\n".join(lines) + "\n"


def _write_finding_parts(name: str, parts: Mapping[str, Any]) -> Iterator[str]:
    if "concludes" in parts:
        yield from ("", f"[{name}.concludes]", *write_table(parts["concludes"]))
    for row in parts.get("variants", ()):
        yield from ("", *_write_table(f"{name}.variants", {k: v for k, v in row.items() if k != "concludes"}))
        yield from _write_finding_parts(f"{name}.variants", {"concludes": row["concludes"]})


def _write_file(draft: DraftedPack) -> Iterator[str]:
    yield from _comment(
        "The documents are the file of one decision: they are examined before anyone argues, and what is found are "
        "facts. Drop this table if they are not."
    )
    yield "[file]"
    yield from write_table({"decision": draft.decision, "rules": draft.rules_in})
    yield from (
        "",
        *_comment(
            "How authors stand to the matter, which no document is read for: "
            '"letter.md" = "independent", or "party", "authority", "unknown".'
        ),
    )
    yield "[file.roles]"


def _write_seat(seat: DraftedSeat) -> Iterator[str]:
    fields: dict[str, object] = {
        "id": seat.id,
        "role": seat.role,
        "description": seat.description,
        "weighting": seat.weighting,
    }
    if seat.speaks_for:
        fields["speaks_for"] = list(seat.speaks_for)
    if seat.stance:
        fields["dimensions"] = {"resolution_stance": seat.stance}
    yield from _write_table("perspective", fields)
    if not seat.stance:
        yield '# dimensions = { resolution_stance = "affirm_whole" }  # for the question; "oppose_direct" is against it'


def _write_table(name: str, fields: Mapping[str, object]) -> list[str]:
    return [f"[[{name}]]", *write_table(fields)]


def write_table(fields: Mapping[str, object]) -> list[str]:
    """The lines of a table, a field each."""
    return [f"{name} = {_write(value)}" for name, value in fields.items()]


def _write(value: object) -> str:
    match value:
        case str():
            return _quote(value)
        case bool():
            return "true" if value else "false"
        case Mapping():
            return "{ " + ", ".join(f"{name} = {_write(one)}" for name, one in value.items()) + " }"
        case Sequence():
            return "[" + ", ".join(map(_write, value)) + "]"
        case _:
            return str(value)


def _quote(text: str) -> str:
    """A basic string of TOML, which escapes as JSON does."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _comment(text: str) -> list[str]:
    return wrap(clean_line(text), _WIDTH, initial_indent="# ", subsequent_indent="#   ", break_long_words=False)
