"""What a document is filed under: the few facts that search filters by, and how far a source is to be trusted.

Trust is read off the address, never off the text: it says who stands behind a source, not
whether the source is right.
"""

from __future__ import annotations

import re
from typing import Literal

from foam.evidence.document import Citation, Document, Facets
from foam.perspective.policy import Source, parse_host
from foam.values import Value

Trust = Literal["official", "peer_reviewed", "scholarly", "organisation", "unrated"]

_BEHIND: tuple[tuple[Trust, re.Pattern[str]], ...] = (
    ("peer_reviewed", re.compile(r"(^|\.)(doi\.org|pubmed\.ncbi\.nlm\.nih\.gov|jstor\.org)$")),
    ("official", re.compile(r"(^|\.)((gov|mil)(\.[a-z]{2})?|int|europa\.eu|gouv\.fr|bund\.de|admin\.ch)$")),
    ("scholarly", re.compile(r"(^|\.)((edu|ac)(\.[a-z]{2})?|arxiv\.org)$")),
    ("organisation", re.compile(r"(^|\.)org(\.[a-z]{2})?$")),
)


class Filing(Value):
    """What search filters a document by. Empty means unknown."""

    side: str = ""
    year: int | None = None
    topic: str = ""
    source: str = ""
    kind: str = ""
    host: str = ""
    """The host of the source's address, without `www.`."""
    trust: Trust = "unrated"

    @property
    def as_source(self) -> Source:
        """The same facts as an epistemic policy asks for them; what is not known to be reviewed stays unknown."""
        return Source(
            kind=self.kind,
            url=self.host,
            year=self.year,
            peer_reviewed=True if self.trust == "peer_reviewed" else None,
            official=True if self.trust == "official" else None,
        )


def file_document(citation: Citation, facets: Facets) -> Filing:
    """What a document with this citation and these facets is filed under."""
    host = parse_host(citation.url.strip()).removeprefix("www.")
    return Filing(
        side=facets.side,
        year=facets.year if facets.year is not None else citation.year,
        topic=facets.topic,
        source=citation.source or host,
        kind=facets.kind,
        host=host,
        trust=rate_trust(host),
    )


def describe_source(document: Document) -> Source:
    """What an epistemic policy asks of a document, with who wrote and who published it."""
    citation = document.citation
    authors = tuple(name.strip() for name in re.split(r";| and | & ", citation.author) if name.strip())
    known = {"document": document.id, "authors": authors, "publisher": citation.source}
    return file_document(citation, document.facets).as_source.model_copy(update=known)


def rate_trust(host: str) -> Trust:
    """Who stands behind a source: reviewers, a public authority, scholars, an organisation, or nobody we know of."""
    return next((trust for trust, pattern in _BEHIND if pattern.search(host)), "unrated")
