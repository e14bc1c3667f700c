import Glibc
import LaminaList

// The pure parts of lists on long ones: prints one JSON line for each figure. Times are CPU time of the thread, the
// best of some rounds.

func nanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// With three digits behind the point.
func text(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
}

func report(_ name: String, _ value: Double, _ unit: String, goal: Double? = nil) {
    let met = goal.map { value <= $0 ? "true" : "false" } ?? "null"
    print(
        "{\"name\":\"lists/\(name)\",\"value\":\(text(value)),\"unit\":\"\(unit)\",\"baseline\":null,\"ratio\":null,"
            + "\"goal\":\(goal.map(text) ?? "null"),\"met\":\(met)}")
}

/// Milliseconds of the best round.
func milliseconds(rounds: Int = 9, _ work: () -> Void) -> Double {
    (0..<rounds).map { _ in
        let begin = nanoseconds()
        work()
        return (nanoseconds() - begin) / 1e6
    }.min() ?? 0
}

/// The same numbers on every machine.
struct Random {
    var state: UInt64 = 1

    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}

/// 100,000 rows; 10,000 of them deleted, 10,000 inserted, 2,000 moved.
func diffs() {
    let count = 100_000
    var random = Random()
    let old = (1...count).map { Row(identity: UInt64($0) &* 0x9E37_79B9_7F4A_7C15) }
    var new = old
    for _ in 0..<10_000 { new.remove(at: random.next(below: new.count)) }
    for _ in 0..<2_000 {
        let row = new.remove(at: random.next(below: new.count))
        new.insert(row, at: random.next(below: new.count + 1))
    }
    for index in 0..<10_000 { new.insert(Row(identity: UInt64(index)), at: random.next(below: new.count + 1)) }
    var diff = Diff(old: [], new: [])
    report("diff_100000", milliseconds { diff = Diff(old: old, new: new) }, "ms", goal: 20)
    report("diff_100000_moves", Double(diff.moves.count), "moves", goal: 2_000)
    let more = (0..<10).map { Row(identity: UInt64($0)) } + old
    report("diff_100000_10_more_at_the_top", milliseconds { diff = Diff(old: old, new: more) }, "ms")
    precondition(diff.inserts == Array(0..<10) && diff.moves.isEmpty)
    let same = old.map { $0 }
    report("diff_100000_unchanged", milliseconds { diff = Diff(old: old, new: same) }, "ms", goal: 0.1)
    precondition(diff.isEmpty)
}

func extents() {
    let count = 1_000_000
    let kinds = [UInt16](repeating: 0, count: count)
    var extents = Extents()
    let open = milliseconds(rounds: 3) {
        extents = Extents()
        extents.insert(kinds: kinds, at: 0)
    }
    report("extents_open_1000000", open, "ms", goal: 5)
    var random = Random()
    let rows = (0..<1_000).map { _ in random.next(below: count) }
    var sum = 0.0
    report("extents_1000_tops_us", 1e3 * milliseconds { for row in rows { sum += extents.top(row) } }, "us")
    report(
        "extents_1000_rows_at_offsets_us",
        1e3 * milliseconds { for row in rows { sum += Double(extents.row(at: Double(row) * 40) ?? 0) } }, "us")
    report(
        "extents_1000_measured_us",
        1e3 * milliseconds { for row in rows { extents.measure(row, Double(40 + row % 100)) } }, "us")
    report(
        "extents_1000_inserts_us",
        1e3 * milliseconds { for row in rows { extents.insert(.measured(50), at: row) } }, "us")
    precondition(sum > 0)
    var scroll = AnchoredScroll(extents: extents, view: 800)
    report("jump_to_the_end_us", 1e3 * milliseconds { scroll.scrollToEnd() }, "us")
}

diffs()
extents()
