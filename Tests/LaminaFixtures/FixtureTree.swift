import LaminaGeometry
import LaminaLayout

/// An element tree built from a fixture, with the fixture's name of every element.
struct FixtureTree {
    var tree = ElementTree()
    var ids: [String] = []
    var measurer = FixtureMeasurer()

    /// What becomes of each spec.
    private let change: (Spec) -> Spec

    /// Leaves whose ranges a case asks for are measured by the test even if they have no content.
    init(
        _ root: JSON, recording recorded: Set<String> = [], isRightToLeft: Bool = false,
        change: @escaping (Spec) -> Spec = { $0 }
    ) throws {
        self.change = change
        tree.isRightToLeft = isRightToLeft
        try add(root, recorded)
    }

    /// Frames under the names of their elements.
    func named(_ frames: [Rect]) -> [String: Rect] {
        Dictionary(zip(ids, frames), uniquingKeysWith: { first, _ in first })
    }

    private mutating func add(_ element: JSON, _ recorded: Set<String>) throws {
        let id = element["id"].string ?? ""
        let style = try ElementStyle(element["style"])
        let index: Int32
        if element["type"].string == "node" {
            let leaf = FixtureLeaf(element)
            if leaf.hasContent || recorded.contains(id) {
                index = tree.addLeaf(style: style, identifier: Int32(measurer.leaves.count))
                measurer.leaves.append(leaf)
            } else {
                index = tree.addPlainNode(style: style, identifier: -1)
            }
            ids.append(id)
        } else {
            index = tree.beginSpec(change(try Spec(element)), style: style)
            ids.append(id)
            for child in element["children"].array { try add(child, recorded) }
            tree.end()
        }
        precondition(Int(index) < ids.count && ids[Int(index)] == id)
    }
}

/// The content of one leaf of a fixture.
struct FixtureLeaf {
    let id: String
    let intrinsic: Size?
    /// Text-like: the first row whose width fits gives the size.
    let rows: [(atLeast: Double, size: Size)]
    var ranges: [SizeRange] = []

    var hasContent: Bool { intrinsic != nil || !rows.isEmpty }

    init(_ element: JSON) {
        id = element["id"].string ?? ""
        intrinsic = try? element["intrinsic"].size()
        rows = element["intrinsic_by_width"].array.compactMap { row in
            guard let atLeast = row["at_least"].number, let size = try? row["size"].size() else { return nil }
            return (atLeast, size)
        }
    }

    func size(in range: SizeRange) -> Size {
        if let intrinsic { return intrinsic }
        guard let row = rows.first(where: { $0.atLeast <= range.max.width }) else {
            return range.max.width < 1e7 && range.max.height < 1e7 ? range.max : .zero
        }
        return Size(width: min(row.size.width, range.max.width), height: min(row.size.height, range.max.height))
    }
}

struct FixtureMeasurer: LeafMeasurer {
    var leaves: [FixtureLeaf] = []

    mutating func measure(leaf identifier: Int32, range: SizeRange, parentSize: Size) -> LayoutMeasurement {
        leaves[Int(identifier)].ranges.append(range)
        return LayoutMeasurement(size: leaves[Int(identifier)].size(in: range))
    }
}

extension ElementStyle {
    init(_ json: JSON) throws {
        self.init()
        if json["preferred_size"].exists {
            let size = try json["preferred_size"].size()
            width = .points(size.width)
            height = .points(size.height)
        }
        if json["width"].exists { width = try json["width"].dimension() }
        if json["height"].exists { height = try json["height"].dimension() }
        minWidth = try json["min_width"].dimension()
        maxWidth = try json["max_width"].dimension()
        minHeight = try json["min_height"].dimension()
        maxHeight = try json["max_height"].dimension()
        spacingBefore = json["spacing_before"].number ?? 0
        spacingAfter = json["spacing_after"].number ?? 0
        flexGrow = json["flex_grow"].number ?? 0
        flexShrink = json["flex_shrink"].number ?? 0
        flexBasis = try json["flex_basis"].dimension()
        alignSelf = try json["align_self"].word(
            ["auto": .auto, "start": .start, "end": .end, "center": .center, "stretch": .stretch], default: .auto)
        ascender = json["ascender"].number ?? 0
        descender = json["descender"].number ?? 0
        let position = json["layout_position"].numbers
        if position.count == 2 { layoutPosition = Point(x: position[0], y: position[1]) }
    }
}

