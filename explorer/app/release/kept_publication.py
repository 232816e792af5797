"""The words of a publication as they are kept with its release: taken up again by every later report."""

from __future__ import annotations

from pathlib import Path

from explorer.app.core.publication import Publication, publication_kept, publication_of, tidied
from explorer.mark import Sentence
from explorer.release.ledger.kept_words import keep_words, words_of


def kept_publication(folder: Path, identity: str) -> Publication:
    """What was said of a release of the ledger in `folder`; nothing where nothing is kept, or can be read."""
    words = words_of(folder, identity)
    try:
        return Publication() if words is None else publication_of(words)
    except (TypeError, ValueError):  # somebody changed the file: the report shows that its words are gone
        return Publication()


def keep_publication(folder: Path, identity: str, given: Publication) -> Sentence | None:
    """Keep it, where it differs from what is kept; why that cannot be done, else None."""
    asked = tidied(given)
    if asked == kept_publication(folder, identity):
        return None
    return keep_words(folder, identity, publication_kept(asked))
