"""How good a debate is: InspireScore, Debatrix, ablations, and how far annotators agree."""
