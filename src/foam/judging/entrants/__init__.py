"""Who is judged? Cases read from files, blinded, and checked for leaks."""
