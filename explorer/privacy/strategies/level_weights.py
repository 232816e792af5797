"""The best weights of a tree's levels for a workload, and the best tree."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.strategies.strategy import UNIT, Floats
from explorer.privacy.strategies.tree import Tree
from explorer.privacy.strategies.workload import Workload

Places = NDArray[np.int64]

BRANCHINGS = (2, 3, 4, 5, 8, 10, 16)
_LEVELS_TOGETHER = 4  # of discrete Laplace noise: more than four levels share ε badly


def trees(workload: Workload, gaussian: bool) -> Iterator[Tree]:
    """For each branching the tree with the best weights, as whole numbers."""
    for branching in BRANCHINGS:
        if branching >= workload.bins:
            return
        sizes, weights = _best_levels(workload, branching, gaussian)
        whole = np.maximum(1, np.round(weights * UNIT)).astype(int)
        yield Tree(workload.bins, sizes, tuple(whole.tolist()))


def best_tree(workload: Workload, gaussian: bool) -> Tree | None:
    """The tree with the least expected error for noise of this kind; None where there are too few bins."""

    def error(tree: Tree) -> float:
        return tree.total_variance(workload) * (tree.l2_squared if gaussian else tree.l1**2)

    return min(trees(workload, gaussian), key=error, default=None)


def _best_levels(workload: Workload, branching: int, gaussian: bool) -> tuple[tuple[int, ...], Floats]:
    """Sizes and weights for a complete tree, of which a ragged one is a part.

    The covariance of a complete tree is the same for all bins alike, so its eigenspaces are known: those of
    the differences between the parts of groups of size b^k, with eigenvalue Σ_{j<k} w_j² b^j, and the total.
    The error is Σ_k τ_k / λ_k, τ_k the workload's share in them.
    """
    kept: Places
    sizes = [1]
    while sizes[-1] < workload.bins:
        sizes.append(sizes[-1] * branching)
    ones = np.ones(workload.bins)
    means = np.array([np.sum(workload.within_blocks(ones, size)) / size for size in sizes])
    shares = np.append(means[:-1] - means[1:], means[-1])
    if gaussian:
        weights = _gaussian_weights(shares, np.array(sizes, dtype=np.float64))
        kept = np.flatnonzero(weights * UNIT >= 0.5)
    else:
        weights, kept = _laplace_weights(shares, np.array(sizes, dtype=np.float64))
    return tuple(sizes[place] for place in kept), weights[kept]


def _error(weights: Floats, shares: Floats, sizes: Floats) -> tuple[float, Floats]:
    """Σ τ_k/λ_k, and its gradient in the squares of the weights."""
    eigenvalues = np.cumsum(weights**2 * sizes)
    falling = shares / eigenvalues**2
    return float(np.sum(shares / eigenvalues)), -sizes * np.flip(np.cumsum(np.flip(falling)))


def _gaussian_weights(shares: Floats, sizes: Floats) -> Floats:
    """Σ w² = 1; the error is convex in the squares, which are e^x / Σ e^x here."""

    from scipy.optimize import minimize  # slow to import, and only a search asks for it

    def value(logs: Floats) -> tuple[float, Floats]:
        squares = _softmax(logs)
        error, slope = _error(np.sqrt(squares), shares, sizes)
        return error / scale, squares * (slope - squares @ slope) / scale

    scale = _error(np.full(sizes.size, sizes.size**-0.5), shares, sizes)[0]
    found = minimize(
        value, np.zeros(sizes.size), jac=True, method="L-BFGS-B", bounds=[(-40, 40)] * sizes.size
    )
    return np.sqrt(_softmax(found.x))


def _laplace_weights(shares: Floats, sizes: Floats) -> tuple[Floats, Places]:
    """Σ w = 1; not convex, best with few levels: every choice of a few with the bins in it is tried."""
    best = (np.inf, np.zeros(0), np.zeros(0, dtype=int))
    for number in range(min(_LEVELS_TOGETHER, sizes.size)):
        for others in combinations(range(1, sizes.size), number):
            kept = np.array((0, *others))
            best = min(best, (*_weights_of(kept, shares, sizes), kept), key=lambda each: each[0])
    weights = np.zeros(sizes.size)
    weights[best[2]] = best[1]
    return weights, best[2]


def _weights_of(kept: Places, shares: Floats, sizes: Floats) -> tuple[float, Floats]:
    from scipy.optimize import minimize  # as above

    def value(logs: Floats) -> tuple[float, Floats]:
        weights = np.zeros(sizes.size)
        weights[kept] = _softmax(logs)
        error, slope = _error(weights, shares, sizes)
        steep = (2 * weights * slope)[kept]
        return error / scale, weights[kept] * (steep - weights[kept] @ steep) / scale

    even = np.zeros(sizes.size)
    even[kept] = 1 / kept.size
    scale = _error(even, shares, sizes)[0]
    if kept.size == 1:
        return scale, np.ones(1)
    found = minimize(value, np.zeros(kept.size), jac=True, method="L-BFGS-B", bounds=[(-20, 20)] * kept.size)
    return float(found.fun) * scale, _softmax(found.x)


def _softmax(logs: Floats) -> Floats:
    raised = np.exp(logs - logs.max())
    shares: Floats = raised / raised.sum()
    return shares
