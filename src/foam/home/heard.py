"""The round so far, as a speech that answers is given it: cases, flows, and debaters' speech documents."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from foam.argument.flow import Flow
from foam.argument.motion import split_at_modal
from foam.case.flow import build_flow, merge_flows
from foam.case.heard.flow import read_flow
from foam.case.values import Case, CaseFailure
from foam.errors import InputError
from foam.evidence.document import Document
from foam.evidence.imports import Rejected
from foam.evidence.imports.docx import read_title
from foam.evidence.reading import call_apart, read_documents
from foam.pack.outlines import SpeechOutline
from foam.paper.verbatim import LONGEST_TITLE
from foam.record.runs import read_views
from foam.record.store import OUTCOME, Store

_WORD_FILES = (".docx", ".docm")
_TITLED = re.compile(r"[A-Z0-9-]{2,7}: (?P<about>.+)", re.IGNORECASE)
"""What a case of ours has for its first heading: the speech, and what is debated."""


def read_round(said: Sequence[Path | Flow], template: SpeechOutline, *, resolution: str = "") -> Flow | None:
    """The round so far, from cases, flows (.json) and debaters' speech documents (.docx): what they heard and said.

    What the round is about is the resolution given, or the other files', or what a Word file of a case says over it
    (`1AC: Cities should …`); other teams' files do not say it.
    """
    written = [one for one in said if isinstance(one, Path) and one.suffix.lower() in _WORD_FILES]
    flows = tuple(one if isinstance(one, Flow) else _read_flow(one) for one in said if one not in written)
    resolutions = {flow.resolution for flow in flows}
    if len(resolutions) > 1:
        raise InputError(
            f"these files are of {len(resolutions)} rounds: {'; '.join(sorted(resolutions))}", hint="give one round's"
        )
    heard = merge_flows(flows) if flows else None
    documents = {path: _read_cards(path) for path in written}
    about = heard.resolution if heard else resolution or _find_resolution(documents)
    if written and not about:
        raise InputError(
            "these Word files do not say what the round is about", hint='give the resolution: foam case "RESOLUTION" …'
        )
    for cards in documents.values():
        read = read_flow(cards, resolution=about, before=template.speech, debate_format=template.format, heard=heard)
        heard = merge_flows((heard, read)) if heard else read
    return heard


def _find_resolution(files: Mapping[Path, Sequence[Document]]) -> str:
    """What a case of ours says over its cards, or in its title, that it is about; empty where no file is one."""
    pockets = (one.card.pocket for cards in files.values() for one in cards if one.card)
    titles = (call_apart(read_title, path, returns=str) for path in files)
    found = (_TITLED.fullmatch(title) for title in chain(pockets, titles) if len(title) < LONGEST_TITLE)
    about = (title["about"] for title in found if title)
    return next((one for one in about if one.endswith("?") or split_at_modal(one)[1]), "")


def _read_cards(path: Path) -> list[Document]:
    """The cards and analytics of a debater's file, read apart."""
    found = list(read_documents([path]))
    refused = next((one for one in found if isinstance(one, Rejected)), None)
    if refused is not None:
        raise InputError(str(refused))
    cards = [one for one in found if isinstance(one, Document) and one.card]
    if not cards:
        hint = "cards have a tag, a cite and a text, under headings; a text without them cannot be put on a flow"
        raise InputError(f"there are no cards in {path}", hint=hint)
    return cards


def _read_flow(path: Path) -> Flow:
    try:
        return Flow.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return build_flow(read_case(path))


def read_case(path: Path) -> Case:
    """A case as it was saved to a .json file."""
    try:
        raw: Any = json.loads(path.read_text(encoding="utf-8"))
        return Case.model_validate({name: value for name, value in raw.items() if name != "provenance"})
    except OSError as error:
        raise InputError(f"cannot read {path}: {error}", hint="name a file that is there") from error
    except (ValueError, AttributeError) as error:
        first = str(error).splitlines()[0]
        raise InputError(f"{path} is no case: {first}", hint="write one: foam case --out FILE.json") from error


def find_unwritten(case: Case, store: Store) -> Iterator[CaseFailure]:
    """That no run on the record wrote the case as it stands, where none did: whatever else was changed in it."""
    if not any(case.digest in read_views(outcome).values() for outcome in store.entries(kind=OUTCOME)):
        yield CaseFailure(
            slot="",
            rule="provenance",
            what="no run on this record wrote the case as it stands: it was changed, or comes from another home",
            remedy="take it from its run again: foam case export RUN FILE.json",
        )


def list_unissued(said: Iterable[Path | Flow]) -> tuple[str, ...]:
    """A line on each case among these files that was not issued: whoever answers it answers what does not hold up."""
    files = [one for one in said if isinstance(one, Path) and one.suffix.lower() == ".json"]
    cases = [(file.name, _find_case(file)) for file in files]
    return tuple(f"{name}: this {case.speech} was not issued" for name, case in cases if case and not case.issued)


def _find_case(path: Path) -> Case | None:
    """The case in a file; None where it holds something else."""
    try:
        return read_case(path)
    except InputError:
        return None
