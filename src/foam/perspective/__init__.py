"""Who says it? Role, normative weighting, epistemic policy, dimensions, coherence. Knows nothing of what is argued."""
