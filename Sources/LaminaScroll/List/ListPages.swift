public import LaminaDisplay
public import LaminaDraw
public import LaminaGeometry
import LaminaList
import LaminaNode
import LaminaTemplate

/// Draws rows of a list as pictures, a page at a time, whether they are in view or not: workers make, measure and draw
/// them, and the host is asked for values on the owner thread. Rows are measured first, for where they stand and how
/// many pages there are depends on all of them.
final class ListPages: @unchecked Sendable {  // the owner thread's alone
    /// What is drawn, and how.
    struct Options: Sendable {
        var rows = 0..<0
        /// Across the axis; nil: the list's.
        var breadth: Double?
        /// Along the axis; nil: one picture of all.
        var pageLength: Double?
        var scale = 1.0
        var background = Color.clear
    }

    typealias Call = @Sendable (Result<ListPage?, LaminaError>) -> Bool

    unowned let list: List
    private let options: Options
    private let call: Call
    private let layout: RowLayout
    private let separators: RowSeparators
    private let breadth: Double
    /// Kept by nobody else while it works.
    private var forms = CellForms()
    /// By row, counted from the first of them.
    private var sizes: [Size] = []
    /// In the space of all pages.
    private var frames: [Rect] = []
    /// Rows in the order in which they are seen, counted from the first of them, and where they stand in that order.
    private var order: [Int] = []
    private var arrangement = Arrangement([], total: 0)
    private var spans: [Range<Double>] = []
    private var page = 0
    private var bitmap: Bitmap?
    /// Rows of the page that are still to be drawn.
    private var left: [Int] = []
    /// Nothing was drawn on the page yet.
    private var isBlank = true
    /// Nothing is drawn any more; the host knows it once it is over.
    private var isStopped = false
    private var isOver = false
    fileprivate(set) var work: PageWork?
    private static let batch = 32

    init(_ list: List, _ options: Options, _ call: @escaping Call) {
        self.list = list
        self.options = options
        self.call = call
        layout = list.scroll.extents.layout
        separators = list.separators
        breadth = options.breadth ?? list.axis.breadth(list.size)
        forms = list.forms
        forms.forgetPainters()
    }

    func begin(in engine: Engine) {
        let first = options.rows.lowerBound
        run(Array(first..<min(first + Self.batch, options.rows.upperBound)), isDrawn: false, in: engine)
    }

    /// It comes to nothing: the list has ended.
    func cancel(_ message: String) {
        stop()
        end(.failure(LaminaError(.cancelled, message)))
    }

    /// The same because rows are others; the host is told in the owner's next turn, for it is changing them.
    func cancelSoon(_ message: String) {
        stop()
        let told = try? list.parts.post { [weak self] in self?.end(.failure(LaminaError(.cancelled, message))) }
        if told == nil { cancel(message) }
    }

    private func stop() {
        isStopped = true
        work?.operation?.cancel()
        work = nil
    }

    private func end(_ result: Result<ListPage?, LaminaError>) {
        if isOver { return }
        (isStopped, isOver) = (true, true)
        work = nil
        list.pages.removeAll { $0 === self }
        _ = call(result)
    }

    // MARK: - What comes next

    private func goOn(in engine: Engine) {
        if sizes.count < options.rows.count {
            let first = options.rows.lowerBound + sizes.count
            let end = min(first + Self.batch, options.rows.upperBound)
            return run(Array(first..<end), isDrawn: false, in: engine)
        }
        if options.rows.isEmpty { return end(.success(nil)) }
        do throws(LaminaError) {
            if spans.isEmpty { try arrange() }
            try goOnDrawing(in: engine)
        } catch {
            end(.failure(error))
        }
    }

    private func goOnDrawing(in engine: Engine) throws(LaminaError) {
        if bitmap == nil {
            if page == spans.count { return end(.success(nil)) }
            try beginPage(in: engine)
            if work != nil { return }
        }
        if !left.isEmpty {
            let rows = left.prefix(Self.batch)
            left.removeFirst(rows.count)
            return run(Array(rows), isDrawn: true, in: engine)
        }
        guard let drawn = bitmap.take() else { return }
        let rows = self.rows(on: page)
        let done = ListPage(
            index: page, count: spans.count, rows: (rows.min() ?? 0)..<((rows.max() ?? -1) + 1), bitmap: drawn)
        page += 1
        if !call(.success(done)) { return end(.failure(LaminaError(.cancelled, "the page callback ended it"))) }
        if !isStopped { try goOnDrawing(in: engine) }
    }

