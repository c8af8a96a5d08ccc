"""What can be put into the queue of work: everything that a call of the home is given. Values only, documents too:
files of whoever asks are read before."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from foam.job.orders.case import CaseOrder
from foam.job.orders.contest import ChallengeOrder
from foam.job.orders.debate import DebateOrder, TurnOrder
from foam.job.orders.deliberation import AskOrder, DeliberationOrder
from foam.job.orders.examination import ExaminationOrder
from foam.job.orders.order import Order
from foam.values import CleanName, Value

TAKEN_OUT = "[erased]"
"""Stands for the name of a file that an erasure took out of the queue."""


class HandedFile(Value):
    """A file that goes with an order: what it is called where it came from, and what it holds."""

    name: CleanName
    bytes_digest: str
    """Empty when the file was taken out of the queue by an erasure."""

    @property
    def is_taken_out(self) -> bool:
        return not self.bytes_digest


class PassedOver(Value):
    """A file that was named and does not go with an order."""

    file: CleanName
    reason: str


class ImportOrder(Order):
    """Files that are to be taken into the library. What they hold stands beside the queue until it has ended."""

    call: Literal["documents"] = "documents"
    files: tuple[HandedFile, ...]
    passed_over: tuple[PassedOver, ...] = ()
    index: bool = True
    vectors: Literal["static", "minilm"] = "static"

    @property
    def title(self) -> str:
        return f"{len(self.files)} files into the library"

    def leave_out(self, numbers: Collection[int], finds: Callable[[str], bool]) -> ImportOrder:
        """The same without these files: neither their names nor digests of what they held, by which one could guess it.

        Files that were passed over are no longer named where `finds` finds something in their names.
        """
        gone = HandedFile(name=TAKEN_OUT, bytes_digest="")
        files = tuple(gone if number in numbers else file for number, file in enumerate(self.files))
        passed_over = tuple(one for one in self.passed_over if not finds(one.file) and not finds(one.reason))
        return self.model_copy(update={"files": files, "passed_over": passed_over})


WorkOrder: TypeAlias = Annotated[
    AskOrder
    | DeliberationOrder
    | CaseOrder
    | DebateOrder
    | TurnOrder
    | ExaminationOrder
    | ChallengeOrder
    | ImportOrder,
    Field(discriminator="call"),
]
