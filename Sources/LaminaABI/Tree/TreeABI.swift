public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode
import LaminaText

@implementation @_cdecl("lamina_node_create_tree")
public func lamina_node_create_tree(
    _ context: UnsafeMutablePointer<lamina_context>?, _ records: UnsafePointer<lamina_tree_record>?,
    _ record_count: Int, _ out_nodes: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?, _ capacity: Int,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_node, "out_node")
        let handle = try ContextHandle.open(context)
        let plan = try TreePlan(treeRecords(records, record_count, in: handle.context), rootIsSpec: false)
        let built = try build(plan, handle)
        out.write(built.nodes[0].map { Handle($0, in: handle.context) })
        writeNodes(built, handle.context, out_nodes, capacity)
    }
}

@implementation @_cdecl("lamina_spec_create_tree")
public func lamina_spec_create_tree(
    _ context: UnsafeMutablePointer<lamina_context>?, _ records: UnsafePointer<lamina_tree_record>?,
    _ record_count: Int, _ out_nodes: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?, _ capacity: Int,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_spec, "out_spec")
        let handle = try ContextHandle.open(context)
        let plan = try TreePlan(treeRecords(records, record_count, in: handle.context), rootIsSpec: true)
        let built = try build(plan, handle)
        guard let spec = built.spec else { return }
        out.write(try heldHandle(spec, handle))
        writeNodes(built, handle.context, out_nodes, capacity)
    }
}

private func build(_ plan: TreePlan, _ handle: ContextHandle) throws(LaminaError) -> BuiltTree {
    try handle.context.build(plan, handle.generation)
}

/// Writes the nodes of the first records, as far as the caller has room.
@safe private func writeNodes(
    _ built: BuiltTree, _ context: Context, _ out: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?,
    _ capacity: Int
) {
    write(built.nodes.map { $0.map { Handle($0, in: context) } }, to: out, capacity)
}

// MARK: Records from C

/// As LAMINA_TREE_RECORD_INIT sets it.
private func defaultRecord() -> lamina_tree_record {
    var record = lamina_tree_record()
    record.parent = -1
    record.opacity = 1
    record.text_length = -1
    record.ratio = 1
    return record
}

private let recordSize = MemoryLayout<lamina_tree_record>.size

@safe private func treeRecords(
    _ pointer: UnsafePointer<lamina_tree_record>?, _ count: Int, in context: Context
) throws(LaminaError) -> [TreeRecord] {
    if count == 0 { return [] }
    guard count > 0, count <= Int(NodeStore.capacity) else {
        throw LaminaError(
            .invalidArgument,
            "records has \(UInt(bitPattern: count)) elements; at most \(NodeStore.capacity) are allowed")
    }
    guard let pointer = unsafe pointer else {
        throw LaminaError(.invalidArgument, "records is NULL, but its count is \(count)")
    }
    let start = unsafe UnsafeRawPointer(pointer)
    // The distance from one record to the next is the size that the caller was compiled with.
    let size = unsafe start.loadUnaligned(as: Int.self)
    guard size >= 16 && size <= recordSize else {
        throw wrongStructSize(UInt(bitPattern: size), recordSize, "records[0].struct_size")
    }
    let initial = defaultRecord()
    var records: [TreeRecord] = []
    records.reserveCapacity(count)
    var styles = StyleReader()
    var appearances = AppearanceReader(context)
    for number in 0..<count {
        let place = unsafe start.advanced(by: number * size)
        let own = unsafe place.loadUnaligned(as: Int.self)
        if own != size {
            throw TreePlan.failure(
                number, "struct_size is \(UInt(bitPattern: own)), but that of the first record is \(size)")
        }
        do throws(LaminaError) {
            let record = try unsafe readStruct(
                place.assumingMemoryBound(to: lamina_tree_record.self), over: initial, "record")
            records.append(try treeRecord(record, &styles, &appearances, in: context))
        } catch {
            throw TreePlan.failure(number, error.message, error.code)
        }
    }
    return records
}

/// Reads styles; one that consecutive records share is read once.
private struct StyleReader {
    private var lastPlace: UInt = 0
    private var last: StyleBox?

