"""The window for the keyboard and for ears: focus, Tab, Enter, the wheel, and what is read aloud."""
