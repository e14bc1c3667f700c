internal import CPixman
public import LaminaGeometry

/// A set of device pixels, kept as rectangles that do not overlap. Belongs to one thread at a time.
///
/// Coordinates beyond ±2^30 are moved there. A region that would need more than `maximumRectangles` becomes its bounds:
/// damage may grow, never shrink. (After `subtract` and `intersect` as well, so the result may then hold pixels that it
/// should not.)
@safe public final class Region {
    /// More become one.
    public let maximumRectangles: Int
    private var value = unsafe pixman_region32_t()

    /// An empty region.
    public init(maximumRectangles: Int = 64) {
        self.maximumRectangles = max(1, maximumRectangles)
        unsafe pixman_region32_init(&value)
    }

    deinit {
        unsafe pixman_region32_fini(&value)
    }

    /// Whether there is no pixel in it.
    public var isEmpty: Bool { unsafe pixman_region32_not_empty(&value) == 0 }

    /// Whether the region is its bounds.
    public var isOneRectangle: Bool { unsafe pixman_region32_n_rects(&value) == 1 }

    /// The smallest rectangle that holds the region.
    public var bounds: PixelRect {
        guard let box = unsafe pixman_region32_extents(&value) else { return .empty }
        return unsafe PixelRect(box.pointee)
    }

    /// The rectangles from top to bottom, in a row from left to right.
    public var rectangles: [PixelRect] {
        var count: Int32 = 0
        guard let boxes = unsafe pixman_region32_rectangles(&value, &count) else { return [] }
        return (0..<Int(count)).map { unsafe PixelRect(boxes[$0]) }
    }

    /// Adds the pixels of a rectangle.
    public func add(_ rect: PixelRect) {
        if let box = pixman_box32_t(rect) { unsafe combine(box, pixman_region32_union) }
    }

    /// Adds the pixels of another region.
    public func add(_ other: Region) {
        if other === self { return }
        unsafe withUnsafeMutablePointer(to: &value) { _ = unsafe pixman_region32_union($0, $0, &other.value) }
        simplify()
    }

    /// Removes the pixels of a rectangle.
    public func subtract(_ rect: PixelRect) {
        if let box = pixman_box32_t(rect) { unsafe combine(box, pixman_region32_subtract) }
    }

    /// Removes the pixels outside a rectangle.
    public func intersect(_ rect: PixelRect) {
        guard let box = pixman_box32_t(rect) else { return removeAll() }
        unsafe combine(box, pixman_region32_intersect)
    }

    /// Whether any pixel of the rectangle belongs to the region.
    public func intersects(_ rect: PixelRect) -> Bool {
        guard var box = pixman_box32_t(rect) else { return false }
        return unsafe pixman_region32_contains_rectangle(&value, &box) != PIXMAN_REGION_OUT
    }

    /// Makes the region empty.
    public func removeAll() {
        unsafe pixman_region32_clear(&value)
    }

    private typealias Operation = (
        UnsafeMutablePointer<pixman_region32_t>?, UnsafePointer<pixman_region32_t>?,
        UnsafePointer<pixman_region32_t>?
    ) -> pixman_bool_t

    private func combine(_ box: pixman_box32_t, _ operation: Operation) {
        var other = unsafe pixman_region32_t()
        unsafe pixman_region32_init_rect(
            &other, box.x1, box.y1, UInt32(box.x2 - box.x1), UInt32(box.y2 - box.y1))
        unsafe withUnsafeMutablePointer(to: &value) { _ = unsafe operation($0, $0, &other) }
        unsafe pixman_region32_fini(&other)
        simplify()
    }

    private func simplify() {
        if unsafe pixman_region32_n_rects(&value) <= Int32(clamping: maximumRectangles) { return }
        guard var box = unsafe pixman_region32_extents(&value)?.pointee else { return }
        unsafe pixman_region32_reset(&value, &box)
    }
}

extension PixelRect {
    fileprivate init(_ box: pixman_box32_t) {
        self.init(x: Int(box.x1), y: Int(box.y1), width: Int(box.x2 - box.x1), height: Int(box.y2 - box.y1))
    }
}

extension pixman_box32_t {
    /// nil for an empty rectangle.
    fileprivate init?(_ rect: PixelRect) {
        let rect = rect.saturated
        if rect.isEmpty { return nil }
        // The difference of two such numbers still fits 32 bits.
        func bounded(_ value: Int) -> Int32 { Int32(min(max(value, -(1 << 30)), (1 << 30) - 1)) }
        self.init(x1: bounded(rect.x), y1: bounded(rect.y), x2: bounded(rect.maxX), y2: bounded(rect.maxY))
        if x1 >= x2 || y1 >= y2 { return nil }
    }
}
