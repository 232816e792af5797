"""A verdict of the test of a release, for those that say what it shows."""

from fractions import Fraction

from explorer.mark import N_
from explorer.release.audit.black_box import Verdict

VERDICT = Verdict(
    epsilon=Fraction(1),
    delta=Fraction(0),
    lower_bound=0.4,
    largest=4.2,
    needed=98.0,
    runs=2000,
    fresh=1000,
    counted=200,
    whole=20,
    alpha=1e-6,
    seen=(700, 400),
    reach=1.0,
    pair=N_("one unit is in the first table only"),
    event=N_("something"),
)
