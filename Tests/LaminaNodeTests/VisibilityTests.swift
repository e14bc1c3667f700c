import LaminaGeometry
import Testing

@testable import LaminaNode

private final class Counter: InterfaceObserver, @unchecked Sendable {  // one thread only
    var events = 0
    func interfaceState(of node: NodeID, _ event: InterfaceEvent, _ state: InterfaceState, before: InterfaceState) {}
}

/// A list of rows in a node that manages them, on a surface.
private final class List {
    var store = NodeStore(firstGeneration: 0)
    let root: Int32
    let list: Int32
    var rows: [Int32] = []
    let surface: Int32

    init(rows count: Int, height: Double = 10, ranges: Ranges? = .full) throws {
        surface = store.addSurface()
        root = Self.make(&store)
        list = Self.make(&store)
        var discarded = Discarded()
        try store.add(list, to: root, &discarded)
        store.setFrame(Rect(x: 0, y: 0, width: 100, height: 50), of: list)
        store.setRanges(ranges, of: list)
        for number in 0..<count {
            let row = Self.make(&store)
            store.setFrame(Rect(x: 0, y: Double(number) * height, width: 100, height: height), of: row)
            try store.add(row, to: list, &discarded)
            rows.append(row)
        }
        store.setRoot(root, of: surface, &discarded)
    }

    private static func make(_ store: inout NodeStore) -> Int32 {
        store.create(isText: false, content: nil)?.index ?? -1
    }

    func make() -> Int32 { Self.make(&store) }
    func state(_ node: Int32) -> InterfaceState { store.interfaceState(of: node) }
    func screens(_ row: Int) -> Double { store.screensAway(rows[row]) }
    var visits: Int { store.managed.visits }
    var managesNothing: Bool { store.managed.isEmpty }

    func scroll(to y: Double, x: Double = 0) {
        var discarded = Discarded()
        store.setBoundsOrigin(Point(x: x, y: y), of: list, &discarded)
    }

    /// Presents another bounds origin than the node has; nil ends that.
    func present(_ y: Double?, x: Double = 0) {
        guard let y else { return store.clearPresented(.boundsOrigin, of: list) }
        store.setPresented(PresentedValues(boundsOrigin: Point(x: x, y: y)), of: list)
    }

    /// How many flags each row has.
    func levels() -> [Int] { rows.map { store.interfaceState(of: $0).rawValue.nonzeroBitCount } }
    func level(_ row: Int) -> Int { store.interfaceState(of: rows[row]).rawValue.nonzeroBitCount }

    /// What a walk up finds for each row, by windows worked out anew.
    func expected() -> [Int] {
        let ranges = store.ranges(of: list)
        return rows.map { row in
            guard let ranges else { return 4 }
            let frame = store[row].frame
            let viewport = store.managed.viewport(of: list)
            #expect(viewport?.rect.origin == store.presentedBoundsOrigin(of: list))
            let windows = viewport?.windows(ranges) ?? []
            return windows.firstIndex { $0.overlaps(frame) }.map { 4 - $0 } ?? 0
        }
    }
}

