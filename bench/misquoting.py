"""Passages of one to eight sentences, quoted as they are, with a harmless edit, or with a lie: how many are flagged.

    python -m bench misquoting         on debate cards, which nothing here was tuned on
    python -m bench.misquoting ibm_ce 100    each verdict, on articles by which limits may be chosen; so many of a kind

Each passage is held against its own text by what `foam quote check` uses: the words first, then the judge that ships.
Flagged means: no match. What one rule cannot be applied to is passed over.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from training import edits
from training.edits import Edit
from training.edits_unseen import by_table, name, negation, number, opposite

from bench.harness import Row, benchmark, shared_data
from bench.retrieval import articles
from foam.evidence.document import Document, Origin, make_document
from foam.evidence.quotes.naming import make_shelf
from foam.home.stances import find_sense
from foam.model.judge.shipped import shipped_judge
from foam_quotes.verdicts.judge import Judge
from foam_quotes.verdicts.passages import MemoryPassages
from foam_quotes.verdicts.verdict import is_match

WHOLE, EDITED = 1000, 200
_LONGEST = 8
_BRITISH = edits.tabled("""
color/colour labor/labour favor/favour behavior/behaviour neighbor/neighbour honor/honour defense/defence
offense/offence license/licence center/centre organization/organisation organizations/organisations realize/realise
recognize/recognise recognized/recognised analyze/analyse criticized/criticised emphasize/emphasise program/programme
programs/programmes traveled/travelled canceled/cancelled labeled/labelled modeling/modelling fueled/fuelled
catalog/catalogue dialogue/dialog aging/ageing judgment/judgement skeptical/sceptical fulfill/fulfil
enrollment/enrolment gray/grey plow/plough civilization/civilisation globalization/globalisation
industrialized/industrialised stabilize/stabilise mobilize/mobilise authorize/authorise authorized/authorised
minimize/minimise maximize/maximise utilize/utilise prioritize/prioritise characterized/characterised armor/armour
rumors/rumours endeavor/endeavour theater/theatre meter/metre fiber/fibre aluminum/aluminium maneuver/manoeuvre
economize/economise centralized/centralised leveled/levelled signaled/signalled counselor/counsellor
favorable/favourable harbor/harbour liberalization/liberalisation privatization/privatisation
modernization/modernisation
""")
_FIRMNESS = edits.tabled(
    """may/will; might/will; could/will; can/will; should/may; must/may; will/might; is likely to/is certain to;
