"""Facts of the ledger: what remains, in which currency, and how it is known to be whole."""

from __future__ import annotations

from explorer.app.help.fact import Fact
from explorer.mark import N_

_OF_ACCOUNT = N_("for the unit and neighbours of the account")
_COUNTED = N_("exact: fractions, never rounded")

LEDGER_FACTS = (
    Fact(
        "ledger-remaining",
        N_("What remains in an account"),
        N_(
            "The limit minus everything spent. A release that costs more is refused, and spent "
            "budget is never returned."
        ),
        r"\varepsilon_{\mathrm{left}}=\varepsilon_{\mathrm{limit}}-\sum_{i}\varepsilon_{i},"
        r"\quad \delta_{\mathrm{left}}=\delta_{\mathrm{limit}}-\sum_{i}\delta_{i}",
        "ε left = ε limit − sum of ε_i, δ left = δ limit − sum of δ_i",
        N_("Holds for releases of the same people; each may be chosen with all earlier ones in view."),
        _COUNTED,
        "Dwork & Roth 2014, Theorem 3.16",
        _OF_ACCOUNT,
    ),
    Fact(
        "ledger-remaining-rho",
        N_("What remains in an account of ρ"),
        N_(
            "ρ adds; pure ε enters as ε²/2. It is also shown as the ε that it converts to at the "
            "fixed δ of the account; spent amounts are rounded up, remaining amounts down."
        ),
        r"\rho_{\mathrm{left}}=\rho_{\mathrm{limit}}-\sum_{i}\rho_{i},\quad "
        r"\varepsilon(\rho)=\min_{\alpha>1}\left\{\alpha\rho+\frac{-\ln(\alpha\delta)}{\alpha-1}"
        r"+\ln\left(1-\frac{1}{\alpha}\right)\right\}",
        "ρ left = ρ limit − sum of ρ_i, ε(ρ) = min over α > 1 of αρ − ln(αδ)/(α−1) + ln(1 − 1/α)",
        N_("Holds for releases that may be chosen one after the other; a threshold has no ρ and is refused."),
        N_("ρ exact, converted ε a proven upper bound"),
        "Canonne, Kamath & Steinke 2020, Proposition 12; Bun & Steinke 2016, Proposition 1.4",
        _OF_ACCOUNT,
    ),
    Fact(
        "ledger-account",
        N_("An account stands for people, not for a file"),
        N_(
            "People who are in several files are in one account: the costs of their releases add. "
            "A file is recognised by a keyed fingerprint, so an edited file is new until you state "
            "whose people are in it."
        ),
        r"\varepsilon\le\sum_{f}\;\sum_{i\in f}\varepsilon_{i}",
        "ε of a person ≤ sum over the files f of the account of the ε_i released from each",
        N_("Holds as long as nobody in it is in a file of another account."),
        N_("what you state; nothing in a file can prove it"),
        "Dwork & Roth 2014, Theorem 3.16",
        _OF_ACCOUNT,
    ),
    Fact(
        "ledger-chain",
        N_("Hash chain of entries"),
        N_(
            "Each entry is hashed together with the hash before it. Changing, removing or adding one in the "
            "middle breaks every hash after it."
        ),
        r"h_{i}=\mathrm{SHA256}\left(i,\,\mathrm{entry}_{i},\,h_{i-1}\right)",
        "h_i = SHA-256(i, entry_i, h_(i−1))",
        N_("Detects accidents and manual edits, but not a complete rewrite of the ledger and its witness."),
        N_("checked anew with every reading"),
        "Haber & Stornetta 1991; FIPS 180-4",
        N_("for the whole ledger"),
    ),
    Fact(
        "ledger-witness",
        N_("The witness"),
        N_(
            "The number of entries and the newest hash, kept outside the ledger's folder. A "
            "restored old copy has fewer entries, which the hash chain itself can't show."
        ),
        r"n_{\mathrm{ledger}}\ge n_{\mathrm{witness}},\quad h_{n_{\mathrm{witness}}}=h_{\mathrm{witness}}",
        "n of the ledger ≥ n of the witness, and the hash there is the witness's",
        N_("Holds on this computer; a ledger that was brought here has no witness before its first spend."),
        N_("checked anew with every reading"),
        "Schneier & Kelsey 1999",
        N_("for the whole ledger"),
    ),
)
