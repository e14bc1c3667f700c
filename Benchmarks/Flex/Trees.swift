import LaminaGeometry
import LaminaLayout

/// A tree to measure, with the change that is made to it and what its layout must add up to.
struct BenchTree: ~Copyable {
    let name: String
    var tree: FlexTree
    var root: Int32 = 0
    var changedLeaf: Int32 = 0
    /// Σ left + 2 top + 3 width + 5 height over all elements, rounded; 0 if it is not known.
    var checksum = 0.0
    var measurer = BenchTexts()
    var width = FlexSpace.maxContent
    /// The width that the root is changed to.
    var otherWidth = 3000.0

    init(_ name: String, profile: FlexProfile) {
        self.name = name
        tree = FlexTree(profile: profile)
    }

    /// A style with the words and numbers of CSS that the trees use. Directions are always set, so that both profiles
    /// give the same trees.
    static func style(
        _ direction: FlexDirection = .row, grow: Double? = nil, shrink: Double? = 1, padding: Double? = nil,
        margin: Double? = nil, width: FlexLength = .undefined, height: FlexLength = .undefined
    ) -> FlexStyle {
        var style = FlexStyle()
        style.setKeyword(.flexDirection, direction.rawValue)
        style.setKeyword(.alignContent, FlexAlignment.stretch.rawValue)
        style.setLength(.width, width)
        style.setLength(.height, height)
        if let grow { style.setNumber(.flexGrow, grow) }
        if let shrink { style.setNumber(.flexShrink, shrink) }
        if let padding { style.setLength(.padding, .points(padding)) }
        if let margin { style.setLength(.margin, .points(margin)) }
        return style
    }

    static func box(_ width: Double, _ height: Double) -> FlexStyle {
        style(width: .points(width), height: .points(height))
    }

    @discardableResult
    mutating func add(_ style: FlexStyle, to parent: Int32?) -> Int32 {
        let element = tree.add(style)
        if let parent { tree.append(element, to: parent) } else { root = element }
        return element
    }

    static let names = [
        "wide", "deep", "deep:10", "nested", "nested_alt", "nested_auto", "huge_wide", "huge_deep_auto",
        "huge_nested10", "super_deep_50", "super_deep_100", "feed",
    ]

    static func build(_ name: String, _ profile: FlexProfile) -> BenchTree {
        let parts = name.split(separator: ":")
        let size = parts.count > 1 ? Int(parts[1]) : nil
        switch parts[0] {
        case "wide": return wide(name, profile, cells: size ?? 10_000)
        case "deep": return deep(name, profile, levels: size ?? 14)
        case "nested": return nested(name, profile, size ?? 500, alternates: false, auto: false)
        case "nested_alt": return nested(name, profile, size ?? 500, alternates: true, auto: false)
        case "nested_auto": return nested(name, profile, size ?? 500, alternates: true, auto: true)
        case "huge_wide": return hugeWide(name, profile, atLeast: size ?? 100_000)
        case "huge_deep_auto": return hugeDeep(name, profile, maximum: size ?? 100_000, branches: 2)
        case "huge_nested10": return hugeDeep(name, profile, maximum: size ?? 100_000, branches: 10)
        case "super_deep_50": return superDeep(name, profile, 50)
        case "super_deep_100": return superDeep(name, profile, 100)
        case "super_deep": return superDeep(name, profile, size ?? 1000)
        default: return feed(name, profile, cells: size ?? 1000)
        }
    }

    private static func wide(_ name: String, _ profile: FlexProfile, cells: Int) -> BenchTree {
        var b = BenchTree(name, profile: profile)
        b.checksum = cells == 10_000 ? 2_053_905_000 : 0
        b.add(style(width: .points(400_000), height: .points(1000)), to: nil)
        for _ in 0..<cells {
            let cell = b.add(style(grow: 1), to: b.root)
            b.add(box(10, 10), to: cell)
            b.changedLeaf = b.add(box(10, 10), to: cell)
        }
        return b
    }

