"""Draws a line of text on workers and writes it as hello.png."""
import lamina

with lamina.Context() as context:
    label = lamina.TextNode(context, "Hello, κόσμε, 世界!", size=24)
    root = lamina.Node(context, background="#ffffff")
    root.set_spec(lamina.inset(label, (20, 24, 20, 24)))

    surface = lamina.Surface(context, (360, 72), root=root)
    context.wait_idle()  # layout and drawing happen on workers
    bitmap = lamina.Bitmap(360, 72)
    surface.composite(bitmap)
    bitmap.write_png("hello.png")
