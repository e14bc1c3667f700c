"""Prevents workers from calling into Python while the interpreter exits.

Every context that may still run Python code is listed here until its last reference was dropped on its owner thread,
which waits for its workers. Contexts of other threads that are left at exit are silenced: callbacks return at once, and
exit waits until none has come for a while.
"""
from __future__ import annotations

import atexit
import os
import threading
import time
import weakref
from typing import TYPE_CHECKING, Dict, List, Tuple

from ._library import lib
from .errors import InvalidStateError

if TYPE_CHECKING:
    from ._keeper import KeptContext
    from .context import Context

QUIET_SECONDS, PATIENCE_SECONDS = 0.05, 5.0

is_leaving = False
_leaving_thread = 0
# by id(): two for one handle are equal
_open: "weakref.WeakValueDictionary[int, Context]" = weakref.WeakValueDictionary()
_taken_away: "weakref.WeakSet[Context]" = weakref.WeakSet()  # closed at exit, while other threads may use them
_live: Dict[int, List[int]] = {}  # handle of a context -> its owner thread, references held by Python
# owner thread and handle of contexts whose last reference another thread gave back
_unfinished: List[Tuple[int, int]] = []
keepers: "List[KeptContext]" = []  # those of iterations that have not ended
_running: List[int] = []  # the threads on which Python callbacks of workers run
_entered = 0
_count_lock = threading.Lock()


def add(context: "Context", handle: int) -> None:
    """Records a reference to a context; the first one is its creator's."""
    _open[id(context)] = context
    _live.setdefault(handle, [threading.get_ident(), 0])[1] += 1


def owner(handle: int) -> int:
    """The owner thread of a context, as from threading.get_ident(); 0 if the context has ended."""
    found = _live.get(handle)
    return found[0] if found else 0


def is_last_of_another_thread(handle: int) -> bool:
    """Whether Python holds one reference to a context, whose owner is another thread that still runs."""
    found = _live.get(handle)
    return found is not None and found[1] == 1 and not is_leaving and not _is_own(found[0])


def _is_own(owner_thread: int) -> bool:
    """Whether this thread may do what an owner thread does: it is the owner, or the owner has ended."""
    mine = threading.get_ident()
    return owner_thread == mine or all(thread.ident != owner_thread for thread in threading.enumerate())


def dropped(handle: int) -> bool:
    """Records a released reference. True if it was the last one, and the context ends only when its owner calls into
    it."""
    found = _live.get(handle)
    if found is None:
        return False
    found[1] -= 1
    if found[1] > 0:
        return False
    if _is_own(found[0]):
        _live.pop(handle, None)
    elif not is_leaving:
        _unfinished.append((found[0], handle))
        return True
    return False


def finish() -> None:
    """Ends the contexts of this thread that other threads have closed: C waits for a call of the owner."""
    if not _unfinished:
        return
    mine = threading.get_ident()
    for entry in [entry for entry in list(_unfinished) if entry[0] == mine]:  # which no other thread takes out
        _unfinished.remove(entry)
        lib.lamina_context_process(entry[1], 0)
        _live.pop(entry[1], None)


def enter() -> bool:
    """A callback on a worker begins. If False, it must do nothing and return."""
    global _entered
    with _count_lock:
        _entered += 1
        if not is_leaving:
            _running.append(threading.get_ident())
    return not is_leaving


def leave() -> None:
    with _count_lock:
        _running.remove(threading.get_ident())


def is_on_worker() -> bool:
    """Whether this thread is in a callback of its context's work."""
    return threading.get_ident() in _running


def end_thread_of(context: "Context") -> None:
    """Ends a thread whose context was ended at exit. Only daemon threads are left then, which Python ends a moment
    later anyway; an error would not be their fault. SystemExit ends a thread silently, and lets it clean up."""
    if context in _taken_away and threading.get_ident() != _leaving_thread:
        raise SystemExit


@atexit.register
def _leave_interpreter() -> None:
    global is_leaving, _leaving_thread
    mine = _leaving_thread = threading.get_ident()
    for keeper in list(keepers):
        if keeper.context is not None:
            _taken_away.add(keeper.context)
        keeper.end(PATIENCE_SECONDS)
    for context in list(_open.values()):
        if owner(context._handle) == mine:
            context._end()
    finish()
    is_leaving = True
    if not _live:
        return
    for context in list(_open.values()):
        if not context.closed:
            _taken_away.add(context)
        context._end()
    end = time.monotonic() + PATIENCE_SECONDS
    quiet_since, seen = time.monotonic(), _entered
    while time.monotonic() < end and time.monotonic() - quiet_since < QUIET_SECONDS:
        time.sleep(0.005)
        if _running or _entered != seen:
            quiet_since, seen = time.monotonic(), _entered


def check_process(context: "Context") -> None:
    """Refuses objects created before fork(). The library does so too, but its getters return zeros there."""
    if context._is_of_parent:
        raise InvalidStateError("this belongs to the parent process: a context cannot be used after fork(); make one here")


def _after_fork() -> None:
    global _count_lock
    for context in list(_open.values()):
        # Objects look at this anyway, so that the check costs nothing.
        context._is_open, context._is_of_parent = False, True
    _open.clear()
    _count_lock = threading.Lock()
    _running.clear()
    _live.clear()
    _unfinished.clear()
    keepers.clear()


os.register_at_fork(after_in_child=_after_fork)
