"""What all tests share."""

from hypothesis import settings

# The same examples on every machine and every run, however slow it is: a property that fails here fails everywhere.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")
