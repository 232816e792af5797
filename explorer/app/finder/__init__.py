"""What the palette finds: entries made from the registries, their other words, and the search."""
