import LaminaDraw
import LaminaGeometry
import LaminaNode

/// The presented twin of a node: what is on screen, which may be older than what the node wants. Owner thread only.
struct Layer {
    var node: NodeID
    /// The layer above; `none` for the root, `orphan` for one that has lost its place.
    var parent: Int32 = Layer.none
    /// Back to front.
    var children: ContiguousArray<Int32> = []
    /// The place among the children when they were read last.
    var order: Int32 = 0

    var wanted = Wanted()
    var frame = Frame()
    var shown = Shown()
    /// What is presented in place of what the node has.
    var overrides: LayerOverrides?

    /// What few appearances have.
    var effects: AppearanceEffects?
    /// How the bitmap of a subtree is drawn; nil for a layer of one node.
    var raster: RasterAppearance?
    /// How its contents come in where a placeholder stands for them first; few layers have one.
    var reveal: LayerReveal?
    /// The drawing on its way; there is one at a time.
    var pending: DisplayOperation?
    /// Its node has left, and it is shown until the next one is drawn, or its exit ends.
    var isHeld = false
    /// The number of the exit for which it stays when its node leaves; 0 for none.
    var exit: UInt64 = 0
    /// Whether the last drawing was dropped for a newer one: the next is then let finish, so that a node that is
    /// dirtied faster than it draws shows progress (in Texture it would show nothing).
    var wasDropped = false

    static let none: Int32 = -1
    static let orphan: Int32 = -2
    /// The node of a place that no layer has.
    static let noNode = NodeID(index: -1, generation: 0)

    var isFree: Bool { node.index < 0 }

    /// Whether there is anything to draw: contents of the node, or the subtree of one that is rasterized.
    var hasDrawing: Bool { wanted.content != nil || raster != nil }

    /// Whether it is to be drawn: there is something, and the node is near enough to being seen.
    var wantsDrawing: Bool { hasDrawing && !wanted.isOutOfRange }

    /// Whether there is nothing to be drawn, shown or stopped.
    var isBare: Bool { !wantsDrawing && shown.bitmap == nil && pending == nil && reveal == nil }

    /// Whether what is shown was drawn for the pixels that the node has.
    var isCurrent: Bool { shown.drawn?.width == frame.pixelWidth && shown.drawn?.height == frame.pixelHeight }

    /// Takes out what the layer holds and host data does not end with; what is left is overwritten when its place is
    /// given to another.
    mutating func takeRemains() -> RetiredLayers.Piece {
        overrides = nil
        var children: ContiguousArray<Int32> = []
        swap(&children, &self.children)
        let (bitmap, original) = shown.takeRemains()
        return RetiredLayers.Piece(
            content: wanted.takeContent(), effects: effects.take(), bitmap: bitmap, original: original,
            raster: raster.take(), children: children)
    }

    /// What makes two drawings interchangeable.
    struct Drawn: Equatable {
        var version: UInt32
        /// In logical units. Texts break and draw callbacks place things by it, also where two sizes are as many
        /// pixels.
        var size: Size
        var width: Int
        var height: Int
        var scale: Double

        var byteCount: Int { width * height * 4 }
    }
}

extension Layer {
    /// What the node asks for, as it was read last.
    struct Wanted {
        private(set) var content: (any DrawableContent)?
        /// Host data may end with the contents, now or before.
        private(set) var holdsHostData = false
        /// The drawing that the node wants.
        private(set) var version: UInt32 = 0
        /// Drawings of higher priority begin first.
        private(set) var priority: Int32 = 0
        /// Nothing is drawn for now.
        private(set) var isSuspended = false
        /// Another size stretches what was drawn.
        private(set) var keepsDrawing = false
        /// Drawn on the owner thread.
        private(set) var drawsAtOnce = false
        /// The contents of this node and all below it change in the same frame.
        private(set) var displaysTogether = false
        /// Its height among its siblings.
        private(set) var zPosition = 0.0
        /// Somebody says how near the node is to being seen.
        private(set) var isManaged = false
        /// It is not near enough to be drawn.
        private(set) var isOutOfRange = false

        mutating func take(_ record: borrowing NodeRecord, isRightToLeft: Bool) {
            if record.flags.contains(.hostData) { holdsHostData = true }
            // What runs the other way is another drawing.
            version = record.displayVersion &<< 1 | (isRightToLeft ? 1 : 0)
            priority = record.extras?.drawingPriority ?? 0
            isSuspended = record.flags.contains(.displaySuspended)
            keepsDrawing = record.flags.contains(.keepsDrawing)
            drawsAtOnce = record.flags.contains(.drawsAtOnce)
            displaysTogether = record.flags.contains(.displaysTogether)
            zPosition = record.appearance?.value.zPosition ?? 0
            isManaged = record.flags.contains(.managed)
            isOutOfRange = isManaged && !record.flags.interfaceState.contains(.display)
        }

        /// Returns the contents of before.
        mutating func replaceContent(_ content: (any DrawableContent)?) -> (any DrawableContent)? {
            defer { self.content = content }
            return self.content
        }

        mutating func takeContent() -> (any DrawableContent)? { content.take() }
    }

    /// Where the node has the layer, in logical units.
    struct Frame {
        /// The size that contents are drawn for.
        var size = Size.zero
        /// The same in pixels, whatever size is presented.
        var pixelWidth = 0
        var pixelHeight = 0
        var hasPixels: Bool { pixelWidth > 0 && pixelHeight > 0 }
        /// The position that `LayerBox.appearance` was rounded from, shifts aside.
        var origin = Point.zero
        /// Where its parent had it when `origin` was taken.
        var place = Point.zero
        /// Its corner in the space of the node above.
        var position = Point.zero
        /// The point of the node's space that stands at its corner, as the node has it.
        var boundsOrigin = Point.zero
        /// The one that is shown there: a whole number of pixels, so that what is scrolled keeps its bitmaps.
        var shownOrigin = Point.zero

        /// Where the anchor of the node stands.
        func anchored(_ anchor: Point) -> Point {
            position + Point(x: anchor.x * size.width, y: anchor.y * size.height)
        }
    }

    /// What is on screen, until something newer takes its place.
    struct Shown {
        private(set) var bitmap: Bitmap?
        /// Where the bitmap's first pixel stands, from the corner of the frame.
        private(set) var offset = PixelOffset.zero
        /// Moves with every bitmap, and is never the same for two.
        private(set) var version: UInt64 = 0
        /// Which drawing `bitmap` is, and for what size and scale it was made.
        var drawn: Drawn?
        /// The bitmap was dropped, or never drawn, for want of memory, while the layer did not show.
        var isEvicted = false
        /// What is stretched for a layer that keeps its drawing, in the size that it was drawn in.
        var original: StretchedContent?

        mutating func present(_ bitmap: Bitmap?, offset: PixelOffset, version: UInt64) {
            (self.bitmap, self.offset, self.version) = (bitmap, offset, version)
        }

        fileprivate mutating func takeRemains() -> (bitmap: Bitmap?, original: StretchedContent?) {
            (bitmap.take(), original.take())
        }
    }
}

/// The appearance of a layer and where it stands on the surface: what painting reads, and nothing that it does not.
struct LayerBox {
    /// As the node has it. All rectangles leave out the shifts of this layer and those above it.
    var appearance: Appearance
    /// Moves the layer and all below it. A scrolled subtree changes nothing else.
    var shift = PixelOffset.zero
}
