public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaText

// Changes of many nodes.

@implementation @_cdecl("lamina_context_apply_changes")
public func lamina_context_apply_changes(
    _ context: UnsafeMutablePointer<lamina_context>?, _ changes: UnsafePointer<lamina_node_change>?, _ change_count: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let handle = try unsafe ContextHandle.open(context)
        var changes = try unsafe NodeChanges(changes, change_count, in: handle.context)
        var discarded = Discarded()
        try handle.context.withNodes { (store) throws(LaminaError) in try changes.apply(to: &store, &discarded) }
        // Not before the lock is free: this may run host code.
        _ = consume discarded
    }
}

/// One change, read and checked as far as possible without the tree. Without references, so that copying it is free.
private struct NodeChange {
    let handle: Handle
    let fields: lamina_node_fields.RawValue
    let hidden: Bool
    let clips: Bool
    var opacity = 1.0
    var cornerRadius = 0.0
    var background = Color.clear
    var frame = Rect.zero
    /// The node's place, once it is found.
    var node: Int32 = -1

    @inline(__always)
    func has(_ field: lamina_node_fields) -> Bool { fields & field.rawValue != 0 }

    /// Whether a part of the change is kept apart: see `Rare`.
    @inline(__always)
    var hasRare: Bool { fields & ~Self.ownFields != 0 }

    /// Those that stand in this struct.
    @inline(__always)
    private static var ownFields: lamina_node_fields.RawValue {
        lamina_node_fields.LAMINA_NODE_FIELDS_FRAME.rawValue | lamina_node_fields.LAMINA_NODE_FIELDS_BACKGROUND.rawValue
            | lamina_node_fields.LAMINA_NODE_FIELDS_OPACITY.rawValue
            | lamina_node_fields.LAMINA_NODE_FIELDS_CORNER_RADIUS.rawValue
            | lamina_node_fields.LAMINA_NODE_FIELDS_HIDDEN.rawValue
            | lamina_node_fields.LAMINA_NODE_FIELDS_CLIPS.rawValue
    }

    /// Under the tree lock; the node was found.
    func apply(to store: inout NodeStore, _ discarded: inout Discarded) {
        if has(.LAMINA_NODE_FIELDS_FRAME) { store.setFrame(frame, of: node) }
        if has(.LAMINA_NODE_FIELDS_BACKGROUND) { store.setBackground(background, of: node) }
        if has(.LAMINA_NODE_FIELDS_OPACITY) { store.setOpacity(opacity, of: node) }
        if has(.LAMINA_NODE_FIELDS_CORNER_RADIUS) { store.setCornerRadius(cornerRadius, of: node, &discarded) }
        if has(.LAMINA_NODE_FIELDS_HIDDEN) { store.set(.hidden, to: hidden, of: node) }
        if has(.LAMINA_NODE_FIELDS_CLIPS) { store.set(.clips, to: clips, of: node) }
    }
}

/// Changes to the rare parts of a node's appearance.
private struct LookChange {
    let fields: lamina_node_fields.RawValue
    let look: NodeLook

    private func has(_ field: lamina_node_fields) -> Bool { fields & field.rawValue != 0 }
    var anchor: Point? { has(.LAMINA_NODE_FIELDS_ANCHOR) ? look.appearance.anchor : nil }
    var changesContent: Bool { has(.LAMINA_NODE_FIELDS_IMAGE) || has(.LAMINA_NODE_FIELDS_DRAWING) }

