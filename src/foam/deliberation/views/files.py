"""The files a dossier can be saved to beside its document: data, a picture, and formats that other tools read."""

from __future__ import annotations

from foam.deliberation.answer.exchange import make_formats
from foam.deliberation.dossier import Dossier
from foam.deliberation.views.diagram import draw_mediation
from foam.deliberation.views.exchange import draw_dossier
from foam.paper import add_formats, draw
from foam.visible import dump_json

add_formats(
    Dossier,
    {
        ".json": lambda dossier: dump_json(dossier.json_value()) + "\n",
        ".svg": lambda dossier: draw(draw_mediation(dossier)),
        **make_formats(draw_dossier),
    },
)
