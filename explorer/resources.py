"""The one door to `resources/`: in a checkout, in an installed wheel, in a frozen program."""

from __future__ import annotations

from pathlib import Path

_INSTALLED = Path(__file__).parent / "_resources"
_CHECKOUT = Path(__file__).parent.parent / "resources"


def resource(*parts: str) -> Path:
    """The path of one shipped file or folder.

    Raises
    ------
    FileNotFoundError
        The installation is incomplete.
    """
    root = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
    path = root.joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(f"the installation lacks resources/{'/'.join(parts)}")
    return path
