"""Calls about quotations: hold those of a file against the library, and those of cases against their sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from foam.errors import InputError
from foam.evidence.document import Document
from foam.evidence.imports import Rejected
from foam.evidence.ingest import read_paths
from foam.evidence.quotes.highlight import check_highlights
from foam.evidence.quotes.naming import make_shelf
from foam.evidence.quotes.reading import QUOTING, read_quotations
from foam.evidence.quotes.report import FileReport, Report, check_quotations
from foam.evidence.quotes.shelf import EmbeddedSimilarity, LibraryShelf, open_shingles
from foam.home.calls import quick
from foam.home.desk import Desk
from foam.home.juries import LIBRARY, PACK, gather_sources, name_default
from foam.home.stances import find_sense
from foam.judging.audit import Audit, audit_cases, sources_judge
from foam.judging.entrants.intake import read_case
from foam.model.embedded.threads import one_thread
from foam_quotes.verdicts.judge import Judge
from foam_quotes.verdicts.passages import MemoryPassages
from foam_quotes.verdicts.similarity import LexicalSimilarity, Similarity

_MARKED = (".docx", ".docm")
"""Files in which it is marked what is read."""
Likeness = Literal["lexical", "static", "minilm"]
"""What tells a paraphrase: shared words, static word vectors, or MiniLM."""


class QuoteCalls:
    """`home.quote.check(…)`: quotations held against the library, or against files."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def check(
        self,
        *files: Path | str,
        against: Iterable[Path | str] = (),
        version: int | None = None,
        similarity: Likeness = "lexical",
        read: bool = False,
    ) -> Report:
        """The verdict on every quotation in texts, Markdown, Word files or JSON, or in those of a folder.

        They are held against the files and folders named by `against`, else against the user's library. Where that is
        empty, the papers of a folder are held against each other, and files against the documents of the pack that the
        settings name. The report says which. No file is held against itself, though it stands among them. With `read`
        the words that are highlighted of each card are held against its sentences.
        """
        quotations = {str(file): read_quotations(file) for file in _list_files(files)}
        paths = [Path(path) for path in against]
        default = "" if paths else name_default(self._desk)
        if default == PACK and (folders := [Path(file) for file in files if Path(file).is_dir()]):
            paths, default = folders, ""
        with self._open_judge(paths, version, similarity, default) as judge:
            advance = self._desk.progress("checking quotations", sum(map(len, quotations.values())))
            reports = [
                FileReport(
                    file=file,
                    citations=tuple(check_quotations(judge, found, own=_read_ids(Path(file)), told=advance)),
                    sheets=check_highlights(Path(file)) if read and Path(file).suffix.lower() in _MARKED else (),
                )
                for file, found in quotations.items()
            ]
        return Report(files=tuple(reports), sources=default or ", ".join(map(str, paths)))

    @quick
    def support(self, claim: str, evidence: str) -> bool | None:
        """Whether the evidence supports the claim, by the judge; None where it cannot tell. For `foam_quotes.check`."""
        with one_thread():
            verdict = self._desk.judge.relation([(evidence, claim)])[0].verdict
        return None if verdict == "don't know" else verdict == "supports"

    @contextmanager
    def _open_judge(
        self, against: list[Path], version: int | None, similarity: Likeness, default: str
    ) -> Iterator[Judge]:
        compare: Similarity = LexicalSimilarity()
        if similarity != "lexical":
            compare = EmbeddedSimilarity(self._desk.embedder_for(similarity))
        if against or default == PACK:
            documents = list(self._desk.load_pack(None).documents()) if default == PACK else []
            for found in read_paths(against):
                if isinstance(found, Rejected):
                    raise InputError(str(found))
                documents.append(found)
            yield Judge(
                make_shelf(documents),
                MemoryPassages(documents),
                similarity=compare,
                sense=find_sense(self._desk.judge),
            )
            return
        self._desk.refuse_in_person("the words that quotations are looked up in", "name the sources: --against PATH")
        with self._desk.open_library() as library:
            advance = self._desk.progress("indexing words", len(library.ids(version=version)))
            index = open_shingles(library, self._desk.folder / "shingles", version=version, progress=advance)
            shelf = LibraryShelf(library, index, version=version)
            yield Judge(shelf, index, similarity=compare, sense=find_sense(self._desk.judge))


class AuditCalls:
    """The call of a home that audits cases."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def audit(self, *cases: Path | str, sources: Iterable[Path | str] = (), pack: str | None = None) -> Audit:
        """Every citation of every case (.json of FOAM's, .docx, .md, .html, .pdf, .txt) held against its source.

        Sources are the files and folders given, and the documents of the pack. Without any they are the user's library
        and the documents of the pack that the settings name. The audit says which.
        """
        entrants = {str(path): read_case(Path(path)).entrant for path in cases}
        paths = [Path(path) for path in sources]
        loaded = self._desk.load_pack(pack) if pack or not paths else None
        default = "" if paths or pack else name_default(self._desk)
        held = gather_sources(self._desk, paths, loaded, entrants.values(), library=default == LIBRARY)
        both = default == LIBRARY and loaded is not None
        named = [*([LIBRARY] if both else []), *map(str, paths), *([f"{PACK} {loaded.name}"] if loaded else [])]
        advance = self._desk.progress("auditing cases", len(entrants))
        own = {case: _read_ids(Path(case)) for case in entrants}
        judge = sources_judge(held.documents, sense=find_sense(self._desk.judge))
        audits = audit_cases(entrants, judge, own=own, told=advance)
        if not any(one.citations for one in audits):
            hint = "quotations stand in quote marks, in block quotes or on cards"
            raise InputError("no case quotes anything", hint=hint)
        return Audit(cases=audits, not_read=held.rejected, sources=" and ".join(named))


def _list_files(paths: Iterable[Path | str]) -> Iterator[Path]:
    """The files named, and of folders those that quotations are read from."""
    for path in map(Path, paths):
        if not path.is_dir():
            yield path
            continue
        inside = sorted(file for file in path.rglob("*") if file.suffix.lower() in QUOTING and file.is_file())
        if not inside:
            raise InputError(f"{path} holds no text, Markdown or Word file", hint="name the files to check")
        yield from inside


def _read_ids(path: Path) -> frozenset[str]:
    """The ids of the documents that a file holds. A card is no text of the file: it has a source of its own."""
    return frozenset(one.id for one in read_paths([path]) if isinstance(one, Document) and not one.card)
