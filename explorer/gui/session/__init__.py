"""The session: kept while one works, offered after a kill, read and mended."""
