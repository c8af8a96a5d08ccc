"""What can be asked of a home, each as one declaration: `foam.orders.DeliberationOrder` and its like.

A field stands there once, and is an argument of the call, an option of the command, a field of the form, an argument of
the tool and a value of the row in the queue. Each order is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from foam.job.orders.case import CaseOrder
    from foam.job.orders.contest import ChallengeAnswerOrder, ChallengeOrder
    from foam.job.orders.debate import DebateOrder, EvaluationOrder, UtteranceOrder
    from foam.job.orders.deliberation import AskOrder, DeliberationOrder
    from foam.job.orders.examination import ExaminationOrder
    from foam.job.orders.order import Order, OrderField
    from foam.job.orders.oversight import EstimateOrder, ExperimentOrder, GameOrder, PredictionOrder

_MODULES = {
    "AskOrder": "deliberation",
    "CaseOrder": "case",
    "ChallengeAnswerOrder": "contest",
    "ChallengeOrder": "contest",
    "DebateOrder": "debate",
    "DeliberationOrder": "deliberation",
    "EstimateOrder": "oversight",
    "EvaluationOrder": "debate",
    "ExaminationOrder": "examination",
    "ExperimentOrder": "oversight",
    "GameOrder": "oversight",
    "Order": "order",
    "OrderField": "order",
    "PredictionOrder": "oversight",
    "UtteranceOrder": "debate",
}

__all__ = [
    "AskOrder",
    "CaseOrder",
    "ChallengeAnswerOrder",
    "ChallengeOrder",
    "DebateOrder",
    "DeliberationOrder",
    "EstimateOrder",
    "EvaluationOrder",
    "ExaminationOrder",
    "ExperimentOrder",
    "GameOrder",
    "Order",
    "OrderField",
    "PredictionOrder",
    "UtteranceOrder",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'foam.orders' has no attribute {name!r}")
    return getattr(import_module(f"foam.job.orders.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return list(__all__)
