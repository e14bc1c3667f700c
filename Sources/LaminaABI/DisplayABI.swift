public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaLock

// Section "Display" of lamina.h, and the display callbacks of section "Node".

/// What a lamina_canvas names while a worker callback runs.
final class CanvasObject: Sendable {
    let operation: Operation
    init(_ operation: Operation) { self.operation = operation }
}

/// Gives a worker callback its canvas handle, valid while `body` runs.
private func withCanvas<R>(
    of operation: Operation, in context: Context, _ body: (UnsafeMutablePointer<lamina_canvas>?) -> R
) -> R {
    let handle = try? newHandle(CanvasObject(operation), .canvas, in: context)
    defer {
        if let handle {
            // Released as often as the host retained it: there is no way to retain a canvas.
            _ = context.objects.withLock { $0.release(handle.index, handle.generation, .canvas) }
        }
    }
    return unsafe body(handle?.pointer())
}

/// A drawing callback of the host's.
@safe private final class HostDrawing: Drawing, @unchecked Sendable {  // the callback is the host's, made for workers
    private let draw: lamina_node_draw_fn
    private let data: HostData
    private let context: Context

    init(_ draw: @escaping lamina_node_draw_fn, _ data: HostData, in context: Context) {
        unsafe self.draw = draw
        self.data = data
        self.context = context
    }

    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: Operation) -> Int32 {
        let size = lamina_size(width: size.width, height: size.height)
        return unsafe withCanvas(of: operation, in: context) { canvas in
            unsafe Int32(bitPattern: draw(canvas, cairo, size, scale, data.pointer).rawValue)
        }
    }
}

@implementation @_cdecl("lamina_node_set_drawer")
public func lamina_node_set_drawer(
    _ node: UnsafeMutablePointer<lamina_node>?, _ draw: lamina_node_draw_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try unsafe node.handle().context(.node, "node")
        let content = unsafe draw.map { unsafe DrawnContent(HostDrawing($0, data, in: context)) }
        try unsafe withNode(node) { (store, index, discarded) throws(LaminaError) in
            if store[index].flags.contains(.text) {
                throw LaminaError(
                    .unsupported, "node is a text node; only a node from lamina_node_create() has a drawing")
            }
            store.setContent(content, of: index, &discarded)
        }
    }
}

/// The host's callbacks around drawings.
@safe private final class HostObserver: DisplayObserver, @unchecked Sendable {  // called on the owner thread only
    private let will: lamina_node_will_display_fn?
    private let did: lamina_node_did_display_fn?
    private let data: HostData
    private let context: Context

    init(
        _ will: lamina_node_will_display_fn?, _ did: lamina_node_did_display_fn?, _ data: HostData, in context: Context
    ) {
        unsafe self.will = will
        unsafe self.did = did
        self.data = data
        self.context = context
    }

    func willDisplay(_ node: NodeID) { unsafe will?(Handle(node, in: context).pointer(), data.pointer) }

    func didDisplay(_ node: NodeID, finished: Bool) {
        unsafe did?(Handle(node, in: context).pointer(), finished, data.pointer)
    }
}

@implementation @_cdecl("lamina_node_set_display_observer")
public func lamina_node_set_display_observer(
    _ node: UnsafeMutablePointer<lamina_node>?, _ will_display: lamina_node_will_display_fn?,
    _ did_display: lamina_node_did_display_fn?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try unsafe node.handle().context(.node, "node")
        let hasCallback = unsafe will_display != nil || did_display != nil
        let observer = unsafe hasCallback ? HostObserver(will_display, did_display, data, in: context) : nil
        try unsafe withNode(node) { store, index, discarded in
            discarded.append(store[index].extras?.displayObserver)
            store.setExtras(of: index, displayObserver: .some(observer), &discarded)
        }
    }
}

@implementation @_cdecl("lamina_canvas_is_cancelled")
public func lamina_canvas_is_cancelled(_ canvas: UnsafeMutablePointer<lamina_canvas>?) -> Bool {
    value(true) { () throws(LaminaError) in
        try unsafe findObject(canvas, .canvas, "canvas", as: CanvasObject.self).object.operation.isCancelled
    }
}

