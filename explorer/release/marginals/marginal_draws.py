"""What marginals draw: every table, or those that private choices find wrong, and the check of the fit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

from explorer.mark import N_, verbatim
from explorer.release.marginals.marginal_answers import Drawn, MarginalAnswers
from explorer.release.marginals.marginal_cells import MarginalCells
from explorer.release.marginals.marginal_files import cell_text
from explorer.release.marginals.marginal_noise import MarginalNoise
from explorer.release.marginals.marginal_rounds import chosen_tables, first_table, worst_cell
from explorer.release.marginals.marginal_tables import CHECK
from explorer.release.partition_selection import Counted
from explorer.release.queries.counted_cells import Integers
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.terms import Granted, NoisePart, Terms
from explorer.release.values.noise_distribution import Noise
from explorer.release.values.private_choice import Choice


@dataclass(frozen=True, slots=True)
class DrawnMarginals(MarginalCells):
    """What is measured of marginals, and which of it was chosen.

    `found` : which tables were measured and which cell was checked, once that is drawn; no part of the plan
    """

    found: Drawn | None = field(default=None, compare=False, repr=False)

    def noise_parts(self, terms: Terms) -> tuple[NoisePart, ...]:
        """The noise of each table; of rounds, which all have the same, that of the tables they choose."""
        given = self.division(terms)
        check = () if given.check is None else (NoisePart(1, given.check[1], N_("the private check")),)
        if self.rounds:
            return (NoisePart(None, given.tables[0], N_("each measured table")), *check)
        each = zip(self.wanted.sizes, given.tables, self.tables_shown, strict=True)
        return (*(NoisePart(size, noise, verbatim(title)) for size, noise, title in each), *check)

    def charges(self, terms: Terms) -> tuple[Noise | Choice, ...]:
        """The noise of every table that is measured, the choice of every round, and both of the check."""
        given = self.division(terms)
        check = () if given.check is None else given.check
        if given.choice is None:
            return (*given.tables, *check)
        return (*[given.tables[0]] * (self.rounds + 1), *[given.choice] * self.rounds, *check)

    @property
    def integers(self) -> int:
        """Every cell of the tables that may be measured, and the checked one."""
        return self.most_cells + (1 if self.check else 0)

    @property
    def most_cells(self) -> int:
        """How many cells may be measured: in rounds those of the largest tables."""
        sizes = self.wanted.sizes
        if not self.rounds:
            return sum(sizes)
        first = first_table(self.wanted)
        others = sorted((size for at, size in enumerate(sizes) if at != first), reverse=True)
        return sizes[first] + sum(others[: self.rounds])

    def measured_name(self, place: int, terms: Terms) -> str:
        """Its table, and the label of its cell in each column."""
        if place >= self.cells:
            return CHECK
        table, at = self.wanted.place_of(place)
        return cell_text(self.wanted.declared(table), at)

    def drawn(self, blank: NoisedQuery, true: Counted, granted: Granted) -> NoisedQuery:
        """All tables, or those that the rounds choose; then the check. Only noised integers are told."""
        counted, given = cast(Integers, true), self.division(blank.terms)
        if self.rounds:
            found, counts = chosen_tables(self.wanted, given, self.rounds, counted, granted)
        else:
            found, counts = self._all_tables(given, counted, granted)
        if self.check:
            answers = self._answers(blank.terms, found, counts)
            cell, count = worst_cell(answers, counted, granted)
            found, counts = replace(found, checked=cell), (*counts, count)
        return replace(blank, declared=replace(self, found=found), counts=counts)

    def _all_tables(
        self, given: MarginalNoise, true: Integers, granted: Granted
    ) -> tuple[Drawn, tuple[int, ...]]:
        """The noised counts of every table; of a sketch of rounds those of as many as they measure."""
        begins, counts = self.wanted.begins, list[int]()
        measured = range(self.rounds + 1 if self.rounds else len(given.tables))
        for table in measured:
            counts += granted.noised(true[begins[table] : begins[table + 1]], given.tables[table])
        return Drawn(tuple(measured)), tuple(counts)

    def sketched(self, blank: NoisedQuery, true: Counted, granted: Granted) -> NoisedQuery:
        """The first tables with their noise: private choices and the check wait for a fit."""
        given = self.division(blank.terms)
        found, counts = self._all_tables(given, cast(Integers, true), granted)
        return replace(blank, declared=replace(self, found=found), counts=counts)

    @property
    def tables_shown(self) -> tuple[str, ...]:
        """Each by its columns."""
        return tuple(map(self.wanted.title, range(len(self.wanted.axes))))

    @property
    def kept(self) -> tuple[str, ...]:
        """Which tables were chosen and which cell was checked: no plan tells."""
        return (self.found.text,) if self.found is not None and (self.rounds or self.check) else ()

    def noised(self, terms: Terms, counts: tuple[int, ...], found: tuple[str, ...] = ()) -> NoisedQuery:
        """Noised integers, with what was chosen."""
        drawn = Drawn.read(found[0]) if found else None
        return NoisedQuery(replace(self, found=drawn), terms, counts, self.margins(terms))

    def _answers(self, terms: Terms, found: Drawn | None, counts: tuple[int, ...]) -> MarginalAnswers:
        drawn = Drawn(tuple(range(len(self.wanted.axes)))) if found is None else found
        given = self.division(terms)
        return MarginalAnswers(self.wanted, given, drawn, counts, terms.output.confidence)

    def answers(self, noised: NoisedQuery) -> MarginalAnswers:
        """Everything that follows from the noised integers."""
        return self._answers(noised.terms, self.found, noised.counts)
