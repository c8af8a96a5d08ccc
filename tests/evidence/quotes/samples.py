"""A handful of documents to quote from, written for the tests."""

from __future__ import annotations

from foam.evidence.document import Citation, Document, Origin, make_document


def made(text: str, *, file: str = "a.txt", citation: Citation | None = None) -> Document:
    return make_document(text, origin=Origin(file=file, format="text", importer="test-1"), citation=citation)


TRANSPORT = made(
    "Free rides\n\nIn 2019 the city did not charge fares on 40 lines. Ridership rose by 12 percent, and cars were left "
    "at home. Critics say the buses were late... and full. The mayor was unlikely to change course before the vote. "
    "Nobody asked the drivers.",
    file="transport.md",
    citation=Citation(
        author="Ada Osei", published="2021-03-09", title="Free transport", url="https://www.example.org/free/"
    ),
)
TRADE = made(
    "Trade fell in spring and nobody was surprised by the ports. It rose in June, when the harvest came in early and "
    "prices fell. Every port in the country reported the same pattern for three years in a row.",
    file="trade.txt",
    citation=Citation(author="T. Baro", published="2014", title="Ports and prices"),
)
RIGHTS = made(
    "No one shall be held in slavery or servitude. Everyone has the right to rest. Everyone has the right to work. "
    "Everyone has the right to rest and leisure, including limits on working hours.",
    file="rights.txt",
    citation=Citation(title="Declaration", published="1948"),
)
DOCUMENTS = (TRANSPORT, TRADE, RIGHTS)
