"""The mixture: every source dealt into splits by topic or article, with the rule-made pairs beside it.

`build(data, seed)` gives the four splits. The held-back ones depend on the data alone; what training loses to
nearness is counted and returned, so that the card can say it.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from training import attacks, bearing, edits, near, nli, sources
from training.pairs import CONTRADICTS, NEITHER, PARTLY, SPLITS, SUPPORTS, Pair, by_split, deal

Dealt = dict[str, list[Pair]]
USUAL = {"train": 0.66, "dev": 0.1, "calibration": 0.1, "test": 0.14}
HALVES = {"train": 0.36, "dev": 0.07, "calibration": 0.07, "test": 0.5}
FEW = {"train": 0.625, "dev": 0.125, "calibration": 0.0625, "test": 0.1875}  # 16 debates: 10, 2, 1, 3
OTHER_WAY: dict[tuple[float, ...], tuple[float, ...]] = {SUPPORTS: CONTRADICTS, CONTRADICTS: SUPPORTS}


def _relation(first: str, second: str, target: tuple[float, ...], source: str, topic: str) -> Pair:
    return Pair("relation", first, second, target, source, topic)


def with_flips(pairs: Iterable[Pair], rng: random.Random) -> list[Pair]:
    """Each stance pair and, where a rule applies, the same with the claim or the text turned to its opposite."""
    made = []
    for pair in pairs:
        other = pair._replace(target=OTHER_WAY[pair.target], source=pair.source + "-flip")
        claim, text = edits.flipped(pair.second, rng), edits.negated(pair.first, rng)
        made.append(pair)
        made += [other._replace(second=claim)] if claim else []
        if text and len(text.split()) <= 20 and rng.random() < 0.5:
            made.append(
                other._replace(first=text)
                if rng.random() < 0.5 or not claim
                else pair._replace(first=text, second=claim)
            )
    return made


def _claims(rows: list[sources.Perspective]) -> dict[str, list[sources.Perspective]]:
    grouped: dict[str, list[sources.Perspective]] = defaultdict(list)
    for row in rows:
        grouped[row.claim].append(row)
    return grouped


def perspective_stance(rows: list[sources.Perspective]) -> list[Pair]:
    return [_relation(text, row.claim, row.stance, "perspectrum", row.claim) for row in rows for text in row.wordings]


def strangers(rows: list[sources.Perspective], rng: random.Random, each: int = 2) -> list[Pair]:
    """Perspectives of other claims on the same broad topic: near in subject, neither for nor against."""
    claims = _claims(rows)
    stems = {claim: set(near.stems(claim)) for claim in claims}
    made = []
    for claim, own in claims.items():
        broad, subject = set(own[0].topics), stems[claim]
        others = [name for name in claims if name != claim and broad & set(claims[name][0].topics)]
        others = [name for name in others if not subject & stems[name]]
        for _ in range(each * len(own) if others else 0):
            text = rng.choice(rng.choice(claims[rng.choice(others)]).wordings or ("",))
            made += [_relation(text, claim, NEITHER, "perspectrum-other", claim)] if text else []
    return made


def _two_of(rows: list[sources.Perspective], rng: random.Random) -> list[Pair]:
    """Pairs of perspectives on one claim: same cluster (same point) and same or opposite side."""
    made = []
    for row in rows:
        other = rng.choice(rows)
        if len(row.wordings) > 1:
            one, two = rng.sample(row.wordings, 2)
            made.append(Pair("same", one, two, (1.0,), "perspectrum", row.claim))
        if other is row or not other.wordings or not row.wordings:
            continue
        texts = rng.choice(row.wordings), rng.choice(other.wordings)
        made.append(Pair("same", *texts, (0.0,), "perspectrum", row.claim))
    return made


def perspectrum_split(data: Path) -> dict[str, str]:
    return deal((row.claim for row in sources.perspectrum(data)), USUAL)


def perspectrum(data: Path, rng: random.Random) -> Dealt:
    rows, split = sources.perspectrum(data), perspectrum_split(data)
    dealt: Dealt = {}
    for name in SPLITS:
        ours = [row for row in rows if split[row.claim] == name]
        pairs = perspective_stance(ours)
        pairs = with_flips(pairs, rng) if name == "train" else pairs
        two = [pair for group in _claims(ours).values() for _ in range(3) for pair in _two_of(group, rng)]
        dealt[name] = pairs + strangers(ours, rng) + two
    return dealt


def key_points(data: Path, rng: random.Random) -> Dealt:
    """The publisher's dev topics are the test; of the other 24, three each are for tuning and calibration."""
    stance, match = sources.key_points(data)
    split = kpa_split(data)
    dealt = by_split(stance + match, lambda pair: split[pair.topic])
    train = [pair for pair in dealt["train"] if pair.task == "relation"]
    rest = [pair for pair in dealt["train"] if pair.task == "same"]
    dealt["train"] = with_flips(train, rng) + rest + _point_relation(train, rest, rng)
    return dealt


