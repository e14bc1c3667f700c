public import LaminaGeometry

/// What is presented of nodes otherwise than they have it, by the node's place. Few have an entry.
struct PresentedTable {
    private var values: ContiguousArray<PresentedValues> = []
    private var free: [Int32] = []
    /// For each place of a node the place in `values`, -1 for none; as long as the last that ever had one.
    private var places: ContiguousArray<Int32> = []

    /// The values of a node that has some.
    func find(_ node: Int32) -> PresentedValues? {
        guard Int(node) < places.count, places[Int(node)] >= 0 else { return nil }
        return values[Int(places[Int(node)])]
    }

    mutating func merge(_ given: borrowing PresentedValues, of node: Int32) {
        let index = Int(node)
        if index >= places.count {
            places.append(contentsOf: repeatElement(-1, count: index + 1 - places.count))
        }
        if places[index] < 0 {
            if let place = free.popLast() {
                values[Int(place)] = PresentedValues()
                places[index] = place
            } else {
                places[index] = Int32(values.count)
                values.append(PresentedValues())
            }
        }
        values[Int(places[index])].merge(given)
    }

    /// Forgets some fields of a node; false when it has none left.
    mutating func remove(_ fields: PresentedFields, of node: Int32) -> Bool {
        guard Int(node) < places.count, places[Int(node)] >= 0 else { return false }
        let place = places[Int(node)]
        values[Int(place)].fields.subtract(fields)
        if !values[Int(place)].fields.isEmpty { return true }
        places[Int(node)] = -1
        free.append(place)
        if free.count == values.count { self = PresentedTable() }
        return false
    }
}

/// Presented values of nodes. They are kept for the node, whether or not it is on a surface, and end with it.
extension NodeStore {
    /// What of a node is presented otherwise than it has it; nil for nothing.
    @inline(__always)
    public func presentedValues(of node: Int32) -> PresentedValues? {
        self[node].flags.contains(.presented) ? presented.find(node) : nil
    }

    /// Presents the named values in place of what the node has.
    public mutating func setPresented(_ values: borrowing PresentedValues, of node: Int32) {
        if values.fields.isEmpty { return }
        self[node].flags.insert(.presented)
        presented.merge(values, of: node)
        if !values.fields.isDisjoint(with: .bounds) { noteManagedBounds(node) }
    }

    /// Presents of these fields again what the node has.
    public mutating func clearPresented(_ fields: PresentedFields, of node: Int32) {
        if !presented.remove(fields, of: node) { self[node].flags.remove(.presented) }
        if !fields.isDisjoint(with: .bounds) { noteManagedBounds(node) }
    }

    /// The values as the node has them; none is named.
    public func ownValues(of node: Int32, _ fields: PresentedFields = .all) -> PresentedValues {
        var values = PresentedValues()
        readOwnValues(of: node, fields, into: &values)
        return values
    }

    /// The same of the fields that are asked for, into values that are kept for many nodes.
    public func readOwnValues(of node: Int32, _ fields: PresentedFields, into values: inout PresentedValues) {
        if !fields.isDisjoint(with: .geometry) {
            (values.position, values.size) = (position(of: node), self[node].frame.size)
        }
        values.boundsOrigin = self[node].boundsOrigin
        values.opacity = self[node].opacity
        values.background = self[node].background
        values.gradient = nil
        if fields.isDisjoint(with: .rare) { return }
        let appearance = self[node].appearance?.value
        values.zPosition = appearance?.zPosition ?? 0
        values.transform = appearance?.transform ?? .identity
        values.cornerRadii = cornerRadii(of: node)
        values.borderColor = appearance?.border?.color ?? .clear
        values.shadow = appearance?.shadow ?? PresentedValues.noShadow
        values.gradient = appearance?.gradient
    }

    /// The frame that is presented: the anchor stands at the position, whatever the size.
    public func presentedFrame(of node: Int32) -> Rect {
        guard let values = presentedValues(of: node), !values.fields.isDisjoint(with: .geometry) else {
            return self[node].frame
        }
        return values.frame(for: self[node].frame, anchor: anchor(of: node))
    }

    /// The bounds origin that is presented.
    public func presentedBoundsOrigin(of node: Int32) -> Point {
        guard let values = presentedValues(of: node) else { return self[node].boundsOrigin }
        return values.boundsOrigin(for: self[node].boundsOrigin, self[node].frame.size)
    }

    /// The children in the order in which they are presented.
    func presentedOrder(below node: Int32) -> ContiguousArray<Int32> {
        let painted = painted(node)
        let isPainted = painted.allSatisfy {
            !(presentedValues(of: $0)?.fields.contains(.zPosition) ?? false)
        }
        if isPainted { return painted }
        let heights = painted.map { child in
            let values = presentedValues(of: child)
            if let values, values.fields.contains(.zPosition) { return values.zPosition }
            return self[child].appearance?.value.zPosition ?? 0
        }
        return ContiguousArray(painted.indices.sorted { (heights[$0], $0) < (heights[$1], $1) }.map { painted[$0] })
    }
}

extension PresentedValues {
    /// The frame of a node whose own is `own`.
    public func frame(for own: Rect, anchor: Point) -> Rect {
        Self.frame(
            for: own, position: fields.contains(.position) ? position : nil, size: fields.contains(.size) ? size : nil,
            anchor: anchor)
    }

    /// The point of a node's space that stands at its corner, where the node itself has `own` there and another size.
    public func boundsOrigin(for own: Point, _ ownSize: Size) -> Point {
        let origin = fields.contains(.boundsOrigin) ? boundsOrigin : own
        return origin - contentsOffset(for: ownSize)
    }

    /// How far contents and children stand from the corner, of a node of another size than is presented.
    public func contentsOffset(for ownSize: Size) -> Point {
        if !fields.contains(.size) || contentsAnchor == .zero { return .zero }
        return Point(
            x: (size.width - ownSize.width) * contentsAnchor.x, y: (size.height - ownSize.height) * contentsAnchor.y)
    }

    /// The same where nil stands for what is not presented.
    @inline(__always)
    public static func frame(for own: Rect, position: Point?, size: Size?, anchor: Point) -> Rect {
        let size = size ?? own.size
        let position =
            position ?? own.origin + Point(x: anchor.x * own.size.width, y: anchor.y * own.size.height)
        return Rect(
            origin: Point(x: position.x - anchor.x * size.width, y: position.y - anchor.y * size.height), size: size)
    }
}
