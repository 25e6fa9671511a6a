"""Ctrl-C in the middle of an endless search, in a process of its own."""

from __future__ import annotations

import subprocess
import sys

ENDLESS = """
import os, signal, sys, threading
{setting}
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    while True:
        kernel.solve_natively(problem)
except KeyboardInterrupt:
    sys.exit(7)
"""


def is_interrupted(setting: str) -> bool:
    """Whether a search ends at Ctrl-C; the setting brings the `kernel` and a `problem`."""
    code = ENDLESS.format(setting=setting)
    return subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 7
