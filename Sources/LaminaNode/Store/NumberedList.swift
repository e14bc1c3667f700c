/// Values in the order in which they were added, each under the number that it got, numbers rising: one of many is
/// found and removed without a walk along all of them.
public struct NumberedList<Value> {
    public struct Slot {
        public let number: UInt64
        /// Nil when it was removed.
        public var value: Value?
    }

    /// Those that were removed are among them, and are never more than the others.
    public private(set) var slots: ContiguousArray<Slot> = []
    public private(set) var count = 0
    /// Slots compared and moved: what tests check instead of the time.
    private(set) var steps = 0

    public init() {}

    public var isEmpty: Bool { count == 0 }

    /// Adds a value under a number above all others.
    public mutating func append(_ value: Value, number: UInt64) {
        slots.append(Slot(number: number, value: value))
        count += 1
    }

    /// Takes out the value of a number; nil when there is none.
    public mutating func remove(_ number: UInt64) -> Value? {
        steps += slots.count.bitWidth - slots.count.leadingZeroBitCount
        guard let place = place(of: number), let value = slots[place].value.take() else { return nil }
        count -= 1
        if slots.count > 2 * count {
            steps += slots.count
            slots.removeAll { $0.value == nil }
        }
        return value
    }

    public func contains(_ number: UInt64) -> Bool { place(of: number).map { slots[$0].value != nil } ?? false }

    /// Calls `body` with each value, in order.
    public func forEach(_ body: (_ number: UInt64, _ value: Value) -> Void) {
        for slot in slots { if let value = slot.value { body(slot.number, value) } }
    }

    /// Changes values in place, in order.
    public mutating func changeEach(_ body: (_ number: UInt64, _ value: inout Value) -> Void) {
        for place in slots.indices where slots[place].value != nil { body(slots[place].number, &slots[place].value!) }
    }

    /// Where a number stands, or stood; by halving.
    private func place(of number: UInt64) -> Int? {
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low + high) / 2
            if slots[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < slots.count && slots[low].number == number ? low : nil
    }
}
