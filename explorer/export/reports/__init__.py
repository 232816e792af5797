"""Pages for people who were not there: report, decision record, statement, sign-off, reference."""
