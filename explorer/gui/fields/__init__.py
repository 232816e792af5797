"""Where a number or a line of text is typed, chosen or dragged."""
