/// The sections of a list, as the roles of its rows say. A header begins one and a footer ends one; rows before the
/// first header, and behind a footer, stand in sections without a header.
public struct SectionTable: Equatable, Sendable {
    public struct Section: Equatable, Sendable {
        /// The row that begins it: a header, a start, or the first item.
        public var first: Int
        public var header: Int?
        public var items: Range<Int>
        public var footer: Int?

        public var rows: Range<Int> { first..<(footer.map { $0 + 1 } ?? items.upperBound) }
    }

    public private(set) var sections: [Section] = []

    /// One section of items alone.
    public init(itemCount: Int) { sections = [Section(first: 0, items: 0..<itemCount)] }

    public init(_ rows: Rows) {
        if rows.areItems {
            sections = [Section(first: 0, items: 0..<rows.count)]
            return
        }
        append(rows.array[...])
    }

    /// Rows behind all others, numbered as they are.
    mutating func append<Slice: RandomAccessCollection<Row>>(_ rows: Slice) where Slice.Index == Int {
        var isOpen = sections.last.map { $0.footer == nil } ?? false
        for (index, row) in zip(rows.indices, rows) {
            switch row.role {
            case .header, .start:
                sections.append(
                    Section(
                        first: index, header: row.role == .header ? index : nil, items: index + 1..<index + 1))
                isOpen = true
            case .item, .footer:
                if !isOpen { sections.append(Section(first: index, items: index..<index)) }
                isOpen = row.role == .item
                let last = sections.count - 1
                if isOpen {
                    sections[last].items = sections[last].items.lowerBound..<index + 1
                } else {
                    sections[last].footer = index
                }
            }
        }
    }

    /// After a change of the rows.
    public mutating func apply(_ map: IndexMap, _ rows: Rows) {
        // What is added behind all others costs what is added.
        if map.oldCount > 0, map.deleted.isEmpty, map.inserted.first.map({ $0 >= map.oldCount }) ?? true {
            append(rows[map.oldCount...])
        } else {
            self = SectionTable(rows)
        }
    }

    mutating func removeAll() { sections = [] }

    /// Headers and footers.
    public var wideRows: Set<Int> {
        var wide: Set<Int> = []
        for section in sections {
            if section.first < section.items.lowerBound { wide.insert(section.first) }
            if let footer = section.footer { wide.insert(footer) }
        }
        return wide
    }

    /// How many items each section has.
    public var counts: [Int] { sections.map(\.items.count) }

    /// The section that a row stands in.
    public func section(of row: Int) -> Int? {
        var low = 0
        var high = sections.count
        while low < high {
            let middle = (low + high) / 2
            if sections[middle].first <= row { low = middle + 1 } else { high = middle }
        }
        return low > 0 && sections[low - 1].rows.contains(row) ? low - 1 : nil
    }

    /// The path of an item; nil for other rows.
    public func path(of row: Int) -> RowPath? {
        guard let section = section(of: row), sections[section].items.contains(row) else { return nil }
        return RowPath(section, row - sections[section].items.lowerBound)
    }

    public func row(at path: RowPath) -> Int? {
        guard sections.indices.contains(path.section), path.row >= 0,
            path.row < sections[path.section].items.count
        else { return nil }
        return sections[path.section].items.lowerBound + path.row
    }
}
