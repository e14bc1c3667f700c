/// Resolving flexible lengths (CSS Flexbox 9.7).
extension FlexTree {
    /// Gives the items of `line` their main sizes in the main size of the container.
    mutating func flex(_ line: FlexLine, _ c: FlexContainer, _ measurer: inout some FlexMeasurer) {
        let free = c.mainSize - line.hypothetical
        // Hypothetical sizes stand already; room of a rounding error is no room, or widths found by different ways would differ by dirt.
        if abs(free) <= FlexTree.slack(c.mainSize) || line.count == 0 { return }
        let grows = free > 0
        var factors = 0.0
        var used = 0.0
        var index = line.first
        while index < line.end {
            var item = scratch.items[index]
            let factor = grows ? item.grow : item.shrink
            if factor > 0 && !grows && item.flags.contains(.autoMinimum) {
                findMinimum(index, c, &measurer)
                item = scratch.items[index]
            }
            let hypothetical = item.clampMain(item.base)
            let isFixed = factor == 0 || (grows ? item.base > hypothetical : item.base < hypothetical)
            scratch.items[index].main = hypothetical
            if isFixed {
                scratch.items[index].flags.insert(.frozen)
                used += hypothetical + item.marginMain
            } else {
                scratch.items[index].flags.remove(.frozen)
                factors += factor
                used += item.base + item.marginMain
            }
            index += 1
        }
        if factors == 0 { return }
        let initial = c.mainSize - used - c.mainGap * Double(line.count - 1)
        while distribute(line, c, grows: grows, initialFree: initial) {}
    }

    /// One round: shares out the free room, and freezes items at their limits; false when all are frozen.
    private mutating func distribute(_ line: FlexLine, _ c: FlexContainer, grows: Bool, initialFree: Double) -> Bool {
        var free = c.mainSize - c.mainGap * Double(line.count - 1)
        var factors = 0.0
        var scaled = 0.0
        var index = line.first
        while index < line.end {
            let item = scratch.items[index]
            if item.flags.contains(.frozen) {
                free -= item.main + item.marginMain
            } else {
                free -= item.base + item.marginMain
                factors += grows ? item.grow : item.shrink
                scaled += item.shrink * (item.base - item.boxMain)
            }
            index += 1
        }
        if factors == 0 { return false }
        if factors < 1 && abs(initialFree * factors) < abs(free) { free = initialFree * factors }
        var violation = 0.0
        index = line.first
        while index < line.end {
            let item = scratch.items[index]
            if !item.flags.contains(.frozen) {
                var size = item.base
                if grows {
                    size += max(0, free) * (item.grow / factors)
                } else if scaled > 0 {
                    size += min(0, free) * (item.shrink * (item.base - item.boxMain) / scaled)
                }
                let clamped = item.clampMain(size)
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
