"""Blinding: cases under drawn ids, one form for all, and a key that is sealed by its digest.

What judges read is made here and nowhere else: plain paragraphs, evidence between quote marks, no file, no author, no
marks of the system that wrote it. Whether something still gives a case away is for `leaks` to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from foam.errors import VerificationError
from foam.judging.entrants.entrant import CasePart, Entrant, number_parts
from foam.judging.entrants.intake import Submitted
from foam.values import Value, digest
from foam_quotes.text.normalise import normalise

UNKNOWN = "unstated"
_POINTER = re.compile(r"\s*\[?\bd:[0-9a-f]{8,64}(?:#s\d+)?\]?")
_OMISSION = re.compile(r"\s*(?:/\.\.\./|\[\s?\.\.\.\s?\]|\(\s?\.\.\.\s?\))\s*")
_STATUS = re.compile(r"(?:^|[.;] )[\d,]+ words, [\d.]+ minutes at [\d.]+ words a minute; (?:quotations )?verified\b")
"""The line under the title of a case that FOAM wrote: its seat, length and status, and its pack's notice."""
_APPARATUS = re.compile(r"[\w-]{1,20}, (?:quotations )?verified|Not answered on their own sheet, which .*")
"""What else FOAM adds to a case when it writes it to a file: the foot, and what the speech does not answer."""
_HOW_WRITTEN = "How it was written"
"""The heading under which FOAM says, at the end of a case, whose words these are and why evaluators took them."""
_FOOT = re.compile(r"(?:^|\s)[\w-]{1,20}, (?:quotations )?verified \d+ / \d+(?=\s|$)")
"""The foot of a page, wherever the text of a PDF has it."""
_SHOUTED = 0.8
"""A paragraph with more than this share of capitals among its letters is set in capitals; that is form."""


class Blind(Value):
    """A case as judges and pairings see it."""

    id: str
    entrant: Entrant
    approach: str = UNKNOWN
    """Its strategic approach: what round one is grouped by. That is in the text, and no secret."""


class CaseOrigin(Value):
    """What the key says of a case, and nobody else."""

    id: str
    file: str
    source: str
    """Who made it: `foam`, `human`, `zero-shot`, …"""
    family: str = ""
    """The family of the model that wrote it; empty for people."""
    names: tuple[str, ...] = ()
    """Names that would give it away."""
    content: str
    """Digest of the case as it was read."""


class BlindKey(Value):
    """Which case is whose. The nonce keeps anybody from guessing the key from its digest."""

    nonce: str
    origins: tuple[CaseOrigin, ...]

    def of(self, case_id: str) -> CaseOrigin:
        return next(origin for origin in self.origins if origin.id == case_id)


class EnteredCase(Value):
    """A case as somebody entered it."""

    file: str
    submitted: Submitted
    source: str = UNKNOWN
    approach: str = UNKNOWN
    family: str = ""
    names: tuple[str, ...] = ()


def blind_cases(entered: Sequence[EnteredCase], *, seed: int) -> tuple[tuple[Blind, ...], BlindKey]:
    """Ids drawn by the seed, so that neither order nor name of the files shows in them."""
    order = sorted(range(len(entered)), key=lambda n: digest([seed, entered[n].submitted.entrant.digest, n]))
    width = max(3, len(str(len(entered))))
    named = [(f"Case_{place:0{width}d}", entered[n]) for place, n in enumerate(order, start=1)]
    cases = tuple(
        Blind(id=case_id, entrant=strip_case(one.submitted.entrant, one.submitted.traces), approach=one.approach)
        for case_id, one in named
    )
    nonce = digest([seed, Random(seed).random(), [one.file for one in entered]])
    return cases, BlindKey(nonce=nonce, origins=tuple(_origin(case_id, one) for case_id, one in named))


def strip_case(entrant: Entrant, traces: Iterable[str] = ()) -> Entrant:
    """The case in the one form that all cases share. Citations stay: the audit reads them, judges do not.

    The title of a file, which its metadata repeats (`traces`), and what FOAM writes about a case above and below it are
    left out. Whatever else might give the case away is for `leaks` to refuse.
    """
    parts = [part.model_copy(update={"text": _uniform(part), "cite": _bare(part.cite)}) for part in entrant.parts]
    status = next((n for n, part in enumerate(parts) if part.kind == "claim" and _STATUS.search(part.text)), -1)
    told = {_bare(trace) for trace in traces}
    kept = [
        part
        for part in _leave_account(parts[status + 1 :], ours=status >= 0)
        if part.text and part.text not in told and not _APPARATUS.fullmatch(part.text)
    ]
    return entrant.model_copy(update={"parts": number_parts(kept or parts)})


def _leave_account(parts: Iterable[CasePart], *, ours: bool) -> Iterator[CasePart]:
    """The parts above FOAM's account of how a case was written; in a PDF its heading may end the paragraph before."""
    for part in parts:
        if ours and part.text.endswith(_HOW_WRITTEN):
            yield part.model_copy(update={"text": part.text.removesuffix(_HOW_WRITTEN).rstrip()})
            return
        yield part


def check_seal(key: BlindKey, seal: str) -> BlindKey:
    """The key, if it is the one that was sealed."""
    if key.digest != seal:
        raise VerificationError("the key is not the one that was sealed", hint="bring back the key of this tournament")
    return key


def find_identical(cases: Sequence[Blind]) -> tuple[tuple[str, ...], ...]:
    """Ids of cases that say the same, together."""
    same: dict[str, list[str]] = {}
    for case in cases:
        same.setdefault(digest([part.text for part in case.entrant.parts]), []).append(case.id)
    return tuple(tuple(ids) for ids in same.values() if len(ids) > 1)


def _origin(case_id: str, one: EnteredCase) -> CaseOrigin:
    names = tuple(sorted({*one.names, *one.submitted.traces}))
    content = one.submitted.entrant.digest
    return CaseOrigin(id=case_id, file=one.file, source=one.source, family=one.family, names=names, content=content)


def _uniform(part: CasePart) -> str:
    text = _bare(part.text)
    letters = [letter for letter in text if letter.isalpha()]
    shouted = part.kind == "claim" and sum(map(str.isupper, letters)) > _SHOUTED * max(1, len(letters))
    return text.capitalize() if shouted and len(letters) > 3 else text


def _bare(text: str) -> str:
    """Without pointers, with one mark for omissions, and typography as the house normalises it."""
    return " ".join(_OMISSION.sub(" [...] ", _FOOT.sub(" ", _POINTER.sub("", normalise(text)))).split())
