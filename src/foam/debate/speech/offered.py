"""What a writer is offered, in words: sentences with their sources and marks, and remembered arguments."""

from __future__ import annotations

from collections.abc import Mapping

from foam.debate.citing import describe_heading, put_in_words
from foam.debate.floor import Floor
from foam.debate.memory.values import RecalledExemplar
from foam.debate.speech.context import Surroundings, complete_sentence, tell_title
from foam.debate.speech.copies import list_compared
from foam.evidence.corpus import Passage
from foam.model.question import Option
from foam.perspective.policy import Source
from foam.text.listed import describe_lead
from foam.text.pointer import Pointer
from foam.text.quoted import describe_quotation


def describe_evidence(
    passages: tuple[Passage, ...],
    sources: dict[str, Source],
    surroundings: Mapping[Pointer, Surroundings] = {},
    used: Mapping[tuple[str, ...], str] = {},
    conflicts: Mapping[Pointer, tuple[Pointer, ...]] = {},
) -> tuple[Option, ...]:
    """Sentences as a writer is offered them: with who said it, when, and in what kind of source.

    Beside a sentence that means nothing alone stands its neighbour, and the line of the list it is in; `used` says who
    cites which, `conflicts` are those that contradict others of them.
    """
    ids = {passage.pointer: f"s{n}" for n, passage in enumerate(passages, start=1)}
    places: dict[str, dict[int, str]] = {}
    for pointer, name in ids.items():
        places.setdefault(pointer.document, {})[pointer.sentence] = name
    titled: set[str] = set()  # a title is told once: author and year lead back to it

    def describe(passage: Passage) -> str:
        around = surroundings.get(passage.pointer, Surroundings())
        beside = complete_sentence(passage.text, around, places[passage.pointer.document])
        cited = used.get(list_compared(passage.text), "")
        denying = ", ".join(ids[one] for one in conflicts.get(passage.pointer, ()))
        denied = f"{denying} {'say' if ',' in denying else 'says'} otherwise, as a judge reads both" if denying else ""
        stands = describe_heading(passage), describe_lead(passage.under), describe_quotation(around.quoted)
        title = tell_title([passage], around) if passage.pointer.document not in titled else ""
        titled.update({passage.pointer.document} if title else ())
        whose = _describe_source(passage, sources), title
        return "; ".join(filter(None, (*whose, *stands, cited, denied, beside)))

    return tuple(
        Option(id=f"s{n}", text=f"{passage.text}\n[{describe(passage)}]") for n, passage in enumerate(passages, start=1)
    )


def describe_uses(floor: Floor) -> dict[tuple[str, ...], str]:
    """Which points cite each sentence so far, of the other side and of one's own; by its words, wherever it stands."""
    uses: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for turn in floor.turns:
        who = "you cite it" if turn.side == floor.side else "the other side cites it"
        for point in turn.points:
            for passage in point.evidence:
                uses.setdefault(list_compared(passage.text), {}).setdefault(who, []).append(point.id)
    return {
        words: "; ".join(f"{who} in {', '.join(dict.fromkeys(ids))}" for who, ids in sorted(named.items()))
        for words, named in uses.items()
    }


def describe_exemplars(exemplars: tuple[RecalledExemplar, ...]) -> tuple[Option, ...]:
    """Remembered arguments, with where they come from and what they did well."""
    return tuple(
        Option(
            id=f"m{n}",
            text=f"{one.remembered.text}\n[{one.remembered.speaker}, {one.remembered.side}, in a debate on: "
            f"{one.remembered.motion}; "
            f"{', '.join(f'{name}: {quality}' for name, quality in sorted(one.remembered.schemes.items()))}]",
        )
        for n, one in enumerate(exemplars, start=1)
    )


def _describe_source(passage: Passage, sources: dict[str, Source]) -> str:
    source = sources.get(passage.pointer.document, Source())
    known = [
        put_in_words(passage.cite) or "author unknown",
        source.kind or "kind of source unknown",
        source.publisher,
        "peer reviewed" if source.peer_reviewed else "",
        "official" if source.official else "",
    ]
    return "; ".join(one for one in known if one)
