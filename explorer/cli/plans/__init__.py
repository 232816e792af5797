"""Plans of releases on the command line: read and written as files, checked, signed off."""
