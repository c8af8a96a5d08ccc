"""Questions answered by any OpenAI-compatible endpoint. Needs the extra `remote`."""
