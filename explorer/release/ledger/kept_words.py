"""What a steward says beside the numbers of a release, kept beside the ledger and never in it.

Words may change as often as their author likes: no entry holds them, and no hash is over them. Each release
has a file of its own in the ledger's folder, named by the release's random id.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from explorer.mark import Sentence
from explorer.release.values.atomic_file import make_folder, write_whole
from explorer.release.values.bounded_files import read_bounded
from explorer.release.values.process_mark import sweep
from explorer.release.values.write_faults import why_not_written

_FOLDER = "words"
_MOST = 64 << 10  # bytes
_IDENTITY = re.compile("[0-9a-f]{32}")


def _place(folder: Path, identity: str) -> Path | None:
    """None for what is no release's id, and so no name of a file."""
    return folder / _FOLDER / f"{identity}.json" if _IDENTITY.fullmatch(identity) else None


def keep_words(folder: Path, identity: str, words: Mapping[str, object]) -> Sentence | None:
    """Keep the words of a release in place of earlier ones; why that cannot be done, else None."""
    place = _place(folder, identity)
    if place is None:
        return None
    content = json.dumps(dict(words), ensure_ascii=False, sort_keys=True, indent=1).encode()
    why: Sentence
    try:
        make_folder(place.parent)
        sweep(place.parent, (place.name,))
        write_whole(place, content)
        return None
    except OSError as fault:
        why = why_not_written(fault, place)
    return why


def words_of(folder: Path, identity: str) -> Mapping[str, object] | None:
    """The words that were kept of a release; None where there are none, or what is there can't be read."""
    place = _place(folder, identity)
    if place is None:
        return None
    try:
        found = json.loads(read_bounded(place, _MOST))
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
