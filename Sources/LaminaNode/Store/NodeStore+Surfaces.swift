import LaminaGeometry

/// What the tree knows of a surface: its root and what changed below it since the owner thread looked last.
public struct SurfaceState: Sendable {
    public internal(set) var root: Int32 = -1
    /// Pixels per logical unit.
    public var scale = 0.0
    /// A layout pass is due.
    public var needsLayout = false
    /// Layers have to be read again: those of `restructured`, or all.
    public var needsLayers = false
    /// The root, the size or the scale is another: all layers have to be read again.
    public var readsAllLayers = false
    /// Nodes whose frame or children changed.
    var restructured: [Int32] = []
    /// Moves with every change that a layout pass depends on.
    public internal(set) var layoutVersion: UInt64 = 0
    public internal(set) var isInUse = true
}

extension NodeStore {
    /// Registers a surface and returns its number.
    public mutating func addSurface() -> Int32 {
        if let unused = surfaces.firstIndex(where: { !$0.isInUse }) {
            let version = surfaces[unused].layoutVersion
            surfaces[unused] = SurfaceState()
            surfaces[unused].layoutVersion = version + 1
            return Int32(unused)
        }
        surfaces.append(SurfaceState())
        return Int32(surfaces.count - 1)
    }

    /// Takes the root off the surface and gives its number back.
    public mutating func removeSurface(_ surface: Int32, _ discarded: inout Discarded) {
        setRoot(-1, of: surface, &discarded)
        surfaces[Int(surface)].isInUse = false
        surfaces[Int(surface)].needsLayout = false
        surfaces[Int(surface)].needsLayers = false
        surfaces[Int(surface)].restructured = []
    }

    /// Shows `root` (-1: nothing) on the surface. The caller has checked that it has no parent and is not shown elsewhere.
    public mutating func setRoot(_ root: Int32, of surface: Int32, _ discarded: inout Discarded) {
        let old = surfaces[Int(surface)].root
        if root == old { return }
        if root >= 0 {
            retainInternally(root)
            self[root].flags.insert(.root)
            setSurface(surface, below: root)
        }
        surfaces[Int(surface)].root = root
        setNeedsAllLayers(surface)
        if old >= 0 {
            self[old].flags.remove(.root)
            leaveSurface(below: old)
            releaseInternally(old, &discarded)
        }
    }

    /// Asks for a layout pass of the surface, as its size or anything below its root changed.
    public mutating func setNeedsLayout(_ surface: Int32) {
        guard surface >= 0 else { return }
        surfaces[Int(surface)].needsLayout = true
        surfaces[Int(surface)].layoutVersion &+= 1
        noteNews()
    }

    /// Asks for a layout pass and for all layers to be read again, as the surface is another.
    public mutating func setNeedsAllLayers(_ surface: Int32) {
        guard surface >= 0 else { return }
        surfaces[Int(surface)].needsLayers = true
        surfaces[Int(surface)].readsAllLayers = true
        setNeedsLayout(surface)
    }

    /// Notes that the frame of a shown node changed.
    mutating func noteFrame(_ index: Int32) { noteRestructured(index) }

    /// Notes that the children of a shown node, or their order, changed, or were not all read.
    public mutating func noteChildren(_ index: Int32) {
        if self[index].surface < 0 { return }
        self[index].flags.insert(.childrenChanged)
        noteRestructured(index)
    }

    private mutating func noteRestructured(_ index: Int32) {
        let surface = Int(self[index].surface)
        if surface < 0 || self[index].flags.contains(.restructured) { return }
        self[index].flags.insert(.restructured)
        surfaces[surface].restructured.append(index)
        surfaces[surface].needsLayers = true
        noteNews()
    }

    /// Hands out the nodes of a surface whose frame or children changed; nil when all layers have to be read. Nothing is left to read then.
    public mutating func takeRestructured(_ surface: Int32) -> [Int32]? {
        let number = Int(surface)
        let taken = surfaces[number].readsAllLayers ? nil : surfaces[number].restructured
        surfaces[number].restructured = []
        surfaces[number].needsLayers = false
        surfaces[number].readsAllLayers = false
        return taken?.filter { self[$0].flags.contains([.alive, .restructured]) && self[$0].surface == surface }
    }

    /// The layer of a node is up to date with its frame and children; says whether the children had changed.
    public mutating func noteRead(_ index: Int32) -> Bool {
        defer { self[index].flags.subtract([.restructured, .childrenChanged]) }
        return self[index].flags.contains(.childrenChanged)
    }

    /// Notes that properties of a shown node changed; once for many changes.
    @inline(__always)
    mutating func noteChange(_ index: Int32) {
        if self[index].surface < 0 || self[index].flags.contains(.changed) { return }
        self[index].flags.insert(.changed)
        changed.append(index)
        noteNews()
    }

    /// Hands out and empties the list of changed nodes that are still alive.
    public mutating func takeChanged() -> [Int32] {
        let taken = changed
        changed = []
        for index in taken { self[index].flags.remove(.changed) }
        return taken.filter { self[$0].flags.contains(.alive) && self[$0].surface >= 0 }
    }

    /// Whether the owner thread has anything to look at.
    public var hasChanges: Bool {
        !changed.isEmpty || surfaces.contains { $0.needsLayout || $0.needsLayers }
    }

    /// Marks a whole subtree as shown on `surface`, or on none.
    mutating func setSurface(_ surface: Int32, below root: Int32) {
        var pending = [root]
        while let index = pending.popLast() {
            self[index].surface = surface
            self[index].layer = -1
            self[index].flags.subtract([.restructured, .childrenChanged])
            if self[index].flags.contains(.observed) { noteInterface(index) }
            pending.append(contentsOf: self[index].children.reversed())
        }
    }
}
