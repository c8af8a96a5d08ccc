"""Drafting a pack from a file: who is concerned, and who decides.

Everything is read by code from the documents or said by the person who asks; each entry says where it comes from, for
a person to correct. Where nobody says whom it concerns, those who wrote the
other papers are seated, to be left in or taken out.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from foam.errors import InputError
from foam.examination.file import CaseFile, FiledDocument
from foam.pack.writing import DraftedPack, DraftedSeat, DraftedStakeholder, DraftedValue
from foam.text.names import is_institution
from foam.values import CleanLine, Value
from foam_quotes.text.words import split_letters

_MOST_PARTIES = 4
_ALWAYS = (
    ("accuracy", "What is decided rests on facts that are shown and on figures that are right."),
    ("lawfulness", "The rule that was made beforehand is applied as it is written, to everybody alike."),
    ("fairness", "Whoever is concerned is heard before it is decided, and like cases are treated alike."),
)


class Survey(Value):
    """What a file gives away of the questions that make a pack."""

    question: CleanLine = ""
    affected: tuple[CleanLine, ...] = ()
    decides: CleanLine = ""
    rules: tuple[CleanLine, ...] = ()


def survey_file(file: CaseFile) -> Survey:
    """What can be read of who is affected, who decides, and by which rules."""
    decision = file.decision
    decider = decision.author.name if decision else ""
    needs_none = decider.lower().startswith("the ") or not is_institution(decider.split())
    question = f"Should the decision of {'' if needs_none else 'the '}{decider} be reversed?" if decider else ""
    return Survey(
        question=question or ("Should the decision be reversed?" if decision else ""),
        affected=tuple(_list_authors(file, decider))[:_MOST_PARTIES],
        decides=decider,
        rules=tuple(rule.name for rule in file.rules),
    )


def draft_pack(
    file: CaseFile,
    *,
    name: str,
    question: str = "",
    affected: Sequence[str] = (),
    decides: str = "",
    stakes: Sequence[str] = (),
    referred_to: str = "",
) -> DraftedPack:
    """A pack for a file. What is not said is taken from `survey_file`."""
    found = survey_file(file)
    asked = question or found.question
    if not asked:
        raise InputError(
            "no document is named as the decision",
            hint='name it: --decision FILE; or say what is asked: --question "Should …?"',
        )
    decider = decides or found.decides
    values = (*_always(), *map(_say_stake, stakes))
    taken: set[str] = set()
    authors = _list_authors(file, decider)
    parties = affected or [*authors][:_MOST_PARTIES]
    seats = [_seat_party(one, values, taken, wrote=None if affected else authors[one]) for one in parties]
    seats = seats or [_seat_unnamed(values, taken)]
    if decider:
        seats.append(_seat_decider(decider, values, taken, reverses="revers" in asked or "set aside" in asked))
    seats.append(_seat_examiner(taken))
    return DraftedPack(
        name=name,
        title=name.removesuffix("-pack").replace("-", " ").capitalize(),
        summary=f"Those concerned argue: {asked}",
        question=asked,
        values=values,
        stakeholders=tuple(_name_stakeholder(seat) for seat in seats if seat.speaks_for),
        seats=tuple(seats),
        documents=tuple(map(_describe, file.documents)),
        decision=_name_file(file.decision) if file.decision else "",
        rules_in=tuple(map(_name_file, file.rules)),
        referred_to=referred_to,
    )


def make_id(text: str, taken: set[str]) -> str:
    """A short name of plain letters that nothing else has yet."""
    words = [word for word in split_letters(text.casefold()) if word.isascii()]
    stem = "-".join(words)[:40].strip("-") or "seat"
    name = next(one for n in range(1, 1000) if (one := stem if n == 1 else f"{stem}-{n}") not in taken)
    taken.add(name)
    return name


def _list_authors(file: CaseFile, decider: str) -> dict[str, FiledDocument]:
    """Who wrote the other papers, each with the first: whoever is affected may be among them."""
    papers: dict[str, FiledDocument] = {}
    for one in file.documents:
        name = one.author.name.split(",")[0]
        if one.part == "document" and name not in ("", decider):
            papers.setdefault(name, one)
    return papers


def _seat_party(
    name: str, values: Sequence[DraftedValue], taken: set[str], *, wrote: FiledDocument | None
) -> DraftedSeat:
    own = make_id(name, taken)
    stakes = [one.id for one in values[len(_ALWAYS) :]]
    return DraftedSeat(
        id=own,
        role="organisation" if is_institution(name.split()) else "person concerned",
        description=f"I speak for {name}. What is decided concerns me, and I say what it means for me.",
        weighting=_weigh([*stakes, "fairness", "accuracy"]),
        speaks_for=(own,),
        because=f"Wrote {_name_file(wrote)}. Take the seat out if it does not concern them."
        if wrote
        else "Named as affected.",
    )


def _seat_unnamed(values: Sequence[DraftedValue], taken: set[str]) -> DraftedSeat:
    own = make_id("person concerned", taken)
    return DraftedSeat(
        id=own,
        role="person concerned",
        description="What is decided concerns me, and I say what it means for me.",
        weighting=_weigh([*(one.id for one in values[len(_ALWAYS) :]), "fairness", "accuracy"]),
        speaks_for=(own,),
        because="Nobody affected was named or found in the documents. Say here who it is.",
    )


def _seat_decider(decider: str, values: Sequence[DraftedValue], taken: set[str], *, reverses: bool) -> DraftedSeat:
    own = make_id(decider, taken)
    return DraftedSeat(
        id=own,
        role="decision maker",
        description=f"I speak for {decider}, which decides, and I say by which rule and on what facts.",
        weighting=_weigh(["lawfulness", "accuracy", *(one.id for one in values[len(_ALWAYS) :][-1:]), "fairness"]),
        speaks_for=(own,),
        stance="oppose_direct" if reverses else "",
        because="Who decides." + (" It stands by its decision until it is shown to be wrong." if reverses else ""),
    )


def _seat_examiner(taken: set[str]) -> DraftedSeat:
    return DraftedSeat(
        id=make_id("examiner", taken),
        role="examiner",
        description="I have no side. I hold every claim against rules and documents, and say what is not shown.",
        weighting=_weigh(["accuracy", "lawfulness", "fairness"]),
        because="Somebody who has no stake in the outcome. Leave it in unless you have a reason.",
    )


def _name_stakeholder(seat: DraftedSeat) -> DraftedStakeholder:
    said = seat.description.removeprefix("I speak for ")
    label = said.partition(". What is decided")[0].partition(", which decides")[0]
    named = seat.description.startswith("I speak for ")
    return DraftedStakeholder(
        id=seat.id, label=label if named else "whoever is affected", because=f"The seat “{seat.id}” speaks for them."
    )


def _weigh(order: Sequence[str]) -> dict[str, float]:
    """Weights that fall from the first value to the last and add up to 1."""
    ids = list(dict.fromkeys(order))
    total = len(ids) * (len(ids) + 1) // 2
    shares = [round((len(ids) - n) / total, 2) for n in range(len(ids))]
    shares[0] = round(shares[0] + 1 - sum(shares), 2)
    return dict(zip(ids, shares, strict=True))


def _always() -> tuple[DraftedValue, ...]:
    return tuple(DraftedValue(id=name, text=text, because="In every draft.") for name, text in _ALWAYS)


def _say_stake(said: str) -> DraftedValue:
    """A stake in the words of the person who named it."""
    words = "_".join(split_letters(said.casefold()))[:30].strip("_")
    return DraftedValue(
        id=words or "stake", text=f"{said[:1].upper()}{said[1:]}.".replace("..", "."), because="Named as at stake."
    )


def _describe(one: FiledDocument) -> str:
    part = {"decision": "the decision", "rules": "rules", "document": one.author.role}[one.part]
    by = f", by {one.author.name}" if one.author.name and one.part != "rules" else ""
    return f"{_name_file(one)}: {'author’s role unknown' if part == 'unknown' else part}{by}"


def _name_file(filed: FiledDocument) -> str:
    return PurePath(filed.document.origin.file).name
