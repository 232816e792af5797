"""What is made of a release that was drawn: other forms, words beside it, the clipboard, comparisons."""
