import Glibc
import LaminaGeometry
import LaminaLayout

// Lays out the trees of known checksums and prints one JSON line for each: flex-bench [css|yoga] [RUNS] [TREE…]. Times are CPU time of the thread.

func nanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func median(_ values: [Double]) -> Double { values.isEmpty ? .nan : values.sorted()[values.count / 2] }

/// `unit` with three digits behind the point.
func text(_ value: Double, _ unit: Double = 1) -> String {
    let scaled = (value / unit * 1000).rounded() / 1000
    return scaled == scaled.rounded() && abs(scaled) < 1e15 ? String(Int(scaled)) : String(scaled)
}

struct Figures {
    var build: [Double] = []
    var styles: [Double] = []
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
    var line = ""
    for _ in 0..<runs {
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
        let count = Double(b.tree.count)
        let memory = b.tree.memory
        line =
            "\"nodes\": \(b.tree.count), \"first_ns_per_node\": \(text(median(figures.first), count)), "
            + "\"first_ms\": \(text(median(figures.first), 1e6)), \"build_ms\": \(text(median(figures.build), 1e6)), "
            + "\"unchanged_ns\": \(text(median(figures.unchanged))), \"leaf_us\": \(text(median(figures.leaf), 1e3)), "
            + "\"resize_ms\": \(text(median(figures.resize), 1e6)), "
            + "\"visits_per_node\": \(text(Double(statistics.visits), count)), \"measures\": \(statistics.measures), "
            + "\"leaf_visits\": \(leafStatistics.visits), \"leaf_measures\": \(leafStatistics.measures), "
            + "\"leaf_changed\": \(leafChanged), \"resize_measures\": \(b.tree.statistics.measures), "
            + "\"bytes_per_node\": \(text(Double(memory.elements), count)), "
            + "\"style_bytes_per_node\": \(text(Double(memory.styles), count)), \"checksum\": \(text(sum)), "
            + "\"checksum_ok\": \(b.checksum == 0 ? "null" : sum == b.checksum ? "true" : "false")"
    }
    print("{\"bench\": \"flex\", \"tree\": \"\(name)\", \"profile\": \"\(profile)\", \(line)}")
}

var arguments = CommandLine.arguments.dropFirst()
var profile = FlexProfile.css
if let first = arguments.first, first == "css" || first == "yoga" {
    profile = first == "css" ? .css : .yoga
    arguments.removeFirst()
}
var runs = 5
if let first = arguments.first, let number = Int(first) {
    runs = max(1, number)
    arguments.removeFirst()
}
for name in arguments.isEmpty ? BenchTree.names : Array(arguments) { run(name, profile, runs) }
