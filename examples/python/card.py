"""A card in ten lines: laid out and drawn on workers, written as card.png."""
import lamina
from lamina import column, inset, span

with lamina.Context() as ui:
    card = ui.box(background="white", corner_radius=16)[inset(24)[column(spacing=8)[
        ui.text("Hello, κόσμε, 世界!", size=28, weight="bold"),
        ui.text("A card in ", span("ten lines", weight="bold", color="teal"), " of Python.", color="#5b6472"),
    ]]]
    ui.picture(card, width=360, scale=2).save("card.png")
