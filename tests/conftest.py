"""What all tests share."""

import signal

from hypothesis import settings

# The same examples on every machine and every run, however slow it is: a property that fails here
# fails everywhere.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

# A shell without job control starts what runs in the background with Ctrl-C ignored, and every
# program that it starts: none would hear it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
