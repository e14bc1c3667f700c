public import LaminaDraw
public import LaminaGeometry
public import LaminaNode

/// Where a picture stands in its node when they differ in size.
public enum Gravity: Int32, Sendable {
    case resize = 0
    case aspectFit = 1
    case aspectFill = 2
    case center = 3
    case top = 4
    case bottom = 5
    case left = 6
    case right = 7
    case topLeft = 8
    case topRight = 9
    case bottomLeft = 10
    case bottomRight = 11
}

/// How a picture stands in its node.
public struct ImageOptions: Sendable, Equatable {
    public var gravity = Gravity.resize
    /// Pixels of the picture per logical unit.
    public var scale = 1.0
    /// The part that is shown, in shares of the picture.
    public var source = Rect(x: 0, y: 0, width: 1, height: 1)
    /// Pixels along the edges of the part that keep their size.
    public var slices = EdgeInsets.zero
    /// Whether it is a stencil for the tint of its node.
    public var isTinted = false
    /// A stencil in this colour, wherever it is shown.
    public var tint: Color?
    /// What is shown in dark surroundings instead.
    public var dark: SharedImage?

    public static func == (a: ImageOptions, b: ImageOptions) -> Bool {
        a.gravity == b.gravity && a.scale == b.scale && a.source == b.source && a.slices == b.slices
            && a.isTinted == b.isTinted && a.tint == b.tint && a.dark === b.dark
    }

    public init() {}

    public init(gravity: Gravity, scale: Double, source: Rect, slices: EdgeInsets) {
        self.gravity = gravity
        self.scale = scale
        self.source = source
        self.slices = slices
    }

    /// Whether `source` may be one: inside of the picture, and not empty.
    public static func isPart(_ source: Rect) -> Bool {
        let isInside =
            source.minX >= 0 && source.minY >= 0 && source.maxX <= 1 + Pixels.epsilon
            && source.maxY <= 1 + Pixels.epsilon
        return isInside && !source.isEmpty
    }
}

/// A picture that a node shows.
public final class ImageContent: DrawableContent {
    /// What it was made from; the same for all that it is adapted to.
    private final class Given: Sendable {
        let image: SharedImage
        let options: ImageOptions
        /// Of `image`: that of its file, if it was decoded to another one.
        let ownSize: Size?
        /// That of what it stands in for.
        let extent: ImageExtent?
        let isAwaited: Bool

        init(
            _ image: SharedImage, _ options: ImageOptions, _ ownSize: Size? = nil, _ extent: ImageExtent? = nil,
            isAwaited: Bool = false
        ) {
            self.image = image
            self.options = options
            self.ownSize = ownSize
            self.extent = extent
            self.isAwaited = isAwaited
        }
    }

    private let given: Given
    /// The one that is shown in these surroundings.
    private let image: SharedImage
    private let tint: Color?
    private let gravity: Gravity
    /// Pixels of the picture per logical unit.
    private let scale: Double
    /// How many pixels of its file one of its own stands for.
    private let reduction: Double
    /// The pixels that are shown.
    private let part: PixelRect
    /// How large the part is in logical units.
    private let extent: ImageExtent
    /// Pixels along the edges of the part that keep their size.
    private let slices: EdgeInsets
    /// How far inside of the node's edges it stands, in logical units.
    private let insets: EdgeInsets

    var bitmap: Bitmap { image.bitmap }
    /// See `init`.
    var ownSize: Size? { given.ownSize }

    /// At least one pixel is shown. `ownSize`: as large as a picture of so many pixels, whatever it was decoded to.
    public convenience init(_ image: SharedImage, _ options: ImageOptions = ImageOptions(), ownSize: Size? = nil) {
        self.init(Given(image, options, ownSize), ResolvedTraits(), insets: .zero)
    }

    /// Stands in for another one, as large as that in layout. `isAwaited`: it shows nothing.
    convenience init(_ image: SharedImage, _ options: ImageOptions, inPlaceOf content: ImageContent, isAwaited: Bool) {
        self.init(
            Given(image, options, nil, content.extent, isAwaited: isAwaited), ResolvedTraits(), insets: .zero)
    }

    /// A picture of which no more than the size is known in layout: `showing` gives it pixels; `clear` has none.
    public convenience init(of ownSize: Size, _ options: ImageOptions, clear: SharedImage) {
        let part = PixelRect(part: options.source, ofWidth: Int(ownSize.width), height: Int(ownSize.height))
        let extent = ImageExtent(
            Size(width: Double(part.width) / options.scale, height: Double(part.height) / options.scale))
        self.init(Given(clear, options, nil, extent, isAwaited: true), ResolvedTraits(), insets: .zero)
    }

    /// The same with another picture, as large in layout.
    func showing(_ image: SharedImage) -> ImageContent {
        let given = Given(image, given.options, image.ownSize, given.extent)
        return ImageContent(given, ResolvedTraits(), insets: insets)
    }

