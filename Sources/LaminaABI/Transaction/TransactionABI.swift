public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaLock

/// An operation of the host's.
private final class HostOperation: OperationBody {
    private let data: HostData
    private let executeCallback: (@Sendable (Handle?) -> Void)?
    private let completeCallback: (@Sendable (Bool) -> Void)?
    private let context: Context

    @safe init(
        _ execute: lamina_transaction_execute_fn?, _ complete: lamina_transaction_complete_fn?, _ data: HostData,
        in context: Context
    ) {
        executeCallback = hostCall(execute, data)
        completeCallback = hostCall(complete, data)
        self.data = data
        self.context = context
    }

    /// A batch of loads must not delay the screen.
    var isBackground: Bool { true }

    func execute(on worker: Worker, as operation: Operation) {
        guard let execute = executeCallback else { return }
        withCanvas(CanvasObject(operation), in: context) { canvas in execute(canvas) }
    }

    func complete(cancelled: Bool, in engine: Engine) { completeCallback?(cancelled) }
}

@implementation @_cdecl("lamina_context_run")
public func lamina_context_run(
    _ context: UnsafeMutablePointer<lamina_context>?, _ priority: Int32, _ work: lamina_transaction_execute_fn?,
    _ complete: lamina_transaction_complete_fn?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?,
    _ out_call: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let handle = try ContextHandle(context)
        let body = HostOperation(work, complete, data, in: handle.context)
        let number = try handle.parts().run(body, priority: priority)
        Output(optional: out_call)?.write(number)
    }
}

@implementation @_cdecl("lamina_transaction_create")
public func lamina_transaction_create(
    _ context: UnsafeMutablePointer<lamina_context>?,
    _ out_transaction: UnsafeMutablePointer<UnsafeMutablePointer<lamina_transaction>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_transaction, "out_transaction")
        let handle = try ContextHandle(context)
        let transaction = try handle.parts().makeTransaction()
        try handle.handOut(transaction, .transaction, to: out)
    }
}

@implementation @_cdecl("lamina_transaction_retain")
public func lamina_transaction_retain(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?
) -> UnsafeMutablePointer<lamina_transaction>! { retainObject(transaction, .transaction) }

@implementation @_cdecl("lamina_transaction_release")
public func lamina_transaction_release(_ transaction: UnsafeMutablePointer<lamina_transaction>?) {
    release(transaction.handle())
}

private func release(_ transaction: Handle) {
    releaseObject(transaction, .transaction) { object, _ in
        if let transaction = object as? Transaction, transaction.isOpen { transaction.cancel() }
    }
}

@implementation @_cdecl("lamina_transaction_add_operation")
public func lamina_transaction_add_operation(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?, _ priority: Int32,
    _ execute: lamina_transaction_execute_fn?, _ complete: lamina_transaction_complete_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let (context, object) = try findTransaction(transaction)
        try object.add(HostOperation(execute, complete, data, in: context), priority: priority)
    }
}

@implementation @_cdecl("lamina_transaction_commit")
public func lamina_transaction_commit(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?, _ done: lamina_transaction_done_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let (context, object) = try findTransaction(transaction)
        let handle = transaction.handle()
        guard let done = hostCall(done, data) else { return try object.commit { _ in _ = data } }
        // `done` is handed the transaction: it stays valid until then, even when the host has released it.
        let isHeld = context.objects.withLock { $0.retain(handle.index, handle.generation, .transaction) }
        do throws(LaminaError) {
            try object.commit { cancelled in
                done(handle, cancelled)
                if isHeld { release(handle) }
            }
        } catch {
            if isHeld { release(handle) }
            throw error
        }
    }
}

@implementation @_cdecl("lamina_transaction_cancel")
public func lamina_transaction_cancel(_ transaction: UnsafeMutablePointer<lamina_transaction>?) -> lamina_status {
    status { () throws(LaminaError) in try findTransaction(transaction).object.cancel() }
}

@implementation @_cdecl("lamina_transaction_set_priority")
public func lamina_transaction_set_priority(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?, _ priority: Int32
) -> lamina_status {
    status { () throws(LaminaError) in try findTransaction(transaction).object.setPriority(priority) }
}

@implementation @_cdecl("lamina_transaction_get_state")
public func lamina_transaction_get_state(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?
) -> lamina_transaction_state {
    value(.LAMINA_TRANSACTION_STATE_COMPLETE) { () throws(LaminaError) in
        let stage = try findTransaction(transaction).object.stage
        return lamina_transaction_state(rawValue: UInt32(stage.rawValue)) ?? .LAMINA_TRANSACTION_STATE_COMPLETE
    }
}

@implementation @_cdecl("lamina_transaction_wait")
public func lamina_transaction_wait(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?, _ timeout_us: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try findTransaction(transaction)
        try context.engine(context.generation).wait(for: object, timeout: timeout_us)
    }
}

@safe private func findTransaction(
    _ transaction: UnsafeMutablePointer<lamina_transaction>?
) throws(LaminaError) -> (context: Context, object: Transaction) {
    try findObject(transaction, .transaction, "transaction", as: Transaction.self)
}
