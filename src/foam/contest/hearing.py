"""A hearing: one admitted challenge, the file it is aimed at, and the session in which it is settled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from foam.contest.challenge import Challenge
from foam.contest.outcome import Disposition, Finding, Move, Reason, Struck
from foam.contest.subject import File, Part, Use
from foam.deliberation.compile import make_evidence_id
from foam.evidence.corpus import Passage
from foam.job.answers import read_reasons
from foam.job.session import Session
from foam.record.entry import Entry, EntryInput
from foam.text.spelled import spell_ids


@dataclass(frozen=True, slots=True)
class Hearing:
    """Everything the checks share."""

    file: File
    challenge: Challenge
    part: Part
    session: Session
    entry: str
    """Key of the entry that records the challenge."""
    run: str
    """The run in which it is heard: another hearing of the same challenge has another outcome."""

    @property
    def uses(self) -> tuple[Use, ...]:
        """The uses of evidence that the challenge is about."""
        return self.file.uses.get(self.part.id, ())

    def heard(self) -> EntryInput:
        """The hearing as an input of what is found in it."""
        return EntryInput(role="hearing", key=self.run)

    def admitted(self) -> EntryInput:
        """The challenge as an input of what is decided about it."""
        return EntryInput(role="challenge", key=self.entry)


def list_challenged(hearing: Hearing, use: Use) -> tuple[Passage, ...]:
    """The cited sentence that is challenged; all of them where the whole argument is."""
    own = tuple(one for one in use.passages if make_evidence_id(one.pointer) == hearing.part.id)
    return own or use.passages


def make_finding(
    disposition: Disposition,
    move: Move,
    *reasons: Reason,
    struck: Iterable[Struck] = (),
    against: Iterable[Passage] = (),
    answering: Iterable[Passage] = (),
    offered: Iterable[Passage] = (),
    named_by: str = "",
    note: str = "",
) -> Finding:
    """A finding from its parts."""
    return Finding(
        disposition=disposition,
        move=move,
        reasons=reasons,
        struck=tuple(struck),
        against=tuple(against),
        answering=tuple(answering),
        offered=tuple(offered),
        named_by=named_by,
        note=note,
    )


def make_reason(text: str, *cites: str, by: Iterable[Entry | None] = ()) -> Reason:
    """A reason and what it cites; the reasons that whoever decided gave stand behind it, in its own words."""
    given = dict.fromkeys(why for entry in by if entry is not None and (why := _read_reasons(entry)))
    return Reason(text=" ".join([text, *(f"Why: “{why}”" for why in given)]), cites=tuple(dict.fromkeys(cites)))


def _read_reasons(entry: Entry) -> str:
    """The reasons given, with the words of what was offered in place of its ids."""
    question = entry.draft.question
    offered = (*question.get("options", ()), *question.get("material", ()))
    return spell_ids(read_reasons(entry), {str(one["id"]): str(one["text"]) for one in offered})


def reject(*reasons: Reason, answering: Iterable[Passage] = (), offered: Iterable[Passage] = ()) -> Finding:
    """A challenge that was answered."""
    return make_finding("rejected", "rebut", *reasons, answering=answering, offered=offered)


def send_to_person(*reasons: Reason, look_at: Iterable[str]) -> Finding:
    """A challenge that was neither borne out nor answered: whoever was asked could not tell, so a person decides."""
    return Finding(disposition="for a person", move="none", reasons=reasons, look_at=tuple(look_at))


def share(struck: int, looked_at: int) -> Disposition:
    """Sustained when all of what was looked at falls, partly when some of it does."""
    if not struck:
        return "rejected"
    return "sustained" if struck == looked_at else "partly sustained"


def named(passages: Iterable[Passage]) -> tuple[str, ...]:
    """How reasons cite sentences: by the id of their node."""
    return tuple(make_evidence_id(passage.pointer) for passage in passages)


def quoted(passage: Passage) -> str:
    """A sentence and where it stands, shortened."""
    said = passage.text if len(passage.text) <= 160 else passage.text[:157] + "…"
    return f"“{said}” [{passage.pointer.brief()}]"
