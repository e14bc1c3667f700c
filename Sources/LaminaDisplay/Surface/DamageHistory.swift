import LaminaDraw
import LaminaGeometry

/// What one composite, or several in a row, changed: first copies, then what was painted over them.
struct CompositeChanges {
    var scrolls: [ScrollCopy] = []
    let painted = Region(maximumRectangles: 32)

    var isEmpty: Bool { scrolls.isEmpty && painted.isEmpty }

    /// All that may be another than before.
    var region: Region {
        if scrolls.isEmpty { return painted }
        let all = Region(maximumRectangles: painted.maximumRectangles)
        all.add(painted)
        for scroll in scrolls { all.add(scroll.rect) }
        return all
    }

    /// Adds what came after.
    mutating func append(_ later: CompositeChanges) {
        for scroll in later.scrolls {
            // What is yet to be painted is wrong where it is copied to as well.
            for stale in painted.rectangles {
                painted.add(stale.intersection(scroll.rect).offset(by: scroll.distance).intersection(scroll.rect))
            }
            if let last = scrolls.last, last.rect == scroll.rect {
                scrolls[scrolls.count - 1].distance = last.distance + scroll.distance
            } else {
                scrolls.append(scroll)
            }
        }
        for rect in later.painted.rectangles { painted.add(rect) }
    }
}

/// What the last composites changed, for hosts that hand in older buffers. Kept from the first of these on.
struct DamageHistory {
    /// Buffers older than that are painted as a whole.
    static let longest = 8

    private var changes: [CompositeChanges] = []
    private var isKept = false

    mutating func begin() { isKept = true }

    /// A composite is over.
    mutating func note(_ latest: CompositeChanges) {
        if !isKept { return }
        if changes.count == Self.longest - 1 { changes.removeFirst() }
        changes.append(latest)
    }

    /// Nobody knows what the last composite changed.
    mutating func forget() { changes = [] }

    /// What of a buffer of this age has to be changed when `latest` comes on top.
    func changes(since age: Int, _ latest: CompositeChanges, in bounds: PixelRect) -> CompositeChanges {
        var sum = CompositeChanges()
        if age < 1 || age - 1 > changes.count {
            sum.painted.add(bounds)
            return sum
        }
        for earlier in changes.suffix(age - 1) { sum.append(earlier) }
        sum.append(latest)
        return sum
    }
}
