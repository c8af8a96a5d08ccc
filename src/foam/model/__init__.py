"""Who decides? Typed questions and the models that answer them."""
