"""Transcripts from files, whatever their shape, cleaned by listed rules."""

from foam.debate.transcripts.reading import read_transcript, transcript_files

__all__ = ["read_transcript", "transcript_files"]
