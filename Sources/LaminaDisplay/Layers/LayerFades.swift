import LaminaNode

/// Layers whose contents come in gradually, and where they are in that.
struct LayerFades {
    private var places: [Int32] = []
    /// How long one of them takes changed since they were advanced.
    private(set) var hasChanged = false

    var isEmpty: Bool { places.isEmpty }
    /// Those that fade; one that began twice is in it twice.
    var all: [Int32] { places }

    mutating func add(_ index: Int) { places.append(Int32(index)) }

    /// How long one of them takes is going to change.
    mutating func noteChange() { hasChanged = true }

    /// All were brought to the present; `rest` are those that go on.
    mutating func noteAdvanced(rest: [Int32]) {
        places = rest
        hasChanged = false
    }

    /// Forgets the places from `count` on.
    mutating func trim(to count: Int) { places = places.filter { $0 < count } }

    /// Notes when fades began that are new.
    func begin(at now: UInt64, _ layers: borrowing LayerSlab) {
        for place in places where isNew(place, layers) { layers[Int(place)].reveal?.phase = .fades(since: now) }
    }

    /// Whether a layer has begun to fade since the clock was read last.
    func isNew(_ place: Int32, _ layers: borrowing LayerSlab) -> Bool {
        layers[Int(place)].reveal?.phase == .fades(since: nil)
    }

    /// When all of them are over that have begun.
    func end(_ layers: borrowing LayerSlab) -> UInt64? {
        var last: UInt64?
        for place in places {
            if let end = end(place, layers) { last = max(last ?? 0, end) }
        }
        return last
    }

    /// When one is over that has begun; nil for one that was ended by something else.
    func end(_ place: Int32, _ layers: borrowing LayerSlab) -> UInt64? {
        guard let reveal = layers[Int(place)].reveal, case .fades(let start?) = reveal.phase else {
            return nil
        }
        let (end, overflow) = start.addingReportingOverflow(reveal.value.fade)
        return overflow ? .max : end
    }
}
