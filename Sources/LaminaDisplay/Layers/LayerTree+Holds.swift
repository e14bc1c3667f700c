import LaminaGeometry
import LaminaNode

/// A node that takes the place of another shows when all of it is drawn. Until then the pixels of the other one stay,
/// at its place.
extension LayerTree {
    /// Notes which layers come in the place of which: between the same others, one after the other. Those that leave
    /// have lost their place; `children` are those of now.
    func noteReplacements(
        _ before: ContiguousArray<Int32>, _ children: ContiguousArray<Int32>, _ fresh: [Int32], below index: Int
    ) {
        if holds.limit == 0 || fresh.isEmpty { return }
        var leaving: [Int32: [Int32]] = [:]
        var neighbour = Layer.none
        for layer in before {
            if layers[Int(layer)].parent != Layer.orphan {
                neighbour = layer
            } else if !layers[Int(layer)].isHeld {
                // What waited itself leaves the place to the next with what it waited for.
                leaving[neighbour, default: []].append(holds.layer(for: layer) ?? layer)
            }
        }
        if leaving.isEmpty { return }
        let coming = Set(fresh)
        var pairs: [(old: Int32, new: Int32)] = []
        var place = 0
        neighbour = Layer.none
        for layer in children {
            guard coming.contains(layer) else {
                (neighbour, place) = (layer, 0)
                continue
            }
            if let run = leaving[neighbour], place < run.count { pairs.append((run[place], layer)) }
            place += 1
        }
        holds.note(pairs, below: index)
    }

    /// Holds what found no other place, before it ends.
    func holdReplaced() {
        for (parent, pairs) in holds.takeFound() where parent == Layer.none || !layers[Int(parent)].isFree {
            var held: [Int32: Int32] = [:]
            for (old, new) in pairs {
                guard layers[Int(old)].parent == Layer.orphan, layers[Int(new)].parent == parent, !isShowable(new),
                    layers[Int(old)].isHeld || (isDrawn(old) && !extents[Int(old)].isEmpty)
                else { continue }
                if let before = holds.forget(old) { show(replacement: before) }
                endDrawings(old)
                layers[Int(old)].isHeld = true
                layers[Int(old)].parent = parent
                layers[box: Int(new)].appearance.isHeldBack = true
                extents.update(Int(new), layers)
                holds.begin(old, until: new)
                held[new] = old
            }
            if held.isEmpty { continue }
            if parent >= 0 { insert(held, below: Int(parent)) }
            for (new, old) in held {
                moveHeld(for: Int(new))
                damageOuter(Int(old))
            }
        }
    }

    /// Puts what is held among the children of a layer, each before what replaces it.
    private func insert(_ held: [Int32: Int32], below parent: Int) {
        restoreOrder(below: parent)
        var children: ContiguousArray<Int32> = []
        for layer in layers[parent].children {
            if let old = held[layer] { children.append(old) }
            children.append(layer)
        }
        layers[parent].children = children
        sortChildren(of: parent)
        extents.update(parent, layers)
    }

    /// The topmost layer that is in sight: that of the root, or of the one before until it is drawn.
    var shownRoot: Int32 { root < 0 ? root : holds.layer(for: root) ?? root }

    /// What is held stands where its replacement does.
    func moveHeld(for index: Int) {
        guard let held = holds.layer(for: Int32(index)) else { return }
        let frame = layers[index].frame
        takeFrame(Rect(origin: frame.position, size: layers[Int(held)].frame.size), of: Int(held))
    }

    /// Shows replacements that are drawn, or have been waited for long enough; false when there are none.
    func settleHolds(at now: UInt64) -> Bool {
        holds.begin(at: now)
        var didWork = false
        for replacement in holds.replacements where holds.isDue(replacement, at: now) || isShowable(replacement) {
            guard let held = holds.end(replacement) else { continue }
            let parent = Int(layers[Int(held)].parent)
            damageOuter(Int(held))
            if parent >= 0 {
                layers[parent].children.removeAll { $0 == held }
                orders.remove(held, of: Int32(parent))
            }
            remove(held)
            show(replacement: replacement)
            eviction.noteMove()
            didWork = true
        }
        return didWork
    }

    private func show(replacement: Int32) {
        layers[box: Int(replacement)].appearance.isHeldBack = false
        extents.update(Int(replacement), layers)
        if layers[Int(replacement)].parent != Layer.orphan { damageOuter(Int(replacement)) }
    }

    /// A layer ends: what was held back for it shows.
    func endHold(of layer: Int32) {
        if holds.isEmpty || (!layers[Int(layer)].isHeld && holds.layer(for: layer) == nil) { return }
        if let replacement = holds.forget(layer), !layers[Int(replacement)].isFree { show(replacement: replacement) }
    }

    /// Whether what replaces something can be shown without a hole.
    private func isShowable(_ replacement: Int32) -> Bool {
        isDrawn(replacement) && !(replacement == root && reading.isPartial)
    }

    /// Whether a layer and all below it have been drawn, as far as they are going to be.
    func isDrawn(_ top: Int32) -> Bool {
        var pending = [top]
        while let next = pending.popLast() {
            let index = Int(next)
            if layers[box: index].appearance.isHidden { continue }
            let isMissing =
                layers[index].wantsDrawing && mayHaveInk(index) && layers[index].shown.drawn == nil
                && !layers[index].shown.isEvicted && !layers[index].wanted.isSuspended
            if isMissing { return false }
            pending.append(contentsOf: layers[index].children)
        }
        return true
    }

    /// Nobody waits for what a layer and those below it were drawing.
    func endDrawings(_ top: Int32) {
        var pending = [top]
        while let next = pending.popLast() {
            let index = Int(next)
            if layers[index].pending != nil { drawings.end(setPending(nil, of: index)) }
            drawings.end(layers[index].reveal?.pending.take())
            pending.append(contentsOf: layers[index].children)
        }
    }
}

extension Engine {
    /// How long the pixels of a node stay that was replaced, until its replacement is drawn; 0: not at all.
    public func setReplacementLimit(_ microseconds: UInt64, of surface: Surface) {
        surfaces[surface.number]?.tree.holds.limit = microseconds
    }

    /// That time in microseconds.
    public func replacementLimit(of surface: Surface) -> UInt64 { surfaces[surface.number]?.tree.holds.limit ?? 0 }

    /// Whether a replacement has been waited for long enough.
    var isHoldDue: Bool {
        if nextHold == nil { return false }
        let now = parts.calls.clock.now
        return surfaces.values.contains { $0.tree.holds.due.map { $0 <= now } ?? false }
    }

    /// When the first replacement will have been waited for long enough.
    var nextHold: UInt64? { surfaces.values.lazy.compactMap { $0.tree.holds.due }.min() }

    /// Shows replacements that are ready; false when there are none.
    func settleHolds() -> Bool {
        var didWork = false
        for presentation in surfaces.values where !presentation.tree.holds.isEmpty {
            if presentation.tree.settleHolds(at: parts.calls.clock.now) { didWork = true }
            release(presentation.tree.remains.take())
        }
        return didWork
    }
}
