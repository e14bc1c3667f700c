/// Resolving flexible lengths (CSS Flexbox 9.7).
extension FlexTree {
    /// Gives the items of the line at `lineIndex` their main sizes in the main size of the container.
    mutating func flex(_ lineIndex: Int32, _ c: inout FlexContainer, _ measurer: inout some FlexMeasurer) {
        if c.hasOpenMinimums {
            if scratch.lines[lineIndex].hypothetical < c.mainSize {
                let isSettled = flex(lineIndex, &c, isTentative: true, &measurer)
                if isSettled && growBeyondMinimums(scratch.lines[lineIndex], &c, &measurer) { return }
            }
            settleLine(lineIndex, &c, &measurer)
            scratch.lines[lineIndex].used = scratch.lines[lineIndex].hypothetical
        }
        _ = flex(lineIndex, &c, isTentative: false, &measurer)
    }

    /// False if `isTentative` and some item came to a limit: its sizes are not final then.
    private mutating func flex(
        _ lineIndex: Int32, _ c: inout FlexContainer, isTentative: Bool, _ measurer: inout some FlexMeasurer
    ) -> Bool {
        let line = scratch.lines[lineIndex]
        if watched >= 0 { forgetRounds(of: line) }
        let free = c.mainSize - line.hypothetical
        // Hypothetical sizes stand already; room of a rounding error is no room.
        if abs(free) <= FlexTree.slack(c.mainSize) || line.count == 0 { return !isTentative }
        var round = FlexRound(grows: free > 0, room: c.mainSize - c.mainGap * Double(line.count - 1))
        if round.grows && !c.wraps && !c.hasClamps {
            round.factors = c.growFactors
            round.flexible = line.hypothetical - c.mainGap * Double(line.count - 1)
        } else {
            beginRound(line, &round, &c, &measurer)
        }
        if round.factors == 0 { return true }
        round.initialFree = round.free
        while round.factors > 0 {
            distribute(line, &round)
            if watched >= 0 { note(round, of: line) }
            if round.isLast { break }
            if isTentative { return false }
            freeze(line, &round)
        }
        scratch.lines[lineIndex].used = c.mainSize - round.room + round.frozen + round.flexed
        return !round.hasViolations
    }

    /// Freezes what does not flex, and counts the rest.
    private mutating func beginRound(
        _ line: FlexLine, _ round: inout FlexRound, _ c: inout FlexContainer, _ measurer: inout some FlexMeasurer
    ) {
        var index = line.first
        while index < line.end {
            let factor = round.grows ? scratch.items[index].grow : scratch.items[index].shrink
            if factor > 0 && !round.grows && scratch.items[index].flags.contains(.autoMinimum) {
                findMinimum(index, &c, &measurer)
            }
            let base = scratch.items[index].base
            let hypothetical = scratch.items[index].hypothetical
            scratch.items[index].main = hypothetical
            if factor == 0 || (round.grows ? base > hypothetical : base < hypothetical) {
                scratch.items[index].flags.insert(.frozen)
                round.frozen += hypothetical + scratch.items[index].marginMain
            } else {
                scratch.items[index].flags.remove(.frozen)
                round.add(scratch.items[index])
            }
            index += 1
        }
    }

    /// Shares out the free room among the items that are not frozen.
    private mutating func distribute(_ line: FlexLine, _ round: inout FlexRound) {
        var free = round.free
        if round.factors < 1 && abs(round.initialFree * round.factors) < abs(free) {
            free = round.initialFree * round.factors
        }
        // Of factors near zero only their ratios are numbers to reckon with.
        let isTiny = round.factors < 1e-6
        let growth = max(0, free) / (isTiny ? 1 : round.factors)
        let shrinkage = round.scaled > 1e-6 ? min(0, free) / round.scaled : 0
        round.flexed = 0
        round.violation = 0
        round.hasViolations = false
        var index = line.first
        while index < line.end {
            if !scratch.items[index].flags.contains(.frozen) {
                let base = scratch.items[index].base
                var change = shrinkage * scratch.items[index].scaledShrink
                if round.grows {
                    change = growth * (isTiny ? scratch.items[index].grow / round.factors : scratch.items[index].grow)
                }
                let size = FlexTree.grid(base + change)
                let clamped = scratch.items[index].clampMain(size)
                scratch.items[index].main = clamped
                round.flexed += clamped + scratch.items[index].marginMain
                scratch.items[index].flags.subtract([.violatesMin, .violatesMax])
                if clamped != size {
                    round.hasViolations = true
                    round.violation += clamped - size
                    scratch.items[index].flags.insert(clamped > size ? .violatesMin : .violatesMax)
                }
            }
            index += 1
        }
    }

    /// Freezes the items that are at the limits which weigh more, and counts anew.
    private mutating func freeze(_ line: FlexLine, _ round: inout FlexRound) {
        let kind: FlexItemFlags = round.violation > 0 ? .violatesMin : .violatesMax
        round.frozen = 0
        round.flexed = 0
        round.flexible = 0
        round.factors = 0
        round.scaled = 0
        var index = line.first
        while index < line.end {
            if !scratch.items[index].flags.isDisjoint(with: kind) { scratch.items[index].flags.insert(.frozen) }
            if scratch.items[index].flags.contains(.frozen) {
                round.frozen += scratch.items[index].main + scratch.items[index].marginMain
            } else {
                round.add(scratch.items[index])
            }
            index += 1
        }
    }
}

/// The sums of one round of sharing out room.
struct FlexRound {
    let grows: Bool
    /// The main size without the gaps.
    let room: Double
    /// Outer sizes of frozen items, outer base sizes of the others, and their outer sizes once they have flexed.
    var frozen = 0.0
    var flexible = 0.0
    var flexed = 0.0
    var factors = 0.0
    var scaled = 0.0
    var initialFree = 0.0
    var violation = 0.0
    var hasViolations = false

    init(grows: Bool, room: Double) {
        self.grows = grows
        self.room = room
    }

    @inline(__always) var free: Double { room - frozen - flexible }
    /// Whether every item has its size: none is at a limit, or those at both sides balance each other.
    @inline(__always) var isLast: Bool { !hasViolations || violation == 0 }

    @inline(__always) mutating func add(_ item: FlexItem) {
        flexible += item.base + item.marginMain
        factors += grows ? item.grow : item.shrink
        scaled += item.scaledShrink
    }
}
