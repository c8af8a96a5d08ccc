"""Transcripts from files, whatever their shape, cleaned by listed rules."""

from foam.debate.transcripts.reading import list_transcripts, parse_transcript, read_transcript

__all__ = ["list_transcripts", "parse_transcript", "read_transcript"]