def _point_relation(stance: list[Pair], match: list[Pair], rng: random.Random) -> list[Pair]:
    """An argument supports the key point it makes; the negated key point it contradicts."""
    made = []
    for pair in match:
        if pair.target == (1.0,) and pair.first != pair.second:
            made.append(_relation(pair.first, pair.second, SUPPORTS, "kpa-point", pair.topic))
            if other := edits.flipped(pair.second, rng):
                made.append(_relation(pair.first, other, CONTRADICTS, "kpa-point", pair.topic))
    return rng.sample(made, len(made) // 2)


def kpa_split(data: Path) -> dict[str, str]:
    stance, _ = sources.key_points(data)
    theirs = {pair.topic for pair in stance}
    held = {row["topic"] for row in sources._table(data / "ibm_kpa2021" / "arguments_dev.csv")}
    shares = {"train": 0.75, "dev": 0.125, "calibration": 0.125}
    return deal(theirs - held, shares) | dict.fromkeys(held, "test")


def convincing(data: Path, rng: random.Random) -> Dealt:
    pairs, stance = sources.convincing(data), sources.debate_stance(data)
    split = deal((pair.topic for pair in pairs), FEW)
    dealt = by_split(pairs + stance, lambda pair: split[pair.topic])
    train = [pair for pair in dealt["train"] if pair.task == "relation"]
    dealt["train"] = [pair for pair in dealt["train"] if pair.task == "quality"] + with_flips(train, rng)
    return dealt


def factcheck(data: Path) -> Dealt:
    """All of it is test: the judge never learns from this source, nor is it tuned on it."""
    return {name: sources.factcheck(data) if name == "test" else [] for name in SPLITS}


def wice_rows(row: sources.WiceClaim, rng: random.Random) -> list[Pair]:
    """Gold sentences, chance and look-alike others, and whole evidence sets."""
    gold = sorted({at for one in row.gold for at in one})
    target = {"supported": SUPPORTS, "partially_supported": PARTLY, "not_supported": NEITHER}[row.label]
    words = set(near.stems(row.claim))
    rest = sorted(
        set(range(len(row.sentences))) - set(gold), key=lambda at: -len(words & set(near.stems(row.sentences[at])))
    )
    others = rest[:6] + rng.sample(rest[6:], min(10, len(rest[6:])))
    sets = list(row.gold[:3]) or [tuple(sorted(rest[:4]))]
    pairs = [(row.sentences[at], PARTLY if row.gold else NEITHER) for at in gold]
    pairs += [(row.sentences[at], NEITHER) for at in others]
    pairs += [(" ".join(row.sentences[at] for at in one), target) for one in sets]
    return [Pair("entails", text, row.claim, label, "wice", row.article) for text, label in pairs if text]


def wice_split(data: Path) -> dict[str, str]:
    return deal((row.article for row in sources.wice(data)), HALVES)


def wice(data: Path, rng: random.Random) -> Dealt:
    split = wice_split(data)
    pairs = [pair for row in sources.wice(data) for pair in wice_rows(row, rng)]
    return by_split(pairs, lambda pair: split[pair.topic])


def sentences(text: str) -> list[str]:
    cut = re.split(r"(?<=[.!?])\s+(?=[A-Z\"'])|\n+", text)
    return [tidied for one in cut if 8 <= len((tidied := sources.tidy(one)).split()) <= 45]


def motion_split(data: Path) -> dict[str, str]:
    return deal(sources.ibm_articles(data), USUAL)


def _no_evidence(articles: list[str], evidence: list[str]) -> list[str]:
    found = {one for text in articles for one in sentences(text)}
    return sorted(found - near.repeats(found, evidence))


def ibm_evidence(data: Path, rng: random.Random) -> Dealt:
    """Evidence supports its claim; sentences of the same motion's articles that are no evidence do neither."""
    split, articles = motion_split(data), sources.ibm_articles(data)
    rows = [row for row in sources.ibm_evidence(data) if row.motion in split]
    plain = {motion: _no_evidence(texts, [row.text for row in rows]) for motion, texts in articles.items()}
    made = []
    for row in rows:
        made.append(_relation(row.text, row.claim, SUPPORTS, "ibm_ce", row.motion))
        made += [_relation(text, row.claim, NEITHER, "ibm_ce", row.motion) for text in rng.sample(plain[row.motion], 2)]
        if other := edits.negated(row.claim, rng):
            made.append(_relation(row.text, other, CONTRADICTS, "ibm_ce-flip", row.motion))
    return by_split(made, lambda pair: split[pair.topic])


def _question(question: str, yes: str, no: str, stranger: str, rng: random.Random) -> list[Pair]:
    said = rng.sample([yes, no], 2)
    alike = edits.kept(said[0], rng) or said[0]
    pairs = [(said[0], said[1], CONTRADICTS), (alike, said[0], SUPPORTS), (said[1], stranger, NEITHER)]
    return [Pair("entails", first, second, target, "questions", question) for first, second, target in pairs]


def questions(data: Path, rng: random.Random) -> Dealt:
    """All for training: they touch every topic, so that holding some back would empty the other sources."""
    rows = sources.statements(data)
    groups: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        groups[row[3]].append(row[1])
    dealt: Dealt = {name: [] for name in SPLITS}
    for question, yes, no, topic in rows:
        stranger = rng.choice([text for text in groups[topic] if text != yes])
        dealt["train"] += _question(question, yes, no, stranger, rng)
    return dealt


def quotation_pool(data: Path) -> dict[str, list[tuple[str, str]]]:
    """Split to (sentence, topic): real sentences of the articles, to be quoted truly or edited."""
    pool: dict[str, list[tuple[str, str]]] = {name: [] for name in SPLITS}
    motions, articles = motion_split(data), wice_split(data)
    for motion, texts in sources.ibm_articles(data).items():
        pool[motions[motion]] += [(one, motion) for text in texts for one in sentences(text)]
    for row in sources.wice(data):
        pool[articles[row.article]] += [(one, row.article) for one in row.sentences if 8 <= len(one.split()) <= 45]
    return {name: sorted(set(rows)) for name, rows in pool.items()}


CHANGES = {
    "negated": (edits.negated, CONTRADICTS),
    "number": (edits.number, CONTRADICTS),
    "antonym": (edits.antonym, CONTRADICTS),
    "quantifier": (edits.quantifier, CONTRADICTS),
    "stronger": (edits.stronger, (0.0, 0.3, 0.7)),
    "modality": (edits.modality, (0.0, 0.3, 0.7)),
    "entity": (None, (0.0, 0.6, 0.4)),
    "kept": (edits.kept, SUPPORTS),
}


def edited_quotations(rows: list[tuple[str, str]], count: int, rng: random.Random) -> list[Pair]:
    """For each kind `count` pairs (sentence, edited sentence), turned round half of the time."""
    entity = edits.entity_from(sorted({name for text, _ in rows for name in edits.names(text)}))
    made = []
    for kind, (edit, target) in CHANGES.items():
        done = 0
        for text, topic in rng.sample(rows, len(rows)):
            other = (edit or entity)(text, rng)
            if done >= count or not other or other == text:
                continue
            turned = kind not in ("stronger", "modality") and rng.random() < 0.3
            both = (other, text) if turned else (text, other)
            made.append(Pair("entails", *both, target, f"edit-{kind}", topic))
            done += 1
    plain = [
        Pair("entails", text, text, SUPPORTS, "edit-none", topic)
        for text, topic in rng.sample(rows, min(count // 2, len(rows)))
    ]
    return made + plain


def in_context(pairs: list[Pair], rows: list[tuple[str, str]], rng: random.Random) -> list[Pair]:
    """Half of the pairs get another sentence of the same split around the first text."""
    made = []
    for pair in pairs:
        extra = rng.choice(rows)[0]
        around = (f"{extra} {pair.first}", f"{pair.first} {extra}", pair.first, pair.first)
        made.append(pair._replace(first=rng.choice(around)))
    return made


def quotations(data: Path, rng: random.Random) -> Dealt:
    size = {"train": 4000, "dev": 150, "calibration": 150, "test": 0}  # the test is made by `training.heldback`
    dealt: Dealt = {}
    for name, rows in quotation_pool(data).items():
        pairs = edited_quotations(rows, size[name], rng)
        dealt[name] = in_context(pairs, rows, rng) if name == "train" else pairs
    return dealt


def _texts(pairs: Iterable[Pair]) -> Iterable[str]:
    """Both texts of a pair; of the many small sets the evidence alone, since their claims are often one template."""
    return (text for p in pairs for text in ((p.first,) if p.source in nli.SOURCES else (p.first, p.second)) if text)


def _topics(pairs: Iterable[Pair], *, small: bool = False) -> set[str]:
    """Topics that are a phrase; `small` for those of the many small sets, else the others'."""
    found = (pair for pair in pairs if pair.source in nli.TOPICAL) if small else _ours(pairs)
    return {pair.topic for pair in found}


def _ours(pairs: Iterable[Pair]) -> Iterable[Pair]:
    return (pair for pair in pairs if pair.source not in nli.SOURCES and pair.source != "factcheck")


def _clean(train: list[Pair], tuning: list[Pair], test: list[Pair]) -> tuple[list[Pair], dict[str, int]]:
    """Training without what the test holds in other words. Tuning splits lose only plain near duplicates."""
    ours = _topics(train) | _topics(train, small=True)
    topics = near.near_topics(ours, _topics(test))
    topics |= near.near_topics(ours, _topics(tuning), near.SAME_TOPIC)
    kept = [pair for pair in train if pair.topic not in topics]
    again = near.repeats(_texts(kept), _texts(tuning + test))
    last = [pair for pair in kept if pair.first not in again and pair.second not in again]
    return last, {"near a held-back topic": len(train) - len(kept), "repeats a held-back text": len(kept) - len(last)}


def _unseen(held: list[Pair], train: list[Pair], limit: float) -> list[Pair]:
    """Held-back rows of the small sets, without those whose topic training has from elsewhere."""
    known = near.near_topics(_topics(held, small=True), _topics(train) | _topics(train, small=True), limit)
    return [pair for pair in held if pair.source not in nli.TOPICAL or pair.topic not in known]


def build(data: Path, seed: int = 4) -> tuple[Dealt, dict[str, int]]:
    """The four splits, and what training lost to nearness. Attacks are added to training last."""
    rng = random.Random(seed)
    parts = [perspectrum(data, rng), key_points(data, rng), convincing(data, rng), factcheck(data), wice(data, rng)]
    parts += [ibm_evidence(data, rng), questions(data, rng), quotations(data, rng), nli.dealt(data, rng)]
    dealt = {name: [pair for part in parts for pair in part.get(name, [])] for name in SPLITS}
    bearing.extend(dealt, bearing.Pools(data, motion_split(data), sentences), rng)
    dealt["train"], lost = _clean(dealt["train"], dealt["dev"] + dealt["calibration"], dealt["test"])
    for name, limit in (("dev", near.SAME_TOPIC), ("calibration", near.SAME_TOPIC), ("test", near.TOPIC_LIMIT)):
        dealt[name] = _unseen(dealt[name], dealt["train"], limit)
    judged = [pair for pair in dealt["train"] if pair.task in ("relation", "entails")]
    dealt["train"] += attacks.with_attacks(judged, 0.12, rng)
    return dealt, lost


def counts(dealt: Dealt) -> dict[str, dict[str, int]]:
    return {name: dict(sorted(Counter(f"{p.task}/{p.source}" for p in pairs).items())) for name, pairs in dealt.items()}