are likely to/are certain to; appears to/is known to; seems to/is known to; tends to/is certain to; tend to/are certain
to; suggests/demonstrates; suggest/demonstrate; indicates/demonstrates; believe/know; believes/knows; claims/shows;
argues/proves; perhaps/certainly; probably/certainly; possibly/certainly; potentially/definitely; in principle/in fact;
is able to/is obliged to; are able to/are obliged to; allowed to/required to; attempted to/managed to; tried to/managed
to; planned to/refused to; intended to/managed to; is expected to/is certain to; are expected to/are certain to;
has to/may; have to/may; need to/may; would/did; hopes to/is going to; in theory/in practice; sometimes/always""",
    ";",
)
_MARK = re.compile(r"(?<=\w)[,;:](?= )|(?<=\w)(?= (?:and|or|but|which)\b)")
_ARTICLE = re.compile(r"(?<= )(?:the|an?) (?=[a-z])")
_WORD_INSIDE = re.compile(r"(?<=[a-z] )[A-Za-z](?=[a-z]{3})")
_HYPHEN = re.compile(r"(?<=[a-z])-(?=[a-z])")
_BRACKET = re.compile(r" \([^()]{3,120}\)(?=[ ,.;])")
_BETWEEN = re.compile(r"(?<=[a-z]{2}[.!?]) (?=[A-Z])")


class Passage(NamedTuple):
    """Sentences of a document, one after the other."""

    text: str
    document: Document


def punctuation(text: str, rng: random.Random) -> str | None:
    """A comma dropped, put in or made a semicolon; the last stop dropped."""
    found = list(_MARK.finditer(text))
    if not found or (rng.random() < 0.2 and text.endswith(".")):
        return text.removesuffix(".")
    hit = rng.choice(found)
    return text[: hit.start()] + (rng.choice(("", ";", " —")) if hit[0] else ",") + text[hit.end() :]


def case(text: str, rng: random.Random) -> str | None:
    """The first letter, or that of a word inside, large for small."""
    found = list(_WORD_INSIDE.finditer(text))
    at = rng.choice(found).start() if found and rng.random() < 0.7 else 0
    return text[:at] + text[at].swapcase() + text[at + 1 :]


def articles_changed(text: str, rng: random.Random) -> str | None:
    found = list(_ARTICLE.finditer(text))
    hit = rng.choice(found) if found else None
    return text[: hit.start()] + rng.choice(("", "the ", "a ")) + text[hit.end() :] if hit else None


def typography(text: str, rng: random.Random) -> str | None:
    """Hyphens, quote marks, spaces and line ends as another program sets them."""
    ways: list[Callable[[str], str]] = [
        lambda one: one.replace("'", "’").replace(' "', " “").replace('" ', "” "),
        lambda one: one.replace(" ", "\u00a0 ", 3),
        lambda one: one.replace(" ", "\n", 1 + rng.randrange(9)),
        lambda one: _HYPHEN.sub(rng.choice((" ", "", "‑", "-\n")), one, count=1),
        lambda one: re.sub(r"(?<=[a-z]{3})(?=[a-z]{3})", rng.choice(("\u00ad", "-\n")), one, count=1),
    ]
    return rng.choice(ways)(text)


def marked(text: str, rng: random.Random) -> str | None:
    """What is left out or put in with a mark: a bracket, a sentence between two, a capital, `[sic]`, an open end."""
    between = list(_BETWEEN.finditer(text))
    ways: list[Callable[[str], str]] = [
        lambda one: _BRACKET.sub(" [...]", one, count=1),
        lambda one: f"[{one[0].swapcase()}]{one[1:]}",
        lambda one: f"... {one}",
        lambda one: one.replace(" ", " [sic] ", 4).replace(" [sic]", "", 3),
    ]
    if len(between) > 1:
        ways += [lambda one: f"{one[: between[0].end()]}[...] {one[between[1].end() :]}"] * 3
    return rng.choice(ways)(text)


HARMLESS: dict[str, Edit] = {
    "punctuation": punctuation,
    "case": case,
    "articles": articles_changed,
    "spelling": by_table(_BRITISH | {other: one for one, other in _BRITISH.items()}),
    "typography": typography,
    "marked omissions and brackets": marked,
}
LIES: dict[str, Edit] = {
    "negation": negation,
    "figure": number,
    "name": name,
    "opposite": opposite,
    "modality": by_table(_FIRMNESS),
}


def draw_passages(documents: Sequence[Document], rng: random.Random) -> Iterator[Passage]:
    """One passage of each document, in an order drawn by chance."""
    for document in rng.sample(documents, len(documents)):
        length = min(1 + rng.randrange(_LONGEST), len(document.sentences))
        first = rng.randrange(len(document.sentences) - length + 1)
        start, end = document.sentences[first].start, document.sentences[first + length - 1].end
        if text := document.text[start:end].strip():
            yield Passage(text, document)


def change_one_sentence(passage: Passage, rule: Edit, rng: random.Random) -> str | None:
    """The passage with the rule applied to one of its sentences."""
    spans = [one.of(passage.document.text).strip() for one in passage.document.sentences]
    inside = [one for one in spans if one in passage.text]
    for sentence in rng.sample(inside, len(inside)):
        changed = rule(sentence, rng)
        if changed and changed != sentence:
            return passage.text.replace(sentence, changed, 1)
    return None


def cards() -> list[Document]:
    """The bodies of the cards, as documents; one of each family."""
    with gzip.open(shared_data("cards") / "cards.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = {row["family"]: row for row in map(json.loads, lines)}
    made = (
        make_document(row["body"], origin=Origin(file=f"{row['id']}.txt", format="text", importer="bench"))
        for row in rows.values()
        if row["body"].strip()
    )
    return list({document.id: document for document in made}.values())


@benchmark
def edits_of_cards() -> Iterable[Row]:
    """What is flagged of passages as they are, of harmless edits and of lies."""
    yield from measure(cards(), whole=WHOLE, edited=EDITED)


def measure(documents: Sequence[Document], *, whole: int, edited: int, told: bool = False) -> Iterator[Row]:
    judge = Judge(make_shelf(documents), MemoryPassages(documents), sense=find_sense(shipped_judge()))
    passages = list(draw_passages(documents, random.Random(3)))

    def is_flagged(quote: str, passage: Passage) -> bool:
        verdict = judge.check(quote, source=passage.document.id)
        flagged = not is_match(verdict)
        if told:
            print(json.dumps([flagged, verdict.type, verdict.flags, quote, passage.text]))
        return flagged

    same = [judge.check(one.text, source=one.document.id).type != "exact" for one in passages[:whole]]
    yield Row("as they are: not exact", sum(same), "", f"of {len(same)}")
    for kind, rules, target in (("harmless", HARMLESS, "at most 0.03"), ("lie", LIES, "0.95")):
        total: list[bool] = []
        for label, rule in rules.items():
            rng = random.Random(label)
            flagged: list[bool] = []
            for passage in passages:
                quote = change_one_sentence(passage, rule, rng) if kind == "lie" else rule(passage.text, rng)
                if quote and quote != passage.text and len(flagged) < edited:
                    flagged.append(is_flagged(quote, passage))
            total += flagged
            yield Row(f"{kind}, {label}: flagged", sum(flagged) / len(flagged), "", f"n={len(flagged)}, {target}")
        yield Row(f"{kind}, all: flagged", sum(total) / len(total), "", f"n={len(total)}, {target}")


if __name__ == "__main__":
    drawn = list(articles(shared_data("ibm_ce")).values()) if sys.argv[1] == "ibm_ce" else cards()
    for row in measure(drawn, whole=WHOLE, edited=int(sys.argv[2]), told=True):
        print(f"{row.name:<50} {row.value:8.3f} {row.note}", file=sys.stderr, flush=True)
