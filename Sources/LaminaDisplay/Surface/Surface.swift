import LaminaDraw
public import LaminaGeometry
public import LaminaNode
import LaminaLock

/// Where a root node is shown. The tree knows it by its number; what is presented belongs to the owner thread.
public final class Surface: Sendable {
    let number: Int32
    private let mailbox: Mailbox
    private let current: Locked<Extent>

    /// How large a surface is.
    public struct Extent: Sendable {
        /// Logical units.
        public let size: Size
        /// Device pixels per logical unit.
        public let scale: Double
        /// The size in device pixels.
        public let bounds: PixelRect

        /// Fails with `invalidArgument` when the size or scale is not one that a surface can have.
        init(size: Size, scale: Double) throws(LaminaError) {
            bounds = try Surface.bounds(size: size, scale: scale)
            self.size = size
            self.scale = scale
        }
    }

    init(number: Int32, extent: Extent, mailbox: Mailbox) {
        self.number = number
        self.mailbox = mailbox
        current = Locked(.leaf, extent)
    }

    /// The handle's last reference is gone.
    deinit { mailbox.noteReleased(surface: number) }

    /// How large it is now. Any thread.
    public internal(set) var extent: Extent {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// The size in device pixels. Any thread.
    public var bounds: PixelRect { extent.bounds }

    /// The node that is shown, or on its way to that; -1 for none.
    public func root(_ store: borrowing NodeStore) -> Int32 { store.surfaces[number].root }

    /// The node that the host wants to be shown, -1 for none.
    public func lastRoot(_ store: borrowing NodeStore) -> Int32 {
        let next = store.surfaces[number].nextRoot
        return next >= 0 ? next : root(store)
    }

    /// The device pixels of a surface; fails with `invalidArgument` when the size or scale is not one that a surface
    /// can have.
    public static func bounds(size: Size, scale: Double) throws(LaminaError) -> PixelRect {
        guard Limits.scale ~= scale else {
            throw LaminaError(.invalidArgument, "scale is \(scale); it must be \(Limits.scale.sentenceText)")
        }
        let width = (size.width * scale).rounded()
        let height = (size.height * scale).rounded()
        let sides = 1.0...Double(PixelBuffer.maximumSide)
        guard sides ~= width && sides ~= height else {
            throw LaminaError(
                .invalidArgument,
                "size \(size.width) x \(size.height) at scale \(scale) makes \(width) x \(height) pixels;"
                    + " each side must be 1 to \(PixelBuffer.maximumSide)")
        }
        return PixelRect(x: 0, y: 0, width: Int(width), height: Int(height))
    }
}

/// What the owner thread keeps of a surface.
final class Presentation {
    let number: Int32
    var size: Size
    var scale: Double
    var background = Color.clear
    /// What a host that composites by itself was notified last.
    var exported = LayerExport()
    /// What the last composites changed.
    var history = DamageHistory()
    /// What one turn asks for appears in one frame.
    var displaysTogether = false
    /// How long what one turn asks for waits for the rest of it, microseconds.
    var groupingLimit = Engine.defaultGroupingLimit
    /// What began in this turn.
    var group: DrawingGroup?
    /// Workers that are free take part in large composites.
    var compositesInBands = false
    /// For developers.
    var overlay: DebugOverlay = []
    /// The target shows damage as an overlay.
    var showsDamage = false
    /// The target shows what moves.
    var showsMotion = false
    let tree = LayerTree()
    /// It was laid out or drawn since it was complete.
    var isCompleting = false
    var completeObservers = NumberedList<OwnerCall>()
    /// The layout pass under way.
    var pendingLayout: LayoutOperation?
    /// The pass that was applied and whose layers are to be read.
    var applied: TreeLayout?
    var turns = RootTurns()
    /// Passes in a row that nothing but layout callbacks, and what they return, has made due.
    var ownPasses = 0

    /// Whether a composite would change anything. While layers come in step by step the last picture stays; where there
    /// is none, they show as they come.
    var hasDamage: Bool {
        if tree.reading.isPartial && !tree.damage.isWhole { return false }
        return !tree.damage.isEmpty || showsDamage
    }

    init(number: Int32, size: Size, scale: Double, bounds: PixelRect) {
        self.number = number
        self.size = size
        self.scale = scale
        tree.bounds = bounds
        tree.damageAll()
    }
}
