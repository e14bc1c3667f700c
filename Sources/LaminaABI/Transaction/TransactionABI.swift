public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaLock

/// A host operation.
// Unchecked: the host's callbacks are made for their threads.
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

    /// A batch of loads must not delay the screen.
    var isBackground: Bool { true }

    func execute(on worker: Worker, as operation: Operation) {
        guard let execute = unsafe executeCallback else { return }
        unsafe withCanvas(CanvasObject(operation), in: context) { canvas in unsafe execute(canvas, data.pointer) }
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
        try unsafe handle.handOut(transaction, .transaction, to: out)
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

@implementation @_cdecl("lamina_transaction_add_operation")
public func lamina_transaction_add_operation(
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
        // `done` receives the transaction, which stays valid until then even if the host has released it.
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

@implementation @_cdecl("lamina_transaction_set_priority")
public func lamina_transaction_set_priority(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?, _ priority: Int32
) -> lamina_status {
    status { () throws(LaminaError) in try unsafe findTransaction(transaction).object.setPriority(priority) }
}

@implementation @_cdecl("lamina_transaction_get_state")
public func lamina_transaction_get_state(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?
) -> lamina_transaction_state {
    value(.LAMINA_TRANSACTION_STATE_COMPLETE) { () throws(LaminaError) in
        let stage = try unsafe findTransaction(transaction).object.stage
        return lamina_transaction_state(rawValue: UInt32(stage.rawValue)) ?? .LAMINA_TRANSACTION_STATE_COMPLETE
    }
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
