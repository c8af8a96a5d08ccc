"""Does an answer cover the dispute? Curation, Perspective Diversity, Dispute Awareness."""
