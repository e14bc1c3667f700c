import Glibc
import LaminaGeometry
import LaminaLayout

// Lays out trees whose results are known and prints one JSON line for each figure: flex-bench [css|yoga] [RUNS]
// [TREE…]. Times are CPU time of the thread, the best of all runs.

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

func report(_ name: String, _ value: Double, _ unit: String, goal: Double? = nil, met: Bool? = nil) {
    let goalText = goal.map(text) ?? "null"
    let isMet = met ?? goal.map { value <= $0 }
    print(
        "{\"name\":\"flex/\(name)\",\"value\":\(text(value)),\"unit\":\"\(unit)\",\"baseline\":null,\"ratio\":null,"
            + "\"goal\":\(goalText),\"met\":\(isMet.map { $0 ? "true" : "false" } ?? "null")}")
}

/// Milliseconds that the first layout may take.
let goals: [String: Double] = [
    "wide": 12, "deep": 12, "nested": 0.25, "nested_alt": 0.25, "huge_wide": 50, "huge_deep_auto": 80,
    "huge_nested10": 30, "super_deep_50": 0.15, "super_deep_100": 0.3, "feed": 15,
]

/// Microseconds that a layout after the change of one leaf may take.
let leafGoals: [String: Double] = ["wide": 500, "feed": 100]

struct Figures {
    var build: [Double] = []
    var first: [Double] = []
    var unchanged: [Double] = []
    var leaf: [Double] = []
    var resize: [Double] = []
}

extension BenchTree {
    mutating func layout() {
        tree.layout(root, width: width, height: .maxContent, measurer: &measurer)
    }

    func sum() -> Double {
        func add(_ element: Int32, _ origin: Point) -> Double {
            let frame = tree.roundedFrame(element, parentOrigin: origin, scale: 1)
            var total = frame.minX + 2 * frame.minY + 3 * frame.size.width + 5 * frame.size.height
            let own = origin + tree.frame(element).origin
            var child = tree.firstChild(element)
            while let present = child {
                total += add(present, own)
                child = tree.nextSibling(present)
            }
            return total
        }
        return add(root, .zero)
    }

    /// Changes the leaf as the case says: a text's length, or a width.
    mutating func changeLeaf(_ step: Int) {
        if tree.isMeasured(changedLeaf) {
            measurer.lengths[Int(tree.identifier(changedLeaf))] = step % 2 == 0 ? 100 : 60
            tree.markDirty(changedLeaf)
        } else {
            var style = tree.style(changedLeaf)
            style.setLength(.width, .points(step % 2 == 0 ? 11 : 10))
            tree.setStyle(changedLeaf, style)
        }
    }

    mutating func changeWidth() {
        var style = tree.style(root)
        style.setLength(.width, .points(otherWidth))
        tree.setStyle(root, style)
    }
}

func run(_ name: String, _ profile: FlexProfile, _ runs: Int) {
    var figures = Figures()
    for run in 0..<runs {
        let begin = nanoseconds()
        var b = BenchTree.build(name, profile)
        let built = nanoseconds()
        b.layout()
        let done = nanoseconds()
        figures.build.append(built - begin)
        figures.first.append(done - built)
        let statistics = b.tree.statistics
        let sum = b.sum()
        let idle = nanoseconds()
        for _ in 0..<1000 { b.layout() }
        figures.unchanged.append((nanoseconds() - idle) / 1000)
        for step in 0..<9 {
            let start = nanoseconds()
            b.changeLeaf(step)
            b.layout()
            figures.leaf.append(nanoseconds() - start)
        }
        let leafStatistics = b.tree.statistics
        let leafChanged = b.tree.changed.count
        let start = nanoseconds()
        b.changeWidth()
        b.layout()
        figures.resize.append(nanoseconds() - start)
        if run < runs - 1 { continue }
        let tree = "\(name)/\(profile)"
        let count = Double(b.tree.count)
        func best(_ values: [Double]) -> Double { values.min() ?? .nan }
        report("\(tree)/first", best(figures.first) / 1e6, "ms", goal: goals[name])
        report("\(tree)/first_per_node", best(figures.first) / count, "ns")
        report("\(tree)/build_per_node", best(figures.build) / count, "ns")
        report("\(tree)/unchanged", best(figures.unchanged), "ns", goal: 40)
        report("\(tree)/leaf_changed", best(figures.leaf) / 1e3, "us", goal: leafGoals[name])
        report("\(tree)/width_changed", best(figures.resize) / 1e6, "ms", goal: name == "feed" ? 15 : nil)
        report("\(tree)/visits_per_node", Double(statistics.visits) / count, "visits")
        report("\(tree)/measures", Double(statistics.measures), "calls", goal: name == "feed" ? 7000 : nil)
        report("\(tree)/leaf_changed_visits", Double(leafStatistics.visits), "visits")
        report("\(tree)/leaf_changed_measures", Double(leafStatistics.measures), "calls")
        report("\(tree)/leaf_changed_frames", Double(leafChanged), "frames")
        report("\(tree)/memory_per_node", Double(b.tree.memory.elements) / count, "bytes")
        report("\(tree)/style_memory_per_node", Double(b.tree.memory.styles) / count, "bytes")
        let isKnown = b.checksum != 0 && !(name == "huge_nested10" && profile == .css)
        report("\(tree)/checksum", sum, "units", met: isKnown ? sum == b.checksum : nil)
    }
}

/// Setting one property of a style that nobody else holds, and making a style of four.
func runStyles() {
    let count = 1_000_000
    var style = FlexStyle()
    style.setLength(.margin, .points(1))
    style.setLength(.width, .points(0))
    var begin = nanoseconds()
    for index in 0..<count { style.setLength(.width, .points(Double(index))) }
    report("style/set_length", (nanoseconds() - begin) / Double(count), "ns", goal: 5)
    begin = nanoseconds()
    for index in 0..<count { style.setKeyword(.flexDirection, UInt8(truncatingIfNeeded: index & 3)) }
    report("style/set_keyword", (nanoseconds() - begin) / Double(count), "ns", goal: 5)
    var styles: [FlexStyle] = []
    styles.reserveCapacity(count)
    begin = nanoseconds()
    for index in 0..<count { styles.append(BenchTree.style(.column, padding: Double(index), width: .points(4))) }
    report("style/make", (nanoseconds() - begin) / Double(count), "ns")
    var equal = 0
    begin = nanoseconds()
    for index in 1..<count where styles[index] == styles[index - 1] { equal += 1 }
    report("style/compare", (nanoseconds() - begin) / Double(count), "ns")
    if equal > 0 { print("styles that differ are equal") }
}

var arguments = CommandLine.arguments.dropFirst()
var profiles: [FlexProfile] = [.css, .yoga]
if let first = arguments.first, first == "css" || first == "yoga" {
    profiles = [first == "css" ? .css : .yoga]
    arguments.removeFirst()
}
var runs = 5
if let first = arguments.first, let number = Int(first) {
    runs = max(1, number)
    arguments.removeFirst()
}
if arguments.isEmpty { runStyles() }
for profile in profiles {
    for name in arguments.isEmpty ? BenchTree.names : Array(arguments) { run(name, profile, runs) }
}
