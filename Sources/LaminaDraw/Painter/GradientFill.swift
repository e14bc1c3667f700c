public import LaminaGeometry

/// The colours of a gradient in a table, premultiplied, from the first to the last.
public struct GradientColors: Sendable {
    /// The first entry is what lies before the start: of several stops there the first. The start itself, which is the
    /// last of them, is the second.
    let table: [UInt32]
    /// Whether nothing behind it shows.
    public let isOpaque: Bool

    /// Costs some 10 us: to be kept.
    public init(_ gradient: Gradient) { self.init(gradient, opacity: 1) }

    /// With its colours as much more translucent.
    init(_ gradient: Gradient, opacity: Float) {
        isOpaque = gradient.isOpaque && opacity >= 1
        let stops = opacity == 1 ? gradient.stops : gradient.stops.map { $0.faded(opacity) }
        // Between two opaque colours no component changes by more than 255: a table of 256 is exact to a half. All
        // others may be steeper.
        let isSimple = isOpaque && stops.count <= 2 && stops.first?.offset == 0 && stops.last?.offset == 1
        // Around a point an edge between two colours is seen far from it.
        let count = if isSimple { 256 } else if case .conic = gradient.shape { 4096 } else { 1024 }
        table = (-1..<count).map { Self.color(at: Double($0) / Double(count - 1), of: stops).pixel }
    }

    /// Between two colours the straight components are mixed, as cairo does it.
    private static func color(at share: Double, of stops: [Gradient.Stop]) -> Color {
        guard let last = stops.last else { return .clear }
        guard let upper = stops.firstIndex(where: { $0.offset > share }) else { return last.color }
        if upper == 0 { return stops[0].color }
        let (a, b) = (stops[upper - 1], stops[upper])
        let part = Float((share - a.offset) / (b.offset - a.offset))
        func mix(_ from: Float, _ to: Float) -> Float { from + (to - from) * part }
        return Color(
            red: mix(a.color.red, b.color.red), green: mix(a.color.green, b.color.green),
            blue: mix(a.color.blue, b.color.blue), alpha: mix(a.color.alpha, b.color.alpha))
    }
}

extension Gradient.Stop {
    /// The same, more translucent.
    fileprivate func faded(_ opacity: Float) -> Gradient.Stop {
        var stop = self
        stop.color.alpha *= opacity
        return stop
    }
}

/// A gradient over a box of one size: how fast its colours change along an edge, or the field that they make.
public struct GradientFill: Sendable {
    let colors: GradientColors
    /// Where it is no line.
    let field: GradientField?
    /// Steps through the table from pixel to pixel, and where it stands in the first pixel; all with 28 binary places.
    let stepX: Int
    let stepY: Int
    let start: Int

    /// `gradient`, whose colours are given, over a box of so many pixels. One without length is its last colour.
    public init(_ gradient: Gradient, _ colors: GradientColors, width: Int, height: Int) {
        self.colors = colors
        let (w, h) = (Double(width), Double(height))
        guard case .linear(let from, let to) = gradient.shape else {
            let box = Rect(x: 0, y: 0, width: w, height: h)
            field = GradientField(gradient.shape, box: box, count: colors.table.count)
            (stepX, stepY, start) = (0, 0, 0)
            return
        }
        field = nil
        let (fromX, fromY) = (from.x * w, from.y * h)
        let (dx, dy) = (to.x * w - fromX, to.y * h - fromY)
        let length = dx * dx + dy * dy
        let last = Double(colors.table.count - 1)
        // The start stands in the second entry.
        var (x, y) = length > 0 ? (dx / length * (last - 1), dy / length * (last - 1)) : (0, 0)
        // Steeper than an edge within a pixel there is nothing to be seen.
        let steepest = max(x.magnitude, y.magnitude)
        if steepest > 256 { (x, y) = (x / steepest * 256, y / steepest * 256) }
        // Bounded such that sums over any box that there can be stay within 64 bits.
        func fixed(_ value: Double, _ limit: Double) -> Int {
            value.isNaN ? 0 : Int((min(max(value, -limit), limit) * 0x1p28).rounded())
        }
        stepX = fixed(x, 256)
        stepY = fixed(y, 256)
        // Half an entry more rounds to nearest.
        start = length > 0 ? fixed((0.5 - fromX) * x + (0.5 - fromY) * y + 1.5, 0x1p32) : fixed(last, 1024)
    }

    /// The place in the table of a pixel so far from the box's corner, with the binary places.
    func place(x: Int, y: Int) -> Int { start &+ x &* stepX &+ y &* stepY }
}

