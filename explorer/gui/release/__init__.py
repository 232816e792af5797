"""The cards of Release: the plan, its preview, publishing, and the test of a release."""
