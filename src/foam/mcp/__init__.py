"""FOAM for assistants: a server of the Model Context Protocol over one home (`foam mcp`)."""
