"""A short answer: the question as one tree over one file, with no seats."""