@Suite struct VisibilityTests {
    @Test func statesGoByTheDistance() throws {
        let list = try List(rows: 40)
        // 5 rows a screenful: 5 seen, 5 ahead displayed, 2.5 screenfuls preloaded and measured.
        #expect(
            list.levels() == Array(repeating: 4, count: 5) + Array(repeating: 3, count: 5)
                + Array(repeating: 2, count: 8) + Array(repeating: 0, count: 22))
        list.scroll(to: 200)
        // Half a screenful behind is displayed, 1.5 preloaded, 2 measured.
        #expect(list.level(20) == 4 && list.level(24) == 4)
        #expect(list.level(17) == 3 && list.level(29) == 3)
        #expect(list.level(16) == 2 && list.level(12) == 2 && list.level(37) == 2)
        #expect(list.level(11) == 1 && list.level(10) == 1 && list.level(9) == 0 && list.level(38) == 0)
        list.scroll(to: 190)
        // Upwards, what is ahead is above.
        #expect(list.level(14) == 3 && list.level(13) == 2 && list.level(26) == 3 && list.level(27) == 2)
    }

    @Test func statesGoByWhatIsPresented() throws {
        let list = try List(rows: 40)
        list.present(200)
        #expect(list.level(20) == 4 && list.level(24) == 4 && list.level(19) == 3 && list.level(0) == 0)
        #expect(list.screens(30) == 1 && list.screens(14) == 2)
        // The model's origin waits until nothing is presented in its place.
        list.scroll(to: 300)
        #expect(list.level(20) == 4 && list.level(30) == 2)
        list.present(190)
        #expect(list.level(14) == 3 && list.level(26) == 3 && list.level(27) == 2, "upwards, what is ahead is above")
        list.present(nil)
        #expect(list.level(30) == 4 && list.levels() == list.expected())
        // A size that is presented is what clips.
        var values = PresentedValues()
        (values.fields, values.size) = (.size, Size(width: 100, height: 20))
        list.store.setPresented(values, of: list.list)
        #expect(list.level(31) == 4 && list.level(32) == 3)
        list.store.clearPresented(.all, of: list.list)
        #expect(list.level(34) == 4)
        // Ranges that come later begin with what is presented.
        list.store.setRanges(nil, of: list.list)
        list.present(0)
        list.store.setRanges(.visibleOnly, of: list.list)
        #expect(list.levels().prefix(6) == [4, 4, 4, 4, 4, 0])
    }

    @Test(arguments: [false, true]) func aThousandRowsCostWhatCrossesAnEdge(presented: Bool) throws {
        let list = try List(rows: 1000)
        func scroll(to y: Double) { if presented { list.present(y) } else { list.scroll(to: y) } }
        var observers: [Counter] = []
        for row in list.rows {
            observers.append(Counter())
            _ = list.store.addInterfaceObserver(observers[observers.count - 1], to: row)
        }
        var discarded = Discarded()
        for change in list.store.takeInterfaceChanges() { list.store.end(change, &discarded) }
        scroll(to: 0.5)
        let before = list.visits
        var notified = 0
        for step in 1...200 {
            scroll(to: Double(step))
            let changes = list.store.takeInterfaceChanges()
            notified += changes.filter { !$0.observers.isEmpty }.count
            for change in changes { list.store.end(change, &discarded) }
        }
        // 200 units are 20 rows; each crosses the edges of 7 windows, and is looked at a few times.
        let visits = list.visits - before
        #expect(notified >= 100 && notified <= 20 * 8, "\(notified)")
        #expect(visits <= 20 * 8 * 4, "\(visits)")
        #expect(list.levels() == list.expected())
        // A jump costs what is left and what is reached.
        let beforeJump = list.visits
        scroll(to: 8000)
        #expect(list.visits - beforeJump <= 250)
        #expect(list.levels() == list.expected())
        withExtendedLifetime(observers) {}
    }

    @Test func randomScrollingAgreesWithALookAtEachRow() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededNumbers(seed: seed)
        let list = try List(rows: 60)
        var discarded = Discarded()
        for round in 0..<400 {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0:
                let row = list.rows.randomElement(using: &generator) ?? list.rows[0]
                let frame = Rect(
                    x: .random(in: -150...250, using: &generator), y: .random(in: -100...700, using: &generator),
                    width: .random(in: 0...120, using: &generator), height: .random(in: 0...400, using: &generator))
                list.store.setFrame(frame, of: row)
            case 1:
                let row = list.rows.randomElement(using: &generator) ?? list.rows[0]
                list.store.retain(row)
                list.store.remove(row, &discarded)
                #expect(list.state(row) == [])
                try list.store.add(row, to: list.list, &discarded)
            case 2:
                let size = Size(
                    width: .random(in: 0...200, using: &generator), height: .random(in: 0...120, using: &generator))
                list.store.setFrame(Rect(origin: .zero, size: size), of: list.list)
            case 3:
                let modes: [Ranges] = [.full, .minimum, .visibleOnly, .lowMemory]
                list.store.setRanges(modes.randomElement(using: &generator), of: list.list)
            case 4:
                list.present(nil)
            case 5, 6:
                list.present(
                    .random(in: -100...700, using: &generator), x: .random(in: -100...100, using: &generator))
            default:
                list.scroll(
                    to: .random(in: -100...700, using: &generator), x: .random(in: -100...100, using: &generator))
            }
            #expect(list.levels() == list.expected(), "seed \(seed), round \(round)")
        }
    }

    @Test func subtreesFollowAndKeepWhatIsHidden() throws {
        let list = try List(rows: 20)
        let below = list.make()
        let deep = list.make()
        var discarded = Discarded()
        try list.store.add(below, to: list.rows[0], &discarded)
        try list.store.add(deep, to: below, &discarded)
        #expect(list.state(deep) == .all)
        list.store.set(.hidden, to: true, of: below)
        #expect(list.state(deep) == [.measured, .preload, .display])
        list.scroll(to: 60)
        #expect(list.state(deep) == [.measured, .preload])
        list.store.set(.hidden, to: false, of: below)
        list.scroll(to: 0)
        #expect(list.state(deep) == .all)
        // In a list that is not visible all is one step farther.
        list.store.set(.hidden, to: true, of: list.root)
        #expect(list.levels().prefix(10) == [3, 3, 3, 3, 3, 2, 2, 2, 1, 1], "upwards")
        list.store.setRanges(.lowMemory, of: list.list)
        #expect(list.levels().prefix(6) == [2, 2, 2, 2, 2, 0])
        list.store.set(.hidden, to: false, of: list.root)
        list.store.setRoot(-1, of: list.surface, &discarded)
        #expect(list.levels().allSatisfy { $0 == 0 })
        list.store.setRoot(list.root, of: list.surface, &discarded)
        #expect(list.levels().prefix(6) == [4, 4, 4, 4, 4, 0])
        list.store.setRanges(nil, of: list.list)
        #expect(list.levels().allSatisfy { $0 == 4 })
    }

    @Test func aLimitHoldsForTheNodeAndAllBelow() throws {
        let list = try List(rows: 2, ranges: nil)
        let cell = list.make()
        let below = list.make()
        var discarded = Discarded()
        try list.store.add(below, to: cell, &discarded)
        // Off surfaces it may be loaded.
        list.store.setInterfaceLimit(.all, of: cell)
        #expect(list.state(below) == [.measured, .preload])
        try list.store.add(cell, to: list.list, &discarded)
        #expect(list.state(below) == .all)
        list.store.setInterfaceLimit([.measured, .preload, .display], of: cell)
        #expect(list.state(below) == [.measured, .preload, .display])
        list.store.set(.hidden, to: true, of: list.list)
        #expect(list.state(below) == [.measured, .preload])
        list.store.set(.hidden, to: false, of: list.list)
        // It stands above what the ranges of the parent say.
        list.store.setRanges(.visibleOnly, of: list.list)
        #expect(list.state(below) == [.measured, .preload, .display])
        list.store.setInterfaceLimit(nil, of: cell)
        #expect(list.state(below) == [], "without a size it is nowhere")
        list.store.remove(cell, &discarded)
        list.store.setInterfaceLimit([], of: cell)
        #expect(list.state(below) == [])
        _ = list.store.release(cell, &discarded)
        #expect(list.state(below) == [])
        #expect(!list.managesNothing)
        list.store.setRanges(nil, of: list.list)
        #expect(list.managesNothing, "what ends leaves nothing behind")
    }

    @Test func distancesAreInScreenfuls() throws {
        let list = try List(rows: 40)
        #expect(list.screens(0) == 0)
        #expect(list.screens(10) == 1)
        list.scroll(to: 200)
        #expect(list.screens(30) == 1)
        #expect(list.screens(14) == 2, "behind counts double")
        list.scroll(to: 190)
        #expect(list.screens(29) == 2)
    }
}
