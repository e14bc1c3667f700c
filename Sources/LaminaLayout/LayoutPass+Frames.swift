import LaminaGeometry

extension LayoutPass {
    /// Lays the tree out and returns the absolute frames.
    ///
    /// Parents come before their children in the array, so the second half needs no recursion: each element in turn is
    /// arranged once more for the constraints that its parent settled on, with its children's measurements already in
    /// the cache.
    ///
    /// With `withinNodes` each frame is relative to the nearest node above: it then depends on nothing but the
    /// constraints of this node, to the bit.
    mutating func run<M: LeafMeasurer>(
        range: SizeRange, parentSize: Size, withinNodes: Bool = false, _ measurer: inout M
    ) -> [Rect] {
        var frames = [Rect](repeating: .zero, count: tree.count)
        if tree.count == 0 { return frames }
        measureChild(0, Self.sane(range), parentSize: parentSize, &measurer)
        frames[0].size = items[0].size
        for element in 0..<Int32(tree.count) where firstChild(element) >= 0 {
            placeChildren(of: element, withinNodes, &frames, &measurer)
        }
        if grid.isActive {
            for index in frames.indices {
                let origin = grid.up(frames[index].origin)
                frames[index].origin = Point(x: Self.finite(origin.x), y: Self.finite(origin.y))
            }
        }
        return frames
    }

    private mutating func placeChildren<M: LeafMeasurer>(
        of element: Int32, _ withinNodes: Bool, _ frames: inout [Rect], _ measurer: inout M
    ) {
        var child = firstChild(element)
        while child >= 0 {
            if child == explained { notes = [] }
            items[Int(child)].isMeasured = false
            items[Int(child)].offset = .zero
            child = nextSibling(child)
        }
        if items[Int(element)].isMeasured {
            arrange(element, &measurer)
        }
        var origin = frames[Int(element)].origin
        // Each node arranges its own children around its rounded origin; inside it offsets add up unrounded (as in
        // Texture).
        if case .node = tree.records[Int(element)].kind { origin = withinNodes ? .zero : grid.up(origin) }
        // Specs arrange from their start; where that is on the right, places are counted from there.
        let isMirrored = isRightToLeft(element) && items[Int(element)].isMeasured
        child = firstChild(element)
        while child >= 0 {
            let item = items[Int(child)]
            let size = item.isMeasured ? item.size : .zero
            let across = isMirrored ? items[Int(element)].size.width - size.width - item.offset.x : item.offset.x
            frames[Int(child)] = Rect(
                x: Self.finite(origin.x + across), y: Self.finite(origin.y + item.offset.y),
                width: size.width, height: size.height)
            child = nextSibling(child)
        }
    }

    /// Callers' ranges are checked above; this only keeps nonsense from spreading.
    private static func sane(_ range: SizeRange) -> SizeRange {
        func least(_ length: Double) -> Double { length >= 0 ? length : 0 }
        func greatest(_ length: Double) -> Double { length >= 0 ? length : .infinity }
        return SizeRange(
            min: Size(width: least(range.min.width), height: least(range.min.height)),
            max: Size(width: greatest(range.max.width), height: greatest(range.max.height)))
    }

    private static func finite(_ coordinate: Double) -> Double { coordinate.isFinite ? coordinate : 0 }
}
