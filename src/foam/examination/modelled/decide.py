"""What decides whether the decision should stand, by a model that writes, where code shows nothing.

The model names the rule, binds each of its conditions to sentences, and says which way that speaks. Code checks what is
cited, compares figures and days, and works out which way it speaks from what is said of the conditions; an evaluator
confirms the rule and each condition. A party's word and papers that nobody stands behind show nothing here either;
where code reads a paper so and the model does not, it says the role and why, and the evaluator confirms that, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from foam.examination.authors import is_kept
from foam.examination.file import CaseFile, FiledDocument, find_greeted
from foam.examination.finding import Bearing, Finding, make_finding
from foam.examination.modelled.check import find_orders, find_unborne_words, list_names
from foam.examination.modelled.confirm import confirm
from foam.examination.modelled.find import READING, name_models
from foam.examination.modelled.forms import EVALUATOR, WRITER, decides_act
from foam.examination.modelled.result import SURE, Dropped, ModelReading, Read, Suggestion
from foam.examination.modelled.shown import Line, explain_no_record, is_nobodys, list_lines, show_matter, tell_lines
from foam.examination.modelled.working import Unread, Worked, find_unborne, read_working
from foam.job.acts import try_act
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Option
from foam.record.entry import Entry, ValueInput

_RULE = "what decides, by a model"
_OTHER: dict[Bearing, Bearing] = {"for": "against", "against": "for"}
_ADVICE: dict[Bearing, str] = {
    "against": "Read the rule and these sentences, and decide again on this point if they show it.",
    "for": "Read the rule and these sentences before the decision relies on them.",
}
_ENDS = 5
"""Sentences of a paper's beginning, and of its end, that are shown where its author's role is said."""
_SAYS: dict[Bearing, str] = {"for": "the decision should stand", "against": "the decision should not stand"}


class _Reading(NamedTuple):
    """What was written, with its sentences."""

    form: dict[str, Any]
    rule: list[Line]
    conditions: list[tuple[dict[str, Any], list[Line]]]
    roles: list[tuple[dict[str, Any], FiledDocument]]

    @property
    def vouched(self) -> set[str]:
        """The documents that are said to be no party's."""
        return {filed.id for _, filed in self.roles}

    @property
    def lines(self) -> list[Line]:
        return [*self.rule, *(line for _, lines in self.conditions for line in lines)]

    @property
    def bearing(self) -> Bearing | None:
        """Which way it speaks by what is said of its conditions; None where that is not shown."""
        statuses = [record["status"] for record, _ in self.conditions]
        if "not met" in statuses:
            return _OTHER[self.form["if_all_met"]]
        return None if "not shown" in statuses or not statuses else self.form["if_all_met"]


async def decide_by_model(session: Session, file: CaseFile) -> Read:
    """What decides, as one finding that speaks for the decision or against it; nothing where it is not shown."""
    model, evaluator = (session.models[role].decider.id for role in (WRITER, EVALUATOR))
    nothing = ModelReading(model=model, evaluator=evaluator)
    if file.decision is None:
        return Read(nothing)
    window = show_matter(file)
    by_id = window.by_id

    def check(entry: Entry) -> list[str]:
        return [*_find_faults(_read(entry, by_id), file)]

    tried = await try_act(session, "what decides", decides_act(session.prompts, window=window), check=check)
    unread = len(list_lines(file)) - len(window.lines)
    nothing = nothing.model_copy(update={"unread": unread, "unanswered": int(not tried.entries)})
    if not tried.entries:
        return Read(nothing)
    reading = _read(tried.entries[-1], by_id)
    if tried.counts is None:
        why = "; ".join(_find_faults(reading, file)) or "it did not count"
        dropped = (Dropped(text=reading.form["text"] or "what decides", why=why),)
        return _keep(session, nothing.model_copy(update={"dropped": dropped}), tried.entries[-1])
    if reading.bearing is None:
        return Read(nothing)
    looked = await confirm(session, file, [*_list_statements(reading)], depend_on("what decides", tried.counts))
    unsure = [one for one in looked.verdicts.values() if one.shown != "yes"]
    finding = name_models(_make(reading, reading.bearing), model, evaluator)
    if looked.entry is not None and not unsure:
        return _keep(session, nothing.model_copy(update={"findings": (finding,)}), tried.counts, looked.entry)
    said = unsure[0] if unsure else None
    suggested = Suggestion(
        finding=finding.model_copy(update={"by": ""}),
        verdict=said.shown if said else "no answer",
        because=said.because if said else "",
    )
    seconded = (looked.entry,) if looked.entry else ()
    return _keep(session, nothing.model_copy(update={"suggested": (suggested,)}), tried.counts, *seconded)