    /// Under the tree lock; the node was found.
    func apply(to node: Int32, in store: inout NodeStore, _ discarded: inout Discarded) {
        let new = look.appearance
        store.changeAppearance(of: node, &discarded) { appearance in
            if has(.LAMINA_NODE_FIELDS_BORDER) { appearance.border = new.border }
            if has(.LAMINA_NODE_FIELDS_SHADOW) { appearance.shadow = new.shadow }
            if has(.LAMINA_NODE_FIELDS_GRADIENT) { appearance.gradient = new.gradient }
            if has(.LAMINA_NODE_FIELDS_TRANSFORM) { appearance.transform = new.transform }
            if has(.LAMINA_NODE_FIELDS_ANCHOR) { appearance.anchor = new.anchor }
            if has(.LAMINA_NODE_FIELDS_Z_POSITION) { appearance.zPosition = new.zPosition }
        }
        if has(.LAMINA_NODE_FIELDS_CORNER_RADII) { store.setCornerRadii(new.radii ?? .zero, of: node, &discarded) }
        if changesContent { store.setContent(look.content, of: node, &discarded) }
    }
}

/// Reads appearances; one that consecutive changes share, for the same fields, is read once.
private struct LookChangeReader {
    private let context: Context
    private var lastPlace: UInt = 0
    private var last: LookChange?
    private static let fields =
        lamina_node_fields.LAMINA_NODE_FIELDS_DRAWING.rawValue * 2
        - lamina_node_fields.LAMINA_NODE_FIELDS_CORNER_RADII.rawValue

    init(_ context: Context) { self.context = context }

    mutating func read(
        _ pointer: UnsafePointer<lamina_node_appearance>?, _ change: NodeChange
    ) throws(LaminaError) -> LookChange? {
        let fields = change.fields & Self.fields
        if fields == 0 { return nil }
        guard unsafe pointer != nil else {
            throw LaminaError(
                .invalidArgument,
                "appearance is NULL, but fields (\(change.fields)) names a field of it; a lamina_node_appearance is needed"
            )
        }
        let place = UInt(bitPattern: pointer)
        if let last, place == lastPlace, last.fields == fields { return last }
        let look = try unsafe nodeLook(pointer, in: context) { fields & $0.rawValue != 0 }
        lastPlace = place
        last = LookChange(fields: fields, look: look)
        return last
    }
}

/// The fields that few changes have, stored by the index of the change so that the others stay small.
private struct Rare<Value> {
    private(set) var entries: [(change: Int, value: Value)] = []
    private var next = 0

    mutating func append(_ value: Value, _ change: Int) { entries.append((change, value)) }

    /// The entry of a change; they are read in order.
    @inline(__always)
    mutating func take(_ change: Int) -> Value? {
        guard next < entries.count && entries[next].change == change else { return nil }
        next += 1
        return entries[next - 1].value
    }
}

private struct NodeChanges {
    private var changes: [NodeChange] = []
    private var texts = Rare<AttributedText?>()
    private var looks = Rare<LookChange>()
    private var positions = Rare<Point>()
    private var boundsOrigins = Rare<Point>()
    private static let knownFields: lamina_node_fields.RawValue = 0x3ffff

    init(
        _ pointer: UnsafePointer<lamina_node_change>?, _ count: Int, in context: Context
    ) throws(LaminaError) {
        var initial = unsafe lamina_node_change()
        unsafe initial.opacity = 1
        changes.reserveCapacity(max(0, min(count, 4096)))
        let number = context.number
        var reader = LookChangeReader(context)
        try unsafe forEachStruct(pointer, count, limit: Int(NodeStore.capacity), over: initial, "changes") {
            (given) throws(LaminaError) in
            let handle = unsafe given.node.handle()
            if !handle.isNode(ofContext: number), try handle.context(.node, "node") !== context {
                throw LaminaError(.foreignContext, "node belongs to another context")
            }
            let change = try unsafe Self.read(given, handle)
            if change.has(.LAMINA_NODE_FIELDS_TEXT) {
                texts.append(try unsafe optionalText(given.text, in: context), changes.count)
            }
            if let look = try unsafe reader.read(given.appearance, change) { looks.append(look, changes.count) }
            if change.has(.LAMINA_NODE_FIELDS_POSITION) {
                positions.append(try unsafe Check.point(given.position, "position"), changes.count)
            }
            if change.has(.LAMINA_NODE_FIELDS_BOUNDS_ORIGIN) {
                boundsOrigins.append(try unsafe Check.point(given.bounds_origin, "bounds_origin"), changes.count)
            }
            changes.append(change)
        }
    }

