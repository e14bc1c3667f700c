import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

/// A host function about a node, its user data, and the context of the node's handle. Extensions have the calls, one
/// for each type of function.
// Unchecked: the host promises which threads may call it, as the header documents for each type.
@safe final class HostFunction<Function>: @unchecked Sendable {
    let call: Function
    let data: HostData
    let context: Context

    /// Nil for NULL.
    @safe init?(_ call: Function?, _ data: HostData, in context: Context) {
        guard let call else { return nil }
        self.call = call
        self.data = data
        self.context = context
    }
}

/// A pointer of the host's on its way to a callback of the host's.
@safe struct CarriedPointer: @unchecked Sendable {  // only carried, under the host's own thread rules
    @safe let pointer: UnsafeMutableRawPointer?
    @safe init(_ pointer: UnsafeMutableRawPointer?) { unsafe self.pointer = pointer }
    init(of data: HostData?) { unsafe pointer = data?.pointer }
}
