"""What all tests share."""

import os
import signal

import pytest
from hypothesis import settings

# The same examples on every machine and every run, however slow it is: a property that fails here
# fails everywhere.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

# A shell without job control starts what runs in the background with Ctrl-C ignored, and every
# program that it starts: none would hear it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def notes_of_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What commands note stays out of the user's own notes; games that tests make are their own."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))
    os.environ["PNP_UNTRUSTED"] = "no"
