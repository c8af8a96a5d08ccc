"""Views of outcomes, redlines and previews."""
