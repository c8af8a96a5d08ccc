"""A report as people read it. Computes nothing."""
