"""The test of a release on simulated people: what it lets come out, against what it promises."""
