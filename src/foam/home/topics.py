"""No question is answered from a pack's sample library unless the library is about it."""

from __future__ import annotations

from collections.abc import Sequence

from foam.deliberation.bearing import decline_question
from foam.errors import NotFound
from foam.home.desk import Work


def check_topic(work: Work, question: str, *, library: bool, options: Sequence[str] = ()) -> None:
    """Refuse a question on which nothing in the sample library bears, and say what was looked for.

    A library of one's own is not asked: whoever names it knows what it is about. Nor is the pack's own question.
    """
    if library or question == work.pack.sample_question:
        return
    assert work.tools.corpus is not None
    declined = decline_question(question, work.tools.corpus, options=options)
    if declined is not None:
        raise NotFound(
            f"nothing in the sample library of {work.pack.name} bears on “{question}” {declined.describe()}",
            hint="import documents that speak of it (foam library add PATH) and add --library, "
            "or name a pack that is about it (--pack NAME)",
        )