    private static func read(_ given: lamina_node_change, _ handle: Handle) throws(LaminaError) -> NodeChange {
        guard unsafe given.fields.rawValue & ~knownFields == 0 else {
            throw unsafe Check.unknown(given.fields.rawValue, "fields")
        }
        var change = unsafe NodeChange(
            handle: handle, fields: given.fields.rawValue, hidden: given.hidden, clips: given.clips)
        if change.has(.LAMINA_NODE_FIELDS_OPACITY) { change.opacity = try unsafe Check.unit(given.opacity, "opacity") }
        if change.has(.LAMINA_NODE_FIELDS_CORNER_RADIUS) {
            change.cornerRadius = try unsafe Check.length(given.corner_radius, "corner_radius")
        }
        if change.has(.LAMINA_NODE_FIELDS_BACKGROUND) {
            change.background = try unsafe Check.color(given.background, "background")
        }
        if change.has(.LAMINA_NODE_FIELDS_FRAME) { change.frame = try unsafe Check.rect(given.frame, "frame") }
        return change
    }

    /// Makes all changes, or none if a node no longer exists or has no text.
    mutating func apply(to store: inout NodeStore, _ discarded: inout Discarded) throws(LaminaError) {
        for number in changes.indices {
            let handle = changes[number].handle
            guard let node = store.find(handle.nodeID) else {
                let why = handle.refusal(.node, "node")
                throw LaminaError(why.code, "changes[\(number)]: \(why.message)")
            }
            changes[number].node = node
        }
        for (number, _) in texts.entries where !store[changes[number].node].flags.contains(.text) {
            throw LaminaError(
                .unsupported,
                "changes[\(number)]: node is a display node; only a node from lamina_node_create_text() has a text")
        }
        for (number, look) in looks.entries
        where look.changesContent && store[changes[number].node].flags.contains(.text) {
            throw LaminaError(
                .unsupported,
                "changes[\(number)]: node is a text node; only a node from lamina_node_create() shows a picture or a drawing"
            )
        }
        try checkPositions(store)
        for number in changes.indices {
            changes[number].apply(to: &store, &discarded)
            if changes[number].hasRare { try applyRare(number, to: &store, &discarded) }
        }
    }

    private mutating func applyRare(
        _ number: Int, to store: inout NodeStore, _ discarded: inout Discarded
    ) throws(LaminaError) {
        let node = changes[number].node
        if let look = looks.take(number) { look.apply(to: node, in: &store, &discarded) }
        if let text = texts.take(number), let old = store[node].content as? TextContent, old.text !== text {
            store.setContent(old.with(text: text), of: node, &discarded)
        }
        if let position = positions.take(number) { try store.setPosition(position, of: node) }
        if let origin = boundsOrigins.take(number) { store.setBoundsOrigin(origin, of: node, &discarded) }
    }

    /// Checks the positions of nodes, with the sizes and anchors that they will have after their change.
    private func checkPositions(_ store: borrowing NodeStore) throws(LaminaError) {
        if positions.entries.isEmpty { return }
        var sizes: [Int32: Size] = [:]
        var anchors: [Int32: Point] = [:]
        var (looks, positions) = (looks, positions)
        for (number, change) in changes.enumerated() {
            let node = change.node
            if change.has(.LAMINA_NODE_FIELDS_FRAME) { sizes[node] = change.frame.size }
            if let anchor = looks.take(number)?.anchor { anchors[node] = anchor }
            guard let position = positions.take(number) else { continue }
            do throws(LaminaError) {
                try store.origin(at: position, of: node, size: sizes[node], anchor: anchors[node])
            } catch { throw LaminaError(error.code, "changes[\(number)]: \(error.message)") }
        }
    }
}

extension Handle {
    /// Whether it is the handle of a node, without looking it up.
    @inline(__always)
    fileprivate func isNode(ofContext number: Int) -> Bool {
        isTagged && kind == .node && contextNumber == number
    }
}
