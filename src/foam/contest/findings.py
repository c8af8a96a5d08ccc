"""How findings are made of reasons, and how reasons cite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foam.contest.given import DISPOSED, Given, draft_answer
from foam.contest.outcome import Disposition, Finding, Move, Reason, Struck
from foam.contest.part import make_evidence_id
from foam.evidence.corpus import Passage
from foam.job.session import Session


def make_finding(
    disposition: Disposition,
    move: Move,
    *reasons: Reason,
    struck: Iterable[Struck] = (),
    against: Iterable[Passage] = (),
    offered: Iterable[Passage] = (),
    note: str = "",
) -> Finding:
    """A finding from its parts."""
    return Finding(
        disposition=disposition,
        move=move,
        reasons=reasons,
        struck=tuple(struck),
        against=tuple(against),
        offered=tuple(offered),
        note=note,
    )


def make_reason(text: str, *cites: str) -> Reason:
    """A reason and what it cites."""
    return Reason(text=text, cites=tuple(dict.fromkeys(cites)))


def reject(*reasons: Reason, offered: Iterable[Passage] = ()) -> Finding:
    """A challenge that was answered."""
    return make_finding("rejected", "rebut", *reasons, offered=offered)


def join_rejected(found: Sequence[Finding]) -> Finding:
    """What several checks of one challenge found that each turned it down."""
    return make_finding(
        "rejected",
        "rebut",
        *dict.fromkeys(reason for one in found for reason in one.reasons),
        offered=dict.fromkeys(passage for one in found for passage in one.offered),
    )


def send_to_person(*reasons: Reason, look_at: Iterable[str], offered: Iterable[Passage] = ()) -> Finding:
    """A challenge that was neither borne out nor answered: whoever was asked could not tell, so a person decides."""
    found = make_finding("for a person", "none", *reasons, offered=offered)
    return found.model_copy(update={"look_at": tuple(look_at)})


def apply_answer(
    session: Session,
    entry: str,
    given: Given,
    *cites: str,
    struck: Iterable[Struck] = (),
    against: Iterable[Passage] = (),
) -> Finding:
    """What a person's answer to the challenge that this entry records amounts to."""
    key = session.seal_draft(draft_answer(entry, given)).key
    said = make_reason(f"{given.by} answered: {given.because}", key, *cites)
    return make_finding(DISPOSED[given.move], given.move, said, struck=struck, against=against)


def named(passages: Iterable[Passage]) -> tuple[str, ...]:
    """How reasons cite sentences: by the id of their node."""
    return tuple(make_evidence_id(passage.pointer) for passage in passages)


def quoted(passage: Passage) -> str:
    """A sentence and where it stands, shortened."""
    said = passage.text if len(passage.text) <= 160 else passage.text[:157] + "…"
    return f"“{said}” [{passage.pointer.brief()}]"
