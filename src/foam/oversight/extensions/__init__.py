"""What the closed forms leave to numerics: each module one extension, equal to the baseline in its limit case."""