    /// Where all rows stand, and where pages begin and end.
    private func arrange() throws(LaminaError) {
        let axis = list.axis
        let found: RowFrames
        if layout.form == .own {
            let all = options.rows.map { list.scroll.extents.frame($0) }
            let start = all.map(\.top).min() ?? 0
            found = RowFrames(
                all.map { RowFrame(top: $0.top - start, side: $0.side, length: $0.length, breadth: $0.breadth) })
        } else {
            found = layout.frames(
                of: zip(options.rows, sizes).map { row, size in
                    (axis.length(size), axis.breadth(size), list.rows[row].role != .item)
                }, breadth: breadth)
        }
        frames = found.frames.map { axis.rect($0, view: found.total) }
        // As it is seen.
        let seen = ListAxis(isHorizontal: axis.isHorizontal)
        let length = options.pageLength ?? max(found.total, 1 / options.scale)
        let stand = frames.map(seen.frame)
        order = stand.indices.sorted { (stand[$0].top, $0) < (stand[$1].top, $1) }
        arrangement = Arrangement(order.map { stand[$0] }, total: found.total)
        spans = PageBreaks.spans(arrangement.frames, total: max(found.total, 1 / options.scale), page: length)
        try check(axis.size(length: length, breadth: breadth))
    }

    private func check(_ size: Size) throws(LaminaError) {
        let (width, height) = pixels(size)
        let most = PixelBuffer.maximumSide
        if 1...most ~= width && 1...most ~= height { return }
        let sides = "\(width) x \(height) pixels; each side must be 1 to \(most)"
        if options.pageLength == nil {
            throw LaminaError(.outOfRange, "the picture of all rows would be \(sides): set options->page_length")
        }
        throw LaminaError(.outOfRange, "a page would be \(sides): set other options->page_length, ->breadth or ->scale")
    }

    private func pixels(_ size: Size) -> (width: Int, height: Int) {
        // Beyond what a bitmap can be the exact number does not matter.
        let most = 1e9
        return (
            Int(min(most, Pixels.ceil(size.width, scale: options.scale) * options.scale)),
            Int(min(most, Pixels.ceil(size.height, scale: options.scale) * options.scale))
        )
    }

    private func beginPage(in engine: Engine) throws(LaminaError) {
        let length = options.pageLength ?? spans[page].upperBound
        let (width, height) = pixels(list.axis.size(length: length, breadth: breadth))
        let made = try list.parts.pool.take(width: width, height: height, cleared: true)
        bitmap = made
        isBlank = true
        left = rows(on: page)
        // The background takes a worker, too.
        if left.isEmpty { return run([], isDrawn: true, in: engine) }
    }

    private func rows(on page: Int) -> [Int] {
        let span = spans[page]
        return (arrangement.rows(from: span.lowerBound, to: span.upperBound) ?? 0..<0).compactMap { place in
            let frame = arrangement.frames[place]
            let isOnPage = frame.top < span.upperBound && frame.end > span.lowerBound
            return isOnPage ? options.rows.lowerBound + order[place] : nil
        }.sorted()
    }

    // MARK: - Rows

    private func run(_ rows: [Int], isDrawn: Bool, in engine: Engine) {
        let items = rows.map { item($0, isDrawn: isDrawn, in: engine) }
        // The host may have ended the list when it was asked.
        if isStopped { return list.giveBack(items, in: engine) }
        let made = PageWork(
            self, list.parts, items, scale: options.scale, target: isDrawn ? bitmap : nil,
            background: isDrawn && isBlank ? options.background : nil, lineColor: separators.color)
        if isDrawn { isBlank = false }
        work = made
        do throws(LaminaError) {
            made.operation = try list.parts.post(made)
        } catch {
            list.giveBack(items, in: engine)
            end(.failure(error))
        }
    }

    /// What a worker needs of a row.
    private func item(_ row: Int, isDrawn: Bool, in engine: Engine) -> PageItem {
        var item = PageItem(row: row, data: list.rows[row], marks: list.marks(of: row))
        if list.isReleased { return item }
        let constraint = constraint(row)
        item.range = list.axis.range(constraint)
        if isDrawn {
            let frame = frames[row - options.rows.lowerBound]
            item.place = pixel(frame.origin)
            item.line = line(behind: row, frame, in: engine)
        }
        do throws(LaminaError) {
            switch forms[item.data.kind] {
            case nil: break
            case .template(let template)?:
                let painter = try forms.painter(
                    template, item.data.kind, room: list.axis.room(constraint), scale: options.scale,
                    list.surroundings(in: engine), in: engine)
                if list.values != nil { item.task = .template(painter, try list.ask(row)) }
            case .trees(let maker)?:
                let spare = list.trees.take(item.data.kind)
                item.tree = spare
                if maker.isOnOwner {
                    item.tree = list.make(maker, row, reusing: spare)
                    if let spare, spare != item.tree { list.giveBack(spare, item.data.kind, in: engine) }
                    item.task = .tree(nil)
                } else {
                    item.task = .tree(maker)
                }
            }
        } catch {
            item.failure = error
        }
        if item.data.role == .start || (layout.form == .own && !list.scroll.extents.hasPlace(row)) { item.task = nil }
        return item
    }

