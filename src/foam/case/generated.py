"""A node that a speech has beyond its template."""

from __future__ import annotations

from foam.argument.outline import OutlineNode
from foam.values import Value


class GeneratedNode(Value):
    """A node made because no path fitted, and where it was hung. It joins a pack only if a person puts it there."""

    at: str
    node: OutlineNode
