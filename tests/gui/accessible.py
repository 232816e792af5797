"""What a screen reader finds in the window: every accessible thing, and which of them are controls."""

from PySide6.QtGui import QAccessible

ROLE = QAccessible.Role
CONTROLS = {
    ROLE.PushButton,
    ROLE.ButtonMenu,
    ROLE.ButtonDropDown,
    ROLE.CheckBox,
    ROLE.RadioButton,
    ROLE.ComboBox,
    ROLE.EditableText,
    ROLE.Slider,
    ROLE.SpinBox,
    ROLE.Table,
    ROLE.MenuItem,
    ROLE.PageTab,
}


def walk(interface, path=()):
    """Every accessible thing that can be seen, with the way to it."""
    if interface is None or not interface.isValid() or interface.state().invisible:
        return
    name = interface.text(QAccessible.Text.Name)
    here = (*path, f"{interface.role().name} “{name}”")
    yield interface, here
    for index in range(interface.childCount()):
        yield from walk(interface.child(index), here)


def inside_a_named_control(interface):
    """The line to type in of a spin box or of a combo box answers for its parent."""
    parent = interface.parent()
    return (
        parent is not None
        and parent.role() in (ROLE.SpinBox, ROLE.ComboBox)
        and parent.text(QAccessible.Text.Name) != ""
    )
