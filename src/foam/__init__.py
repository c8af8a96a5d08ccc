"""FOAM: contested questions, answered so that they can be examined, challenged and revised.

    import foam

    with foam.open() as home:
        answer = home.deliberate("Should the denial be reversed?", pack="benefits-appeal")
        answer.save("answer.html")

Names are imported when they are first used, so that `import foam` stays fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from foam.version import __version__

if TYPE_CHECKING:
    from foam import orders
    from foam.appeal.status import MatterStatus
    from foam.bundle.pins import trusted_keys
    from foam.bundle.verify import Report as BundleReport
    from foam.bundle.verify import verify_file as verify_bundle
    from foam.case.cutting.values import Cutting
    from foam.case.values import Case
    from foam.contest.job import Heard
    from foam.debate.values import Debate
    from foam.deliberation.answer.answer import Answer
    from foam.errors import ActRefused, Awaited, FieldError, FoamError, InputError, NotFound
    from foam.evidence.document import Document
    from foam.evidence.exports.cardfile import CardFile
    from foam.evidence.quotes.report import Report as QuoteReport
    from foam.evidence.search.fake import HashingEmbedder
    from foam.examination.report import Examination
    from foam.home import Home
    from foam.home import open_home as open  # noqa: A004  (foam.open)
    from foam.home.terms import terms
    from foam.job.events import Event
    from foam.job.job import RunResult
    from foam.judging.audit import Audit
    from foam.judging.debates.job import DebateEvaluation
    from foam.model.facts import Facts, FactsModel
    from foam.model.port import Embedder, Model
    from foam.model.scripted import ScriptedModel
    from foam.model.silent import SilentJudge
    from foam.pack.pack import Pack
    from foam.perspective.node import Perspective
    from foam.record.proof import check_growth
    from foam.values import short as short_id

_NAMES = {
    "ActRefused": "foam.errors",
    "Answer": "foam.deliberation.answer.answer",
    "Audit": "foam.judging.audit",
    "Awaited": "foam.errors",
    "BundleReport": "foam.bundle.verify:Report",
    "CardFile": "foam.evidence.exports.cardfile",
    "Case": "foam.case.values",
    "Cutting": "foam.case.cutting.values",
    "Debate": "foam.debate.values",
    "DebateEvaluation": "foam.judging.debates.job",
    "Document": "foam.evidence.document",
    "Embedder": "foam.model.port",
    "Event": "foam.job.events",
    "Examination": "foam.examination.report",
    "Facts": "foam.model.facts",
    "FactsModel": "foam.model.facts",
    "FieldError": "foam.errors",
    "FoamError": "foam.errors",
    "HashingEmbedder": "foam.evidence.search.fake",
    "Heard": "foam.contest.job",
    "Home": "foam.home",
    "InputError": "foam.errors",
    "MatterStatus": "foam.appeal.status",
    "Model": "foam.model.port",
    "NotFound": "foam.errors",
    "Pack": "foam.pack.pack",
    "Perspective": "foam.perspective.node",
    "QuoteReport": "foam.evidence.quotes.report:Report",
    "RunResult": "foam.job.job",
    "ScriptedModel": "foam.model.scripted",
    "SilentJudge": "foam.model.silent",
    "check_growth": "foam.record.proof",
    "open": "foam.home:open_home",
    "orders": "foam.orders",
    "short_id": "foam.values:short",
    "terms": "foam.home.terms",
    "trusted_keys": "foam.bundle.pins:trusted_keys",
    "verify_bundle": "foam.bundle.verify:verify_file",
}
"""Exported name to the module that has it, and its name there where that differs."""

__all__ = [
    "ActRefused",
    "Answer",
    "Audit",
    "Awaited",
    "BundleReport",
    "CardFile",
    "Case",
    "Cutting",
    "Debate",
    "DebateEvaluation",
    "Document",
    "Embedder",
    "Event",
    "Examination",
    "Facts",
    "FactsModel",
    "FieldError",
    "FoamError",
    "HashingEmbedder",
    "Heard",
    "Home",
    "InputError",
    "MatterStatus",
    "Model",
    "NotFound",
    "Pack",
    "Perspective",
    "QuoteReport",
    "RunResult",
    "ScriptedModel",
    "SilentJudge",
    "__version__",
    "check_growth",
    "open",
    "orders",
    "short_id",
    "terms",
    "trusted_keys",
    "verify_bundle",
]


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module 'foam' has no attribute {name!r}")
    module, _, attribute = _NAMES[name].partition(":")
    loaded = import_module(module)
    found = loaded if module == f"{__name__}.{name}" else getattr(loaded, attribute or name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return list(__all__)
