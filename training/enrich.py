"""More training rows made of the training rows: longer evidence, passages, near misses, refutations, edits, junk.

    python -m training.enrich --pairs out/pairs.jsonl.gz --out out/enriched.jsonl.gz

Each kind has its own source name. The test split is left alone; the splits that numbers are fitted on get passages made
of their own rows.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from pathlib import Path

from training import bearing, edits, near, store
from training.pairs import CONTRADICTS, NEITHER, SUPPORTS, Pair
from training.sources import BESIDE

FACTS = (
    "fever_dev",
    "fm2",
    "covidfact",
    "healthver",
    "wice",
    "politihop",
    "sanli_base_wiki",
    "mnli_dev_matched",
    "creak",
)
WINDOWS, MISSES, REFUTED, EDITED, JUNK = 12_000, 9_000, 14_000, 9_000, 6_000
PASSAGES, SHORTEST, LONGEST = 15_000, 50, 150
"""Passages, and the words that one has: as many as what a search brings for a claim."""
SURER = edits.tabled(
    """is likely to/will; are likely to/will; it is possible that/it is certain that; could well/will;
is expected to/is going to; are expected to/are going to; plans to/has agreed to; tries to/manages to;
tried to/managed to; attempted to/succeeded in a bid to; believes/knows; believe/know; believed/knew;
is linked to/causes; are linked to/cause; was linked to/caused; wants to/is going to; reported/confirmed;
rumoured/confirmed; rumored/confirmed; in part/entirely; partly/wholly; one reason/the only reason; almost/fully;
may also/will also; can/will; may/does; might/does; is said to/is shown to; were said to/were shown to;
roughly/exactly; around/exactly; about/exactly; usually/always; generally/always; often/always; typically/always;
mostly/entirely; mainly/solely; a possible/the certain; possible/certain; alleged/proven; suspected/convicted;
accused of/found guilty of; candidate for/winner of; nominated for/awarded; offered/gave; agreed to/went on to;
recommends/requires; recommended/required; suggests that/shows beyond doubt that; asked/ordered; helped/forced;
shall/may; must/may; must/can; will/may; will/might; has to/may; need to/may; cannot/may not; required to/free to""",
    ";",
)
ALIKE = edits.tabled(
    """began to/started to; attempted/tried; near/close to; after that/afterwards; in addition/also;
started/began; in total/altogether; took place/was held; was held/took place; residents/inhabitants; received/got;
located in/situated in; known as/called; named/called; consists of/is made up of; was born in/came into the world in;
starring/featuring; led to/resulted in; resulted in/led to; several/a number of; right now/now; at least/no fewer than;
assisted/helped; died/passed away; killed/slain; car/automobile; films/movies; physician/doctor; purchased/bought;
located/situated; became/turned into; received/was given; whole/entire; quickly/fast; a lot of/much; roughly/about;
one of the/among the; it is/it's; they are/they're; will not/won't; would not/wouldn't""",
    ";",
)


def windows(rows: list[Pair], rng: random.Random) -> list[Pair]:
    """Evidence among other sentences of its source, before and after it; the label stays."""
    pool: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if len(row.first.split()) <= 60:
            pool[row.source].append(row.first)
    made = []
    for row in rng.sample(rows, min(WINDOWS, len(rows))):
        others = rng.sample(pool[row.source], rng.randint(1, 4))
        at = rng.randint(0, len(others))
        text = " ".join([*others[:at], row.first, *others[at:]])
        if len(text.split()) <= 170:
            made.append(row._replace(first=text, source=f"{row.source}-window"))
    return made


def near_misses(rows: list[Pair], rng: random.Random) -> list[Pair]:
    """A claim beside evidence for another claim that shares words with it: neither, for sets that never name it."""
    made = []
    for source in ("fever_dev", "fm2", "covidfact", "creak", "evidence_inference2", "politihop"):
        ours = [row for row in rows if row.source == source]
        by_word: dict[str, list[Pair]] = defaultdict(list)
        for row in ours:
            for stem in set(near.stems(row.second)):
                by_word[stem].append(row)
        for row in rng.sample(ours, min(MISSES // 6 * 2, len(ours))):
            stems = [stem for stem in set(near.stems(row.second)) if 1 < len(by_word[stem]) < 60]
            others = {other.first: other for stem in sorted(stems) for other in by_word[stem]}
            shared = Counter({text: len(set(stems) & set(near.stems(text))) for text in others})
            close = [text for text, _ in shared.most_common(4) if others[text].topic != row.topic]
            if close:
                target = (0.05, 0.05, 0.9)
                made.append(Pair("entails", rng.choice(close), row.second, target, f"{source}-miss", row.topic))
    return rng.sample(made, min(MISSES, len(made)))


def passages(rows: list[Pair], rng: random.Random) -> list[Pair]:
    """Evidence among sentences that share words with its claim and speak of something else, as a search brings it; and
    such sentences alone, which leave the claim open. A third each: borne out, refuted, open."""
    made: dict[int, list[Pair]] = {0: [], 1: [], 2: []}
    for source in BESIDE:
        ours = [row for row in rows if row.source == source and len(row.first.split()) <= LONGEST * 2 // 3]
        by_word: dict[str, list[Pair]] = defaultdict(list)
        for row in ours:
            if len(row.first.split()) <= 60:
                for stem in set(near.stems(row.second)):
                    by_word[stem].append(row)
        for row in rng.sample(ours, len(ours)):
            others = _near_texts(row, by_word, rng)
            told = max(row.target)
            if not others or told < 0.7:
                continue
            label = 2 if rng.random() < 0.35 else row.target.index(told)
            text = _passage(others, "" if label == 2 != row.target.index(told) else row.first, rng)
            if len(text.split()) >= SHORTEST:
                target = row.target if label != 2 else (0.04, 0.04, 0.92)
                made[label].append(row._replace(first=text, target=target, source=f"{source}-passage", lacks=()))
    return [row for held in made.values() for row in rng.sample(held, min(PASSAGES // 3, len(held)))]


def _near_texts(row: Pair, by_word: dict[str, list[Pair]], rng: random.Random) -> list[str]:
    """Evidence of other topics' claims that shares words with this claim, nearest first, some left out by chance."""
    stems = [stem for stem in sorted(set(near.stems(row.second))) if 1 < len(by_word.get(stem, ())) < 60]
    shared = Counter(other.first for stem in stems for other in by_word[stem] if other.topic != row.topic)
    return [text for text, _ in shared.most_common(8) if text != row.first and rng.random() < 0.7]


