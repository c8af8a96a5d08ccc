"""Views of a dossier: the document, the diagram, and the formats in which other tools read arguments."""

import foam.deliberation.answer.view
import foam.deliberation.views.document
import foam.deliberation.views.files
import foam.deliberation.views.options
import foam.deliberation.views.supposed  # noqa: F401
from foam.deliberation.choice import OptionsDossier
from foam.deliberation.dossier import Dossier

__all__ = ["Dossier", "OptionsDossier"]
