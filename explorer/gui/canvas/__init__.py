"""Shows figures: curves, marks, labels, and their export as raster images."""
