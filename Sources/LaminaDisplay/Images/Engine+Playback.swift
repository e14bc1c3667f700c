internal import LaminaDraw
internal import LaminaGeometry
internal import LaminaLock
public import LaminaNode

/// The animations of a context, by the nodes that play them.
final class FramePlayers: Sendable {
    private let players = Locked<[NodeID: FramePlayer]>(.leaf, [:])

    func put(_ player: FramePlayer) {
        let old = players.withLock { $0.updateValue(player, forKey: player.node) }
        withExtendedLifetime(old) {}
    }

    func remove(_ node: NodeID) {
        let old = players.withLock { $0.isEmpty ? nil : $0.removeValue(forKey: node) }
        withExtendedLifetime(old) {}
    }

    func remove(_ player: FramePlayer) {
        let old = players.withLock { $0[player.node] === player ? $0.removeValue(forKey: player.node) : nil }
        withExtendedLifetime(old) {}
    }

    func find(_ node: NodeID) -> FramePlayer? { players.withLock { $0[node] } }

    /// In the order of their nodes, which is the same each time.
    var all: [FramePlayer] {
        let found = players.withLock { $0.isEmpty ? [] : Array($0.values) }
        if found.count < 2 { return found }
        return found.sorted { ($0.node.index, $0.node.generation) < ($1.node.index, $1.node.generation) }
    }
}

extension EngineParts {
    /// How the node's animation is played; nil for a node without one. Any thread.
    public func playback(of node: NodeID) -> Playback? { players.find(node)?.playback }

    /// Where the node's animation stands; nil for a node without one. Any thread.
    public func playbackState(of node: NodeID) -> PlaybackState? { players.find(node)?.progress }

    /// Has the node's animation be played in another way; false for a node without one. Any thread.
    public func setPlayback(_ playback: Playback, of node: NodeID) -> Bool {
        guard let player = players.find(node) else { return false }
        player.playback = playback
        wake.signal()
        return true
    }
}

/// A frame of an animation being decoded, by a worker.
private final class FrameDecoding: OperationBody {
    private let player: FramePlayer
    private let index: Int
    private let limits: WorkLimits

    init(_ player: FramePlayer, _ index: Int, _ limits: WorkLimits) {
        self.player = player
        self.index = index
        self.limits = limits
    }

    var isBackground: Bool { true }

    func execute(on worker: Worker, as operation: Operation) {
        let watch = DecodingWatch(microseconds: limits.pictureMicroseconds) { operation.isCancelled }
        do throws(LaminaError) {
            player.endDecoding(index, SharedImage(try player.draw(index, worker.pool, watch)))
        } catch {
            if error.code != .cancelled { player.endDecoding(index, nil) }
        }
    }

    func complete(cancelled: Bool, in engine: Engine) {
        if cancelled { return player.cancelDecoding() }
        engine.continuePlayback(player)
    }
}

/// Animations: which frame each node shows.
extension Engine {
    /// Brings all animations to the time of a frame.
    func advancePlayback() {
        for player in parts.players.all {
            guard let isVisible = isVisible(player) else {
                parts.players.remove(player)
                continue
            }
            player.advance(to: motionTime, isVisible: isVisible)
            if isVisible { continuePlayback(player) } else { player.dropCanvas() }
        }
    }

    /// Animations that were not moving begin with the frame that was last.
    func beginPlayback() {
        if frames.last == nil { return }
        for player in parts.players.all where !player.isMoving && isVisible(player) == true {
            player.advance(to: motionTime, isVisible: true)
            if player.isMoving { continuePlayback(player) }
        }
    }

    /// Whether the player's node is seen; nil when it shows something else, or is gone.
    private func isVisible(_ player: FramePlayer) -> Bool? {
        let content = player.content
        return context.nodes.withLock { store in
            guard let index = store.find(player.node), content.isVariant(of: store[index].content) else { return nil }
            return store.interfaceState(of: index).contains(.visible)
        }
    }

    /// Shows the frame that is due, if it is there, and has the next one decoded.
    fileprivate func continuePlayback(_ player: FramePlayer) {
        let before = player.content
        if let content = player.takeFrame() {
            var discarded = Discarded()
            context.withNodes { store in
                guard let index = store.find(player.node), before.isVariant(of: store[index].content) else { return }
                store.setContent(content, of: index, &discarded)
            }
            _ = consume discarded
        }
        guard !context.isClosing, let index = player.beginDecoding() else { return }
        let body = FrameDecoding(player, index, parts.limits)
        if (try? parts.post(body)) == nil { player.cancelDecoding() }
    }

    /// When the next frame of an animation is due; nil when none moves.
    func nextPlayback() -> UInt64? {
        parts.players.all.lazy.compactMap { [self] player in
            isVisible(player).flatMap { player.due($0) }.flatMap { $0 == 0 ? frames.next : motion.frame(at: $0) }
        }.min()
    }
}
