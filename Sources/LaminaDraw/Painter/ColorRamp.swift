internal import LaminaGeometry

/// A gradient in device pixels, for the letters of texts.
struct ColorRamp {
    private let table: [UInt32]
    private let path: Path

    private enum Path {
        /// A linear gradient: a point where it starts, and what a pixel is of its way.
        case line(originX: Double, originY: Double, stepX: Double, stepY: Double)
        case field(GradientField)
    }

    /// `box` is what the gradient's shares relate to.
    init(_ gradient: Gradient, opacity: Float, box: Rect) {
        guard case .linear(let from, let to) = gradient.shape else {
            table = GradientColors(gradient, opacity: opacity).table
            path = .field(GradientField(gradient.shape, box: box, count: table.count))
            return
        }
        let (x, y) = (box.minX + from.x * box.size.width, box.minY + from.y * box.size.height)
        let (dx, dy) = (box.minX + to.x * box.size.width - x, box.minY + to.y * box.size.height - y)
        let length = dx * dx + dy * dy
        let (stepX, stepY) = length > 0 ? (dx / length, dy / length) : (0, 0)
        path = .line(originX: x, originY: y, stepX: stepX, stepY: stepY)
        table = (0..<256).map { gradient.color(at: Double($0) / 255, opacity: opacity).pixel }
    }

    func pixel(x: Int, y: Int) -> UInt32 {
        switch path {
        case .line(let originX, let originY, let stepX, let stepY):
            let share = (Double(x) + 0.5 - originX) * stepX + (Double(y) + 0.5 - originY) * stepY
            return table[Int((min(max(share, 0), 1) * 255).rounded())]
        case .field(let field): return table[GradientField.entry(field.places(x: x, y: y)[0])]
        }
    }
}

extension Gradient {
    /// The colour at a share of the way, mixed in sRGB without premultiplication, times `opacity`.
    fileprivate func color(at share: Double, opacity: Float) -> Color {
        guard let first = stops.first, let last = stops.last else { return .clear }
        func faded(_ color: Color) -> Color {
            Color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha * opacity)
        }
        if share <= first.offset { return faded(first.color) }
        for (a, b) in zip(stops, stops.dropFirst()) where share < b.offset {
            let t = Float((share - a.offset) / max(b.offset - a.offset, 1e-9))
            func mix(_ x: Float, _ y: Float) -> Float { x + (y - x) * t }
            return faded(
                Color(
                    red: mix(a.color.red, b.color.red), green: mix(a.color.green, b.color.green),
                    blue: mix(a.color.blue, b.color.blue), alpha: mix(a.color.alpha, b.color.alpha)))
        }
        return faded(last.color)
    }
}
