"""Rows for the heads that ask what a sentence is: does it bear on the claim, does it take a side, which form has it?

Hard negatives stand beside each positive: sentences of the same article, of a neighbouring claim, half sentences,
headings, tables, mark-up and gibberish. `extend` adds the rows of every split from texts of that split alone.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from foam.argument.scheme import load_schemes
from training import near, sources
from training.pairs import CONTRADICTS, NEITHER, PARTLY, SUPPORTS, Pair

TAKES, REPORTS, NO_SIDE = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
BEARS = ("perspectrum", "kpa", "iam_stance", "ibm_ce", "fever_dev", "fm2", "healthver", "wice", "mnli_dev_matched")
STRANGE = ("perspectrum-other", "iam_evidence", "fm2_retrieved", "ibm_ce", "wice")
WHO = (
    "Supporters of the proposal",
    "Critics",
    "Opponents",
    "Some economists",
    "Many activists",
    "The party",
    "Campaigners",
)
SAY = ("say that", "argue that", "claim that", "have said that", "believe that", "maintain that", "fear that")
REPORTING = re.compile(
    r"\b(argu|claim|assert|contend|maintain|critici|proponent|opponent|supporters|advocates|according to|"
    r"believes? that|believed that|"
    r"stated that|states that|said that|says that|suggest(s|ed)? that|reported that|warned that)", re.I
)  # fmt: skip
REPORTED, ARGUED = 5000, 6000
_MARKED = ("[[{0}]] {{{{cite}}}} ref", "* {0} #", "Category: {0}", "See also: {0}", "Retrieved 12 May. {0}")
MOST = {"train": 26_000, "dev": 700, "calibration": 700, "test": 2000}


class Pools:
    """The article sentences and headings of each split, and the sentences people marked as claims."""

    def __init__(self, data: Path, motions: dict[str, str], sentences: Callable[[str], list[str]]) -> None:
        self.sentences: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self.headings: dict[str, list[str]] = defaultdict(list)
        self.claims: dict[str, list[tuple[str, str]]] = defaultdict(list)
        marked = _marked(data)
        for motion, texts in sources.ibm_articles(data).items():
            split = motions[motion]
            for text in texts:
                self.headings[split] += headings(text)
                for one in sentences(text):
                    hit = any(claim in one.lower() for claim in marked[motion])
                    (self.claims if hit else self.sentences)[split].append((one, motion))


def _marked(data: Path) -> dict[str, list[str]]:
    """Motion to the claims that people marked in its articles, in the articles' own words."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in (data / "ibm_ce" / "claims.txt").read_text(encoding="utf-8").splitlines()[1:]:
        motion, original, *_ = [*map(sources.tidy, line.split("\t")), ""]
        found[motion].append(original.lower())
    return found


def headings(text: str) -> list[str]:
    """Short lines without a full stop: what stands above sections."""
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if 1 <= len(line.split()) <= 6 and line[:1].isupper() and line[-1].isalpha()]


def gibberish(text: str, rng: random.Random) -> str:
    """Letters or words in no order."""
    words = text.split()
    if rng.random() < 0.5:
        return " ".join(rng.sample(words, len(words)))
    return " ".join("".join(rng.sample(word, len(word))) for word in words)


def table_row(text: str, rng: random.Random) -> str:
    """Words and figures as a row of a table."""
    words = [word.strip(".,;") for word in text.split() if len(word) > 3][:4] or ["Total"]
    cells = [*words, *(str(rng.randint(1, 5000)) for _ in range(rng.randint(2, 5)))]
    return rng.choice((" | ", "\t", "  ", ", ")).join(rng.sample(cells, len(cells)))


def half(text: str, rng: random.Random) -> str:
    """The beginning, cut before it says anything."""
    return " ".join(text.split()[: rng.randint(2, 5)])


def marked_up(text: str, rng: random.Random) -> str:
    words = text.split()[:5]
    return rng.choice(_MARKED).format(" ".join(words))


def junk(pairs: list[Pair], headed: list[str], count: int, rng: random.Random) -> list[Pair]:
    """Texts without a statement, each against a real claim."""
    made = []
    for pair in rng.choices(pairs, k=count):
        maker = rng.choice((gibberish, table_row, half, marked_up, None))
        text = maker(pair.first, rng) if maker else rng.choice(headed)
        made.append(pair._replace(task="bears", first=text, target=(0.0,), source="junk", lacks=()))
    return made


def off_topic(pairs: list[Pair], pool: list[tuple[str, str]], count: int, rng: random.Random) -> list[Pair]:
    """A sentence of an article that shares no word with the claim."""
    made = []
    for pair in rng.choices(pairs, k=count):
        text = rng.choice(pool)[0]
        if not set(near.stems(text)) & set(near.stems(pair.second)):
            made.append(pair._replace(task="bears", first=text, target=(0.0,), source="off-topic", lacks=()))
    return made


