"""What the steward says beside the released numbers, taken over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app.core.publication import tidied
from explorer.app.core.release_messages import PublicationWorded
from explorer.app.core.state import State


def worded(state: State, message: PublicationWorded) -> State:
    """The words, one line each."""
    return replace(state, releasing=replace(state.releasing, publication=tidied(message.publication)))


UPDATES: Mapping[type, Callable[[State, Any], State]] = MappingProxyType({PublicationWorded: worded})
