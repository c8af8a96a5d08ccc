"""How is a case shown? Markdown, a page, a Word file, a flow. Computed from the case alone."""