    /// Where a point of all pages lies on this one.
    private func pixel(_ point: Point) -> (x: Int, y: Int) {
        var point = point
        if list.axis.isHorizontal { point.x -= spans[page].lowerBound } else { point.y -= spans[page].lowerBound }
        return (Int((point.x * options.scale).rounded()), Int((point.y * options.scale).rounded()))
    }

    /// The line behind a row, if what follows it is drawn, too.
    private func line(behind row: Int, _ frame: Rect, in engine: Engine) -> PixelRect? {
        guard row + 1 < options.rows.upperBound, list.hasLine(behind: row),
            let line = separators.line(
                behind: frame, gap: layout.lineSpacing, axis: list.axis, scale: options.scale,
                isRightToLeft: list.surroundings(in: engine).isRightToLeft)
        else { return nil }
        let (start, end) = (pixel(line.origin), pixel(line.origin + Point(x: line.size.width, y: line.size.height)))
        return PixelRect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
    }

    private func constraint(_ row: Int) -> RowLayout.Constraint {
        if layout.form == .own { return list.scroll.extents.constraint(row) }
        return layout.constraint(
            isWide: list.rows[row].role != .item, breadth: breadth, length: list.axis.length(list.size))
    }

    func finish(_ done: PageWork, cancelled: Bool, in engine: Engine) {
        list.giveBack(done.items, in: engine)
        guard work === done else { return }
        work = nil
        if cancelled { return end(.failure(LaminaError(.cancelled, "the context ended before all was drawn"))) }
        if let failure = done.failure { return end(.failure(failure)) }
        for item in done.items {
            if let failure = item.failure {
                let row = list.title(ofRow: item.row, item.data.identity, in: engine)
                list.note("\(row) cannot be drawn on a page: \(failure.message)", in: engine)
            }
            if done.target == nil {
                var size = item.size
                if case .size(let givenBreadth, let length) = constraint(item.row) {
                    size = list.axis.size(length: length, breadth: givenBreadth)
                }
                sizes.append(size)
            }
        }
        goOn(in: engine)
    }
}

/// A page that is drawn.
public struct ListPage: Sendable {
    public let index: Int
    public let count: Int
    /// Those that stand on it, in whole or in part.
    public let rows: Range<Int>
    public let bitmap: Bitmap
}

extension List {
    /// Draws rows as pictures, a page at a time. `call` gets each on the owner thread, and answers whether to go on; at
    /// the end nil, or why there are no more.
    public func drawPages(
        rows first: Int, _ count: Int, breadth: Double?, pageLength: Double?, scale: Double, background: Color,
        in engine: Engine, _ call: @escaping @Sendable (Result<ListPage?, LaminaError>) -> Bool
    ) throws(LaminaError) {
        try checkChangeable()
        adoptSize(in: engine)
        guard first >= 0, first < max(1, rows.count) else {
            throw LaminaError(
                .outOfRange,
                "options->first_row is \(UInt(bitPattern: first)); the list has \(rows.count) rows")
        }
        if breadth == nil && axis.breadth(size) <= 0 {
            throw LaminaError(
                .invalidState, "the list has no size yet, so that pages need one: set options->breadth")
        }
        if breadth != nil && scroll.extents.isOwn {
            throw LaminaError(
                .invalidArgument, "options->breadth does not go with a layout of your own, which has its breadth")
        }
        var options = ListPages.Options()
        let last = count < 0 || count > rows.count - first ? rows.count : first + count
        (options.rows, options.breadth, options.pageLength) = (first..<last, breadth, pageLength)
        (options.scale, options.background) = (scale, background)
        let made = ListPages(self, options, call)
        pages.append(made)
        made.begin(in: engine)
    }

    /// Rows or their places are others: what is being drawn of them ends.
    func endPagesSoon(_ message: String) {
        for page in pages { page.cancelSoon(message) }
    }

    /// Has the host make a tree on the owner thread.
    func make(_ maker: any CellTreeMaker, _ row: Int, reusing spare: NodeID?) -> NodeID? {
        isAsking = true
        defer { isAsking = false }
        return maker.tree(for: rows[row], at: row, marks(of: row), reusing: spare)
    }

    func giveBack(_ items: [PageItem], in engine: Engine) {
        for item in items {
            for tree in [item.tree, item.spare].compactMap(\.self) { giveBack(tree, item.data.kind, in: engine) }
        }
    }
}
