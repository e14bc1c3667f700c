import LaminaGeometry
import LaminaLayout

/// Texts of which only the number of characters is known: 7 wide, 16 high, broken anywhere.
struct BenchTexts: FlexMeasurer {
    var lengths: [Double] = []

    mutating func measure(_ identifier: Int32, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement {
        let length = lengths[Int(identifier)]
        let full = 7 * length
        let room: Double =
            switch width {
            case .exactly(let value), .atMost(let value): value
            case .maxContent: .infinity
            // A word of seven characters.
            case .minContent: 49
            }
        var size = Size(width: full, height: 16)
        if full > room {
            let perLine = max(1, (room / 7).rounded(.down))
            size = Size(width: 7 * perLine, height: 16 * (length / perLine).rounded(.up))
        }
        if case .exactly(let value) = width { size.width = value }
        if case .exactly(let value) = height { size.height = value }
        return LayoutMeasurement(size: size)
    }
}

extension BenchTree {
    static func feed(_ name: String, _ profile: FlexProfile, cells: Int) -> BenchTree {
        var b = BenchTree(name, profile: profile)
        b.checksum = cells == 1000 ? 404_687_641 : 0
        b.otherWidth = 414
        b.add(style(.column, width: .points(375)), to: nil)
        for index in 0..<cells { b.addCell(index, of: cells) }
        return b
    }

    private mutating func addCell(_ index: Int, of cells: Int) {
        var column = Self.style(.column, padding: 12)
        column.setLength(.marginBottom, .points(8))
        let cell = add(column, to: root)
        addHeader(index, of: cells, to: cell)
        addPicture(to: cell)
        addActions(to: cell)
        var line = Self.style(height: .points(1))
        line.setLength(.marginTop, .points(8))
        add(line, to: cell)
    }

    private mutating func addHeader(_ index: Int, of cells: Int, to cell: Int32) {
        let header = add(Self.style(), to: cell)
        var avatar = Self.box(48, 48)
        avatar.setLength(.marginRight, .points(12))
        add(avatar, to: header)
        var words = Self.style(.column, grow: 1)
        words.setLength(.flexBasis, .points(0))
        let texts = add(words, to: header)
        for length in [24, 120, 40 + 7 * index % 80] {
            let text = addText(length, to: texts)
            if index == cells / 2 { changedLeaf = text }
        }
    }

    private mutating func addPicture(to cell: Int32) {
        var column = Self.style(.column)
        column.setLength(.marginTop, .points(8))
        let wrap = add(column, to: cell)
        var image = Self.style(width: .percent(100))
        image.setNumber(.aspectRatio, 16.0 / 9)
        add(image, to: wrap)
        var badge = Self.box(40, 20)
        badge.setKeyword(.positionType, FlexPositionType.absolute.rawValue)
        badge.setLength(.insetRight, .points(8))
        badge.setLength(.insetBottom, .points(8))
        add(badge, to: wrap)
    }

    private mutating func addActions(to cell: Int32) {
        var row = Self.style()
        row.setKeyword(.justifyContent, FlexAlignment.spaceBetween.rawValue)
        row.setLength(.marginTop, .points(8))
        let actions = add(row, to: cell)
        for length in [4, 7, 5, 4] {
            var style = Self.style(padding: 4)
            style.setKeyword(.alignItems, FlexAlignment.center.rawValue)
            let button = add(style, to: actions)
            var icon = Self.box(16, 16)
            icon.setLength(.marginRight, .points(4))
            add(icon, to: button)
            addText(length, to: button)
        }
    }

    @discardableResult
    private mutating func addText(_ length: Int, to parent: Int32) -> Int32 {
        let element = tree.add(Self.style(), isMeasured: true, identifier: Int32(measurer.lengths.count))
        measurer.lengths.append(Double(length))
        tree.append(element, to: parent)
        return element
    }
}
