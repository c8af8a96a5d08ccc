"""Views of a tournament's report."""
