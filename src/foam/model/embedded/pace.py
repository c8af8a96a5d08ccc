"""How fast the parts of the embedded model are on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable

from foam.model.embedded.selftest import load_cases
from foam.model.embedded.senses import Senses
from foam.model.embedded.threads import one_thread

_TOKENS_READ = "tokens read/s"
_TOKENS_SCORED = "tokens scored/s"
SENTENCES = "sentence vectors/s"
STATIC = "static vectors/s"


def raw_speeds(senses: Senses) -> dict[str, float]:
    """Tokens and sentences a second on one core, as questions are answered; once each after warming up."""
    texts = [text for case in load_cases().choose for text in case.sentences]
    story = " ".join(texts[:24])
    length = len(senses.scorer.encode(story))
    continuations = [f" {text}" for text in texts[:16]]
    scored = sum(len(senses.scorer.encode(text)) for text in continuations)
    with one_thread():
        return {
            _TOKENS_READ: _rate(length, lambda salt: senses.scorer.score(f"{salt} {story}", [])),
            _TOKENS_SCORED: _rate(scored, lambda salt: senses.scorer.score("", continuations)),
            SENTENCES: _rate(len(texts), lambda salt: senses.encoder.embed(texts)),
            STATIC: _rate(len(texts), lambda salt: senses.static.embed(texts)),
        }


def _rate(amount: int, work: Callable[[int], object]) -> float:
    """Amount a second; `work` is given another number each time, so that nothing it holds is asked again."""
    work(0)
    start = time.perf_counter()
    work(1)
    return round(amount / (time.perf_counter() - start), 1)
