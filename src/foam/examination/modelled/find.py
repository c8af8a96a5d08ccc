"""What a model that writes finds wrong in a file, beyond what code found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pydantic import TypeAdapter

from foam.examination.file import CaseFile
from foam.examination.finding import Finding
from foam.examination.modelled.check import CheckedFinding, check_finding, is_repeated, list_names
from foam.examination.modelled.confirm import Confirmed, Verdict, confirm, read_records
from foam.examination.modelled.forms import EVALUATOR, WRITER, findings_act
from foam.examination.modelled.result import Dropped, ModelReading, Read, Suggestion
from foam.examination.modelled.shown import Line, Window, list_lines, list_windows, tell_lines
from foam.examination.wording import Wording
from foam.job.acts import try_act
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Option
from foam.record.entry import Entry, Input, ValueInput
from foam.text.pointer import Pointer
from foam.values import Value

STEP = "reading by a model"
READING = "model reading"
"""Kind of the entry that keeps what became of what a model wrote."""
_RULE = "findings of a model"
_MOST = 24
"""Findings of one file that are looked at again."""
_NEAREST = 4
"""Sentences that are shown beside what is said to be missing."""
_UNANSWERED = Verdict("no answer", "")


class _Written(Value):
    """What is left of what was written in all windows."""

    findings: tuple[Finding, ...]
    dropped: tuple[Dropped, ...]


_WRITTEN: TypeAdapter[_Written] = TypeAdapter(_Written)


async def find_by_model(session: Session, file: CaseFile, known: Sequence[Finding]) -> Read:
    """Ask for findings window by window, check them, have them looked at again; keep what was confirmed."""
    shown = list_windows(file)
    lines = {line.filed.document.pointer(line.number): line for line in list_lines(file)}
    told = "\n".join(_tell_known(known, lines))
    names = list_names(file)
    asked = await session.gather(STEP, [_ask(session, window, told, known, names) for window in shown.windows])
    answered = [(entry, window) for entry, window in zip(asked, shown.windows, strict=True) if entry is not None]
    model, evaluator = (session.models[role].decider.id for role in (WRITER, EVALUATOR))
    about: tuple[Input, ...] = (
        ValueInput(role="file", value=file.digest),
        ValueInput(role="known", value=[one.id for one in known]),
        *(depend_on(f"{n} findings", entry) for n, (entry, _) in enumerate(answered, start=1)),
    )
    written = session.clerk.compute(
        "written findings", lambda: _sort_out(answered, known, names).json_value(), *about, rule=_RULE
    )
    left = _WRITTEN.validate_python(written.answer)
    named = {f"f{n}": one for n, one in enumerate(left.findings, start=1)}
    wording = Wording(file)
    statements = [Option(id=name, text=_tell_finding(one, lines, wording)) for name, one in named.items()]
    looked = await confirm(session, file, statements, depend_on("written", written)) if named else Confirmed({}, None)

    def conclude() -> object:
        verdicts = {name: looked.verdicts.get(name, _UNANSWERED) for name in named}
        kept = [one for name, one in named.items() if verdicts[name].shown == "yes"]
        return ModelReading(
            model=model,
            evaluator=evaluator,
            findings=tuple(name_models(one, model, evaluator) for one in kept),
            suggested=tuple(
                Suggestion(finding=one, verdict=verdicts[name].shown, because=verdicts[name].because)
                for name, one in named.items()
                if one not in kept
            ),
            dropped=left.dropped,
            unanswered=len(asked) - len(answered) + bool(named and looked.entry is None),
            unread=shown.unread,
        ).json_value()

    seconded = (depend_on("second look", looked.entry),) if looked.entry else ()
    who = ValueInput(role="models", value=[model, evaluator])
    entry = session.clerk.compute(READING, conclude, depend_on("written", written), *seconded, who, rule=_RULE)
    return Read(ModelReading.model_validate(entry.answer), entry)


def name_models(finding: Finding, model: str, evaluator: str) -> Finding:
    """The finding with who wrote and who confirmed it."""
    return finding.model_copy(update={"by": f"{model}, confirmed by {evaluator}"})


async def _ask(
    session: Session, window: Window, told: str, known: Sequence[Finding], names: Sequence[str]
) -> Entry | None:
    """The last answer for a window, whether all of it counts or not; None where there is none."""
    by_id = window.by_id

    def check(entry: Entry) -> list[str]:
        checked = _check(entry, by_id, known, names)
        return [f"finding {n}: {fault}" for n, one in enumerate(checked, start=1) for fault in one.faults]

    act = findings_act(session.prompts, window=window, known=told)
    tried = await try_act(session, "findings", act, check=check)
    return tried.entries[-1] if tried.entries else None


def _check(
    entry: Entry, by_id: dict[str, Line], known: Sequence[Finding], names: Sequence[str]
) -> list[CheckedFinding]:
    return [check_finding(record, by_id, known, names) for record in read_records(entry, "findings")]


def _sort_out(answered: Iterable[tuple[Entry, Window]], known: Sequence[Finding], names: Sequence[str]) -> _Written:
    """What counts, each matter once, and what does not, with why."""
    left: list[Finding] = []
    dropped: list[Dropped] = []
    for entry, window in answered:
        for finding, faults in _check(entry, window.by_id, known, names):
            twice = any(is_repeated(finding, one) and one.kind == finding.kind for one in left)
            why = faults or (("it was written twice",) if twice else ())
            why = why or (("there were too many",) if len(left) >= _MOST else ())
            if why:
                dropped.append(Dropped(text=finding.text, why="; ".join(why)))
            else:
                left.append(finding)
    return _Written(findings=tuple(left), dropped=tuple(dropped))


def _tell_known(known: Iterable[Finding], lines: dict[Pointer, Line]) -> Iterator[str]:
    for one in known:
        ids = ", ".join(lines[pointer].id for pointer in one.pointers if pointer in lines)
        yield f"- {one.kind} ({ids}): {one.text}"


def _tell_finding(one: Finding, lines: dict[Pointer, Line], wording: Wording) -> str:
    working = "".join(f"\nWorked out by code: {step}" for step in one.working)
    cited = tell_lines(lines[pointer] for pointer in one.pointers)
    nearest = tell_lines(_list_nearest(one, lines, wording)) if one.kind == "missing" else ""
    beside = f"\nWhat the other documents have that comes nearest to it:\n{nearest}" if nearest else ""
    return f"{one.kind}: {one.text}{working}\nSentences:\n{cited}{beside}"


def _list_nearest(one: Finding, lines: dict[Pointer, Line], wording: Wording) -> Iterator[Line]:
    """Sentences of other documents in which what is said to be missing would stand, if it were there."""
    own = {pointer.document for pointer in one.pointers}
    about = " ".join((one.text, *(passage.text for passage in one.passages)))
    others = [line for line in wording.lines if line.document.id not in own]
    for line in wording.list_nearest(about, others, most=_NEAREST):
        yield lines[line.document.document.pointer(line.number)]
