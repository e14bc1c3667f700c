/// Boxes in boxes, drawn with characters (as in Texture).
struct BoxDrawing {
    /// A box with a title, or, when it has no border, the title alone.
    struct Box {
        let title: String
        let hasBorder: Bool
        let isRow: Bool
        let children: [Box]
        let width: Int
        let height: Int

        init(_ title: String, hasBorder: Bool, isRow: Bool = false, children: [Box] = []) {
            self.title = title
            self.hasBorder = hasBorder
            self.isRow = isRow
            self.children = children
            let gaps = isRow ? BoxDrawing.gap * max(0, children.count - 1) : 0
            var (across, down) = (gaps, 0)
            for child in children {
                across = isRow ? across + child.width : max(across, child.width)
                down = isRow ? max(down, child.height) : down + child.height
            }
            width = hasBorder ? max(across + 2 * BoxDrawing.border, title.count + 4) : title.count
            height = hasBorder ? down + 2 : 1
        }
    }

    private static let gap = 2
    /// The line at the side, and what is left free inside it.
    private static let border = 3
    /// More characters than a picture may have to be of use to anyone.
    private static let areaLimit = 250_000

    private var cells: [[Character]]

    /// The box as lines of text, nil for one that is too large to be drawn.
    static func draw(_ box: Box) -> String? {
        let (area, overflows) = box.width.multipliedReportingOverflow(by: box.height)
        if overflows || area > areaLimit { return nil }
        var drawing = BoxDrawing(width: box.width, height: box.height)
        drawing.paint(box, x: 0, y: 0, width: box.width, height: box.height)
        return drawing.cells.map { line in
            let end = (line.lastIndex { $0 != " " } ?? -1) + 1
            return String(line[..<end]) + "\n"
        }.joined()
    }

    private init(width: Int, height: Int) {
        cells = Array(repeating: Array(repeating: " ", count: width), count: height)
    }

    private mutating func paint(_ box: Box, x: Int, y: Int, width: Int, height: Int) {
        if box.hasBorder {
            for column in x..<x + width {
                cells[y][column] = "-"
                cells[y + height - 1][column] = "-"
            }
            for line in y + 1..<y + height - 1 {
                cells[line][x] = "|"
                cells[line][x + width - 1] = "|"
            }
        }
        let title = box.hasBorder ? " \(box.title) " : box.title
        for (offset, character) in title.enumerated() {
            cells[y][x + (width - title.count) / 2 + offset] = character
        }
        paintChildren(of: box, x: x, y: y, width: width)
    }

    private mutating func paintChildren(of box: Box, x: Int, y: Int, width: Int) {
        let content = box.children.reduce(0) { $0 + $1.width } + Self.gap * max(0, box.children.count - 1)
        var across = x + (box.isRow ? (width - content) / 2 : Self.border)
        var down = y + 1
        for child in box.children {
            if box.isRow {
                paint(child, x: across, y: down, width: child.width, height: child.height)
                across += child.width + Self.gap
            } else {
                let room = width - 2 * Self.border
                let isWide = child.hasBorder
                let start = isWide ? 0 : (room - child.width) / 2
                paint(child, x: across + start, y: down, width: isWide ? room : child.width, height: child.height)
                down += child.height
            }
        }
    }
}
