"""Every sentence of the program and its translations, for all tests that read them; read once, if at all."""

import importlib.util
from functools import cache
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).parent.parent


def script():
    named = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    module = importlib.util.module_from_spec(named)
    named.loader.exec_module(module)
    return module


TRANSLATIONS = script()


@cache
def texts():
    """Sentence -> the files that say it, taken from the whole source."""
    return MappingProxyType(TRANSLATIONS.extracted())


@cache
def chinese():
    """Sentence -> its translation."""
    return MappingProxyType(TRANSLATIONS.translations("zh_CN"))
