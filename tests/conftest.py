"""What every test shares: no screen, no person's folders, derandomised hypothesis, nothing leaked."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.fonts=false")

from hypothesis import settings

settings.register_profile("derandomised", derandomize=True, deadline=None, print_blob=False)
settings.load_profile("derandomised")
