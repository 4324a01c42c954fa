"""Settings every test shares: Hypothesis makes the same examples on every run; garbage is looked for at leisure."""

import gc
import os

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, database=None, deadline=None, print_blob=True)
settings.register_profile("explore", database=None, deadline=None, print_blob=True, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


gc.set_threshold(10_000, 20, 20)  # as the bot does: with Python's defaults a fifth of the time goes into the search


def pytest_collection_finish() -> None:
    """Spares the collector what lasts as long as the tests: thousands of them, and all rulebooks."""
    gc.collect()
    gc.freeze()
