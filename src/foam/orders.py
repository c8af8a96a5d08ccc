"""What can be asked of a home, each as one declaration: `foam.orders.DeliberationOrder` and its like.

A field stands there once, and is an argument of the call, an option of the command, a field of the form, an argument of
the tool and a value of the row in the queue.
"""

from __future__ import annotations

from foam.job.orders.case import CaseOrder
from foam.job.orders.contest import ChallengeAnswerOrder, ChallengeOrder
from foam.job.orders.debate import DebateOrder, EvaluationOrder, UtteranceOrder
from foam.job.orders.deliberation import AskOrder, DeliberationOrder
from foam.job.orders.examination import ExaminationOrder
from foam.job.orders.order import Order, OrderField
from foam.job.orders.oversight import EstimateOrder, ExperimentOrder, GameOrder, PredictionOrder

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
