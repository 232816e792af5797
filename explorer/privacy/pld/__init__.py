"""Privacy-loss distributions (PLD), composed between two proven ends. A map of this folder.

The privacy loss of an output x is L = ln(p_D'(x) / p_D(x)). Losses of k independent releases add, so the
distribution of their sum S is the k-fold convolution of the distribution of L, and a total is read off it:

    δ(ε) = E[(1 − e^(ε−S))⁺],    ε(δ) its inverse.

Everything else here is done so that the two numbers that are returned lie on either side of the truth.
`compose.composed_epsilon` and `composed_curve` give ε for a δ, `delta_of_many` gives δ for many ε, and
`composed_distribution` the distribution itself, for a picture alone.

1. The loss of one release
--------------------------
`loss_of_release` makes a `loss_distribution.Spectrum` of a guarantee: atoms, and a density in a coordinate in
which it is smooth. Samples are handled there (`on_a_sample`, `loss_without_replacement`). What has too
many points, such as a wide discrete Gaussian, is put between two continuous distributions (`enclosing_pair`).

2. Truncate and discretise
--------------------------
`loss_of_release.truncation` says how much probability may be left out; what is left out is added to δ at
the upper end. A density becomes points twice (`off_lattice`): outputs of a cell told as one are a better
mechanism, losses spread to both ends of the cell a worse one, and composition keeps that order
(Blackwell). Atoms go to a lattice that never lowers, or never raises, a loss (`discretise`), unless one
lattice goes through all of them (`lattice_inversion.totals_through`). A rare far end, which would want a
long transform, is kept aside (`split_loss`).

3. Compose
----------
The distribution is tilted by e^(θL), near the saddle point (`initial_guess`, on which no guarantee hangs), so
that the sum lies where δ is read. Of lattice losses `fourier` gives the transform and `lattice_transform` its
k-th power at the nodes that matter; of losses anywhere `point_transform` and `contour_transform` do. Few
releases of few atoms are enumerated (`enumerated_sums`).

4. Read off
-----------
`lattice_inversion` finds ε by Newton's method from cell to cell. `contour` integrates along a line in the
complex plane, with the loss of a little normal noise added so that the sum ends; `contour_values` bounds
what aliasing and rounding do to it. `tail` adds the sums in which a far loss lies (`remaining_terms`).
`bracket_search` does this for many rows, and asks again, more finely, where the ends are too far apart;
`wide_bracket` narrows what stays wide by other proven bounds. One proven end beyond another is a fault of
the program, and is refused.

Where each error is bounded
---------------------------
========================================  ============================================================
truncation                                added to δ (`loss_of_release.truncation`)
discretisation                            two distributions in Blackwell's order (`off_lattice`, `discretise`)
the normal noise that is added            its δ is an upper bound, less D for the lower (`contour`)
aliasing                                  Chernoff's bound, both ways (`contour_values.aliased`)
frequencies that are left out             `lattice_transform`, `contour_transform`
far losses                                `tail`, from δ of the sums that hold one
rounding of probabilities                 4 units of their |ln p| (`loss_distribution.rounding_of`)
rounding of a Fourier transform           10 units a stage (`point_transform`, `fourier`)
closed forms of ln δ, of a divergence     128 and 256 units (`accounting.guarantee_ends`)
========================================  ============================================================

Assumed of the platform: exp, log, expm1, log1p, sin and cos err by at most 4 units in the last place (a
unit is 2^-53, relative).

Two kinds of margin that are not proofs
---------------------------------------
The fact on this bound tells a reader of both.

1. Quadrature: eight Gauss points in a panel of a smooth loss. All that it misses, and the place of a
   cell's single loss, is taken for at most 8 times what the whole lacks of 1 (`off_lattice`); 1e-6 of far
   losses (`split_loss._ROOM`, `tail._ROOM`) and of those near the largest (`compose._held_above`), and
   1e-9 of a total variation (`compose._hardly_apart`), stand for the same quadrature.
2. Rounding in libraries: 64 units for sums of thousands of points that are added in blocks
   (`point_transform._SUMMED`); 10 units a stage of a transform, of which 6.7 are proven where its radix is
   2 (`point_transform._of_stages`, `fourier.nodes`); 1e-14 of a sum of probabilities or of products
   (`_ROUNDING` in four files, `contour_transform.OF_A_SUM`, and of each ln δ that is read), 1e-13 and 4e-15
   of sums over a lattice (`lattice_transform._noise`), 1e-12 of sums of largest losses, of affinities and
   of |M|² (`compose`, `fourier`), 1 % on bounds that are themselves small against δ
   (`contour_values._MARGIN`, `remaining_terms._MARGIN`, `contour_transform._kept`); 1e-10 below an ε
   of normal noise (`numerical._CLOSED`), 1e-9 about a δ in closed form (`delta_of_many._CLOSED`), 1e-13 and
   1e-14 of a computed ln δ of normal noise (`discrete_gaussian._ERROR`, `gaussian_calibration._ERROR`),
   which stay below 3e-15 against 60 digits.
"""
