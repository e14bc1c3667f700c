import Glibc
public import LaminaGeometry
public import LaminaText

/// One step of a recorded drawing. Lengths are logical units.
public enum DrawingStep: Sendable {
    /// What paths are painted with.
    public enum Paint: Sendable {
        case color(Color)
        /// Its ends are shares of the path's bounds.
        case gradient(Gradient)
    }

    /// The line along a path.
    public struct Stroke: Sendable {
        /// How a line ends; the numbers are cairo's.
        public enum Cap: Int32, Sendable { case butt = 0, round, square }
        /// How two lines meet; the numbers are cairo's.
        public enum Join: Int32, Sendable { case miter = 0, round, bevel }

        public var width = 1.0
        public var cap = Cap.butt
        public var join = Join.miter
        public var miterLimit = 10.0
        /// Lengths that are drawn and left out, by turns.
        public var dashes: [Double] = []
        public var dashOffset = 0.0

        public init() {}
    }

    case move(Point)
    case lines([Point])
    case curve(Point, Point, Point)
    /// Angles in radians, from the right towards the bottom; to a smaller angle the arc runs the other way.
    case arc(Point, radius: Double, from: Double, to: Double)
    case rect(Rect, CornerRadii)
    case close
    case fill(Paint, isEvenOdd: Bool, keepsPath: Bool)
    case stroke(Paint, Stroke, keepsPath: Bool)
    case clip(isEvenOdd: Bool)
    /// What follows shows as one group.
    case save(opacity: Double)
    case restore
    case transform(AffineTransform)
    /// Stretched to the rectangle.
    case image(any RecordedPicture, Rect)
    /// In a rectangle; one of size 0 is as large as the text.
    case text(AttributedText, TextLayoutOptions, Rect, Color)

    /// An arc that goes no more than once around: more would only be drawn over.
    public static func arc(around center: Point, radius: Double, from start: Double, to end: Double) -> DrawingStep {
        let way = min(max(end - start, -2 * Double.pi), 2 * Double.pi)
        return .arc(center, radius: radius, from: start, to: start + way)
    }
}

/// A picture in a drawing.
public protocol RecordedPicture: AnyObject, Sendable {
    /// Nil as long as it is on its way, and when it does not come: nothing shows then.
    var pixels: Bitmap? { get }
}

extension Bitmap: RecordedPicture {
    public var pixels: Bitmap? { self }
}

/// Steps that were found to be sound: replaying them cannot fail for what they say, nor take more than so long.
///
/// An immutable value, which any number of threads replays at a time.
public final class RecordedDrawing: Sendable {
    public static let stepLimit = 100_000
    public static let pointLimit = 1_000_000
    /// As far as the numbers of pixels reach that cairo counts with, at 16 pixels a unit.
    public static let reach = 100_000.0
    /// What a restore ends, in one another; groups hold pixels.
    public static let depthLimit = 64
    /// In force at a time: cairo draws each of them again for each fill.
    public static let clipLimit = 64
    /// More are drawn by no one.
    public static let dashLimit = 1_000_000.0

    public let steps: [DrawingStep]
    /// Pictures that were on their way when it was made.
    public let awaited: [any RecordedPicture]

    /// Checks the steps among themselves; a failure names the step by its index.
    public init(_ steps: [DrawingStep]) throws(LaminaError) {
        var checker = DrawingChecker()
        var awaited: [any RecordedPicture] = []
        for (number, step) in steps.enumerated() {
            if case .image(let picture, _) = step, picture.pixels == nil { awaited.append(picture) }
            do throws(LaminaError) {
                try checker.check(step, number)
            } catch {
                throw Self.failure(number, error)
            }
        }
        if let first = checker.saved.first {
            throw LaminaError(
                .invalidArgument,
                "a restore is missing after \(checker.saved.count) of the saves; the first is"
                    + " steps[\(first.step)]")
        }
        self.steps = steps
        self.awaited = awaited
    }

    /// A failure that a step is the reason of.
    public static func failure(_ number: Int, _ error: LaminaError) -> LaminaError {
        LaminaError(error.code, "steps[\(number)]: \(error.message)")
    }
}

/// Follows the steps without drawing.
private struct DrawingChecker {
    private var matrix = AffineTransform.identity
    private(set) var saved: [(step: Int, matrix: AffineTransform, clips: Int)] = []
    private var clips = 0
    private var points = 0
    /// Of the path, no less than it has, after all transforms.
    private var length = 0.0
    private var last: Point?
    private var start: Point?

