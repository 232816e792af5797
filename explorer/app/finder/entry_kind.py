"""The kinds of things that can be found, and what each is called."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from explorer.mark import N_, Sentence


class Kind(Enum):
    """What an entry is, in the order in which equally good ones are listed."""

    WORKSPACE = "workspace"
    PARAMETER = "parameter"
    MECHANISM = "mechanism"
    BOUND = "bound"
    LESSON = "lesson"
    PANE = "pane"
    PICTURE = "picture"
    PLAN = "plan"
    EXPORT = "export"
    ACTION = "action"
    PRESET = "preset"
    HARM = "harm"
    DEPLOYMENT = "deployment"
    SETTING = "setting"
    HELP = "help"


KINDS: Mapping[Kind, Sentence] = MappingProxyType(
    {
        Kind.WORKSPACE: N_("workspace"),
        Kind.PARAMETER: N_("parameter"),
        Kind.MECHANISM: N_("mechanism"),
        Kind.BOUND: N_("composition bound"),
        Kind.LESSON: N_("lesson"),
        Kind.PANE: N_("pane"),
        Kind.PICTURE: N_("picture"),
        Kind.PLAN: N_("field of the plan"),
        Kind.EXPORT: N_("export"),
        Kind.ACTION: N_("action"),
        Kind.PRESET: N_("preset"),
        Kind.HARM: N_("severity of harm"),
        Kind.DEPLOYMENT: N_("published deployment"),
        Kind.SETTING: N_("setting"),
        Kind.HELP: N_("help"),
    }
)