    private static func deep(_ name: String, _ profile: FlexProfile, levels: Int) -> BenchTree {
        var b = BenchTree(name, profile: profile)
        b.checksum = levels == 14 ? 8_377_143 : levels == 10 ? 1_948_951 : 0
        func add(_ level: Int, _ parent: Int32?, _ b: inout BenchTree) {
            if level == levels - 1 {
                b.changedLeaf = b.add(box(10, 10), to: parent)
                return
            }
            let side = FlexLength.points(4000)
            let element = b.add(
                style(
                    level % 2 == 0 ? .row : .column, grow: 1, padding: 1, width: level == 0 ? side : .undefined,
                    height: level == 0 ? side : .undefined), to: parent)
            for _ in 0..<2 { add(level + 1, element, &b) }
        }
        add(0, nil, &b)
        return b
    }

    private static func nested(
        _ name: String, _ profile: FlexProfile, _ count: Int, alternates: Bool, auto: Bool
    ) -> BenchTree {
        var b = BenchTree(name, profile: profile)
        b.checksum = count == 500 ? (auto ? 2_037_497 : 5_997_561) : 0
        var parent: Int32?
        for level in 0..<(count - 1) {
            let side = level == 0 && !auto ? FlexLength.points(2000) : .undefined
            parent = b.add(
                style(
                    alternates && level % 2 == 1 ? .row : .column, grow: auto ? nil : 1, padding: 1, width: side,
                    height: side), to: parent)
        }
        b.changedLeaf = b.add(box(10, 10), to: parent)
        return b
    }

    private static func hugeWide(_ name: String, _ profile: FlexProfile, atLeast: Int) -> BenchTree {
        var b = BenchTree(name, profile: profile)
        var random = SplitMix(state: 12345)
        b.add(style(), to: nil)
        var count = 0
        while count < atLeast {
            let leaves = 1 + Int(random.next() % 4)
            var sizes: [(FlexLength, FlexLength)] = []
            for _ in 0...leaves { sizes.append((random.length(), random.length())) }
            let cell = b.add(style(width: sizes[leaves].0, height: sizes[leaves].1), to: b.root)
            for leaf in 0..<leaves {
                b.changedLeaf = b.add(style(width: sizes[leaf].0, height: sizes[leaf].1), to: cell)
            }
            count += leaves + 1
        }
        return b
    }

    private static func hugeDeep(
        _ name: String, _ profile: FlexProfile, maximum: Int, branches: Int
    ) -> BenchTree {
        var b = BenchTree(name, profile: profile)
        let isAuto = branches == 2
        b.checksum = maximum == 100_000 ? (isAuto ? 116_652_360 : 4_558_750) : 0
        let one =
            isAuto ? style(grow: 1, margin: 10) : style(grow: 1, width: .points(10), height: .points(10))
        func add(_ maximum: Int, _ parent: Int32, _ b: inout BenchTree) {
            if maximum <= branches {
                for _ in 0..<maximum { b.changedLeaf = b.add(one, to: parent) }
                return
            }
            for _ in 0..<branches {
                let element = b.add(one, to: parent)
                add((maximum - branches) / branches, element, &b)
            }
        }
        b.add(style(), to: nil)
        add(maximum, b.root, &b)
        return b
    }

    private static func superDeep(_ name: String, _ profile: FlexProfile, _ depth: Int) -> BenchTree {
        var b = BenchTree(name, profile: profile)
        b.checksum = depth == 50 ? 756_500 : depth == 100 ? 3_013_000 : 0
        let one = style(grow: 1, margin: 10)
        b.add(style(), to: nil)
        var parent = b.root
        for _ in 0..<depth {
            let container = b.add(one, to: parent)
            for _ in 0..<2 { b.changedLeaf = b.add(one, to: parent) }
            parent = container
        }
        return b
    }
}

/// The generator of the sizes of `huge_wide`.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func fraction() -> Double { Double(next() >> 40) / 16_777_216 }

    mutating func length() -> FlexLength {
        let kind = fraction()
        if kind < 0.2 { return .auto }
        if kind < 0.8 { return .points(fraction() * 500) }
        return .percent(fraction() * 100)
    }
}
