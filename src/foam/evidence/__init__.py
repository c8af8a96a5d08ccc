"""What does it rest on? Documents, import, search, selection, quotation verdicts."""
