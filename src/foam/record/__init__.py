"""What happened? Entries, digests, graph, replay, PROV-O export."""
