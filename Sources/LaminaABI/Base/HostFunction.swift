import LaminaDisplay
import LaminaNode

/// A function of the host's about a node, the data that goes when it is not needed any more, and the context in which
/// the node has its handle. What Lamina calls it for stands in extensions, one for each type of function.
// Unchecked: which threads may call it is the host's word, as the header says of each type.
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
