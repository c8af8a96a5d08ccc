"""Where documents stand in the files they came from: their neighbours, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from foam.evidence.document import Document
from foam.evidence.holdings import Standing
from foam.evidence.truth import NEVER, unpack_document, write_marks
from foam.record.statements import Statements

if TYPE_CHECKING:
    from foam.evidence.tables import LibraryTables


def find_files(db: Statements, ids: Sequence[str]) -> list[tuple[str, str]]:
    """For each place in which one of these documents is now: its file, by its digest, and the document."""
    rows = db.execute(
        "SELECT a.file, d.id FROM library_document d JOIN library_appearance a ON a.document = d.number"
        f" WHERE d.id IN ({write_marks(ids)}) AND a.removed_in = {NEVER} AND a.erased = 0"
        " GROUP BY a.file, d.id ORDER BY MIN(a.number)",
        tuple(ids),
    )
    return rows.fetchall()


def read_files(db: LibraryTables, files: Sequence[str]) -> Iterator[Standing]:
    """Every document of these files as it stands there, file by file, in the order of the file."""
    rows = db.stream(
        "SELECT a.file, d.family, d.text, d.ends, a.about FROM library_appearance a JOIN library_document d"
        f" ON d.number = a.document WHERE a.file IN ({write_marks(files)}) AND a.removed_in = {NEVER}"
        " AND a.erased = 0 ORDER BY a.number",
        tuple(files),
    )
    for file, family, text, ends, about in rows:
        document: Document = unpack_document(text, ends, about)
        yield Standing(file, family, document)


def list_headings(db: Statements) -> list[tuple[str, tuple[str, ...]]]:
    """Each file, by its digest, with the headings of its cards: pocket, hat and block, as far as there are any."""
    rows = db.execute(
        "SELECT DISTINCT a.file, a.about ->> '$.card.pocket', a.about ->> '$.card.hat', a.about ->> '$.card.block'"
        f" FROM library_appearance a WHERE a.removed_in = {NEVER} AND a.erased = 0"
        " AND a.about ->> '$.card.tag' IS NOT NULL"
    )
    return [(file, tuple(heading for heading in headings if heading)) for file, *headings in rows]


def find_cards(db: LibraryTables, admits: Callable[[str, tuple[str, ...]], bool]) -> Iterator[Document]:
    """The cards with evidence whose tag and headings (block, hat, pocket) are admitted, each as it first stands in the
    library now; of the others nothing more is read, which is many times as fast."""
    rows = db.stream(
        "SELECT a.number, a.about ->> '$.card.tag', a.about ->> '$.card.block', a.about ->> '$.card.hat',"
        " a.about ->> '$.card.pocket' FROM library_document d JOIN library_appearance a ON a.number ="
        " (SELECT MIN(a.number) FROM library_appearance a WHERE a.document = d.number"
        f" AND a.removed_in = {NEVER} AND a.erased = 0)"
        " WHERE CAST(a.about ->> '$.card.analytic' AS TEXT) IN ('0', 'false') ORDER BY d.number"
    )
    for number, tag, *headings in rows:
        if admits(tag, tuple(heading for heading in headings if heading)):
            row = db.execute(
                "SELECT d.text, d.ends, a.about FROM library_appearance a JOIN library_document d"
                " ON d.number = a.document WHERE a.number = ?",
                (number,),
            ).fetchone()
            yield unpack_document(*row)
