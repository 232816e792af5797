"""The best weights of a tree's levels for a workload, and the best tree."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from explorer.privacy.strategies.strategy import UNIT, Floats
from explorer.privacy.strategies.tree import Tree
from explorer.privacy.strategies.workload import Workload

BRANCHINGS = (2, 3, 4, 5, 8, 10, 16)
_LEVELS_TOGETHER = 4  # of discrete Laplace noise: more than four levels share ε badly
_ROUNDS, _LOOK, _ENOUGH = 2000, 20, 1e-10


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
    sizes = [1]
    while sizes[-1] < workload.bins:
        sizes.append(sizes[-1] * branching)
    ones = np.ones(workload.bins)
    means = np.array([np.sum(workload.within_blocks(ones, size)) / size for size in sizes])
    shares = np.append(means[:-1] - means[1:], means[-1])
    levels = np.array(sizes, dtype=np.float64)
    if gaussian:
        weights = np.sqrt(_least(np.ones((1, len(sizes))), shares, levels, gaussian)[0])
    else:
        weights = _least(_few_levels(len(sizes)), shares, levels, gaussian)[0]
    kept = np.flatnonzero((weights * UNIT >= 0.5) | (levels == 1))
    return tuple(sizes[place] for place in kept), weights[kept]


def _few_levels(levels: int) -> Floats:
    """(s, levels) every choice of a few levels with the bins among them, 1 for each that is chosen."""
    return np.array(
        [
            [1.0, *(float(level in others) for level in range(1, levels))]
            for number in range(min(_LEVELS_TOGETHER, levels))
            for others in combinations(range(1, levels), number)
        ]
    )


def _least(chosen: Floats, shares: Floats, sizes: Floats, gaussian: bool) -> tuple[Floats, float]:
    r"""The parts p of the levels, Σ p = 1, with the least error Σ_k τ_k/λ_k, and that error.

    Parameters
    ----------
    chosen : (s, levels) 1 where a level may be used; the best of the s choices is told
    gaussian : the parts are the squares of the weights; else they are the weights

    Guarantee
    ---------
    With :math:`c_j = w_j'^4 b^j \sum_{k \ge j} \tau_k/\lambda_k'^2` at some weights w' the error is at most
    :math:`\sum_j c_j / w_j^2` by Jensen's inequality, and equal to it at w'. Each round takes the least of
    that bound, so that the error never rises. In the squares it is convex, and the least there is found; in
    the weights it is not, and is best with few of them, which is why every choice of a few is tried.
    """
    parts, before = chosen / chosen.sum(axis=1, keepdims=True), np.full(len(chosen), np.inf)
    for number in range(_ROUNDS):
        eigenvalues = np.cumsum((parts if gaussian else parts**2) * sizes, axis=1)
        errors = np.sum(shares / eigenvalues, axis=1)
        if number % _LOOK == 0:
            if np.all(before - errors <= _ENOUGH * errors):
                break
            before = errors
        falling = sizes * np.flip(np.cumsum(np.flip(shares / eigenvalues**2, 1), axis=1), 1)
        raised = parts * np.sqrt(falling) if gaussian else np.cbrt(parts**4 * falling)
        parts = raised / raised.sum(axis=1, keepdims=True)
    best = int(np.argmin(errors))
    return parts[best], float(errors[best])