def beside(pairs: list[Pair], pool: list[tuple[str, str]], count: int, rng: random.Random) -> list[Pair]:
    """Sentences of the motion's own articles that share words with a claim, but that nobody marked."""
    by_motion: dict[str, list[str]] = defaultdict(list)
    for text, motion in pool:
        by_motion[motion].append(text)
    made = []
    known = [pair for pair in pairs if pair.source == "ibm_ce" and by_motion.get(pair.topic)]
    for pair in rng.choices(known, k=count) if known else []:
        words = set(near.stems(pair.second))
        some = rng.sample(by_motion[pair.topic], min(12, len(by_motion[pair.topic])))
        text = max(some, key=lambda one: len(words & set(near.stems(one))))
        made.append(pair._replace(task="bears", first=text, target=(0.0,), source="beside", lacks=()))
    return made


def bears(pairs: list[Pair], pools: Pools, split: str, rng: random.Random) -> list[Pair]:
    """Positives and negatives, half each. A neutral pair of an inference set may still bear: those are left out."""
    yes = [p for p in pairs if p.source in BEARS and p.target in (SUPPORTS, CONTRADICTS, PARTLY)]
    no = [p for p in pairs if p.source in STRANGE and p.target == NEITHER]
    yes = [p._replace(task="bears", target=(1.0,), lacks=()) for p in rng.sample(yes, min(MOST[split], len(yes)))]
    no = [p._replace(task="bears", target=(0.0,), lacks=()) for p in rng.sample(no, min(MOST[split] // 2, len(no)))]
    rest = MOST[split] // 6
    made = junk(yes, pools.headings[split], rest, rng)
    made += off_topic(yes, pools.sentences[split], rest, rng)
    return yes + no + made + beside(pairs, pools.sentences[split], rest, rng)


def reported(text: str, rng: random.Random) -> str:
    return f"{rng.choice(WHO)} {rng.choice(SAY)} {text[:1].lower()}{text[1:]}"


def sides(pairs: list[Pair], pools: Pools, split: str, rng: random.Random) -> list[Pair]:
    """Does a sentence take a position on the question, report one, or neither?"""
    made = []
    for pair in pairs:
        if pair.source in ("iam_stance", "iam_nonclaim"):
            said = REPORTS if REPORTING.search(pair.first) else TAKES
            target = said if pair.source == "iam_stance" else NO_SIDE
            made.append(pair._replace(task="side", target=target, lacks=()))
    argued = [p for p in pairs if p.source in ("kpa", "perspectrum") and p.target in (SUPPORTS, CONTRADICTS)]
    for pair in rng.sample(argued, min(ARGUED, len(argued))) if split == "train" else []:
        row = pair._replace(task="side", lacks=())
        told = rng.random() < 0.4
        made.append(
            row._replace(first=reported(row.first, rng), target=REPORTS) if told else row._replace(target=TAKES)
        )
    for text, motion in rng.sample(pools.claims[split], min(3000, len(pools.claims[split]))):
        target = REPORTS if REPORTING.search(text) else TAKES
        made.append(Pair("side", text, motion, target, "ibm_claim", motion))
    plain = rng.sample(pools.sentences[split], min(len(pools.claims[split]) + 200, len(pools.sentences[split]), 4000))
    return made + [Pair("side", text, motion, NO_SIDE, "ibm_claim", motion) for text, motion in plain]


CUES = {
    "example": "for example|for instance|in the case of|such as|experiment|pilot|trial",
    "expert_opinion": "according to|expert|professor|says|argues|told us|concluded|recommends",
    "positive_consequence": "benefit|improve|rose|gain|help|reduce the cost|sooner|more people|increase",
    "negative_consequence": "harm|risk|cost|loss|danger|worse|fell|cut|hole|crowding|less safe",
    "causal": "because|causes|caused|leads to|led to|therefore|due to|as a result|effect of",
    "analogy": "like|similar|as in|just as|compared|the same way|belongs with",
    "value_based": "should|right|fair|unfair|justice|dignity|freedom|duty|ought|deserve|equal",
}
"""Words that often go with a scheme: what the classifier of forms is taught by."""


def forms(pairs: list[Pair], split: str, rng: random.Random) -> list[Pair]:
    """Which forms of argument a text has, read off cue words; half of the time the cue is taken out of the text."""
    texts = [p for p in pairs if p.source in ("kpa", "perspectrum", "ukp", "ibm_ce", "iam_stance", "valueeval23")]
    made = []
    for pair in rng.sample(texts, min(12_000 if split == "train" else 600, len(texts))):
        cues = [re.compile(rf"\b(?:{CUES[one.id]})\b", re.I) for one in load_schemes()]
        target = tuple(float(bool(cue.search(pair.first))) for cue in cues)
        text = pair.first
        if split == "train" and rng.random() < 0.5:
            for cue in cues:
                text = cue.sub("", text)
        if len(text.split()) > 4:
            made.append(Pair("scheme", " ".join(text.split()), "", target, pair.source, pair.topic))
    return made


def extend(dealt: dict[str, list[Pair]], pools: Pools, rng: random.Random) -> None:
    """Add the rows of the three heads to every split; in training, a part of what does not bear is also `neither`."""
    for split, pairs in dealt.items():
        judged = [pair for pair in pairs if pair.task in ("relation", "entails")]
        rows = bears(judged, pools, split, rng)
        made = [row for row in rows if row.source in ("junk", "off-topic", "beside")]
        extra = [row._replace(task="relation", target=NEITHER) for row in made] if split == "train" else []
        pairs += rows + extra + sides(judged, pools, split, rng) + forms(judged, split, rng)
