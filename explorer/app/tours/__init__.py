"""Tours: short ways through the workspaces, as data."""
