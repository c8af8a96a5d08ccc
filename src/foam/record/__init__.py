"""What happened? Entries, digests, graph, replay, PROV-O export. Knows nothing of what the answers mean."""
