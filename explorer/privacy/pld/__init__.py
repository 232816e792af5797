"""The privacy loss of a mechanism composed with itself and others, between two certified bounds.

What the ends are proven under, and what is a margin
----------------------------------------------------
Assumed of the platform: exp, log, expm1, log1p, sin and cos of its mathematical library err by at most
4 units in the last place (a unit is 2^-53, relative). Closed forms of ln δ err by at most 128 units of
1 + |ln δ| (`guarantee_ends`), of a divergence by 256 units.

Proven under this: Blackwell's order of the two laws of points, added noise, aliasing, truncation, the sums at
either end, probabilities within 4 units of their |ln p| (`loss_distribution.rounding_of`), a Fourier transform within 10
units a stage (`point_transform`), pure and Rényi ends.

Margins, not proofs, which the fact on this bound tells a reader: eight Gauss points in a panel of a smooth
loss, of which all that is missed, and the place of a cell's single loss, is taken for at most 8 times what
the whole lacks of 1 (`off_lattice`); 1e-6 of far losses (`split_loss._ROOM`, `tail._ROOM`) and of those near the
largest (`compose._held_above`), 1e-9 of a total variation (`compose._hardly_apart`), for the same quadrature;
64 units for sums of thousands of points that a library adds in blocks (`point_transform._SUMMED`); 1e-10 below an ε of
normal noise (`numerical._CLOSED`) and 1e-9 about a δ in closed form (`delta_of_many._CLOSED`); 1e-13 and
1e-14 of a computed ln δ of normal noise (`discrete_gaussian._ERROR`, `gaussian_calibration._ERROR`), which
stay below 3e-15 against 60 digits.
"""
