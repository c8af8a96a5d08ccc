"""Calls about prompts: which templates there are, and exactly what a model was sent in a run."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pydantic import TypeAdapter, ValidationError

from foam.errors import NotFound, NotRecorded
from foam.home.calls import quick
from foam.home.desk import Desk
from foam.model.question import Question, answer_schema
from foam.model.remote.instruction import INSTRUCTION_DIGEST, render_instruction, render_system
from foam.pack.loader import load_pack
from foam.perspective.near import suggest_near
from foam.record.entry import Entry
from foam.record.graph import entries_of, require_entry
from foam.values import Rows, Value, short
from foam.visible import clean_line

_QUESTION: TypeAdapter[Question] = TypeAdapter(Question)


class ListedTemplate(Value):
    """A template, and how often a run asked with it."""

    name: str
    version: str
    """The digest of its text; a run that asked with another text has another."""
    first_line: str
    """Empty where a run asked with a text that the pack no longer has."""
    asked: int = 0


class SentPrompt(Value):
    """What one model was sent for one act, and what it answered."""

    run: str
    entry: str
    act: str
    """The kind of decision."""
    template: str
    template_digest: str
    number: int
    """Which of the run's acts of this kind it is, counted from 1."""
    of: int
    decider: str
    system: str
    """Empty where no system text was sent, or where it is not known any more."""
    prompt: str
    form: dict[str, Any]
    """The JSON Schema of the answer asked for."""
    answer: Any
    note: str = ""
    """What a reader should know of how this was put together."""


class PromptCalls:
    """`home.prompts`: templates, and what was made of them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def list(self, *, run: Any = None, pack: str | None = None) -> Rows[ListedTemplate]:
        """The templates of a pack; with a run, those of its pack and how often it asked with each."""
        if run is None:
            return _list_templates(self._desk.load_pack(pack).reference, Counter())
        key = self._desk.find_run(run)
        spec = require_entry(self._desk.reading, key).draft.question["spec"]
        asked = Counter((_name_template(entry), entry.draft.template) for entry in self._list_asked(key))
        return _list_templates(pack or spec.get("pack") or "", asked)

    @quick
    def show(self, act: str, *, run: Any, number: int = 1) -> SentPrompt:
        """Exactly what was sent for an act of a run: by its kind or its template, the first or the one of a number."""
        key = self._desk.find_run(run)
        asked = self._list_asked(key)
        found = [e for e in asked if act == e.draft.kind] or [e for e in asked if _is_called(_name_template(e), act)]
        if not found:
            known = {name for entry in asked for name in (entry.draft.kind, _name_template(entry))}
            raise NotFound(f"run {short(key)} asked nothing called {act!r}", hint=suggest_near(act, known))
        if not 1 <= number <= len(found):
            raise NotFound(f"run {short(key)} asked {act!r} {len(found)} times", hint=f"--number 1 to {len(found)}")
        return _read_sent(found[number - 1], run=key, number=number, of=len(found))

    @quick
    def text(self, name: str, *, pack: str | None = None) -> str:
        """The text of a template of a pack, by its name or the last part of it where only one ends so."""
        templates = self._desk.load_pack(pack).prompts.templates
        found = [one for one in templates if one.name == name] or [
            one for one in templates if _is_called(one.name, name)
        ]
        if len(found) == 1:
            return found[0].text
        known = [one.name for one in found or templates]
        raise NotFound(f"{len(found) or 'no'} templates are called {name!r}", hint=suggest_near(name, known))

    def _list_asked(self, run: str) -> tuple[Entry, ...]:
        """What models were asked in a run, in the order in which the answers joined it."""
        entries = entries_of(self._desk.reading, run)
        return tuple(entry for entry in entries if entry.draft.decider.type == "model")


def _name_template(entry: Entry) -> str:
    return str(entry.draft.question["template"])


def _is_called(template: str, name: str) -> bool:
    """Whether this is the template's name, or the part of it after the folder."""
    return name in (template, template.rpartition("/")[2])


def _list_templates(pack: str, asked: Counter[tuple[str, str]]) -> Rows[ListedTemplate]:
    texts = {(one.name, one.digest): one.text for one in load_pack(pack).prompts.templates} if pack else {}
    return Rows(
        ListedTemplate(name=one[0], version=one[1], first_line=_find_first_line(texts.get(one, "")), asked=asked[one])
        for one in sorted({*texts, *asked})
    )


def _find_first_line(text: str) -> str:
    return next((clean_line(line) for line in text.splitlines() if line.strip()), "")


def _read_sent(entry: Entry, *, run: str, number: int, of: int) -> SentPrompt:
    """The question of an entry as its model read it; an endpoint is told more than the prompt."""
    asked = entry.draft.question
    try:
        question = _QUESTION.validate_python(asked)
    except ValidationError as error:
        raise NotRecorded(
            f"{short(entry.key)} was asked in a form that this version does not know",
            hint=f"foam record show {short(entry.key)} shows it as it was kept",
        ) from error
    told = entry.draft.decider.parameters.get("instruction")
    known = told == INSTRUCTION_DIGEST
    if told is None:
        note = "answered on this machine: the model read the parts that it uses"
    else:
        note = "" if known else "endpoints were told what form to answer in by other words, which are not shown"
    return SentPrompt(
        run=run,
        entry=entry.key,
        act=entry.draft.kind,
        template=question.template,
        template_digest=question.template_digest,
        number=number,
        of=of,
        decider=entry.draft.decider.id,
        system=render_system(question) if known else question.system,
        prompt=render_instruction(question) if known else question.prompt,
        form=answer_schema(question),
        answer=entry.answer,
        note=note,
    )
