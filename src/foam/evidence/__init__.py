"""What does it rest on? Documents, import, search, selection, quotation verdicts. Knows nothing of protocols."""
