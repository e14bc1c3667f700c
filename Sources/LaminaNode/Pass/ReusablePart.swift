import LaminaLayout

/// What a layout pass took last of a node that arranges many leaves, and nothing that arranges something itself. Where
/// only what leaves show has changed since, the next pass takes the same, with these in their places: reading a
/// thousand nodes is most of what a changed label costs the owner thread.
///
/// Whatever else changes drops it (`NodeLayout.invalidate`): it holds exactly as long as the sizes would that were
/// found with it.
final class ReusablePart {
    /// Without its container, which would hold the layout that holds this.
    private var part: LayoutSnapshot.Part
    private let element: Int32
    private var contents: [any NodeContent]
    private let depth: Int
    private let setting: LayoutSetting
    /// Leaves that show something else since.
    private var changed: [NodeID] = []

    /// Beyond so many changed leaves all are read again.
    private static let maximumChanged = 16

    /// nil when the part is not of that kind, or too small to be worth the memory.
    init?(_ part: LayoutSnapshot.Part, of snapshot: LayoutSnapshot, depth: Int, least: Int) {
        guard part.entries.count >= least, part.containers.count == 1, part.delegated.isEmpty, !part.isConcurrent,
            !snapshot.contents.contains(where: \.holdsHostData)  // it would end with this, under the tree lock
        else { return nil }
        self.part = part
        element = part.containers[0].element
        self.part.containers = []
        self.depth = depth
        contents = snapshot.contents
        setting = snapshot.setting
    }

    /// A leaf shows something else; false when that is one too many.
    func note(_ leaf: NodeID) -> Bool {
        if changed.last == leaf { return true }
        changed.append(leaf)
        return changed.count <= Self.maximumChanged
    }

    /// Puts the part into an empty snapshot, as it is now; nil when it is for other constraints, or a leaf has become
    /// something else.
    func take(
        for constraints: LayoutConstraints, _ layout: NodeLayout, into snapshot: inout LayoutSnapshot,
        _ store: inout NodeStore
    ) -> LayoutSnapshot.Part? {
        guard snapshot.contents.isEmpty, setting == snapshot.setting, part.constraints.isSame(as: constraints) else {
            return nil
        }
        if !changed.isEmpty && !renew(&store) { return nil }
        layout.capture()
        snapshot.contents = contents
        snapshot.depth = max(snapshot.depth, depth)
        var taken = part
        taken.containers = [LayoutSnapshot.Container(element: element, layout: layout, version: layout.version)]
        return taken
    }

    /// Takes what the changed leaves show now.
    private func renew(_ store: inout NodeStore) -> Bool {
        for entry in part.entries where changed.contains(entry.node) {
            guard let node = store.find(entry.node), let place = part.tree.leafIdentifier(of: entry.element),
                let content = store[node].content, content.isMeasurable, !content.holdsHostData
            else { return false }
            contents[Int(place)] = content.forLayout(isRightToLeft: part.tree.isRightToLeft(entry.element))
        }
        changed.removeAll(keepingCapacity: true)
        return true
    }
}
