/// Resolving flexible lengths (CSS Flexbox 9.7).
extension FlexTree {
    /// Gives the items of `line` their main sizes in the main size of the container.
    mutating func flex(_ line: FlexLine, _ c: borrowing FlexContainer, _ measurer: inout some FlexMeasurer) {
        let free = c.mainSize - line.hypothetical
        // Hypothetical sizes stand already; room of a rounding error is no room, or widths found by different ways would differ by dirt.
        if abs(free) <= FlexTree.slack(c.mainSize) || line.count == 0 { return }
        let grows = free > 0
        var factors = 0.0
        var used = 0.0
        var index = line.first
        while index < line.end {
            let factor = grows ? scratch.items[index].grow : scratch.items[index].shrink
            if factor > 0 && !grows && scratch.items[index].flags.contains(.autoMinimum) {
                findMinimum(index, c, &measurer)
            }
            let base = scratch.items[index].base
            let hypothetical = scratch.items[index].hypothetical
            scratch.items[index].main = hypothetical
            if factor == 0 || (grows ? base > hypothetical : base < hypothetical) {
                scratch.items[index].flags.insert(.frozen)
                used += hypothetical + scratch.items[index].marginMain
            } else {
                scratch.items[index].flags.remove(.frozen)
                factors += factor
                used += base + scratch.items[index].marginMain
            }
            index += 1
        }
        if factors == 0 { return }
        let initial = c.mainSize - used - c.mainGap * Double(line.count - 1)
        while distribute(line, c, grows: grows, initialFree: initial) {}
    }

    /// One round: shares out the free room, and freezes items at their limits; false when all are frozen.
    private mutating func distribute(_ line: FlexLine, _ c: borrowing FlexContainer, grows: Bool, initialFree: Double) -> Bool {
        var free = c.mainSize - c.mainGap * Double(line.count - 1)
        var factors = 0.0
        var scaled = 0.0
        var index = line.first
        while index < line.end {
            if scratch.items[index].flags.contains(.frozen) {
                free -= scratch.items[index].main + scratch.items[index].marginMain
            } else {
                free -= scratch.items[index].base + scratch.items[index].marginMain
                factors += grows ? scratch.items[index].grow : scratch.items[index].shrink
                scaled += scratch.items[index].scaledShrink
            }
            index += 1
        }
        if factors == 0 { return false }
        if factors < 1 && abs(initialFree * factors) < abs(free) { free = initialFree * factors }
        var violation = 0.0
        index = line.first
        while index < line.end {
            if !scratch.items[index].flags.contains(.frozen) {
                var size = scratch.items[index].base
                if grows {
                    size += max(0, free) * (scratch.items[index].grow / factors)
                } else if scaled > 0 {
                    size += min(0, free) * (scratch.items[index].scaledShrink / scaled)
                }
                size = FlexTree.grid(size)
                let clamped = scratch.items[index].clampMain(size)
                violation += clamped - size
                scratch.items[index].main = clamped
                scratch.items[index].flags.subtract([.violatesMin, .violatesMax])
                if clamped > size { scratch.items[index].flags.insert(.violatesMin) }
                if clamped < size { scratch.items[index].flags.insert(.violatesMax) }
            }
            index += 1
        }
        return freeze(line, violation)
    }

    private mutating func freeze(_ line: FlexLine, _ violation: Double) -> Bool {
        let all = abs(violation) <= 1e-9
        let kind: FlexItemFlags = violation > 0 ? .violatesMin : .violatesMax
        var remains = false
        var frozeOne = false
        var index = line.first
        while index < line.end {
            let flags = scratch.items[index].flags
            if !flags.contains(.frozen) {
                if all || !flags.isDisjoint(with: kind) {
                    scratch.items[index].flags.insert(.frozen)
                    frozeOne = true
                } else {
                    remains = true
                }
            }
            index += 1
        }
        return remains && frozeOne
    }
}