    @safe mutating func read(_ pointer: UnsafePointer<lamina_style>?) throws(LaminaError) -> StyleBox? {
        let place = UInt(bitPattern: pointer)
        if place == 0 { return nil }
        if place != lastPlace {
            last = StyleBox(try elementStyle(pointer))
            lastPlace = place
        }
        return last
    }
}

private func treeRecord(
    _ given: lamina_tree_record, _ styles: inout StyleReader, _ appearances: inout AppearanceReader, in context: Context
) throws(LaminaError) -> TreeRecord {
    let kind = try recordKind(given, in: context)
    if case .existing = kind { return TreeRecord(parent: given.parent, kind: kind, style: nil) }
    let style = try styles.read(given.style)
    var record = TreeRecord(parent: given.parent, kind: kind, style: style)
    guard case .node = kind else { return record }
    record.name = try utf8Bytes(given.name, -1, "name")
    record.background = try Check.color(given.background, "background")
    record.opacity = try Check.unit(given.opacity, "opacity")
    record.cornerRadius = try Check.length(given.corner_radius, "corner_radius")
    record.frame = try Check.rect(given.frame, "frame")
    if given.hidden { record.flags.insert(.hidden) }
    if given.clips { record.flags.insert(.clips) }
    try readRareParts(given, into: &record, appearances: &appearances, in: context)
    return record
}

/// Reads appearances; one that consecutive records share is read once.
private struct AppearanceReader {
    private let context: Context
    private var lastPlace: UInt = 0
    private var last = GivenAppearance()
    private var lastBox: AppearanceBox?

    init(_ context: Context) { self.context = context }

    @safe mutating func read(_ pointer: UnsafePointer<lamina_node_appearance>?) throws(LaminaError) -> (
        AppearanceBox?, (any NodeContent)?
    ) {
        let place = UInt(bitPattern: pointer)
        if place != lastPlace {
            last = try givenAppearance(pointer, in: context)
            lastBox = last.box
            lastPlace = place
        }
        return (lastBox, last.content)
    }
}

/// The fields that few records set.
private func readRareParts(
    _ given: lamina_tree_record, into record: inout TreeRecord, appearances: inout AppearanceReader, in context: Context
) throws(LaminaError) {
    if !isNull(given.appearance) {
        let (appearance, content) = try appearances.read(given.appearance)
        record.appearance = appearance
        if let content {
            guard case .node(isText: false, _) = record.kind else {
                throw LaminaError(
                    .unsupported,
                    "appearance->image or appearance->drawing is given for a text node; only a display node shows one")
            }
            record.kind = .node(isText: false, content: content)
        }
    }
    record.flexProfile = try flexProfile(given.flex_profile, "flex_profile")
    if !isNull(given.flex_style) {
        record.flexStyle = try FlexDeclarations(try utf8Bytes(given.flex_style, -1, "flex_style"))
    }
}

private func recordKind(
    _ given: lamina_tree_record, in context: Context
) throws(LaminaError) -> TreeRecord.Kind {
    switch given.kind {
    case .LAMINA_TREE_KIND_NODE: return .node(isText: false, content: nil)
    case .LAMINA_TREE_KIND_TEXT: return .node(isText: true, content: try recordText(given, in: context))
    case .LAMINA_TREE_KIND_EXISTING_NODE:
        let handle = given.node.handle()
        if try handle.context(.node, "node") !== context {
            throw LaminaError(.foreignContext, "node belongs to another context")
        }
        return .existing(handle.nodeID)
    case let kind: return .spec(try SpecPlaces.of(kind).spec(given))
    }
}

private func recordText(_ given: lamina_tree_record, in context: Context) throws(LaminaError) -> TextContent {
    let options = try textOptions(given.text_options, in: context)
    guard !isNull(given.text) else { return TextContent(text: nil, options: options) }
    let bytes = try stringBytes(given.text, given.text_length, "text")
    let builder = try AttributedTextBuilder(utf8: bytes, attributes: try characterAttributes(given.attributes))
    return TextContent(text: builder.build(), options: options)
}
