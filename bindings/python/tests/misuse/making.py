"""Constructors and functions of the module, given every hostile value."""
from __future__ import annotations

from typing import Any, Callable, Dict

import lamina
from lamina import Bitmap, BitmapView, Context, Layout, Node, SizeRange, Surface, Text, TextNode

from world import World, case


def add_constructors() -> None:
    world = World()
    makers: Dict[str, Callable[[World, Any], Any]] = {
        "Context threads": lambda w, v: Context(workers=v).close(),
        "Context font_files": lambda w, v: Context(workers=0, font_files=[v]).close(),
        "Context font_family": lambda w, v: Context(workers=0, font_family=v).close(),
        "Context language": lambda w, v: Context(workers=0, language=v).close(),
        "Context hinting": lambda w, v: Context(workers=0, hinting=v).close(),
        "Context glyph_positions": lambda w, v: Context(workers=0, glyph_positions=v).close(),
        "Node context": lambda w, v: Node(v),
        "Node style": lambda w, v: Node(w.context, style=v),
        "Node field": lambda w, v: Node(w.context, width=v, flex_grow=v),
        "Node size": lambda w, v: Node(w.context, size=v),
        "Node draw": lambda w, v: w.context.picture(Node(w.context, draw=v), 5, 5),
        "Node spec": lambda w, v: Node(w.context, spec=v),
        "TextNode text": lambda w, v: w.context.picture(TextNode(w.context, v), 50),
        "TextNode look": lambda w, v: TextNode(w.context, "x", size=v, weight=v, color=v, family=v),
        "TextNode setting": lambda w, v: TextNode(w.context, "x", max_lines=v, alignment=v, line_spacing=v),
        "span": lambda w, v: w.context.text(lamina.span(v), lamina.span("x", size=v)),
        "Text": lambda w, v: Text(w.context, v),
        "Layout root": lambda w, v: Layout(v, SizeRange.up_to()),
        "Layout range": lambda w, v: Layout(Node(w.context), v),
        "Layout numbers": lambda w, v: Layout(Node(w.context), SizeRange.exactly(v, v)),
        "Surface size": lambda w, v: Surface(w.context, v),
        "Surface scale": lambda w, v: Surface(w.context, (5, 5), v),
        "Surface root": lambda w, v: Surface(w.context, (5, 5), root=v),
        "Bitmap": lambda w, v: Bitmap(v, v),
        "BitmapView": lambda w, v: Node(w.context).render(BitmapView(v, 1, 1)),
        "BitmapView numbers": lambda w, v: Node(w.context).render(BitmapView(bytearray(64), v, v, v)),
        "column child": lambda w, v: lamina.column()[v],
        "column spacing": lambda w, v: lamina.column(spacing=v)[Node(w.context)],
        "inset": lambda w, v: lamina.inset(v)[Node(w.context)],
        "overlay": lambda w, v: lamina.overlay(v)[Node(w.context)],
        "center": lambda w, v: lamina.center(v)[Node(w.context)],
        "ratio": lambda w, v: lamina.ratio(v)[Node(w.context)],
        "picture": lambda w, v: w.context.picture(Node(w.context), v, v, scale=1),
        "picture scale": lambda w, v: w.context.picture(Node(w.context), 5, 5, scale=v),
        "picture background": lambda w, v: w.context.picture(Node(w.context), 5, 5, background=v),
        "Canvas": lambda w, v: lamina.Canvas(v),  # type: ignore[call-arg]
        "PixelCanvas": lambda w, v: lamina.PixelCanvas(v),  # type: ignore[call-arg]
        "ImageCanvas": lambda w, v: lamina.ImageCanvas(v),  # type: ignore[call-arg]
        "Operation": lambda w, v: lamina.Operation(v),  # type: ignore[call-arg]
        "cairo.Context": lambda w, v: lamina.cairo.Context(v).paint(),
        "cairo.Pattern": lambda w, v: lamina.cairo.Pattern(v),
        "cairo.LinearGradient": lambda w, v: lamina.cairo.LinearGradient(v, v, v, v).add_color_stop_rgb(v, v, v, v),
        "status_name": lambda w, v: lamina.status_name(v),
    }
    for name, maker in makers.items():
        for label, _ in world.values:
            case(f"{name} given {label}", _constructed(maker, label))
    world.close()


def _constructed(maker: Callable[[World, Any], Any], label: str) -> Callable[[], Any]:
    def run() -> Any:
        world = World()
        try:
            return maker(world, dict(world.values)[label])
        except ZeroDivisionError:
            return None
        finally:
            world.close()

    return run
