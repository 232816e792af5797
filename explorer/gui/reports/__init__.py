"""Reports as PDF files."""
