"""New, open, save, example: the plan as a file, asked for by a person; and what its preview counts."""

from __future__ import annotations

import tomllib
from pathlib import Path

from explorer.app.core.message import Refused
from explorer.app.core.release_messages import FileChosen, PlanOpened, PlanSaved, Rescaled
from explorer.app.release.plan.plan_draft import text_of, too_long_list
from explorer.app.release.plan.plan_skeleton import BLANK
from explorer.gui.release.public_data import PublicDialog
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import PLANS, ask_file, ask_new_file
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid
from explorer.release.ledger.demonstration_ledger import is_example
from explorer.release.plan.plan_file import newer_format
from explorer.release.values.atomic_file import write_whole
from explorer.release.values.bounded_files import MOST_OF_A_PLAN, read_bounded
from explorer.release.values.write_faults import why_not_written
from explorer.resources import resource


def new_plan(context: Context, *_: object) -> None:
    """An empty plan: what is missing is said beside each field. The people of the example are not its.

    Where a plan of a chosen file is given up, the columns of that file are offered again.
    """
    releasing = context.store.state.releasing
    example = is_example(releasing.csv)
    again = bool(releasing.plan and releasing.csv) and not example
    context.store.dispatch(PlanOpened("" if again else text_of(dict(BLANK))))
    if example:
        context.store.dispatch(FileChosen(""))


def example_plan(context: Context, *_: object) -> None:
    """The shipped example: its plan and its simulated people."""
    folder = resource("examples")
    open_path(context, folder / "people.toml")
    context.store.dispatch(FileChosen(str(folder / "people.csv")))


def open_plan(context: Context, *_: object) -> None:
    """Ask for a plan file."""
    path = ask_file(context, context.window, N_("Open a plan"), PLANS, _plans(context))
    if path is not None:
        open_path(context, path)


def open_path(context: Context, path: Path) -> None:
    """Open one plan file; what does not read is said in the plan's card."""
    try:
        content = read_bounded(path, MOST_OF_A_PLAN).decode("utf-8-sig")
        if (why := too_long_list(content)) is not None:
            _refuse(context, why)
            return
        plan = tomllib.loads(content)
        if (why := newer_format(plan)) is not None:  # saved from here it would lose what is not known here
            _refuse(context, why)
            return
        text = text_of(plan)
    except (OSError, ValueError, RecursionError):  # ValueError: no UTF-8, no TOML, too many digits
        _refuse(context, N_("{path} cannot be read as a plan", path=path.name))
        return
    context.store.dispatch(PlanOpened(text, str(path)))


def public_preview(context: Context, *_: object) -> None:
    """Ask for a file that is declared public, for the preview to count."""
    PublicDialog(context).open()


def rescale_preview(context: Context, *_: object) -> None:
    """The axes of the preview fit the noise as it is now."""
    context.store.dispatch(Rescaled())


def save_plan(context: Context, *_: object) -> None:
    """Ask where, and write the plan as it stands."""
    suggested = context.store.state.releasing.plan_path or "plan.toml"
    title = N_("Save the plan")
    path = ask_new_file(context, context.window, title, PLANS, suggested, (_plans(context),))
    if path is None:
        return
    try:
        write_whole(path, _as_it_was_written(context).encode())
    except OSError as fault:
        _refuse(context, N_("the plan was not saved: {why}", why=why_not_written(fault, path)))
        return
    context.store.dispatch(PlanSaved(str(path)))


def _as_it_was_written(context: Context) -> str:
    """The plan, with comments and order of the file that it came from where that is still there."""
    releasing = context.store.state.releasing
    if not releasing.plan_path:
        return releasing.plan
    from explorer.app.release.plan.plan_comments import with_comments  # only where a plan is saved

    try:
        template = read_bounded(Path(releasing.plan_path), MOST_OF_A_PLAN).decode("utf-8-sig")
    except (OSError, ValueError):  # it is gone, or something else by now: the plan itself is whole
        return releasing.plan
    return with_comments(template, releasing.plan)


def _plans(context: Context) -> str:
    return context.say(N_("Plans")) + " (*.toml)"


def _refuse(context: Context, sentence: Sentence) -> None:
    context.store.dispatch(Refused("plan", NotValid(sentence, "plan")))
