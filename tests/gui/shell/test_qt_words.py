"""Qt's own dialogs and buttons speak the reader's language, and another one on the spot."""

import re

import pytest
from PySide6.QtCore import QCoreApplication, QFileInfo, QObject
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFileDialog,
    QFileIconProvider,
    QLabel,
    QPushButton,
    QToolButton,
)

from explorer.gui.shell.qt_words import install, qt_translators
from explorer.language import Language

LOOK_IN, OF_TYPE = "&Look in:", "Files of &type:"


@pytest.fixture
def speak(qapp):
    """`speak(code)`: from now on Qt speaks that language, and English again after the test."""
    parent, installed = QObject(), []

    def speaking(code):
        installed[:] = install(tuple(installed), qt_translators(parent, Language(code)))

    yield speaking
    speaking("en")
    parent.deleteLater()


def words_of(dialog):
    """All that its labels and buttons say or tell; names of folders aside."""
    for kind in (QLabel, QPushButton, QToolButton):
        for each in dialog.findChildren(kind):
            yield from (each.text(), each.toolTip())


@pytest.fixture
def dialog(qtbot):
    """A dialog that Qt draws itself, as under Linux without a desktop's own."""

    def asking(mode):
        asked = QFileDialog(None, "", "", "CSV (*.csv)")
        asked.setOption(QFileDialog.Option.DontUseNativeDialog)
        asked.setAcceptMode(mode)
        qtbot.addWidget(asked)
        asked.show()
        return asked

    return asking


@pytest.mark.parametrize("mode", [QFileDialog.AcceptMode.AcceptOpen, QFileDialog.AcceptMode.AcceptSave])
def test_that_no_word_of_a_file_dialog_is_english_where_the_reader_is_chinese(speak, dialog, mode):
    speak("zh_CN")
    said = [words for words in words_of(dialog(mode)) if words]
    assert len(said) > 8
    assert [words for words in said if not re.search("[一-鿿]", words)] == []


def test_that_a_file_dialog_changes_with_the_language(speak, dialog):
    asked, labels = QFileDialog.AcceptMode.AcceptOpen, QFileDialog.DialogLabel
    told = []
    for code in ("zh_CN", "en", "zh_CN"):
        speak(code)
        opened = dialog(asked)
        told.append([opened.labelText(each) for each in (labels.LookIn, labels.FileType, labels.Reject)])
    assert told[0] == told[2] == ["查找范围(&L)：", "文件类型(&T)：", "取消"]
    assert told[1] == [LOOK_IN, OF_TYPE, "Cancel"]


def test_that_a_folder_is_named_in_the_list_of_files(speak, qtbot, tmp_path):
    speak("zh_CN")
    provider = QFileIconProvider()
    assert provider.type(QFileInfo(str(tmp_path))) == "文件夹"


def test_that_what_qt_translates_itself_is_left_to_it(speak, qtbot):
    speak("zh_CN")
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok)
    qtbot.addWidget(box)
    assert box.button(QDialogButtonBox.StandardButton.Ok).text() == "确定"
    assert QCoreApplication.translate("QFileDialog", "no word of Qt") == "no word of Qt"
    assert QCoreApplication.translate("QMessageBox", LOOK_IN) == LOOK_IN
