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
        let handle = try ContextHandle.open(context)
        var changes = try NodeChanges(changes, change_count, in: handle.context)
        var discarded = Discarded()
        try handle.context.withNodes { (store) throws(LaminaError) in try changes.apply(to: &store, &discarded) }
        // Not before the lock is free: this may run host code.
        _ = consume discarded
    }
}

/// One change, read and checked as far as possible without the tree. Without references, so that copying it is free.
private struct NodeChange {
    let handle: Handle
    let fields: lamina_node_fields
    let hidden: Bool
    let clips: Bool
    var opacity = 1.0
    var cornerRadius = 0.0
    var background = Color.clear
    var frame = Rect.zero
    /// The node's place, once it is found.
    var node: Int32 = -1

    func has(_ field: lamina_node_fields) -> Bool { fields.contains(field) }

    /// Whether a part of the change is kept apart: see `Rare`.
    var hasRare: Bool { !fields.isSubset(of: Self.ownFields) }

    /// Those that stand in this struct.
    private static var ownFields: lamina_node_fields {
        [
            .LAMINA_NODE_FIELDS_FRAME, .LAMINA_NODE_FIELDS_BACKGROUND, .LAMINA_NODE_FIELDS_OPACITY,
            .LAMINA_NODE_FIELDS_CORNER_RADIUS, .LAMINA_NODE_FIELDS_HIDDEN, .LAMINA_NODE_FIELDS_CLIPS,
        ]
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

/// What changes of a node's appearance beyond what most have.
private struct AppearanceChange {
    let fields: lamina_node_fields
    let appearance: GivenAppearance

    private func has(_ field: lamina_node_fields) -> Bool { fields.contains(field) }
    var anchor: Point? { has(.LAMINA_NODE_FIELDS_ANCHOR) ? appearance.values.anchor : nil }
    var changesContent: Bool { has(.LAMINA_NODE_FIELDS_IMAGE) || has(.LAMINA_NODE_FIELDS_DRAWING) }

    /// Under the tree lock; the node was found.
    func apply(to node: Int32, in store: inout NodeStore, _ discarded: inout Discarded) {
        let new = appearance.values
        store.changeAppearance(of: node, &discarded) { appearance in
            if has(.LAMINA_NODE_FIELDS_BORDER) { appearance.border = new.border }
            if has(.LAMINA_NODE_FIELDS_SHADOW) { appearance.shadow = new.shadow }
            if has(.LAMINA_NODE_FIELDS_GRADIENT) { appearance.gradient = new.gradient }
            if has(.LAMINA_NODE_FIELDS_TRANSFORM) { appearance.transform = new.transform }
            if has(.LAMINA_NODE_FIELDS_ANCHOR) { appearance.anchor = new.anchor }
            if has(.LAMINA_NODE_FIELDS_Z_POSITION) { appearance.zPosition = new.zPosition }
        }
        if has(.LAMINA_NODE_FIELDS_CORNER_RADII) { store.setCornerRadii(new.radii ?? .zero, of: node, &discarded) }
        if changesContent { store.setContent(appearance.content, of: node, &discarded) }
    }
}

/// Reads appearances; one that stands in several changes in a row, for the same fields, is read once.
private struct AppearanceChangeReader {
    private let context: Context
    private var lastPlace: UInt = 0
    private var last: AppearanceChange?
    private static var fields: lamina_node_fields {
        [
            .LAMINA_NODE_FIELDS_CORNER_RADII, .LAMINA_NODE_FIELDS_BORDER, .LAMINA_NODE_FIELDS_SHADOW,
            .LAMINA_NODE_FIELDS_GRADIENT, .LAMINA_NODE_FIELDS_TRANSFORM, .LAMINA_NODE_FIELDS_ANCHOR,
            .LAMINA_NODE_FIELDS_Z_POSITION, .LAMINA_NODE_FIELDS_IMAGE, .LAMINA_NODE_FIELDS_DRAWING,
        ]
    }

    init(_ context: Context) { self.context = context }

    @safe mutating func read(
        _ pointer: UnsafePointer<lamina_node_appearance>?, _ change: NodeChange
    ) throws(LaminaError) -> AppearanceChange? {
        let fields = change.fields.intersection(Self.fields)
        if fields.isEmpty { return nil }
        guard !isNull(pointer) else {
            throw LaminaError(
                .invalidArgument,
                "appearance is NULL, but fields (\(change.fields.rawValue)) names a field of it; a lamina_node_appearance is needed"
            )
        }
        let place = UInt(bitPattern: pointer)
        if let last, place == lastPlace, last.fields == fields { return last }
        let appearance = try givenAppearance(pointer, in: context) { fields.contains($0) }
        lastPlace = place
        last = AppearanceChange(fields: fields, appearance: appearance)
        return last
    }
}

/// The fields that few changes have, stored by the index of the change so that the others stay small.
private struct Rare<Value> {
    private(set) var entries: [(change: Int, value: Value)] = []
    private var next = 0

    mutating func append(_ value: Value, _ change: Int) { entries.append((change, value)) }

    /// That of a change; they are asked one after the other.
    mutating func take(_ change: Int) -> Value? {
        guard next < entries.count && entries[next].change == change else { return nil }
        next += 1
        return entries[next - 1].value
    }
}

private struct NodeChanges {
    private var changes: [NodeChange] = []
    private var texts = Rare<AttributedText?>()
    private var appearances = Rare<AppearanceChange>()
    private var positions = Rare<Point>()
    private var boundsOrigins = Rare<Point>()
    /// All up to the last.
    private static let knownFields = lamina_node_fields(
        rawValue: lamina_node_fields.LAMINA_NODE_FIELDS_BOUNDS_ORIGIN.rawValue * 2 - 1)

    @safe init(
        _ pointer: UnsafePointer<lamina_node_change>?, _ count: Int, in context: Context
    ) throws(LaminaError) {
        var initial = lamina_node_change()
        initial.opacity = 1
        changes.reserveCapacity(max(0, min(count, 4096)))
        let number = context.number
        var reader = AppearanceChangeReader(context)
        try forEachStruct(pointer, count, limit: Int(NodeStore.capacity), over: initial, "changes") {
            (given) throws(LaminaError) in
            let handle = given.node.handle()
            if !handle.isNode(ofContext: number), try handle.context(.node, "node") !== context {
                throw LaminaError(.foreignContext, "node belongs to another context")
            }
            let change = try Self.read(given, handle)
            if change.has(.LAMINA_NODE_FIELDS_TEXT) {
                texts.append(try optionalText(given.text, in: context), changes.count)
            }
            if let appearance = try reader.read(given.appearance, change) {
                appearances.append(appearance, changes.count)
            }
            if change.has(.LAMINA_NODE_FIELDS_POSITION) {
                positions.append(try Check.point(given.position, "position"), changes.count)
            }
            if change.has(.LAMINA_NODE_FIELDS_BOUNDS_ORIGIN) {
                boundsOrigins.append(try Check.point(given.bounds_origin, "bounds_origin"), changes.count)
            }
            changes.append(change)
        }
    }

    @safe private static func read(_ given: lamina_node_change, _ handle: Handle) throws(LaminaError) -> NodeChange {
        guard given.fields.isSubset(of: knownFields) else {
            throw Check.unknown(given.fields, "fields")
        }
        var change = NodeChange(
            handle: handle, fields: given.fields, hidden: given.hidden, clips: given.clips)
        if change.has(.LAMINA_NODE_FIELDS_OPACITY) { change.opacity = try Check.unit(given.opacity, "opacity") }
        if change.has(.LAMINA_NODE_FIELDS_CORNER_RADIUS) {
            change.cornerRadius = try Check.length(given.corner_radius, "corner_radius")
        }
        if change.has(.LAMINA_NODE_FIELDS_BACKGROUND) {
            change.background = try Check.color(given.background, "background")
        }
        if change.has(.LAMINA_NODE_FIELDS_FRAME) { change.frame = try Check.rect(given.frame, "frame") }
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
        for (number, appearance) in appearances.entries
        where appearance.changesContent && store[changes[number].node].flags.contains(.text) {
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
        if let appearance = appearances.take(number) { appearance.apply(to: node, in: &store, &discarded) }
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
        var (appearances, positions) = (appearances, positions)
        for (number, change) in changes.enumerated() {
            let node = change.node
            if change.has(.LAMINA_NODE_FIELDS_FRAME) { sizes[node] = change.frame.size }
            if let anchor = appearances.take(number)?.anchor { anchors[node] = anchor }
            guard let position = positions.take(number) else { continue }
            do throws(LaminaError) {
                try store.origin(at: position, of: node, size: sizes[node], anchor: anchors[node])
            } catch { throw LaminaError(error.code, "changes[\(number)]: \(error.message)") }
        }
    }
}
