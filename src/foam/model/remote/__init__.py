"""Questions answered by an endpoint: OpenAI's API, as many offer it, or Anthropic's own. Needs the extra `remote`."""