    mutating func check(_ step: DrawingStep, _ number: Int) throws(LaminaError) {
        switch step {
        case .move(let point):
            last = try place(point)
            start = last
        case .lines(let points): for point in points { try line(to: point) }
        case .curve(let first, let second, let end):
            try line(to: first)
            try line(to: second)
            try line(to: end)
        case .arc(let center, let radius, let from, let to):
            for corner in [-radius, radius] {
                _ = try place(Point(x: center.x + corner, y: center.y + corner))
                _ = try place(Point(x: center.x + corner, y: center.y - corner))
            }
            func placed(_ angle: Double) -> Point {
                matrix.apply(Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle)))
            }
            let first = placed(from)
            // A line leads there from wherever the path is.
            if let last { length += Self.distance(last, first) }
            length += radius * abs(to - from) * scales.largest
            last = placed(to)
            start = start ?? first
        case .rect(let rect, _): try box(rect)
        case .close:
            if let last, let start { length += Self.distance(last, start) }
            last = start
        case .fill(_, _, let keepsPath): endPath(keepsPath)
        case .stroke(_, let stroke, let keepsPath):
            try check(stroke)
            endPath(keepsPath)
        case .clip:
            clips += 1
            if clips > RecordedDrawing.clipLimit {
                throw LaminaError(
                    .outOfRange,
                    "more than \(RecordedDrawing.clipLimit) clips are active, which is the limit; a restore ends those since its save"
                )
            }
            endPath(false)
        case .save:
            if saved.count == RecordedDrawing.depthLimit {
                throw LaminaError(
                    .outOfRange,
                    "saves are nested deeper than the limit of \(RecordedDrawing.depthLimit)")
            }
            saved.append((number, matrix, clips))
        case .restore:
            guard let before = saved.popLast() else {
                throw LaminaError(.invalidArgument, "it restores without a save before it")
            }
            (matrix, clips) = (before.matrix, before.clips)
        case .transform(let transform): try change(transform)
        case .image(_, let rect), .text(_, _, let rect, _):
            try box(rect)
            endPath(false)
        }
    }

    /// The most and the least that the matrix makes of a length.
    private var scales: (largest: Double, least: Double) {
        let sum = matrix.xx * matrix.xx + matrix.yx * matrix.yx + matrix.xy * matrix.xy + matrix.yy * matrix.yy
        let area = (matrix.xx * matrix.yy - matrix.xy * matrix.yx).magnitude
        let largest = ((sum + max(0, sum * sum - 4 * area * area).squareRoot()) / 2).squareRoot()
        return (largest, largest > 0 ? area / largest : 0)
    }

    private static func distance(_ a: Point, _ b: Point) -> Double {
        let (x, y) = (a.x - b.x, a.y - b.y)
        return (x * x + y * y).squareRoot()
    }

    private mutating func place(_ point: Point) throws(LaminaError) -> Point {
        points += 1
        if points > RecordedDrawing.pointLimit {
            throw LaminaError(
                .outOfRange, "paths have more than the limit of \(RecordedDrawing.pointLimit) points")
        }
        let placed = matrix.apply(point)
        guard abs(placed.x) <= RecordedDrawing.reach && abs(placed.y) <= RecordedDrawing.reach else {
            throw LaminaError(
                .outOfRange,
                "the point (\(point.x), \(point.y)) is placed at (\(placed.x), \(placed.y)); at most"
                    + " \(RecordedDrawing.reach) units from the corner are drawn")
        }
        return placed
    }

    private mutating func line(to point: Point) throws(LaminaError) {
        let next = try place(point)
        if let last { length += Self.distance(last, next) }
        last = next
        start = start ?? next
    }

    private mutating func box(_ rect: Rect) throws(LaminaError) {
        start = nil
        last = nil
        try line(to: Point(x: rect.minX, y: rect.minY))
        try line(to: Point(x: rect.maxX, y: rect.minY))
        try line(to: Point(x: rect.maxX, y: rect.maxY))
        try line(to: Point(x: rect.minX, y: rect.maxY))
        try line(to: Point(x: rect.minX, y: rect.minY))
    }

    private mutating func endPath(_ keepsPath: Bool) {
        if keepsPath { return }
        (length, last, start) = (0, nil, nil)
    }

    private func check(_ stroke: DrawingStep.Stroke) throws(LaminaError) {
        if stroke.dashes.isEmpty { return }
        let period = stroke.dashes.reduce(0, +)
        guard period > 0 else {
            throw LaminaError(.invalidArgument, "dashes are all 0; at least one has to be longer")
        }
        let count = length / (period * scales.least) * Double(stroke.dashes.count)
        guard count <= RecordedDrawing.dashLimit else {
            throw LaminaError(
                .outOfRange,
                "dashes of \(period) units in total would be more than \(Int(RecordedDrawing.dashLimit)) along this path"
            )
        }
    }

    private mutating func change(_ transform: AffineTransform) throws(LaminaError) {
        matrix = matrix.after(transform)
        let scales = scales
        guard scales.least >= 1e-4, scales.largest <= 1e4, abs(matrix.x0) <= RecordedDrawing.reach,
            abs(matrix.y0) <= RecordedDrawing.reach
        else {
            throw LaminaError(
                .outOfRange,
                "with the transforms before it, the transform scales by \(scales.least) to \(scales.largest) and moves by"
                    + " (\(matrix.x0), \(matrix.y0)); 0.0001 to 10,000 and \(RecordedDrawing.reach) units are the limits"
            )
        }
    }
}