extension Spec {
    init(_ json: JSON) throws {
        switch json["type"].string {
        case "wrapper": self = .wrapper
        case "overlay": self = .overlay
        case "background": self = .background
        case "stack": self = .stack(try StackSpec(json))
        case "ratio": self = .ratio(RatioSpec(json["ratio"].number ?? .nan))
        case "inset":
            let edges = json["insets"].numbers
            self = .inset(InsetSpec(EdgeInsets(top: edges[0], left: edges[1], bottom: edges[2], right: edges[3])))
        case "center":
            self = .center(
                CenterSpec(
                    centering: try json["centering"].word(
                        ["none": .none, "x": .x, "y": .y, "xy": .xy], default: .none),
                    sizing: try MinimumSizing(json["sizing"])))
        case "relative":
            let words: [String: RelativePosition] = ["none": .none, "start": .start, "center": .center, "end": .end]
            self = .relative(
                RelativeSpec(
                    horizontal: try json["horizontal_position"].word(words, default: .none),
                    vertical: try json["vertical_position"].word(words, default: .none),
                    sizing: try MinimumSizing(json["sizing"])))
        case "absolute":
            self = .absolute(
                AbsoluteSpec(
                    try json["sizing"].word(["default": .default, "size_to_fit": .fit], default: .default)))
        case "corner":
            let offset = json["offset"].numbers
            self = .corner(
                CornerSpec(
                    location: try json["location"].word(
                        [
                            "top_left": .topLeft, "top_right": .topRight, "bottom_left": .bottomLeft,
                            "bottom_right": .bottomRight,
                        ], default: .topLeft),
                    offset: offset.count == 2 ? Point(x: offset[0], y: offset[1]) : .zero,
                    wrapsCorner: json["wraps_corner"].bool ?? false))
        default: throw JSON.Missing(description: "unknown type: \(String(describing: json["type"].raw))")
        }
    }
}

extension MinimumSizing {
    init(_ json: JSON) throws {
        self = try json.word(
            [
                "default": .default, "minimum_x": .minX, "minimum_y": .minY, "minimum_xy": .minXY,
                "minimum_width": .minX, "minimum_height": .minY, "minimum_size": .minXY,
            ], default: .default)
    }
}

extension StackSpec {
    init(_ json: JSON) throws {
        self.init()
        try apply(json)
    }

    /// Sets the properties that `json` names, and leaves the others.
    mutating func apply(_ json: JSON) throws {
        direction = try json["direction"].word(["horizontal": .horizontal, "vertical": .vertical], default: direction)
        spacing = json["spacing"].number ?? spacing
        justify = try json["justify"].word(Self.justifyWords, default: justify)
        alignItems = try json["align_items"].word(Self.alignWords, default: alignItems)
        wraps = json["wrap"].bool ?? wraps
        alignContent = try json["align_content"].word(
            [
                "start": .start, "center": .center, "end": .end, "space_between": .spaceBetween,
                "space_around": .spaceAround, "stretch": .stretch,
            ], default: alignContent)
        lineSpacing = json["line_spacing"].number ?? lineSpacing
        horizontalAlignment = try json["horizontal_alignment"].word(
            ["none": .none, "left": .left, "middle": .center, "right": .right], default: horizontalAlignment)
        verticalAlignment = try json["vertical_alignment"].word(
            ["none": .none, "top": .top, "center": .center, "bottom": .bottom], default: verticalAlignment)
    }

    static let justifyWords: [String: Justify] = [
        "start": .start, "center": .center, "end": .end, "space_between": .spaceBetween, "space_around": .spaceAround,
    ]

    static let alignWords: [String: AlignItems] = [
        "start": .start, "end": .end, "center": .center, "stretch": .stretch, "baseline_first": .baselineFirst,
        "baseline_last": .baselineLast,
    ]
}
