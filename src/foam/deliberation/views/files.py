"""The files a dossier can be saved to beside its document: data, a picture, and formats that other tools read."""

from __future__ import annotations

import json
from typing import Any

from foam.deliberation.dossier import Dossier
from foam.deliberation.views.diagram import draw_mediation
from foam.deliberation.views.exchange import render_aif, render_annotations, render_argdown
from foam.paper import add_formats, draw


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


add_formats(
    Dossier,
    {
        ".json": lambda dossier: _as_json(dossier.json_value()),
        ".svg": lambda dossier: draw(draw_mediation(dossier)),
        ".argdown": render_argdown,
        ".aif.json": lambda dossier: _as_json(render_aif(dossier)),
        ".annotations.json": lambda dossier: _as_json(render_annotations(dossier)),
    },
)