// MARK: Transactions

/// An operation of the host's.
// Unchecked: the callbacks are the host's, made for their threads.
@safe private final class HostOperation: OperationBody, @unchecked Sendable {
    private let executeCallback: lamina_operation_execute_fn?
    private let completeCallback: lamina_operation_complete_fn?
    private let data: HostData
    private let context: Context

    init(
        _ execute: lamina_operation_execute_fn?, _ complete: lamina_operation_complete_fn?, _ data: HostData,
        in context: Context
    ) {
        unsafe executeCallback = unsafe execute
        unsafe completeCallback = unsafe complete
        self.data = data
        self.context = context
    }

    func execute(on worker: Worker, as operation: Operation) {
        guard let execute = unsafe executeCallback else { return }
        unsafe withCanvas(of: operation, in: context) { canvas in unsafe execute(canvas, data.pointer) }
    }

    func complete(cancelled: Bool, in engine: Engine) { unsafe completeCallback?(cancelled, data.pointer) }
}

@implementation @_cdecl("lamina_transaction_create")
public func lamina_transaction_create(
    _ context: UnsafeMutablePointer<lamina_context>?,
    _ out_transaction: UnsafeMutablePointer<UnsafeMutablePointer<lamina_transaction>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_transaction, "out_transaction")
        let handle = try unsafe ContextHandle(context)
        let transaction = try handle.parts().makeTransaction()
        unsafe out.pointee = try newHandle(
            transaction, .transaction, in: handle.context, generation: handle.generation
        ).pointer()
    }
}

@implementation @_cdecl("lamina_transaction_retain")
public func lamina_transaction_retain(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?
) -> UnsafeMutablePointer<lamina_transaction>! { unsafe retainObject(transaction, .transaction) }

@implementation @_cdecl("lamina_transaction_release")
public func lamina_transaction_release(_ transaction: UnsafeMutablePointer<lamina_transaction>?) {
    unsafe releaseObject(transaction, .transaction) { object, _ in
        if let transaction = object as? Transaction, transaction.isOpen { transaction.cancel() }
    }
}

@implementation @_cdecl("lamina_transaction_insert_operation")
public func lamina_transaction_insert_operation(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?, _ priority: Int32,
    _ execute: lamina_operation_execute_fn?, _ complete: lamina_operation_complete_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let (context, object) = try unsafe findTransaction(transaction)
        try object.add(unsafe HostOperation(execute, complete, data, in: context), priority: priority)
    }
}

@implementation @_cdecl("lamina_transaction_commit")
public func lamina_transaction_commit(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?, _ done: lamina_transaction_done_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let (context, object) = try unsafe findTransaction(transaction)
        let handle = unsafe transaction.handle()
        guard let done = unsafe done else { return try object.commit { _ in _ = data } }
        nonisolated(unsafe) let call = unsafe done  // the host gives it for the owner thread, where it runs
        // `done` is handed the transaction: it stays valid until then, even when the host has released it.
        let isHeld = context.objects.withLock { $0.retain(handle.index, handle.generation, .transaction) }
        do throws(LaminaError) {
            try object.commit { cancelled in
                unsafe call(handle.pointer(), cancelled, data.pointer)
                if isHeld { unsafe lamina_transaction_release(handle.pointer()) }
            }
        } catch {
            if isHeld { unsafe lamina_transaction_release(handle.pointer()) }
            throw error
        }
    }
}

@implementation @_cdecl("lamina_transaction_cancel")
public func lamina_transaction_cancel(_ transaction: UnsafeMutablePointer<lamina_transaction>?) -> lamina_status {
    status { () throws(LaminaError) in try unsafe findTransaction(transaction).object.cancel() }
}

@implementation @_cdecl("lamina_transaction_wait")
public func lamina_transaction_wait(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?, _ timeout_us: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try unsafe findTransaction(transaction)
        try context.engine(context.generation).wait(for: object, timeout: timeout_us)
    }
}

private func findTransaction(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?
) throws(LaminaError) -> (context: Context, object: Transaction) {
    try unsafe findObject(transaction, .transaction, "transaction", as: Transaction.self)
}
