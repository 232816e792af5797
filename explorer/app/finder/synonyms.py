"""Other words for what can be found: those of the field, of other programs, and of everyday speech.

Words that no language translates (symbols, abbreviations) are plain text; the others are one sentence for
each entry, with commas between them, and are translated as words that people of that language would type.
What is said of `bound:numerical` holds of its explanation `help:bound-numerical` too, what is said of
`setting:theme` of each theme.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from explorer.app.finder.entry_kind import Kind
from explorer.mark import N_, Sentence

_GREEK = MappingProxyType(
    {
        "ε": ("epsilon", "eps"),
        "δ": ("delta",),
        "ρ": ("rho",),
        "μ": ("mu",),
        "σ": ("sigma",),
        "α": ("alpha",),
        "β": ("beta",),
        "π": ("pi",),
    }
)

EXPORTED = N_("save, download, write a file, image, picture, numbers, spreadsheet")
DRAWN = N_("chart, plot, figure, graph, curve, diagram")

OF_KIND: Mapping[Kind, tuple[Sentence, ...]] = MappingProxyType(
    {
        Kind.MECHANISM: (N_("noise, randomisation, randomization"),),
        Kind.BOUND: (N_("composition, accountant, accounting, total of many releases"),),
        Kind.PICTURE: (DRAWN,),
        Kind.SETTING: (N_("settings, preferences, options, configuration"),),
        Kind.PLAN: (N_("plan, form, field, setting of a release"),),
        Kind.PRESET: (N_("example, template"),),
        Kind.HARM: (N_("harm, danger, consequences, how bad, start from harm"),),
        Kind.DEPLOYMENT: (N_("deployment, in use elsewhere, published ε, who else, comparison"),),
        Kind.HELP: (N_("explanation, meaning, definition, glossary, documentation"),),
    }
)

_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "mechanism:gaussian-vector": ("sgd", "dp-sgd", "l2"),
        "mechanism:laplace-vector": ("l1",),
        "bound:numerical": ("pld", "prv", "fft"),
        "bound:renyi": ("rdp",),
        "bound:gaussian-dp": ("gdp", "clt", "f-dp"),
        "bound:zcdp": ("cdp", "rho"),
        "help:renyi": ("rdp",),
        "help:mu": ("gdp",),
        "help:privacy-loss": ("pld",),
        "help:loss-of-many": ("pld",),
        "parameter:target.sensitivity": ("sens",),
        "parameter:composing.total_epsilon": ("total ε", "budget"),
        "parameter:composing.total_delta": ("total δ",),
        "parameter:composing.horizon": ("kmax",),
        "pane:privacy-loss": ("pld",),
        "picture:loss-of-many": ("pld",),
        "picture:renyi": ("rdp",),
        "pane:testing": ("audit",),
        "pane:trade-off": ("roc", "f-dp"),
        "pane:compare": ("a/b", "ab"),
        "pane:clipping": ("sum", "mean", "average"),
        "picture:delta-profile": ("profile",),
        **dict.fromkeys(("action:New plan", "action:Open a plan …", "action:Save the plan …"), ("toml",)),
        "action:Copy a picture": ("screenshot",),
        "action:Decision record …": ("json", "html", "pdf"),
        "help:ledger-chain": ("sha-256", "checksum"),
        "action:Keyboard": ("shortcut", "shortcuts"),
        "action:Accessibility": ("wcag", "Orca"),
        "action:Mouse and keys in pictures": ("keyboard", "shortcut", "shortcuts"),
        "action:What do you want to decide?": ("start", "welcome"),
        "action:What this program guarantees": ("about", "version"),
    }
)

_WORDS: Mapping[str, Sentence] = MappingProxyType(
    {
        "workspace:explore": N_("one release, noise, risk, start"),
        "workspace:compose": N_("many releases, repeated releases, composition, accountant, total"),
        "workspace:release": N_("plan, publish, histogram, private file"),
        "workspace:ledger": N_("spent budget, history, log, hash chain, audit trail, open the ledger"),
        "workspace:tables": N_("probability tables, pair of distributions, P and Q"),
        "mechanism:laplace": N_("double exponential noise"),
        "mechanism:staircase": N_("optimal noise for pure ε"),
        "mechanism:gaussian": N_("normal noise, bell curve, analytic Gaussian"),
        "mechanism:gaussian-classical": N_("classical Gaussian, normal noise"),
        "mechanism:discrete-laplace": N_("geometric mechanism, two-sided geometric, whole numbers"),
        "mechanism:discrete-gaussian": N_("integer Gaussian, normal noise, whole numbers, census"),
        "mechanism:randomized-response": N_("local privacy, randomized, survey, coin, sensitive question"),
        "mechanism:exponential": N_("private selection, choose the best, argmax, Gumbel noise"),
        "mechanism:permute-and-flip": N_("private selection, choose the best, argmax, report noisy max"),
        "mechanism:laplace-vector": N_("vector, coordinates, several answers"),
        "mechanism:gaussian-vector": N_(
            "vector, gradient, coordinates, several answers, normal noise, machine learning"
        ),
        "mechanism:gaussian-tree": N_("binary tree, continual release, streaming, prefix sums, every day"),
        "mechanism:catastrophe": N_("worst case of δ, name and shame"),
        "bound:sequential": N_("sum of ε, sequential composition, linear composition"),
        "bound:advanced-textbook": N_("strong composition, square root of k"),
        "bound:advanced": N_("advanced composition, strong composition"),
        "bound:advanced-tanh": N_("strong composition"),
        "bound:kov-closed": N_("Kairouz, Oh, Viswanath"),
        "bound:optimal": N_("Kairouz, Oh, Viswanath, exact composition, tight"),
        "bound:zcdp": N_("zero-concentrated differential privacy"),
        "bound:zcdp-bun-steinke": N_("zero-concentrated differential privacy"),
        "bound:renyi": N_("Rényi differential privacy, moments accountant"),
        "bound:gaussian-dp": N_("normal, trade-off function"),
        "bound:numerical": N_("privacy loss distribution, privacy random variable, accountant, Fourier"),
        "pane:one-release": N_("mechanism, noise, choose the mechanism"),
        "pane:released-value": N_("density, distribution of the output"),
        "pane:equally-likely": N_("simulation, samples, draws, animation"),
        "pane:trade-off": N_("hypothesis testing, false positives, false negatives"),
        "pane:privacy-loss": N_("distribution"),
        "pane:risk": N_("attacker, membership inference, posterior belief, harm, disclosure, how safe, risk"),
        "pane:compare": N_("difference, comparison, alternatives, compare two mechanisms"),
        "pane:clipping": N_("clamping, truncation, outliers, sum of a column, mean of a column"),
        "pane:dimension": N_("vector, coordinates"),
        "pane:range-strategies": N_("matrix mechanism, tree, hierarchy, quantiles, prefix sums"),
        "pane:learning": N_(
            "iterative construction, multiplicative weights, private distinguisher, query release"
        ),
        "pane:composition": N_("budget, total privacy loss"),
        "pane:crossings": N_("crossing, comparison of composition bounds"),
        "pane:year": N_("schedule, annual plan, calendar, budget of a year, yearly budget"),
        "pane:readout": N_("table, comparison of composition bounds, total ε"),
        "pane:inverse": N_("split the budget, share, allocation, ε of each release, calibration"),
        "pane:plan": N_(
            "columns, bins, unit, contribution limits, histogram, crosstab, plan of a release, schema"
        ),
        "pane:preview": N_("expected error, accuracy, simulated people"),
        "pane:publish": N_("spend, draw, private file, publish"),
        "pane:testing": N_("black-box test, empirical ε, verify the noise"),
        "pane:accounts": N_("budget, limit, what is left"),
        "pane:spends": N_("history, log, releases so far, budget"),
        "pane:advice": N_("comparison of composition bounds, tighter total"),
        "pane:verification": N_("hash chain, integrity, tampering, witness"),
        "pane:tables": N_("paste, pair of distributions"),
        "pane:table-outcomes": N_("probabilities"),
        "pane:table-profile": N_("privacy profile"),
        "pane:table-composed": N_("composition"),
        "pane:table-bounds": N_("comparison of composition bounds"),
        "picture:delta-profile": N_("privacy profile"),
        "parameter:target.epsilon": N_("privacy budget, privacy level, how to choose ε"),
        "parameter:target.delta": N_("slack, approximate differential privacy"),
        "parameter:target.sensitivity": N_(
            "influence of one person, sensitivity, global sensitivity, largest change, L1 sensitivity, "
            "L2 sensitivity"
        ),
        "parameter:composing.count": N_("number of releases, queries, repetitions, how many"),
        "parameter:composing.total_epsilon": N_("privacy budget, total budget, total ε"),
        "parameter:composing.total_delta": N_("total δ"),
        "parameter:composing.horizon": N_("range of the axis, zoom"),
        "parameter:shape.sampling_rate": N_("subsampling, amplification, batch, sample"),
        "parameter:reading.prior": N_("base rate, prior"),
        "parameter:reading.limit": N_("posterior belief"),
        "parameter:reading.confidence": N_("confidence level, margin of error"),
        "parameter:reading.group": N_("family, household"),
        "parameter:reading.false_alarm": N_("significance level, type I error"),
        "parameter:sensitivity_inputs.rows_per_person": N_("contribution limit"),
        "parameter:sensitivity_inputs.low": N_("clipping, clamping"),
        "parameter:sensitivity_inputs.high": N_("clipping, clamping"),
        "help:trade-off": N_("ROC curve, hypothesis test"),
        "help:sampling": N_("subsampling"),
        "help:sensitivity": N_("sensitivity, global sensitivity"),
        "help:rho": N_("zero-concentrated differential privacy"),
        "help:posterior": N_("Bayes"),
        "help:advantage": N_("membership inference"),
        "help:margin-each": N_("accuracy, error, error bars, confidence interval"),
        "help:margin-joint": N_("accuracy, error, error bars, confidence interval"),
        "action:Undo": N_("step back, revert, take back, mistake"),
        "action:Redo": N_("step forward, repeat"),
        "action:Open a session …": N_("load, restore, project"),
        "action:Save the session …": N_("keep, store, project, work"),
        "action:New plan": N_("start a plan, empty plan"),
        "action:Open a plan …": N_("load a plan"),
        "action:Save the plan …": N_("store the plan"),
        "action:Open the example plan": N_("demonstration, sample, try"),
        "action:Preview the plan on public data …": N_("public file, expected error"),
        "action:Fit the preview to its noise": N_("rescale, zoom, axes"),
        "action:Decision record …": N_(
            "report, sign, signature, justify, checklist, NIST SP 800-226, why, print"
        ),
        "action:Quit": N_("exit, close, end"),
        "action:Pin the current release as A": N_("compare, keep, bookmark"),
        "action:Swap A and B": N_("exchange, compare"),
        "action:Unpin A": N_("stop comparing"),
        "action:Put all panes back": N_(
            "reset the layout, arrange, windows, restore the layout, close a pane"
        ),
        "action:Play or pause the simulated draws": N_("animation, start, stop"),
        "action:Hide the simulated draws": N_("animation, stop"),
        "action:Full screen": N_("maximise, maximize, presentation, fullscreen"),
        "action:Presenter mode": N_("presentation, slides, projector, beamer, lecture, notes, next slide"),
        "action:What this program guarantees": N_("about, version, promises, limits, licence, license, help"),
        "action:What do you want to decide?": N_(
            "start, getting started, first steps, introduction, tutorial, guide, help"
        ),
        "action:Mouse and keys in pictures": N_(
            "keyboard, shortcuts, crosshair, zoom, isolate a curve, hide a curve, legend, help"
        ),
        "action:Copy a picture": N_("clipboard, copy, paste, screenshot, image, figure, chart, plot"),
        "action:Reference: every mechanism, composition bound and formula": N_(
            "manual, documentation, formulas, theorems, sources, papers, citations, proofs, glossary, "
            "terms, help"
        ),
        "setting:theme": N_("appearance, colours, colors, light and dark, dark mode, night"),
        "setting:language": N_("translation, interface language"),
        "setting:language:en": N_("English, translation"),
        "setting:language:zh_CN": N_("Chinese, translation"),
        "setting:scale": N_("zoom, font size, larger letters, bigger text, presenter, smaller text"),
        "setting:motion": N_("animation, reduced motion"),
        "start:belief": N_("attacker, prior, posterior, how sure, safe ε, choose ε"),
        "start:margin": N_("accuracy, error, confidence interval, calibration"),
        "start:harm": N_("danger, consequences, safe ε, choose ε"),
        "start:total": N_("budget, many releases"),
        "rhythm:daily": N_("every day, days of a year, regular releases, how often"),
        "rhythm:weekly": N_("every week, weeks of a year, regular releases, how often"),
        "rhythm:monthly": N_("every month, months of a year, regular releases, how often"),
        "plan:title": N_("name, heading"),
        "plan:privacy.unit": N_("unit of privacy, whom it protects, who is protected, person, household"),
        "plan:privacy.neighbours": N_(
            "neighbors, adjacent datasets, neighbouring datasets, add or remove, substitute"
        ),
        "plan:privacy.mechanism": N_("noise, Laplace, Gaussian"),
        "plan:privacy.epsilon": N_("privacy budget, privacy loss"),
        "plan:privacy.delta": N_("failure probability"),
        "plan:privacy.id_column": N_("identifier, person number, key"),
        "plan:privacy.rows_per_person": N_("contribution limit, rows of one person"),
        "plan:privacy.rows_per_cell": N_("contribution limit"),
        "plan:privacy.cells_per_person": N_("contribution limit"),
        "plan:query.quantiles": N_("median, percentile, quartile"),
        "plan:query.tables": N_("marginals, crosstabs, contingency tables"),
        "plan:query.share": N_("part of the budget, split, weight"),
        "plan:column.kind": N_("type of a column, numbers, categories, dates, times"),
        "plan:column.edges": N_("bins, intervals, boundaries, breaks, width, binning"),
        "plan:column.whole": N_("integers, whole numbers"),
        "plan:column.format": N_("date format, day, month, year, time of day"),
        "plan:column.every": N_("per day, per week, per month, per quarter, per year"),
        "plan:column.from": N_("first day, beginning"),
        "plan:column.to": N_("last day, end"),
        "plan:column.categories": N_("labels, values, levels, list"),
        "plan:input.encoding": N_("characters, letters, umlauts"),
        "plan:input.delimiter": N_("separator, semicolon, tab, comma"),
        "plan:input.decimal": N_("decimal point, decimal comma"),
        "plan:input.header": N_("column names, first line"),
        "plan:input.missing": N_("empty cells, unknown values"),
        "plan:input.trim": N_("spaces, whitespace"),
        "plan:output.confidence": N_("confidence level, margin of error"),
        "help:unit": N_("unit of privacy, neighbours, neighbors, neighbouring datasets, adjacent datasets"),
        "help:standard-deviation": N_("noise scale, spread, size of the noise"),
        "help:group-total": N_("group of people, household, family"),
        "help:equally-likely": N_("simulated draws, samples"),
        "help:group": N_("group of people, household, family"),
        "help:plan-smaller": N_("small cells, suppression"),
        "help:ledger-chain": N_("hash chain, integrity, tampering"),
        "help:loss-of-many": N_("normal approximation, central limit theorem"),
        "help:largest-epsilon": N_("budget per release, split the budget"),
    }
)


def names_of(identity: str) -> tuple[str, ...]:
    """The untranslated names of an entry; none where none are known."""
    return _NAMES.get(identity, _NAMES.get(_general(identity), ()))


def words_of(identity: str) -> tuple[Sentence, ...]:
    """Other words for an entry, as at most one sentence of them."""
    words = _WORDS.get(identity, _WORDS.get(_general(identity)))
    return () if words is None else (words,)


def known() -> frozenset[str]:
    """The ids for which words or names are kept."""
    return frozenset((*_NAMES, *_WORDS))


def spelled(word: str) -> tuple[str, ...]:
    """A Greek letter as it is written out; nothing for any other word.

    >>> spelled("ε"), spelled("Δ")
    (('epsilon', 'eps'), ())
    """
    return _GREEK.get(word, ())


def _general(identity: str) -> str:
    """`bound:numerical` for the fact `help:bound-numerical`, `setting:theme` for `setting:theme:dark`."""
    kind, _, name = identity.partition(":")
    if kind == "help":
        return name.replace("bound-", "bound:", 1)
    return identity.rpartition(":")[0] if kind == "setting" else ""
