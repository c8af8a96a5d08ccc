"""How is a debate spoken? Memory, retrieval, next utterance, rounds. Knows nothing of who wins."""
