"""Who decides? Typed questions and the models that answer them. Knows nothing of where evidence comes from."""
