"""What a model that writes finds in a file: written in a form, checked by code, confirmed by an evaluator."""
