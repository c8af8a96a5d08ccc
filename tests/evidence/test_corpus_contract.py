"""One contract for every corpus: the library, a list, a corpus with brought documents, and the stand-in of a replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tests.evidence.samples import AT

from foam.errors import NotFound, NotRecorded
from foam.evidence.corpus import Corpus, ListedCorpus, Passage, RecordedCorpus, WithBrought
from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.library import Library
from foam.evidence.library_corpus import LibraryCorpus, make_sample_corpus
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.hybrid import Search
from foam.evidence.search.memory import MemoryIndex
from foam.perspective.policy import POLICIES, EpistemicPolicy

EMBEDDER = HashingEmbedder()
Make = Callable[[Sequence[Document]], Corpus]


def _document(text: str, *, source: str = "", url: str = "", kind: str = "", published: str = "") -> Document:
    return make_document(
        text,
        origin=Origin(file="a.txt", format="text", importer="test"),
        citation=Citation(author="Ada Byron", source=source, url=url, published=published),
        facets=Facets(kind=kind),
    )


REVIEWED = _document(
    "Free buses raised ridership by forty percent within one year. Later studies of free buses found less.",
    source="Journal of Transport",
    url="https://doi.org/10.5555/buses",
    kind="article",
    published="2021",
)
UNREVIEWED = _document(
    "Free buses doubled ridership within one single year everywhere. My neighbour says that free buses are full.",
    kind="web",
    published="2010",
)
OFFICIAL = _document(
    "The council counted ridership on free buses for one whole year. It published the ridership figures in full.",
    url="https://data.council.gov/buses",
)
DOCUMENTS = (REVIEWED, UNREVIEWED, OFFICIAL)
QUERY = "free buses ridership one year"


def _in_a_library(documents: Sequence[Document], file: Path) -> LibraryCorpus:
    library = Library.open(file)
    for one in documents:
        library.add([one], what="test", at=AT)
    return LibraryCorpus(Search(library, MemoryIndex(EMBEDDER), EMBEDDER), engine="test")


@pytest.fixture(
    params=[
        "library",
        "sample",
        "listed",
        "nothing brought",
        "one brought",
        "all brought",
        "brought to a library",
    ],
)
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """Makes a corpus that holds these documents."""
    makers: dict[str, Make] = {
        "library": lambda held: _in_a_library(held, tmp_path / f"{len(list(tmp_path.iterdir()))}.db"),
        "sample": lambda held: make_sample_corpus(held, EMBEDDER),
        "listed": ListedCorpus.of,
        "nothing brought": lambda held: WithBrought(ListedCorpus.of(held), ()),
        "one brought": lambda held: WithBrought(ListedCorpus.of(held[:-1]), held[-1:]),
        "all brought": lambda held: WithBrought(ListedCorpus([]), held),
        "brought to a library": lambda held: WithBrought(make_sample_corpus(held[1:], EMBEDDER), held[:1]),
    }
    return makers[request.param]


@pytest.fixture
def corpus(make: Make) -> Corpus:
    return make(DOCUMENTS)


def _found_in(found: Sequence[Passage]) -> set[str]:
    return {passage.pointer.document for passage in found}


def test_documents_are_found_by_id_and_an_unknown_id_is_an_error(corpus: Corpus) -> None:
    for one in DOCUMENTS:
        assert corpus.document(one.id) == one
    with pytest.raises(NotFound):
        corpus.document("0" * 64)


def test_its_documents_are_listed_once_each(corpus: Corpus) -> None:
    listed = corpus.list_documents()
    assert sorted(listed) == sorted(one.id for one in DOCUMENTS)
    assert corpus.list_documents() == listed


def test_what_is_found_stands_where_it_points_and_says_whose_words_it_is(corpus: Corpus) -> None:
    found = corpus.find(QUERY, limit=6)
    assert _found_in(found) == {one.id for one in DOCUMENTS}
    for passage in found:
        source = corpus.document(passage.pointer.document)
        assert source.sentence(passage.pointer.sentence) == passage.text
        assert passage.cite == source.citation.brief
    assert len({passage.pointer for passage in found}) == len(found)
    assert list(corpus.unverified(found)) == []


@pytest.mark.parametrize("against", [False, True])
@pytest.mark.parametrize("limit", [0, 1, 2, 3])
def test_no_more_is_found_than_asked_for(corpus: Corpus, limit: int, against: bool) -> None:
    assert len(corpus.find(QUERY, limit=limit, against=against)) <= limit


@pytest.mark.parametrize("against", [False, True])
def test_the_order_is_always_the_same(make: Make, against: bool) -> None:
    one, other = make(DOCUMENTS), make(DOCUMENTS)
    assert one.find(QUERY, limit=6, against=against) == one.find(QUERY, limit=6, against=against)
    assert one.find(QUERY, limit=6, against=against) == other.find(QUERY, limit=6, against=against)


@pytest.mark.parametrize(
    ("policy", "admitted"),
    [
        (POLICIES["open"], DOCUMENTS),
        (POLICIES["corroborated"], DOCUMENTS),
        (POLICIES["peer-reviewed"], (REVIEWED,)),
        (POLICIES["official"], (OFFICIAL,)),
        (EpistemicPolicy(min_year=2015), (REVIEWED,)),
        (EpistemicPolicy(min_year=2000), (REVIEWED, UNREVIEWED)),
        (EpistemicPolicy(source_kinds=("web",)), (UNREVIEWED,)),
        (EpistemicPolicy(source_kinds=("web",), peer_reviewed_only=True), ()),
    ],
)
@pytest.mark.parametrize("against", [False, True])
def test_only_sources_that_the_policy_admits_are_offered(
    corpus: Corpus, policy: EpistemicPolicy, admitted: Sequence[Document], against: bool
) -> None:
    found = corpus.find(QUERY, limit=6, policy=policy, against=against)
    assert _found_in(found) == {one.id for one in admitted}


def test_changed_words_and_foreign_pointers_are_not_verified(corpus: Corpus) -> None:
    foreign = _document("Nobody brought this sentence along.")
    right = [Passage(pointer=one.pointer(0), text=one.sentence(0)) for one in DOCUMENTS]
    wrong = [
        Passage(pointer=REVIEWED.pointer(1), text=REVIEWED.sentence(1).replace("less", "more")),
        Passage(pointer=UNREVIEWED.pointer(1), text=UNREVIEWED.sentence(0)),
        Passage(pointer=OFFICIAL.pointer(99), text=OFFICIAL.sentence(0)),
        Passage(pointer=foreign.pointer(0), text=foreign.text),
    ]
    assert set(corpus.unverified([*right, *wrong])) == {one.pointer for one in wrong}
    assert list(corpus.unverified([])) == []


def test_the_version_is_that_of_the_content(make: Make) -> None:
    again, fewer = make(DOCUMENTS), make(DOCUMENTS[:2])
    renamed = make([_document(REVIEWED.text), *DOCUMENTS[1:]])
    first = make(DOCUMENTS)
    assert first.version == again.version
    assert len({first.version, fewer.version, renamed.version}) == 3
    assert first.engine == again.engine != ""


def test_the_version_is_the_same_wherever_the_documents_were_read_from(make: Make) -> None:
    moved = [
        one.model_copy(update={"origin": one.origin.model_copy(update={"file": "/else/where"})}) for one in DOCUMENTS
    ]
    assert make(moved).version == make(DOCUMENTS).version


def test_a_listed_passage_of_an_unknown_source_is_admitted_only_where_nothing_is_asked_of_sources() -> None:
    listed = ListedCorpus([Passage(pointer=REVIEWED.pointer(0), text=REVIEWED.sentence(0))])
    assert len(listed.find(QUERY, limit=3)) == len(listed.find(QUERY, limit=3, policy=POLICIES["corroborated"])) == 1
    assert list(listed.find(QUERY, limit=3, policy=POLICIES["peer-reviewed"])) == []


def test_bringing_a_known_text_under_another_name_does_not_get_it_past_a_policy() -> None:
    forged = _document(UNREVIEWED.text, url="https://doi.org/10.5555/forged", published="2026")
    for known in (ListedCorpus.of(DOCUMENTS), make_sample_corpus(DOCUMENTS, EMBEDDER)):
        corpus = WithBrought(known, [forged])
        assert _found_in(corpus.find(QUERY, limit=6, policy=POLICIES["peer-reviewed"])) == {REVIEWED.id}
        assert corpus.document(forged.id).citation == UNREVIEWED.citation
        assert {p.cite for p in corpus.find(QUERY, limit=6) if p.pointer.document == forged.id} == {"Byron 2010"}


@pytest.mark.parametrize("brought", [(), (REVIEWED,)])
def test_a_replayed_corpus_carries_its_version_and_engine_and_holds_nothing(brought: Sequence[Document]) -> None:
    recorded = RecordedCorpus("v1", "engine-1")
    assert (recorded.version, recorded.engine) == ("v1", "engine-1")
    corpus: Corpus = WithBrought(recorded, brought) if brought else recorded
    passage = Passage(pointer=OFFICIAL.pointer(0), text=OFFICIAL.sentence(0))
    with pytest.raises(NotRecorded):
        corpus.find(QUERY, limit=3)
    with pytest.raises(NotRecorded):
        corpus.document(OFFICIAL.id)
    with pytest.raises(NotRecorded):
        corpus.unverified([passage])
