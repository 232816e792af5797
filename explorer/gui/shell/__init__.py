"""The window itself: start, store, workspaces, actions, settings, and what each panel is given."""
