import LaminaGeometry
import LaminaLayout
import Testing

@testable import LaminaNode

/// A store on its own, with the calls that tests make most.
struct Forest: ~Copyable {
    var store = NodeStore(firstGeneration: 0)

    mutating func node() -> Int32 { store.create(isText: false, content: nil)!.index }

    mutating func nodes(_ count: Int) -> [Int32] {
        var made: [Int32] = []
        for _ in 0..<count { made.append(node()) }
        return made
    }

    mutating func add(_ children: [Int32], to parent: Int32) throws {
        var discarded = Discarded()
        for child in children { try store.add(child, to: parent, &discarded) }
    }

    func children(_ node: Int32) -> [Int32] { Array(store[node].children) }
}

@Suite struct HierarchyTests {
    @Test func addingAgainKeepsThePlace() throws {
        var forest = Forest()
        let n = forest.nodes(4)
        try forest.add([n[1], n[2], n[3]], to: n[0])
        try forest.add([n[1]], to: n[0])
        #expect(forest.children(n[0]) == [n[1], n[2], n[3]])
    }

    /// As in Texture: 0...count for a newcomer, below the count for a child.
    @Test func insertingAtAnIndex() throws {
        var forest = Forest()
        let n = forest.nodes(5)
        var discarded = Discarded()
        try forest.add([n[1], n[2], n[3]], to: n[0])
        try forest.store.insert(n[4], into: n[0], at: 3, &discarded)
        #expect(forest.children(n[0]) == [n[1], n[2], n[3], n[4]])
        try forest.store.insert(n[4], into: n[0], at: 0, &discarded)
        #expect(forest.children(n[0]) == [n[4], n[1], n[2], n[3]])
        #expect(code { try forest.store.insert(n[4], into: n[0], at: 4, &discarded) } == .outOfRange)
        #expect(code { try forest.store.insert(n[1], into: n[0], at: -1, &discarded) } == .outOfRange)
        #expect(forest.children(n[0]) == [n[4], n[1], n[2], n[3]])
    }

    /// As in Texture: all ways of moving a child above or below another end next to it.
    @Test func movingNextToASibling() throws {
        for child in 1...4 {
            for sibling in 1...4 where sibling != child {
                for above in [true, false] {
                    var forest = Forest()
                    let n = forest.nodes(5)
                    var discarded = Discarded()
                    try forest.add(Array(n[1...4]), to: n[0])
                    try forest.store.insert(n[child], into: n[0], above: above, sibling: n[sibling], &discarded)
                    var expected = n[1...4].filter { $0 != n[child] }
                    let place = expected.firstIndex(of: n[sibling])! + (above ? 1 : 0)
                    expected.insert(n[child], at: place)
                    #expect(forest.children(n[0]) == expected, "child \(child), sibling \(sibling), above \(above)")
                }
            }
        }
    }

    /// As in Texture: a replacement that is a child already moves into the other's place.
    @Test func replacing() throws {
        for replacement in 1...4 {
            for child in 1...4 where child != replacement {
                var forest = Forest()
                let n = forest.nodes(5)
                var discarded = Discarded()
                try forest.add(Array(n[1...4]), to: n[0])
                try forest.store.replace(n[child], of: n[0], with: n[replacement], &discarded)
                let expected = n[1...4].filter { $0 != n[replacement] }.map { $0 == n[child] ? n[replacement] : $0 }
                #expect(forest.children(n[0]) == expected, "\(child) by \(replacement)")
                #expect(forest.store[n[child]].parent == -1)
            }
        }
    }

    @Test func cyclesAreRefusedAndNothingChanges() throws {
        var forest = Forest()
        let n = forest.nodes(4)
        var discarded = Discarded()
        try forest.add([n[1]], to: n[0])
        try forest.add([n[2]], to: n[1])
        try forest.add([n[3]], to: n[2])
        #expect(code { try forest.store.add(n[0], to: n[3], &discarded) } == .cycle)
        #expect(code { try forest.store.add(n[1], to: n[1], &discarded) } == .cycle)
        #expect(code { try forest.store.insert(n[1], into: n[2], at: 0, &discarded) } == .cycle)
        #expect(forest.children(n[2]) == [n[3]])
    }

    @Test func movingToAnotherParent() throws {
        var forest = Forest()
        let n = forest.nodes(3)
        try forest.add([n[2]], to: n[0])
        try forest.add([n[2]], to: n[1])
        #expect(forest.children(n[0]) == [])
        #expect(forest.children(n[1]) == [n[2]])
        #expect(forest.store[n[2]].parent == n[1])
    }

    /// A parent keeps its children; deep trees go without deep recursion.
    @Test func aTreeGoesWithItsRoot() throws {
        var forest = Forest()
        var discarded = Discarded()
        let root = forest.node()
        var parent = root
        for _ in 0..<50_000 {
            let child = forest.node()
            try forest.store.add(child, to: parent, &discarded)
            #expect(forest.store.release(child, &discarded))
            parent = child
        }
        #expect(forest.store.count == 50_001)
        #expect(forest.store.release(root, &discarded))
        #expect(forest.store.count == 0)
    }

    @Test func aReleasedPlaceGetsANewGeneration() {
        var forest = Forest()
        var discarded = Discarded()
        let id = forest.store.create(isText: false, content: nil)!
        #expect(forest.store.release(id.index, &discarded))
        let next = forest.store.create(isText: false, content: nil)!
        #expect(next.index == id.index)
        #expect(forest.store.find(id) == nil)
        #expect(forest.store.find(next) == next.index)
    }

    @Test func theHostCannotReleaseWhatAParentHolds() throws {
        var forest = Forest()
        var discarded = Discarded()
        let n = forest.nodes(2)
        try forest.add([n[1]], to: n[0])
        #expect(forest.store.release(n[1], &discarded))
        #expect(!forest.store.release(n[1], &discarded))
        #expect(forest.children(n[0]) == [n[1]])
    }
}

/// The code of the error that `body` throws, nil when it throws none.
func code(_ body: () throws -> Void) -> LaminaError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? LaminaError)?.code
    }
}
