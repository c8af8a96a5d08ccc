"""The terminal face: parse, call, show. Knows nothing that the floors below do not tell it."""