extension Painter {
    /// Draws a gradient over a box with its corners rounded. About 1 ns a pixel.
    public func fillGradient(
        _ rect: PixelRect, radii: CornerRadii, _ gradient: GradientFill, clip: PixelRect, on buffer: PixelBuffer
    ) {
        let shape = RoundedShape(rect, radii: radii)
        let visible = PixelRect.visible(rect, clip: clip, in: buffer.bounds)
        if visible.isEmpty { return }
        if let field = gradient.field {
            forEachPart(
                of: shape, in: visible,
                solid: {
                    unsafe draw(field, gradient.colors, of: shape.rect, in: $0, mask: nil, maskStride: 0, on: buffer)
                },
                masked: { part, mask, x, y in
                    unsafe draw(
                        field, gradient.colors, of: shape.rect, in: part, mask: mask.address(x: x, y: y),
                        maskStride: mask.stride, on: buffer)
                })
            return
        }
        forEachPart(
            of: shape, in: visible,
            solid: { draw(gradient, of: shape.rect, in: $0, on: buffer) },
            masked: { part, mask, x, y in
                unsafe draw(
                    gradient, of: shape.rect, in: part, mask: mask.address(x: x, y: y), maskStride: mask.stride,
                    on: buffer)
            })
    }

    private func draw(_ gradient: GradientFill, of rect: PixelRect, in part: PixelRect, on buffer: PixelBuffer) {
        let last = gradient.colors.table.count - 1
        unsafe gradient.colors.table.withUnsafeBufferPointer { table in
            for row in part.y..<part.maxY {
                let pixels = unsafe buffer.address(x: part.x, y: row)
                var place = gradient.place(x: part.x - rect.x, y: row - rect.y)
                if gradient.stepX == 0 {
                    let pixel = unsafe table[min(max(place >> 28, 0), last)]
                    fill(visible: PixelRect(x: part.x, y: row, width: part.width, height: 1), pixel, on: buffer)
                } else if gradient.colors.isOpaque {
                    for column in 0..<part.width {
                        unsafe pixels[column] = unsafe table[min(max(place &>> 28, 0), last)]
                        place = place &+ gradient.stepX
                    }
                } else {
                    for column in 0..<part.width {
                        let pixel = unsafe table[min(max(place &>> 28, 0), last)]
                        unsafe pixels[column] = unsafe Pixel.over(pixel, pixels[column])
                        place = place &+ gradient.stepX
                    }
                }
            }
        }
    }

    private func draw(
        _ gradient: GradientFill, of rect: PixelRect, in part: PixelRect, mask: UnsafePointer<UInt8>, maskStride: Int,
        on buffer: PixelBuffer
    ) {
        let last = gradient.colors.table.count - 1
        for row in 0..<part.height {
            let pixels = unsafe buffer.address(x: part.x, y: part.y + row)
            let coverage = unsafe mask + row * maskStride
            for column in 0..<part.width {
                let place = gradient.place(x: part.x + column - rect.x, y: part.y + row - rect.y)
                let factor = unsafe UInt32(coverage[column])
                let pixel = Pixel.multiply(gradient.colors.table[min(max(place >> 28, 0), last)], factor)
                unsafe pixels[column] = unsafe Pixel.over(pixel, pixels[column])
            }
        }
    }

    private func draw(
        _ field: GradientField, _ colors: GradientColors, of rect: PixelRect, in part: PixelRect,
        mask: UnsafePointer<UInt8>?, maskStride: Int, on buffer: PixelBuffer
    ) {
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: part.width) { row in
            for y in 0..<part.height {
                let pixels = unsafe buffer.address(x: part.x, y: part.y + y)
                unsafe field.fill(row, colors, x: part.x - rect.x, y: part.y + y - rect.y)
                if let mask = unsafe mask {
                    for x in 0..<part.width {
                        let pixel = unsafe Pixel.multiply(row[x], UInt32(mask[y * maskStride + x]))
                        unsafe pixels[x] = unsafe Pixel.over(pixel, pixels[x])
                    }
                } else if colors.isOpaque {
                    for x in 0..<part.width { unsafe pixels[x] = unsafe row[x] }
                } else {
                    for x in 0..<part.width { unsafe pixels[x] = unsafe Pixel.over(row[x], pixels[x]) }
                }
            }
        }
    }
}

extension GradientField {
    /// Writes the colours of a row from (`x`, `y`) on.
    func fill(_ row: UnsafeMutableBufferPointer<UInt32>, _ colors: GradientColors, x: Int, y: Int) {
        unsafe colors.table.withUnsafeBufferPointer { table in
            for begin in stride(from: 0, to: row.count, by: Pixels.scalarCount) {
                let places = places(x: x + begin, y: y)
                for i in 0..<min(Pixels.scalarCount, row.count - begin) {
                    unsafe row[begin + i] = unsafe table[Self.entry(places[i])]
                }
            }
        }
    }
}
