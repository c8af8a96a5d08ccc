"""Who reads: the embedded model, a `transformers` model, an endpoint that returns log-probabilities."""
