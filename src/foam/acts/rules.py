"""Drafting stated rules from the rules' text: a model fills one form, and code holds it against the text.

A provision is one of the sentences that were shown. The words of a condition stand in its provision. Whatever does not
hold together is refused, and asked for once more.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from pydantic import ValidationError

from foam.acts.engine import list_rows, read_first
from foam.errors import Refused
from foam.evidence.document import Document
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.job import job
from foam.job.session import Session
from foam.job.spec import Spec
from foam.model.form import IdsField, LabelField, ListField, TextField
from foam.model.question import Option, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.pack.binding import bind_rules
from foam.pack.files import describe_error
from foam.pack.rules import Draft, Rules
from foam.record.entry import Entry, ValueInput
from foam.semantics.bearing import find_unmoved
from foam.values import CleanLine

ROOT = "answer"
MOST_SENTENCES = 150
_LONG = 50


class RuleDraftSpec(Spec):
    """Rules to be drafted."""

    question: CleanLine
    document: Document
    """The rules' text."""


@job("rules", spec=RuleDraftSpec)
async def draft_rules(spec: RuleDraftSpec, session: Session) -> Rules:
    """Rules that a model read out of the text, unapproved."""
    document = spec.document
    sentences = tuple(Option(id=f"s{n}", text=document.sentence(n)) for n in range(len(document.ends)))
    act = rules_act(session.prompts, question=spec.question, sentences=sentences)
    by = spec.deciders["proposer"].id

    def check(entry: Entry) -> list[str]:
        try:
            return _find_draft_faults(read_draft(entry, spec, by=by), document)
        except ValidationError as error:
            return [describe_error(error)]

    given = ValueInput(role="rules", value=document.id)
    entry = await ask_act(session, "rules", act, given, check=check)
    if entry is None:
        raise Refused(
            "no draft of the rules held against their text", hint="try another model, or state the rules by hand"
        )
    return read_draft(entry, spec, by=by)


def rules_act(prompts: Prompts, *, question: str, sentences: Options) -> Write:
    """Which provisions and conditions does the answer rest on?"""
    filled = render_prompt(prompts, "acts/rules", question=fence(question), rules=fence_options(sentences))
    ids = tuple(one.id for one in sentences)
    provision = (TextField(name="id", max_words=1), IdsField(name="sentence", ids=ids, at_least=1))
    condition = (
        TextField(name="id", max_words=1),
        TextField(name="says", max_words=_LONG),
        TextField(name="fact", max_words=_LONG),
        TextField(name="provision", max_words=1),
        TextField(name="words", max_words=_LONG),
    )
    node = (
        TextField(name="id", max_words=1),
        LabelField(name="op", labels=("all", "any")),
        TextField(name="parts", max_words=_LONG),
        TextField(name="unless", max_words=_LONG, may_be_empty=True),
    )
    fields = (
        TextField(name="if_true", max_words=_LONG),
        TextField(name="if_false", max_words=_LONG),
        ListField(name="provisions", fields=provision, at_least=1, at_most=30),
        ListField(name="conditions", fields=condition, at_most=30),
        ListField(name="nodes", fields=node, at_least=1, at_most=20),
    )
    return Write(**filled, statement=question, fields=fields, material=sentences)


def read_draft(entry: Entry, spec: RuleDraftSpec, *, by: str) -> Rules:
    """The rules that a filled form states; ValidationError where they do not hold together."""
    form = read_form(entry)
    document = spec.document
    nodes = [_read_node(row) for row in list_rows(form, "nodes")]
    answers = {"asks": spec.question, "if_true": form["if_true"], "if_false": form["if_false"]}
    return Rules.model_validate(
        {
            "source": [{"id": "rules", "role": "rule", "file": PurePath(document.origin.file).name}],
            "root": [{**node, **answers} for node in nodes if node["id"] == ROOT],
            "node": [node for node in nodes if node["id"] != ROOT],
            "provision": [
                {"id": row["id"], "source": "rules", "begins": document.sentence(int(read_first(row, "sentence")[1:]))}
                for row in list_rows(form, "provisions")
            ],
            "condition": [
                {
                    "id": row["id"],
                    "says": row["says"],
                    "fact": {"seek": row["fact"]},
                    "term": {"of": row["provision"], "words": row["words"]},
                }
                for row in list_rows(form, "conditions")
            ],
            "draft": Draft(by=by),
        }
    )


def _read_node(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": row["id"], row["op"]: row["parts"].split(), "unless": row["unless"].split()}


def _find_draft_faults(rules: Rules, document: Document) -> list[str]:
    """What keeps a draft from being the rules of this text."""
    if not rules.roots:
        return [f"nodes: one has the id {ROOT}"]
    bound = bind_rules(rules, {"rules": document})
    found = [f"{one.part}: {one.what}" for one in (*bound.list_complaints(), *find_unmoved(bound.frame))]
    leaves = bound.frame.leaf_by_id
    missing = [one.id for one in rules.provisions if not leaves[one.id].at]
    return [*found, *(f"{name}: its sentence does not stand once in the rules" for name in missing)]
