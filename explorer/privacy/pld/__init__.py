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
Proven, each where it stands, from what is assumed below. A unit is 2^-53, relative.

========================================  ============================================================
truncation                                added to δ (`loss_of_release.truncation`)
discretisation                            two distributions in Blackwell's order (`off_lattice`, `discretise`)
quadrature of a density                   the remainder of eight Gauss points (`loss_distribution`)
the normal noise that is added            its δ is an upper bound, less D for the lower (`contour`)
aliasing                                  Chernoff's bound, both ways (`contour_values.aliased`)
frequencies that are left out             `lattice_transform`, `contour_transform`
far losses                                `tail`, from δ of the sums that hold one
rounding of probabilities                 4 units of their |ln p| and 90 (`loss_distribution.rounding_of`)
rounding of a tilt                        `point_transform.tilted`, `fourier.tilted`
rounding of a transform of points         `point_transform`: of its terms and blocks, or on a grid
rounding of a fast Fourier transform      `fourier.of_stages`
rounding of sums over nodes, of logs      `contour_transform`, `lattice_transform`
errors of k equal factors                 e^(Σ k e) − 1 (`contour_transform`), first order (`remaining_terms`)
rounding of the largest losses            `compose.largest_loss_bracket`
========================================  ============================================================

Assumed of the platform
-----------------------
1. exp, log, expm1, log1p, sin, cos and arctan2 err by at most 4 units.
2. NumPy's sum along the last axis of an array, and each part of `reduceat`, adds in pairs, blocks of 128 or
   fewer by at most 25 additions one after another. A product of matrices multiplies and adds, in any order.
3. NumPy's transforms of lengths 2^a 3^b 5^c take stages of radix 2, 3, 4 and 5, with roots of unity that err
   by at most a unit (pocketfft).

What is stated and not proven
-----------------------------
Closed forms, whose special functions (erfc, erfcx, the normal distribution of SciPy) come with no proven
bound. Each allowance is some times what was seen against 40 to 60 digits.

========================================  ============================================================
ln δ and ε of one release                 128 units of ε and of 1 + |ln δ| (`accounting.guarantee_ends`)
a Rényi divergence                        256 units (`compositions.renyi.OF_A_DIVERGENCE`)
ln δ of normal noise                      1e-14 (`gaussian_calibration._ERROR`), on whole numbers 1e-13
                                          (`discrete_gaussian_calibration.ERROR`): seen below 3e-15
ε of normal noise, its lower end          1e-10 below the upper one (`numerical._CLOSED`)
δ in closed form, at many ε               1e-9, at ε ± 1e-15 of it (`delta_of_many._CLOSED`)
the optimum of a list of pure ε           1e-13 of 1 + Σ k ε (`accounting.heterogeneous_optimal`)
a Rényi divergence on a fixed-size sample 1e-14 (`without_replacement_renyi._OUTSIDE`)
μ of a choice of bounded range            1e-14 (`mechanisms.exponential.bounded_range_mu`)
a density of a new mechanism that is      eight times what its quadrature lacks of 1
neither normal nor exponential: none yet  (`off_lattice._UNPROVEN`)
========================================  ============================================================
"""
