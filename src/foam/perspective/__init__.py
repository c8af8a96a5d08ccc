"""Who says it: role, normative weighting, epistemic policy, 32 dimensions, coherence, governance limits, diversity."""
