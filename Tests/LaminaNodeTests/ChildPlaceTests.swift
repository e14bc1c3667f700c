import LaminaGeometry
import Testing

@testable import LaminaNode

/// Where children stand: among the others, and in the order in which they are painted.
@Suite struct ChildPlaceTests {
    @Test(arguments: 0..<10) func placesAreFoundAfterAnyChange(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        var forest = Forest()
        let nodes = forest.nodes(40)
        let parents = [nodes[0], nodes[1]]
        var discarded = Discarded()
        for _ in 0..<300 {
            let child = nodes[2 + random.below(38)]
            let parent = parents[random.below(2)]
            let count = forest.store[parent].children.count
            switch random.below(4) {
            case 0: forest.store.remove(child, &discarded)
            case 1: try forest.store.add(child, to: parent, &discarded)
            case 2:
                let isChild = forest.store[child].parent == parent
                try forest.store.insert(
                    child, into: parent, at: random.below(isChild ? count : count + 1), &discarded)
            default:
                if count > 1 {
                    try forest.store.moveChild(of: parent, from: random.below(count), to: random.below(count))
                }
            }
            let asked = nodes[2 + random.below(38)]
            for parent in parents {
                #expect(forest.store.index(of: asked, in: parent) == forest.children(parent).firstIndex(of: asked))
            }
        }
    }

    /// A walk along children costs as much for each of many as for each of few.
    @Test func aWalkAlongChildren() throws {
        func searched(_ count: Int) throws -> Int {
            var forest = Forest()
            let parent = forest.node()
            let nodes = forest.nodes(count)
            var discarded = Discarded()
            try forest.add([nodes[0]], to: parent)
            for number in 1..<count {
                try forest.store.insert(
                    nodes[number], into: parent, above: true, sibling: nodes[number - 1], &discarded)
            }
            #expect(forest.children(parent) == nodes)
            for number in 0..<count { #expect(forest.store.index(of: nodes[number], in: parent) == number) }
            for number in 0..<count / 2 { forest.store.remove(nodes[number], &discarded) }
            forest.store.removeChildren(of: parent, &discarded)
            return forest.store.places.steps
        }
        let few = try searched(500)
        #expect(try searched(2000) < few * 5)
        #expect(few < 5000)
    }

    /// What happens to several parents by turns, of which both have as many children.
    enum Turns: CaseIterable {
        case moved, removedFromBothEnds, wrapped, likeALog, asked

        func play(_ forest: inout Forest, _ a: Int32, _ b: Int32, _ discarded: inout Discarded) throws {
            let (first, second) = (forest.children(a), forest.children(b))
            for number in first.indices {
                let (front, back) = (first[number], second[second.count - 1 - number])
                switch self {
                case .moved: try forest.store.add(front, to: b, &discarded)
                case .removedFromBothEnds:
                    forest.store.remove(front, &discarded)
                    forest.store.remove(back, &discarded)
                case .wrapped:
                    let wrapper = forest.node()
                    try forest.store.add(wrapper, to: a, &discarded)
                    try forest.store.add(front, to: wrapper, &discarded)
                case .likeALog:
                    let last = forest.children(a).last ?? front
                    try forest.store.insert(forest.node(), into: a, above: true, sibling: last, &discarded)
                    forest.store.remove(front, &discarded)
                case .asked:
                    #expect(forest.store.index(of: front, in: a) == number)
                    #expect(forest.store.index(of: back, in: b) == second.count - 1 - number)
                }
            }
        }
    }

    /// Parents that are walked along by turns do not take the place from one another, nor does what is appended.
    @Test(arguments: Turns.allCases) func walksByTurns(turns: Turns) throws {
        func searched(_ count: Int) throws -> Int {
            var forest = Forest()
            let parents = forest.nodes(2)
            for parent in parents { try forest.add(forest.nodes(count), to: parent) }
            var discarded = Discarded()
            try turns.play(&forest, parents[0], parents[1], &discarded)
            return forest.store.places.steps
        }
        let few = try searched(250)
        #expect(few < 2500)
        #expect(try searched(1000) < few * 5)
    }

    @Test(arguments: 0..<10) func childrenArePaintedByTheirHeights(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        var forest = Forest()
        let parent = forest.node()
        let nodes = forest.nodes(30)
        try forest.add(nodes, to: parent)
        var heights = [Double](repeating: 0, count: 30)
        var discarded = Discarded()
        for _ in 0..<60 {
            let place = random.below(30)
            // None, some or all of them at first stand at zero.
            heights[place] = seed == 0 ? Double(1 + random.below(3)) : Double(random.below(7) - 3) / 2
            let height = heights[place]
            forest.store.changeAppearance(of: nodes[place], &discarded) { $0.zPosition = height }
            let painted = nodes.indices.sorted { (heights[$0], $0) < (heights[$1], $1) }.map { nodes[$0] }
            #expect(Array(forest.store.painted(parent)) == painted)
        }
    }
}

/// Observers and the like: see `NumberedList`.
@Suite struct NumberedListTests {
    @Test(arguments: 0..<10) func anythingAddedAndRemoved(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var list = NumberedList<String>()
        var expected: [(UInt64, String)] = []
        for number in 1...300 as ClosedRange<UInt64> {
            list.append("\(number)", number: number)
            expected.append((number, "\(number)"))
            for _ in 0..<random.below(3) where !expected.isEmpty {
                let (number, value) = expected.remove(at: random.below(expected.count))
                #expect(list.remove(number) == value)
                #expect(list.remove(number) == nil)
                #expect(!list.contains(number))
            }
            list.changeEach { _, value in value += "." }
            for place in expected.indices { expected[place].1 += "." }
            var found: [String] = []
            list.forEach { found.append("\($0) \($1)") }
            #expect(found == expected.map { "\($0.0) \($0.1)" })
            #expect(list.count == expected.count && list.isEmpty == expected.isEmpty)
            #expect(list.slots.count <= 2 * list.count)
        }
    }

    /// Four times as many cost little more than four times as much, whichever goes first.
    @Test func manyAreRemoved() {
        func steps(_ count: UInt64, backwards: Bool) -> Int {
            var list = NumberedList<Int>()
            for number in 0..<count { list.append(0, number: number) }
            for number in 0..<count { #expect(list.remove(backwards ? count - 1 - number : number) != nil) }
            return list.steps
        }
        for backwards in [false, true] {
            #expect(steps(4000, backwards: backwards) < 6 * steps(1000, backwards: backwards))
        }
    }
}
