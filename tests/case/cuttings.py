"""A card that was cut, and scripted writers that word its tag."""

from __future__ import annotations

from collections.abc import Sequence

from tests.case.writing import agreeable

from foam.case.cutting.values import Cutting
from foam.evidence.document import Card, Citation, Facets, Highlight, Origin, Underline, make_document
from foam.model.question import Answer, Label, Labelled, Write, Written
from foam.model.scripted import Call, Said, Script

BODY = "In the harbour of Ness, painted hulls kept 12 percent more barnacles away, although captains had their doubts."
READ = "In the harbour of Ness, painted hulls kept 12 percent more barnacles away,"
OWN_TAG = "Painted hulls kept 12 percent more barnacles away."
GOOD_TAG = "Painted hulls in Ness keep 12 percent more barnacles away."
LYING_TAG = "Painted hulls in Oslo keep 70 percent more barnacles away."
LONG_TAG = " ".join(["Painted hulls keep barnacles away"] * 6) + "."
QUOTING_TAG = "Painted hulls “end the plague of barnacles for good” in Ness."
TEMPLATE = "case/cut_tag"


def make_cutting() -> Cutting:
    """A card about hulls whose tag is in its source's own words."""
    document = make_document(
        BODY,
        origin=Origin(file="hulls.txt", format="text", importer="text-1"),
        citation=Citation(author="Ottilie Marsh", published="2023"),
        markup=(Underline(start=0, end=len(READ)), Highlight(start=0, end=len(READ))),
        card=Card(tag=OWN_TAG, cite="Marsh 2023"),
        facets=Facets(kind="card", year=2023),
    )
    return Cutting(
        claim="Painted hulls keep barnacles away.",
        document=document,
        article=document.id,
        sentences=(0, 1),
        supports=0.9,
        notes=("sentence 3 is read whole",),
        highlighter="test",
    )


def write_tags(*tags: str, verdicts: Sequence[str] = ()) -> Script:
    """A writer that words these tags one after another, the last for good; evaluators agree unless told otherwise."""
    said, found = list(tags), list(verdicts)

    def say(call: Call) -> Said | None:
        question = call.question
        if isinstance(question, Write) and question.template == TEMPLATE:
            return Written(fields={"tag": said.pop(0) if len(said) > 1 else said[0]})
        if isinstance(question, Label) and question.template == "case/alignment" and found:
            return Answer(reply=Labelled(label=found.pop(0)), reasons="They speak of one harbour.", method="scripted")
        return agreeable(call)

    return say