def _keep(session: Session, reading: ModelReading, *entries: Entry) -> Read:
    """What became of it, as an entry that depends on what was written and on the second look."""
    inputs = (depend_on(f"{n} answer", entry) for n, entry in enumerate(entries, start=1))
    who = ValueInput(role="models", value=[reading.model, reading.evaluator])
    entry = session.clerk.compute(READING, reading.json_value, *inputs, who, rule=_RULE)
    return Read(ModelReading.model_validate(entry.answer), entry)


def _read(entry: Entry, by_id: Mapping[str, Line]) -> _Reading:
    form: dict[str, Any] = dict(read_form(entry))
    conditions = [(record, [by_id[one] for one in record["shown_by"]]) for record in form["conditions"]]
    roles = [(record, by_id[one].filed) for record in form["roles"] for one in record["of"]]
    return _Reading(form, [by_id[one] for one in form["rule"]], conditions, roles)


def _find_faults(reading: _Reading, file: CaseFile) -> Iterator[str]:
    """What is wrong with it, a clause each. That nothing is shown is no fault."""
    said = reading.form["speaks"]
    if said == "not shown" and reading.bearing is None:
        return
    if said != (reading.bearing or "not shown"):
        yield f"speaks: {said}, but by if_all_met and the conditions it is {reading.bearing or 'not shown'}"
    if not reading.rule:
        yield "rule: no sentence is named"
    sources = {one.id for one in file.documents if one.part != "document"}
    if any(line.filed.id not in sources for line in reading.rule):
        yield "rule: its sentences stand in the rules or in the decision"
    if not reading.form["text"].strip():
        yield "text: it is empty"
    yield from find_orders(reading.lines)
    for n, (record, lines) in enumerate(reading.conditions, start=1):
        yield from (f"condition {n}: {fault}" for fault in _check_condition(record, lines, reading, file))
    for n, (record, filed) in enumerate(reading.roles, start=1):
        yield from (f"role {n}: {fault}" for fault in _check_role(record, filed, file))
    yield from find_unborne_words("text", reading.form["text"], reading.lines, list_names(file))


def _check_role(record: Mapping[str, Any], filed: FiledDocument, file: CaseFile) -> Iterator[str]:
    """Why a role may not be said: somebody set it, or the paper itself shows that it is a party's or nobody's."""
    greeted = find_greeted(file.decision) if file.decision else ""
    if filed.author.corrected:
        yield f"the role of “{filed.name}” was set by whoever gave the file"
    elif filed.part != "document":
        yield f"“{filed.name}” is the decision or a rule; its role is not asked for"
    elif is_nobodys(filed):
        yield f"nobody signed, dated or stands behind “{filed.name}”, so that it is not known whose it is"
    elif greeted and filed.author.surname.casefold() == greeted:
        yield f"“{filed.name}” is written by whom the decision is about"
    own = [line for line in list_lines(file) if line.filed.id == filed.id]
    yield from find_unborne_words("because", record["because"], own, list_names(file))


