public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import Synchronization

/// One pair of the host's callbacks around drawings.
private final class HostObserver: Sendable {
    let number: UInt64
    let isRemoved = Atomic(false)
    private let will: (@Sendable (Handle) -> Void)?
    private let did: (@Sendable (Handle, Bool) -> Void)?
    private let context: Context

    @safe init(
        number: UInt64, _ will: lamina_node_will_display_fn?, _ did: lamina_node_did_display_fn?, _ data: HostData,
        in context: Context
    ) {
        self.number = number
        self.will = hostCall(will, data)
        self.did = hostCall(did, data)
        self.context = context
    }

    var isUsed: Bool { will != nil || did != nil }

    func willDisplay(_ node: NodeID) {
        if isRemoved.load(ordering: .relaxed) { return }
        will?(Handle(node, in: context))
    }

    func didDisplay(_ node: NodeID, finished: Bool) {
        if isRemoved.load(ordering: .relaxed) { return }
        did?(Handle(node, in: context), finished)
    }
}

/// The observers of a node, in the order in which they were added. Replaced as a whole, so that a drawing ends with the
/// observers with which it began.
private final class HostObservers: DisplayObserver {
    let all: [HostObserver]

    init(_ all: [HostObserver]) { self.all = all }

    func willDisplay(_ node: NodeID) { for observer in all { observer.willDisplay(node) } }

    func didDisplay(_ node: NodeID, finished: Bool) {
        for observer in all { observer.didDisplay(node, finished: finished) }
    }
}

/// Numbers of display observers, unique in the process, so that those of different nodes are never confused.
private let lastNumber = Atomic<UInt64>(0)

@implementation @_cdecl("lamina_node_add_display_observer")
public func lamina_node_add_display_observer(
    _ node: UnsafeMutablePointer<lamina_node>?, _ will_display: lamina_node_will_display_fn?,
    _ did_display: lamina_node_did_display_fn?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?,
    _ out_observer: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try node.handle().context(.node, "node")
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        let observer = HostObserver(number: number, will_display, did_display, data, in: context)
        guard observer.isUsed else {
            throw LaminaError(.invalidArgument, "will_display and did_display are NULL; one of them is needed")
        }
        try withNode(node) { store, index, discarded in
            setObservers(observers(of: index, in: store) + [observer], of: index, in: &store, &discarded)
        }
        Output(optional: out_observer)?.write(number)
    }
}

@implementation @_cdecl("lamina_node_remove_display_observer")
public func lamina_node_remove_display_observer(
    _ node: UnsafeMutablePointer<lamina_node>?, _ observer: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        try withNode(node) { (store, index, discarded) throws(LaminaError) in
            var all = observers(of: index, in: store)
            guard let place = all.firstIndex(where: { $0.number == observer }) else {
                throw LaminaError(
                    .invalidState, "node has no display observer \(observer): it was removed or never added")
            }
            let removed = all.remove(at: place)
            removed.isRemoved.store(true, ordering: .relaxed)
            discarded.append(removed)
            setObservers(all, of: index, in: &store, &discarded)
        }
    }
}

private func observers(of node: Int32, in store: borrowing NodeStore) -> [HostObserver] {
    (store[node].extras?.displayObserver as? HostObservers)?.all ?? []
}

private func setObservers(
    _ all: [HostObserver], of node: Int32, in store: inout NodeStore, _ discarded: inout Discarded
) {
    discarded.append(store[node].extras?.displayObserver)
    store.setExtras(of: node, displayObserver: .some(all.isEmpty ? nil : HostObservers(all)), &discarded)
}
