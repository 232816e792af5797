"""The same number reads alike wherever the window says it: column, cards, tables, pictures, schedule."""

import re

from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QLabel, QLineEdit, QWidget

from explorer.app.core.message import Moved, Settled

EPSILON = 0.703214567
NEAREST, AT_MOST = (
    "0.7032",
    "0.7033",
)  # as it is set; as a total that is promised, which is never rounded down


def told(widget):
    """All that a widget says, to eyes and ears."""
    if isinstance(widget, QAbstractSpinBox):
        yield widget.lineEdit().text()
    elif isinstance(widget, QLabel | QAbstractButton | QLineEdit):
        yield widget.text()
    yield from (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip())


def test_that_one_epsilon_reads_alike_everywhere_in_the_window(hand):
    hand.store.dispatch(Moved("target.epsilon", EPSILON))
    hand.store.dispatch(Settled())
    read = {}
    for workspace in ("explore", "compose"):
        hand.open(workspace)
        for name, card in hand.window.rooms[workspace].cards.items():
            hand.furnished.open_card(name)
            hand.settled()
            panel = hand.panel(name)
            if hasattr(panel, "canvas"):
                panel.show_numbers(in_numbers=True)
                panel.show_numbers(in_numbers=False)
            for widget in (*card.findChildren(QWidget), *hand.window.left.findChildren(QWidget)):
                for text in told(widget):
                    for each in re.findall(r"(?<![\d.])0\.70[34]\d*", text):
                        read.setdefault(each, set()).add(f"{name}: {text[:60]}")
    assert read.keys() <= {NEAREST, AT_MOST}, read
    assert len(read[NEAREST]) > 5
