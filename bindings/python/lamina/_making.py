"""What a context makes: `ui.text("Hello", size=24)`, `ui.box(background="white")`, `ui.picture(card, width=480)`."""
from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Callable, Optional, Union, cast

from .geometry import CLEAR, ColorLike, SizeLike

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._keywords import StyleKeywords, TextNodeKeywords
    from .bitmap import Bitmap
    from .canvas import Canvas
    from .context import Context
    from .node import Node
    from .pictures import PendingPicture
    from .spec import Spec
    from .text import TextPiece
    from .text_node import TextNode


class Making:
    """Makers of nodes and pictures, as methods of a context."""

    def text(self, *pieces: "TextPiece", **keywords: "Unpack[TextNodeKeywords]") -> "TextNode":
        """A text node: `ui.text("Total ", span("12.50", weight="bold"), size=18, max_lines=1, flex_grow=1)`.

        The pieces are strings, spans, or one Text. Keywords are the look (family, size in logical units per em, weight,
        slant, underline, color), the setting (max_lines, truncation, alignment, wrap, line_spacing), the fields of
        Style (width, height, flex_grow ...), and background, corner_radius, clips and name.
        """
        from .text_node import TextNode

        content: Any = None if not pieces else pieces[0] if len(pieces) == 1 else pieces
        return TextNode(cast("Context", self), content, **cast(Any, keywords))

    def box(
        self,
        *,
        background: Optional[ColorLike] = None,
        corner_radius: float = 0.0,
        clips: bool = False,
        size: Optional[SizeLike] = None,
        draw: "Optional[Callable[[Canvas], Any]]" = None,
        name: Optional[str] = None,
        **style: "Unpack[StyleKeywords]",
    ) -> "Node":
        """A display node: `ui.box(background="white", corner_radius=12)[inset(16)[...]]`.

        `size` is (width, height) and `corner_radius` a length, in logical units; `draw` is a drawing function (see Canvas);
        other keywords are the fields of Style. In brackets stands the spec or node that it shows.
        """
        from .node import Node

        return Node(
            cast("Context", self), background=background, corner_radius=corner_radius, clips=clips, size=size, draw=draw,
            name=name, **style,
        )  # fmt: skip

    def spacer(self, **style: "Unpack[StyleKeywords]") -> "Spec":
        """Takes the room that the other elements of a row or column leave; keywords change its Style."""
        from .spec import stack
        from .style import Style

        fields: Any = {"flex_grow": 1.0, "flex_shrink": 1.0, **style}
        return stack(style=Style(**fields), context=cast("Context", self))

    # ---- Pictures ----

    def start_picture(
        self,
        root: "Union[Node, Spec]",
        width: Optional[float] = None,
        height: Optional[float] = None,
        *,
        scale: float = 1.0,
        background: ColorLike = CLEAR,
    ) -> "PendingPicture":
        """Starts to draw a tree that is on no surface, on a worker, and comes back at once.

        `width` and `height` are in logical units; what is not given is what the tree asks for. `scale` is pixels per unit.
        The tree may be changed or closed as soon as the call is back. Await the result in asyncio, or ask for `result()`.
        """
        from .pictures import start_picture

        return start_picture(cast("Context", self), root, width, height, scale, background)

    def picture(
        self,
        root: "Union[Node, Spec]",
        width: Optional[float] = None,
        height: Optional[float] = None,
        *,
        scale: float = 1.0,
        background: ColorLike = CLEAR,
    ) -> "Bitmap":
        """A picture of a tree: start_picture() and its result. For the owner thread, which works on until it is done.

        It gives the nodes no frames: `frame` and text_layout() are of the layout that was applied last, not of the picture. Those
        of a picture 300 wide come with `root.apply_layout(((300, 0), (300, math.inf)))`; a Layout tells them and applies nothing.
        """
        context = cast("Context", self)
        if context._owner_thread != threading.get_ident():
            from .errors import WrongThreadError

            raise WrongThreadError(
                "picture() belongs to the thread that created the context; on another, ask start_picture(...).result(), "
                "which waits for that thread, or use lamina.thread_context()"
            )
        return self.start_picture(root, width, height, scale=scale, background=background).result()
