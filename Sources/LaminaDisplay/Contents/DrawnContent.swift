public import LaminaDraw
public import LaminaGeometry
public import LaminaNode
import Synchronization
import LaminaText

/// A drawing of the host's. Called on workers, several at a time for different nodes.
public protocol Drawing: AnyObject, Sendable {
    /// Draws in logical units through a cairo context; a status other than 0 (`lamina_status`) means that nothing is to
    /// be shown.
    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: Operation) -> Int32
}

/// A drawing of the host's that writes pixels. Called on workers.
public protocol PixelDrawing: AnyObject, Sendable {
    /// Writes premultiplied pixels over transparent ones.
    func draw(pixels: PixelBuffer, size: Size, scale: Double, as operation: Operation) -> Int32
}

/// A drawing of the host's that hands over a picture. Called on workers.
public protocol ImageDrawing: AnyObject, Sendable {
    /// Returns a picture of any size, which is stretched to the node; nil for nothing.
    func draw(
        size: Size, scale: Double, pool: BitmapPool, as operation: Operation
    ) -> (status: Int32, image: Bitmap?)
}

/// What a display node with a drawing shows.
public final class DrawnContent: DrawableContent {
    /// The form of the drawing.
    public enum Source: Sendable {
        case cairo(any Drawing)
        case pixels(any PixelDrawing)
        case image(any ImageDrawing)
    }

    public let source: Source
    /// The drawing draws text with Pango or cairo by itself, which only one thread may do at a time.
    public let drawsText: Bool
    private let traits: ResolvedTraits
    /// Which of the traits the drawing ever read; shared by what differs in traits only.
    private let traitsRead: TraitsRead

    public convenience init(_ source: Source, drawsText: Bool = false) {
        self.init(source, drawsText, ResolvedTraits(), TraitsRead())
    }

    private init(_ source: Source, _ drawsText: Bool, _ traits: ResolvedTraits, _ traitsRead: TraitsRead) {
        self.source = source
        self.drawsText = drawsText
        self.traits = traits
        self.traitsRead = traitsRead
    }

    public var holdsHostData: Bool { true }

    public func adapted(to held: ResolvedTraits, textColor: Color?) -> AdaptedContent? {
        if held == traits { return nil }
        let content = DrawnContent(source, drawsText, held, traitsRead)
        return AdaptedContent(content, traitsRead.contains(differenceOf: held, traits) ? .redraw : .none)
    }

    /// What a drawing reads traits with.
    private var reader: TraitReader { TraitReader(traits: traits, traitsRead: traitsRead) }

    public var readsTraits: Bool { true }

    public func isOutdated(by now: any NodeContent) -> Bool {
        guard let now = now as? DrawnContent else { return false }
        return traitsRead === now.traitsRead && traitsRead.contains(differenceOf: now.traits, traits)
    }

    public convenience init(_ drawing: any Drawing) { self.init(.cairo(drawing)) }

    public var isMeasurable: Bool { false }
    public var blendsInPlace: Bool { false }

    public func ink(in box: ContentBox, exactly: Bool, on worker: Worker) -> PixelRect { box.rect }

    /// The same drawing, said to draw text or not.
    public func with(drawsText: Bool) -> DrawnContent {
        DrawnContent(source, drawsText, traits, traitsRead)
    }
}

/// Which traits drawings read.
final class TraitsRead: Sendable {
    private let bits = Atomic<UInt32>(0)

    enum Trait: UInt32 { case scheme = 1, textSize = 2, tint = 4 }

    func insert(_ trait: Trait) { bits.bitwiseOr(trait.rawValue, ordering: .relaxed) }

    /// Whether one of those is among them in which two differ.
    func contains(differenceOf a: ResolvedTraits, _ b: ResolvedTraits) -> Bool {
        let bits = bits.load(ordering: .relaxed)
        func has(_ trait: Trait) -> Bool { bits & trait.rawValue != 0 }
        return a.isDark != b.isDark && has(.scheme) || a.textSize != b.textSize && has(.textSize)
            || a.tint != b.tint && has(.tint)
    }
}

/// Gives a drawing the traits that it reads, and remembers which.
public struct TraitReader: Sendable {
    let traits: ResolvedTraits
    let traitsRead: TraitsRead

    public var isDark: Bool {
        traitsRead.insert(.scheme)
        return traits.isDark
    }
    public var textSize: Double {
        traitsRead.insert(.textSize)
        return traits.textSize
    }
    public var tint: Color {
        traitsRead.insert(.tint)
        return traits.tint
    }
}

extension Drawing {
    /// Has the host draw over the pixels that are there; returns its status.
    func draw(
        in box: ContentBox, clip: PixelRect, on buffer: PixelBuffer, as operation: Operation
    ) throws(LaminaError) -> Int32 {
        var status: Int32 = 0
        try unsafe withCairo(on: buffer, rect: box.rect, scale: box.scale, clip: clip) { cairo in
            status = unsafe draw(cairo: cairo, size: box.size, scale: box.scale, as: operation)
        }
        return status
    }
}

extension DrawnContent {
    /// Has the host draw over transparent pixels.
    public func draw(
        in box: ContentBox, clip: PixelRect, on buffer: PixelBuffer, _ worker: Worker, as operation: Operation
    ) throws(LaminaError) {
        let (rect, size, scale) = (box.rect, box.size, box.scale)
        operation.traits = reader
        defer { operation.traits = nil }
        var status: Int32 = 0
        func call(_ body: () -> Int32) { status = drawsText ? withFontLock(body) : body() }
        switch source {
        case .cairo(let drawing):
            func drawAll() throws(LaminaError) {
                status = try drawing.draw(in: box, clip: clip, on: buffer, as: operation)
            }
            // The context goes with the lock too: it may hold the last reference to a font that the host chose.
            if drawsText { try withFontLock(drawAll) } else { try drawAll() }
        case .pixels(let drawing):
            if buffer.bounds == rect {
                var pixels = buffer
                pixels.originX = 0
                pixels.originY = 0
                call { drawing.draw(pixels: pixels, size: size, scale: scale, as: operation) }
            } else {
                // Only part of the node shows: the host still writes all of it.
                let whole = try worker.pool.take(width: rect.width, height: rect.height, cleared: true)
                whole.withPixels { pixels in
                    call { drawing.draw(pixels: pixels, size: size, scale: scale, as: operation) }
                }
                worker.painter.draw(whole, x: rect.x, y: rect.y, clip: clip, on: buffer)
            }
        case .image(let drawing):
            var image: Bitmap?
            call {
                let result = drawing.draw(size: size, scale: scale, pool: worker.pool, as: operation)
                image = result.image
                return result.status
            }
            if status == 0, let image {
                try worker.painter.drawPart(image.bounds, of: image, into: rect, clip: clip, on: buffer)
            }
        }
        if status != 0 {
            throw LaminaError(status: status, of: "a draw callback")
        }
    }
}
