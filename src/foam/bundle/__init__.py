"""Can the file be trusted? The chain of acts, words that can be removed, keys, signed bundles, verification."""
