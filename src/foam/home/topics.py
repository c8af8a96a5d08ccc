"""No question is answered from a library that is not about it."""

from __future__ import annotations

from collections.abc import Sequence

from foam.deliberation.bearing import bear_by, decline_question
from foam.errors import NotFound
from foam.home.desk import Work


def check_topic(work: Work, question: str, *, library: bool, options: Sequence[str] = ()) -> None:
    """Refuse a question on which nothing in the library bears, and say what was looked for.

    The pack's own question is not looked for in the pack's sample library.
    """
    if not library and question == work.pack.sample_question:
        return
    assert work.tools.corpus is not None
    declined = decline_question(question, work.tools.corpus, bear_by(work.judge), options=options, own=library)
    if declined is None:
        return
    if library:
        raise NotFound(
            f"nothing in your library bears on “{question}”. {declined.describe()}",
            hint="import documents that speak of it (foam library add PATH), or ask about what the library holds "
            "(foam library list)",
        )
    raise NotFound(
        f"nothing in the sample library of {work.pack.name} bears on “{question}”. {declined.describe()}",
        hint="import documents that speak of it (foam library add PATH) and add --library, "
        "or name a pack that is about it (--pack NAME)",
    )
