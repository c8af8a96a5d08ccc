"""The calls that a home has itself, such as `home.ask`. Each is imported when it is first looked up.

Together they reach most of the program, and `foam record list` needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from foam.home.calls import Late
from foam.home.desk import Desk

if TYPE_CHECKING:
    from foam.home.deliberations import DeliberationCalls
    from foam.home.evidence import EvidenceCalls
    from foam.home.examinations import ExaminationCalls
    from foam.home.judgements import JudgementCalls
    from foam.home.quotations import AuditCalls
    from foam.home.resumption import ResumptionCalls

    class DirectCalls(AuditCalls, DeliberationCalls, EvidenceCalls, ExaminationCalls, JudgementCalls, ResumptionCalls):
        """As a type checker sees them: with their arguments and results."""

        _desk: Desk

else:

    class DirectCalls:
        """The calls of a home that stand by themselves."""

        def __init__(self, desk: Desk) -> None:
            self._desk = desk

        ask = Late("foam.home.deliberations", "DeliberationCalls")
        deliberate = Late("foam.home.deliberations", "DeliberationCalls")
        compare = Late("foam.home.deliberations", "DeliberationCalls")
        whatif = Late("foam.home.deliberations", "DeliberationCalls")
        list_awaited = Late("foam.home.resumption", "ResumptionCalls")
        answer_awaited = Late("foam.home.resumption", "ResumptionCalls")
        resume = Late("foam.home.resumption", "ResumptionCalls")
        verify = Late("foam.home.deliberations", "DeliberationCalls")
        cite = Late("foam.home.evidence", "EvidenceCalls")
        audit = Late("foam.home.quotations", "AuditCalls")
        examine = Late("foam.home.examinations", "ExaminationCalls")
        judge = Late("foam.home.judgements", "JudgementCalls")
