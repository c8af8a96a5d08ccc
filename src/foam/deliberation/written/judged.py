"""The shipped judge as a check on what was written: does the evidence deny the text?"""

from __future__ import annotations

from functools import lru_cache

from foam.model.judge import shipped_judge
from foam.model.judge.weighing import weigh


@lru_cache(maxsize=4096)
def rate_contradiction(evidence: str, text: str) -> float:
    """How likely the evidence denies the text, from 0 to 1. A text that has nothing to do with it is not denied."""
    judge = shipped_judge()
    (found,) = weigh(judge, [(evidence, text)])
    (fact,) = judge.entails([(evidence, text)])
    return min(found.contradicts, fact.contradicts) if found.bears >= 0.5 else 0.0
