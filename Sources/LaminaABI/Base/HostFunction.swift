import LaminaDisplay
import LaminaNode

/// A host function about a node, its user data, and the context of the node's handle. Extensions have the calls, one
/// for each type of function.
// Unchecked: the host promises which threads may call it, as the header documents for each type.
@safe final class HostFunction<Function>: @unchecked Sendable {
    let call: Function
    let data: HostData
    let context: Context

    init(_ call: Function, _ data: HostData, in context: Context) {
        self.call = call
        self.data = data
        self.context = context
    }
}
