from __future__ import annotations

import threading
from typing import Callable, List

import pytest

import lamina


def test_closing_belongs_to_the_owner_thread() -> None:
    context = lamina.Context(workers=1)
    shared = context.retain()
    raised: "List[BaseException]" = []

    def on_another_thread(call: "Callable[[], object]") -> None:
        def attempt() -> None:
            try:
                call()
            except lamina.WrongThreadError as error:
                raised.append(error)

        thread = threading.Thread(target=attempt)
        thread.start()
        thread.join()

    on_another_thread(shared.close)  # not the last reference
    assert not raised and shared.closed and not context.closed
    on_another_thread(context.close)
    assert len(raised) == 1 and "close it there" in str(raised[0])
    assert lamina.Text(context, "still here").measure(100).size.width > 0
    with pytest.raises(lamina.WrongThreadError):
        context.picture(context.box(size=(5, 5), draw=lambda canvas: context.close()))
    context.close()
    contexts: "List[lamina.Context]" = []
    on_another_thread(lambda: contexts.append(lamina.Context(workers=1)))
    contexts[0].close()  # its owner has ended
    assert contexts[0].closed


def test_what_only_a_callback_holds_goes_with_the_context() -> None:
    context = lamina.Context()
    form = lamina.Template({"root": {"style": {"height": 20}}})

    def make() -> None:
        feed = lamina.List(context, template=form)
        feed.add_observer(lambda event: print(feed))

    make()
    context.close()
    assert context.closed