    /// The room in pixels that its picture is decoded for; nil for its own size.
    func room(in box: ContentBox) -> PictureRoom? {
        let rect = inner(of: box.rect, size: box.size, scale: box.scale)
        return given.options.room(Size(width: Double(rect.width), height: Double(rect.height)), scale: 1)
    }

    private init(_ given: Given, _ traits: ResolvedTraits, insets: EdgeInsets) {
        self.given = given
        let options = given.options
        image = traits.isDark ? options.dark ?? given.image : given.image
        tint = options.tint ?? (options.isTinted ? traits.tint : nil)
        let bitmap = image.bitmap
        gravity = options.gravity
        scale = options.scale
        slices = options.slices
        part = PixelRect(part: options.source, ofWidth: bitmap.width, height: bitmap.height)
        let ownSize = image === given.image ? given.ownSize : nil
        let share = Size(
            width: (ownSize?.width ?? Double(bitmap.width)) / Double(bitmap.width),
            height: (ownSize?.height ?? Double(bitmap.height)) / Double(bitmap.height))
        reduction = max(share.width, share.height)
        let size = Size(
            width: Double(part.width) * share.width / scale, height: Double(part.height) * share.height / scale)
        extent = given.extent ?? ImageExtent(size)
        self.insets = insets
    }

    private init(_ whole: ImageContent, insets: EdgeInsets) {
        given = whole.given
        image = whole.image
        tint = whole.tint
        gravity = whole.gravity
        scale = whole.scale
        reduction = whole.reduction
        part = whole.part
        extent = whole.extent
        slices = whole.slices
        self.insets = insets
    }

    public func inset(by insets: EdgeInsets) -> any NodeContent { ImageContent(self, insets: insets) }

    public func adapted(to held: ResolvedTraits, textColor: Color?) -> AdaptedContent? {
        if given.options.dark == nil && !given.options.isTinted { return nil }
        let now = ImageContent(given, held, insets: insets)
        if now.image === image && now.tint == tint { return nil }
        return AdaptedContent(now, now.extent.size == extent.size ? .redraw : .remeasure)
    }

    /// Whether both are the same picture in different surroundings.
    func isVariant(of other: (any NodeContent)?) -> Bool { (other as? ImageContent)?.given === given }

    public var isMeasurable: Bool { true }
    public var forLayout: any NodeContent { extent }
    public var yieldsToChildren: Bool { true }

    public func isMeasured(like other: any NodeContent) -> Bool {
        (other as? ImageContent)?.extent.size == extent.size
    }

    public var summary: String? { "picture \(bitmap.width) x \(bitmap.height)" }

    public var blendsInPlace: Bool { false }
    public var isAwaited: Bool { given.isAwaited }

    public func ink(in box: ContentBox, exactly: Bool, on worker: Worker) -> PixelRect { box.rect }

    /// The picture itself, or a scaled one that is shared.
    public func bitmap(filling box: ContentBox, on worker: Worker) throws(LaminaError) -> Bitmap? {
        if !fills(box) { return nil }
        if isWhole(in: box) { return bitmap }
        return slices == .zero
            ? try image.scaled(part, width: box.rect.width, height: box.rect.height, tint: tint, worker) : nil
    }

    public func isReady(in box: ContentBox) -> Bool {
        fills(box)
            && (isWhole(in: box)
                || slices == .zero
                    && image.hasScaled(part, width: box.rect.width, height: box.rect.height, tint: tint))
    }

    private func fills(_ box: ContentBox) -> Bool {
        let rect = PixelRect(x: 0, y: 0, width: box.rect.width, height: box.rect.height)
        if insets != .zero { return false }
        if place(in: rect, scale: box.scale) != rect { return false }
        // Edges that keep their size in units have another one in pixels.
        return slices == .zero || box.scale == scale
    }

    /// Whether each pixel of the picture is one of the box.
    private func isWhole(in box: ContentBox) -> Bool {
        if tint != nil { return false }
        let rect = PixelRect(x: 0, y: 0, width: box.rect.width, height: box.rect.height)
        return bitmap.width == rect.width && bitmap.height == rect.height && part == rect
    }

    /// Where the picture stands in a node at `rect`.
    func place(in rect: PixelRect, scale: Double) -> PixelRect {
        let (width, height) = (Double(part.width), Double(part.height))
        let across = Double(rect.width) / width
        let down = Double(rect.height) / height
        var factor = scale * reduction / self.scale
        switch gravity {
        case .resize: return rect
        case .aspectFit: factor = min(across, down)
        case .aspectFill: factor = max(across, down)
        default: break
        }
        // No larger than what can be drawn.
        func side(_ value: Double) -> Int { max(1, Int(min(value.rounded(), Pixels.coordinateLimit))) }
        let (w, h) = (side(width * factor), side(height * factor))
        let (x, y) = gravity.alignment
        return PixelRect(
            x: rect.x + Int((Double(rect.width - w) * x).rounded(.down)),
            y: rect.y + Int((Double(rect.height - h) * y).rounded(.down)), width: w, height: h)
    }

