"""Cases of a debater's own cards: laid out from the blocks of the library, read as they are marked."""
