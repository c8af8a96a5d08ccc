"""What a policy asks of a document."""

from __future__ import annotations

from foam.evidence.document import Citation, Facets, Origin, make_document
from foam.evidence.filing import describe_source
from foam.perspective.policy import count_independent

ORIGIN = Origin(file="f", format="text", importer="t-1")


def test_a_document_tells_who_wrote_it_and_who_stands_behind_it() -> None:
    citation = Citation(
        author="Ann Lee; Bo Day", published="2021", source="Health Office", url="https://www.health.gov/x"
    )
    source = describe_source(make_document("It is so.", origin=ORIGIN, citation=citation, facets=Facets(kind="rule")))
    assert source.authors == ("Ann Lee", "Bo Day")
    assert (source.publisher, source.kind, source.year) == ("Health Office", "rule", 2021)
    assert source.official
    assert source.peer_reviewed is None


def test_two_documents_of_one_author_are_one_source() -> None:
    made = [
        describe_source(make_document(text, origin=ORIGIN, citation=Citation(author=author)))
        for text, author in (("It is so.", "Lee, Ann"), ("It is not so.", "A. Lee and Bo Day"), ("Who knows?", ""))
    ]
    assert count_independent(made) == 2
