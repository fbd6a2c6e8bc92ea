"""Tools of MCP servers. Only what is imported by a set that is made needs the package `mcp`."""
