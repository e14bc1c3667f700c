import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaLock

/// The bits of a handle: an identity, never an address.
///
///     63..62  10: no such address exists, so that a handle taken for a pointer faults at once
///     61..56  kind
///     55..46  place of the context
///     45..24  generation
///     23..0   index (0 for contexts)
struct Handle {
    let bits: UInt

    private static let tag: UInt = 0b10 << 62

    @inline(__always)
    init(bits: UInt) { self.bits = bits }

    @inline(__always)
    init(_ kind: HandleKind, context: Int, generation: UInt32, index: Int) {
        bits = Self.tag | UInt(kind.rawValue) << 56 | UInt(context) << 46 | UInt(generation) << 24 | UInt(index)
    }

    /// A picture of a job, which belongs to no context: the bits below the kind are its number.
    init(pictureNumber number: UInt) {
        bits = Self.tag | UInt(HandleKind.picture.rawValue) << 56 | number & 0x3FFF_FFFF_FFFF
    }

    init(_ node: NodeID, in context: Context) { self.init(node, contextNumber: context.number) }

    @inline(__always)
    init(_ node: NodeID, contextNumber: Int) {
        self.init(.node, context: contextNumber, generation: node.generation, index: Int(node.index))
    }

    @inline(__always) var isNull: Bool { bits == 0 }
    @inline(__always) var isTagged: Bool { bits >> 62 == 0b10 }
    @inline(__always) var kind: HandleKind? { HandleKind(rawValue: UInt8(truncatingIfNeeded: bits >> 56 & 63)) }
    @inline(__always) var contextNumber: Int { Int(bits >> 46 & 1023) }
    @inline(__always) var generation: UInt32 { UInt32(truncatingIfNeeded: bits >> 24 & 0x3F_FFFF) }
    @inline(__always) var index: Int { Int(bits & 0xFF_FFFF) }
    @inline(__always) var nodeID: NodeID { NodeID(index: Int32(index), generation: generation) }

    /// Whether tag and kind are those of a handle of this kind.
    @inline(__always) func isOf(_ wanted: HandleKind) -> Bool { bits >> 56 == 0b10 << 6 | UInt(wanted.rawValue) }

    /// The handle as the pointer that C sees.
    @safe func pointer<T>(_ type: T.Type = T.self) -> UnsafeMutablePointer<T>? {
        unsafe UnsafeMutablePointer(bitPattern: bits)
    }

    /// The context of the handle, if it is of this kind. Its object may no longer exist.
    @inline(__always)
    func context(_ wanted: HandleKind, _ argument: StaticString) throws(LaminaError) -> Context {
        if isOf(wanted), let context = ContextTable.shared.place(contextNumber),
            !context.isForked
        {
            return context
        }
        throw refusal(wanted, argument)
    }

    /// The same place without a reference: places are immortal, and counting would cost a setter half of its time.
    @inline(__always)
    func place(_ wanted: HandleKind) -> Unmanaged<Context>? {
        guard isOf(wanted),
            let place = unsafe ContextTable.shared.unmanagedPlace(contextNumber),
            unsafe !place._withUnsafeGuaranteedRef({ $0.isForked })
        else { return nil }
        return unsafe place
    }

    /// Whether both are of one kind and context; NULL never is.
    @inline(__always)
    func isSibling(of other: Handle?) -> Bool { other.map { $0.bits >> 46 == bits >> 46 } ?? true }

    /// Whether it names a node of a context, without looking for either.
    @inline(__always)
    func isNode(ofContext number: Int) -> Bool { isOf(.node) && contextNumber == number }

    /// Why the handle is not one of kind `wanted`.
    @inline(never)
    func refusal(_ wanted: HandleKind, _ argument: StaticString) -> LaminaError {
        if isNull { return LaminaError(.invalidHandle, "\(argument) is NULL; a \(wanted.cName) is needed") }
        guard isTagged, let kind, let context = ContextTable.shared.place(contextNumber) else {
            return LaminaError(
                .invalidHandle, "\(argument) is not a handle of this library; a \(wanted.cName) is needed")
        }
        if kind != wanted {
            return LaminaError(.invalidHandle, "\(argument) is a \(kind.cName); a \(wanted.cName) is needed")
        }
        if context.isForked {
            return LaminaError(
                .invalidState, "\(argument) belongs to the parent process: a context cannot be used after fork()")
        }
        return LaminaError(
            .invalidHandle,
            "\(argument) is a \(wanted.cName) that no longer exists: it was released, or its context has ended")
    }
}

extension HandleKind {
    /// Whether such handles are made for a callback and end with it, which happens while a context ends, too.
    var isLent: Bool { self == .canvas || self == .layoutPass }

    /// The type in lamina.h.
    var cName: StaticString {
        switch self {
        case .context: "lamina_context"
        case .node: "lamina_node"
        case .spec: "lamina_spec"
        case .layout: "lamina_layout"
        case .text: "lamina_text"
        case .textBuilder: "lamina_text_builder"
        case .canvas: "lamina_canvas"
        case .surface: "lamina_surface"
        case .transaction: "lamina_transaction"
        case .layoutPass: "lamina_layout_pass"
        case .textLayout: "lamina_text_layout"
        case .template: "lamina_template"
        case .job: "lamina_job"
        case .drawing: "lamina_drawing"
        case .image: "lamina_image"
        case .picture: "lamina_picture"
        case .list: "lamina_list"
        }
    }
}

extension UnsafeMutablePointer {
    /// The handle that C passed as this pointer.
    @inline(__always) var handle: Handle { Handle(bits: UInt(bitPattern: self)) }
}

