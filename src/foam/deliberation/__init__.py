"""How a question is deliberated, from drafts to a dossier. Start with `loop.py`, which tells the whole story."""
