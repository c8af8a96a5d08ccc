"""How is a case written? The five phases, compilation, verification. Knows nothing of opponents."""