def _passage(others: list[str], told: str, rng: random.Random) -> str:
    """So many of the sentences that the length is between both limits, what tells anything at any place among them."""
    length, kept = rng.randint(SHORTEST + 10, LONGEST), list[str]()
    for text in others:
        if len(f"{told} {' '.join(kept)} {text}".split()) <= length:
            kept.append(text)
    rng.shuffle(kept)
    if told:
        kept.insert(rng.randint(0, len(kept)), told)
    return " ".join(kept)


def refuted(rows: list[Pair], rng: random.Random) -> list[Pair]:
    """Claims turned round: what was borne out is refuted and, so that a `not` tells nothing, the other way about."""
    changes = ((edits.negated, 1.0), (edits.antonym, 0.9), (edits.number, 0.85), (edits.quantifier, 0.8))
    made = []
    for row in rng.sample(rows, len(rows)):
        edit, sure = rng.choice(changes)
        claim = edit(row.second, rng)
        if not claim or claim == row.second:
            continue
        if row.target == SUPPORTS:
            target = (0.0, sure, 1 - sure)
        elif row.target == CONTRADICTS and edit is edits.negated:
            target = (0.85, 0.05, 0.1)
        elif row.target == NEITHER and rng.random() < 0.5:
            target = NEITHER
        else:
            continue
        made.append(row._replace(second=claim, target=target, source=f"{row.source}-turned", lacks=()))
    return made[:REFUTED]


def edited(rows: list[Pair], rng: random.Random) -> list[Pair]:
    """Quotations that say it more surely, turn a word round, or say the same in other words."""
    kinds = (
        ("edit-surer", edits.by_table(SURER), (0.0, 0.3, 0.7)),
        ("edit-opposite", edits.antonym, CONTRADICTS),
        ("edit-alike", edits.by_table(ALIKE), SUPPORTS),
    )
    texts = sorted({(row.first, row.topic) for row in rows if 8 <= len(row.first.split()) <= 60})
    made = []
    for kind, edit, target in kinds:
        done = 0
        for text, topic in rng.sample(texts, len(texts)):
            other = edit(text, rng)
            if done < EDITED // 3 and other and other != text:
                made.append(Pair("entails", text, other, target, kind, topic))
                done += 1
    return made


def junk(rows: list[Pair], rng: random.Random) -> list[Pair]:
    """Texts that say nothing, most of them out of the claim's own words: they share all of its words."""
    made = []
    for row in rng.choices(rows, k=JUNK):
        maker = rng.choice((bearing.gibberish, bearing.table_row, bearing.half, bearing.marked_up))
        text = maker(row.second if rng.random() < 0.6 else row.first, rng)
        base = row._replace(first=text, source="junk", lacks=())
        made.append(base._replace(task="bears", target=(0.0,)))
        if rng.random() < 0.4:
            made.append(base._replace(target=NEITHER))
    return made


def more(train: list[Pair], seed: int = 5) -> list[Pair]:
    """The rows to add."""
    rng = random.Random(seed)
    facts = [row for row in train if row.task == "entails" and row.source in FACTS]
    entails = [row for row in train if row.task == "entails" and not row.source.endswith("-attack")]
    stance = [row for row in train if row.task == "relation" and row.source in ("perspectrum", "kpa", "ibm_ce")]
    made = windows(facts, rng) + near_misses(entails, rng) + refuted(facts, rng) + edited(facts, rng)
    return made + junk(facts + stance, rng) + passages(entails, rng)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    dealt = store.read(asked.pairs)
    made = more(dealt["train"])
    dealt["train"] += made
    for split in ("dev", "calibration"):  # limits and weighing are fitted on what a search brings, too
        dealt[split] += passages([row for row in dealt[split] if row.task == "entails"], random.Random(6))
    store.write(asked.out, dealt)
    print(sorted(Counter(row.source for row in made).items()))


if __name__ == "__main__":
    main()
