public import LaminaNode

/// Is notified of a node's drawings. Owner thread, no lock held.
public protocol DisplayObserver: AnyObject, Sendable {
    func willDisplay(_ node: NodeID)
    func didDisplay(_ node: NodeID, finished: Bool)
}