def _check_condition(
    record: Mapping[str, Any], lines: Sequence[Line], reading: _Reading, file: CaseFile
) -> Iterator[str]:
    if record["status"] == "not shown":
        return
    if not lines:
        yield f"it is {record['status']} by no sentence; name one, or say that it is not shown"
        return
    refused = {line.id: line for line in lines if line.filed.id not in reading.vouched}
    for name, line in refused.items():
        if line.filed.part == "rules" and not is_kept(line.filed.document):
            yield f"{name} is a sentence of the rules, which shows no fact; name a sentence of another paper beside it"
        elif line.filed.part == "document" and (why := explain_no_record(line.filed)):
            remedy = "; if that is wrong, say its role and why under roles" if line.filed.author.role == "party" else ""
            yield f"{name}: “{line.filed.name}” {why}, which shows nothing{remedy}"
    rule = reading.rule
    yield from find_unborne_words("condition", record["condition"], [*rule, *lines], list_names(file))
    is_met = record["status"] == "met"
    if record["compare"].strip():
        worked = read_working(record["compare"])
        if isinstance(worked, Unread):
            yield f"compare: it cannot be read: {worked.why}; write it in one of the forms shown, or leave it empty"
            return
        yield from (f"compare: {fault}" for fault in find_unborne(worked, [*rule, *lines], list_lines(file)))
        if worked.holds != is_met:
            yield f"compare: by it the condition is {'met' if worked.holds else 'not met'} ({worked.shown})"


def _list_statements(reading: _Reading) -> Iterator[Option]:
    """What the evaluator is asked to confirm: that the rule is read rightly, and each condition that decides."""
    conditions = "; ".join(record["condition"] for record, _ in reading.conditions)
    speaks = _SAYS[reading.form["if_all_met"]]
    text = f"This rule decides the matter. Its conditions are: {conditions}. If all are met, {speaks}."
    yield Option(id="rule", text=f"{text}\nSentences:\n{tell_lines(reading.rule)}")
    for n, (record, lines) in enumerate(reading.conditions, start=1):
        if record["status"] != "not shown":
            told = f"The condition is {record['status']}: {record['condition']}."
            yield Option(
                id=f"c{n}", text=f"{told}{_tell_compared(record)}\nSentences:\n{tell_lines([*reading.rule, *lines])}"
            )
    for n, (record, filed) in enumerate(reading.roles, start=1):
        told = f"“{filed.name}” is no party's own word; its author is {record['role']}, because {record['because']}"
        yield Option(id=f"r{n}", text=f"{told}\nIts beginning and its end:\n{_tell_ends(filed)}")


def _tell_step(record: Mapping[str, Any]) -> str:
    """A condition, whether it is met, and how that was worked out."""
    worked = read_working(record["compare"])
    shown = f" ({worked.shown})" if isinstance(worked, Worked) else ""
    return f"{record['condition'].strip().rstrip('.')}: {record['status']}{shown}."


def _tell_compared(record: Mapping[str, Any]) -> str:
    worked = read_working(record["compare"])
    return f"\nWorked out by code: {worked.shown}" if isinstance(worked, Worked) else ""


def _tell_ends(filed: FiledDocument) -> str:
    """The first and the last sentences of a paper: they say whose it is."""
    texts = [" ".join(text.split()) for text in filed.sentences]
    shown = texts if len(texts) <= 2 * _ENDS else [*texts[:_ENDS], "…", *texts[-_ENDS:]]
    return "\n".join(shown)


def _make(reading: _Reading, bearing: Bearing) -> Finding:
    steps = [_tell_step(record) for record, _ in reading.conditions]
    steps += [
        f"“{filed.name}” is taken as {record['role']}: {record['because'].rstrip('.')}."
        for record, filed in reading.roles
    ]
    return make_finding(
        "condition",
        reading.form["text"],
        advice=_ADVICE[bearing],
        passages=[line.filed.say(line.number) for line in reading.lines],
        established="model",
        sure=SURE,
        working=[f"{step[:1].upper()}{step[1:]}" for step in steps],
        bearing=bearing,
    )
