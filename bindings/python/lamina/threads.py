"""A context for each thread, for web servers and pools, whose threads come and go."""
from __future__ import annotations

import os
import threading

from .context import Context

_local = threading.local()


def thread_context(workers: int = 0) -> Context:
    """The context of the calling thread. It is created at the first call, with `workers` workers, and closed when
    the thread ends. Without workers the thread itself draws, which suits a pool with a thread for each core.

        with ThreadPoolExecutor() as pool:
            pictures = pool.map(lambda name: lamina.thread_context().picture(...), names)
    """
    found = getattr(_local, "context", None)
    if found is None or found.closed or _local.process != os.getpid():
        found = _local.context = Context(workers)
        _local.process = os.getpid()
    return found
