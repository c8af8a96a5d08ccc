"""Views of a case: the document, Word for debaters, the flow sheet."""

import foam.case.views.document
import foam.case.views.files  # noqa: F401
from foam.case.values import Case

__all__ = ["Case"]