extension Optional {
    /// The handle that C passed as this pointer, NULL included.
    @inline(__always)
    @safe func handle<T>() -> Handle where Wrapped == UnsafeMutablePointer<T> {
        Handle(bits: UInt(bitPattern: self))
    }
}

extension Optional where Wrapped == UnsafeMutableRawPointer {
    /// The handle of a layout element, which is a node or a spec.
    @safe func handle() -> Handle { Handle(bits: UInt(bitPattern: self)) }
}

/// The elements of an array from C.
@safe func elementHandles(
    _ children: UnsafePointer<UnsafeMutableRawPointer?>?, _ count: Int, limit: Int
) throws(LaminaError) -> [Handle] {
    if count == 0 { return [] }
    return try unsafe elements(children, count, limit: limit, "children").map { $0.handle() }
}

// MARK: Contexts

/// The slot of a context. It may have been closed since.
struct ContextHandle {
    let context: Context
    let generation: UInt32

    @safe init(_ pointer: UnsafeMutablePointer<lamina_context>?) throws(LaminaError) {
        let handle = pointer.handle()
        context = try handle.context(.context, "context")
        generation = handle.generation
    }

    /// The same, refused at once when the context is closed.
    @safe static func open(_ pointer: UnsafeMutablePointer<lamina_context>?) throws(LaminaError) -> ContextHandle {
        let handle = try ContextHandle(pointer)
        _ = try handle.parts()
        return handle
    }

    func engine() throws(LaminaError) -> Engine { try context.engine(generation) }
    func parts() throws(LaminaError) -> EngineParts { try context.parts(generation) }

    /// Returns a new object of the context to the host, with one reference.
    func handOut<T>(
        _ object: any AnyObject & Sendable, _ kind: HandleKind, to out: HandleOutput<T>
    ) throws(LaminaError) {
        out.write(try newHandle(object, kind, in: context, generation: generation))
    }
}

// MARK: Objects

/// Finds the object that a handle names.
@safe func findObject<T, Object: AnyObject & Sendable>(
    _ pointer: UnsafeMutablePointer<T>?, _ kind: HandleKind, _ argument: StaticString, as type: Object.Type
) throws(LaminaError) -> (context: Context, object: Object) {
    let handle = pointer.handle()
    let context = try handle.context(kind, argument)
    let found = context.objects.withLock { $0.find(handle.index, handle.generation, kind) }
    guard let object = found as? Object else { throw handle.refusal(kind, argument) }
    return (context, object)
}

/// The same with what serves the context instead of the context itself: one lock, and no reference to a place. For
/// calls that may take a tenth of a microsecond.
@safe func findObjectAndParts<T, Object: AnyObject & Sendable>(
    _ pointer: UnsafeMutablePointer<T>?, _ kind: HandleKind, _ argument: StaticString, as type: Object.Type
) throws(LaminaError) -> (object: Object, parts: EngineParts) {
    let handle = pointer.handle()
    guard let place = unsafe handle.place(kind) else { throw handle.refusal(kind, argument) }
    let (found, parts) = unsafe place._withUnsafeGuaranteedRef {
        $0.objects.withLock { ($0.find(handle.index, handle.generation, kind), $0.parts) }
    }
    guard let object = found as? Object, let parts else { throw handle.refusal(kind, argument) }
    return (object, parts)
}

/// Gives an object a handle with one reference.
func newHandle(
    _ object: any AnyObject & Sendable, _ kind: HandleKind, in context: Context, generation: UInt32? = nil
) throws(LaminaError) -> Handle {
    let place = try context.objects.withLock { (table) throws(LaminaError) -> (index: Int, generation: UInt32)? in
        let opening = generation ?? table.contextGeneration
        guard kind.isLent || opening == table.contextGeneration && opening != 0 else { throw .contextClosed }
        return table.insert(object, kind)
    }
    guard let place else {
        throw LaminaError(.outOfMemory, "the context has \(ObjectTable.capacity) objects, which is the limit")
    }
    return Handle(kind, context: context.number, generation: place.generation, index: place.index)
}

/// `lamina_x_retain`: adds a reference and returns the handle, or NULL.
@safe func retainObject<T>(_ pointer: UnsafeMutablePointer<T>?, _ kind: HandleKind) -> UnsafeMutablePointer<T>? {
    let handle = pointer.handle()
    let isRetained = status { () throws(LaminaError) in
        let context = try handle.context(kind, "the handle")
        if !context.objects.withLock({ $0.retain(handle.index, handle.generation, kind) }) {
            throw handle.refusal(kind, "the handle")
        }
    }
    return passed(pointer, if: isRetained)
}

/// The pointer that C passed when the call succeeded, or NULL.
@safe func passed<T>(_ pointer: UnsafeMutablePointer<T>?, if status: lamina_status) -> UnsafeMutablePointer<T>? {
    status == .LAMINA_OK ? unsafe pointer : nil
}

/// `lamina_x_release`: drops a reference. `last` sees the object when that was the last one, before it goes; no lock is
/// held.
@safe func releaseObject<T>(
    _ pointer: UnsafeMutablePointer<T>?, _ kind: HandleKind,
    last: (_ object: any AnyObject & Sendable, _ context: Context) -> Void = { _, _ in }
) { releaseObject(pointer.handle(), kind, last: last) }

func releaseObject(
    _ handle: Handle, _ kind: HandleKind,
    last: (_ object: any AnyObject & Sendable, _ context: Context) -> Void = { _, _ in }
) {
    if handle.isNull { return }
    _ = status { () throws(LaminaError) in
        let context = try handle.context(kind, "the handle")
        let result = context.objects.withLock { $0.release(handle.index, handle.generation, kind) }
        if result.isStale { throw handle.refusal(kind, "the handle") }
        if let object = result.last { last(object, context) }
    }
}
