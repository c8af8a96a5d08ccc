"""Which sentences answer? Words and vectors, fused and filtered, over an index that is derived from the library."""