    /// How many pixels of the picture, along a side, stand for one in a node at `rect`; nil when each is one, as
    /// rounding leaves it, and for a picture that has no pixels of its own or keeps edges.
    func density(in rect: PixelRect, scale: Double) -> Double? {
        if isAwaited || slices != .zero { return nil }
        if case .drawing? = image.file { return nil }
        let place = place(in: rect, scale: scale)
        if abs(place.width - part.width) <= 1 && abs(place.height - part.height) <= 1 { return nil }
        let share = Double(part.width) / Double(place.width) * Double(part.height) / Double(place.height)
        return share.squareRoot()
    }

    /// What is left of a node within the insets, which is of `size` and has the pixels `rect`.
    private func inner(of rect: PixelRect, size: Size, scale: Double) -> PixelRect {
        if insets == .zero { return rect }
        let (left, top) = (min(insets.left, size.width), min(insets.top, size.height))
        let inner = Rect(
            x: left, y: top, width: max(0, size.width - left - insets.right),
            height: max(0, size.height - top - insets.bottom))
        return Pixels.snap(inner, scale: scale).offset(by: PixelOffset(x: rect.x, y: rect.y))
    }

    public func draw(
        in box: ContentBox, clip: PixelRect, on buffer: PixelBuffer, _ worker: Worker, as operation: Operation
    ) throws(LaminaError) {
        let scale = box.scale
        let rect = inner(of: box.rect, size: box.size, scale: scale)
        if rect.width == 0 || rect.height == 0 { return }
        let place = place(in: rect, scale: scale)
        let clip = clip.intersection(rect)
        if slices == .zero,
            let scaled = try image.scaled(part, width: place.width, height: place.height, tint: tint, worker)
        {
            return worker.painter.draw(scaled, x: place.x, y: place.y, clip: clip, on: buffer)
        }
        guard let tint else { return try drawParts(in: place, scale: scale, clip: clip, on: buffer, worker) }
        // The parts on a layer of their own, which is then tinted.
        let visible = clip.intersection(place).intersection(buffer.bounds)
        if visible.isEmpty { return }
        let layer = try worker.pool.take(width: visible.width, height: visible.height, cleared: true)
        try layer.withPixels { (pixels) throws(LaminaError) in
            let moved = place.offset(by: PixelOffset(x: -visible.x, y: -visible.y))
            try drawParts(in: moved, scale: scale, clip: pixels.bounds, on: pixels, worker)
        }
        layer.tint(tint)
        worker.painter.draw(layer, x: visible.x, y: visible.y, clip: visible, on: buffer)
    }

    /// All of it, or its nine slices.
    private func drawParts(
        in place: PixelRect, scale: Double, clip: PixelRect, on buffer: PixelBuffer, _ worker: Worker
    ) throws(LaminaError) {
        let columns = Self.cut(
            part.x, part.width, place.x, place.width, slices.left, slices.right, factor: scale / self.scale)
        let rows = Self.cut(
            part.y, part.height, place.y, place.height, slices.top, slices.bottom, factor: scale / self.scale)
        for row in rows {
            for column in columns {
                try worker.painter.drawPart(
                    PixelRect(x: column.from, y: row.from, width: column.length, height: row.length), of: bitmap,
                    into: PixelRect(x: column.to, y: row.to, width: column.size, height: row.size), clip: clip,
                    on: buffer)
            }
        }
    }

    private struct Slice {
        let from: Int
        let length: Int
        let to: Int
        let size: Int
    }

    /// One axis of nine slices: what keeps its size at both ends, as far as there is room, and what is stretched in
    /// between.
    private static func cut(
        _ from: Int, _ length: Int, _ to: Int, _ size: Int, _ before: Double, _ after: Double, factor: Double
    ) -> [Slice] {
        let first = min(Int(before), length)
        let last = min(Int(after), length - first)
        if first == 0 && last == 0 { return [Slice(from: from, length: length, to: to, size: size)] }
        // With nothing in between the ends are stretched.
        let whole = Double(size) / (Double(first + last) * factor)
        let room = first + last == length ? whole : min(1, whole)
        let start = min(Int((Double(first) * factor * room).rounded()), size)
        let end = min(Int((Double(last) * factor * room).rounded()), size - start)
        return [
            Slice(from: from, length: first, to: to, size: start),
            Slice(from: from + first, length: length - first - last, to: to + start, size: size - start - end),
            Slice(from: from + length - last, length: last, to: to + size - end, size: end),
        ].filter { $0.length > 0 && $0.size > 0 }
    }
}

extension Gravity {
    /// The share of the free room that is before the picture.
    fileprivate var alignment: (x: Double, y: Double) {
        switch self {
        case .resize, .aspectFit, .aspectFill, .center: (0.5, 0.5)
        case .top: (0.5, 0)
        case .bottom: (0.5, 1)
        case .left: (0, 0.5)
        case .right: (1, 0.5)
        case .topLeft: (0, 0)
        case .topRight: (1, 0)
        case .bottomLeft: (0, 1)
        case .bottomRight: (1, 1)
        }
    }
}
