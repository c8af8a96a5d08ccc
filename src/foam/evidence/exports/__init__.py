"""Cards out again: as Verbatim Word files, and as caselists write them."""
