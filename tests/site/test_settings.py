from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.server import ROOT

FORKING = """
import os, sys
from tests import settings
if os.fork() == 0:
    sys.exit()
os.wait()
print(settings.DATA_DIR.exists(), settings.DATA_DIR)
"""


def test_the_data_folder_goes_with_the_process_that_made_it_and_no_child():
    command = [sys.executable, "-c", FORKING]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    is_there, path = run.stdout.split()
    assert is_there == "True"
    assert not Path(path).exists()
