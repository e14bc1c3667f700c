public import LaminaDisplay
public import LaminaGeometry
public import LaminaList

/// What a host needs to say where rows stand.
public struct RowsToPlace: Sendable {
    public var rows: [Row]
    /// How long each is along the axis, as measured or estimated.
    public var lengths: [Double]
    public var view: Size
    public var axis: ListAxis
}

/// Who says where rows stand, and what is under way.
struct RowPlacing {
    typealias Call = @Sendable (RowsToPlace) throws(LaminaError) -> RowFrames

    var call: Call?
    /// The layout that the host places rows in; nil while another one, or frames that were given, says so.
    fileprivate(set) var layout: RowLayout?
    fileprivate var work: PlacingWork?
    /// What is under way was asked for rows, lengths or a view that are others by now.
    fileprivate var isOutdated = false

    var isUnderWay: Bool { work != nil }
}

/// How rows stand to each other.
extension List {
    /// `frames`: of a layout of the host's own, where all rows stand; nil: what was given with `setPlacing` is asked.
    public func setLayout(
        _ layout: RowLayout, frames: RowFrames? = nil, in engine: Engine
    ) throws(LaminaError) {
        try checkChangeable()
        if layout.form != .own && layout == scroll.extents.layout && placing.layout == nil { return }
        if let frames { try check(frames) } else if layout.form == .own { return try placeRows(in: layout, engine) }
        placing.layout = nil
        stop()
        beginMotion(in: engine)
        adopt(layout, frames)
        noteMotion { _ in false }
        update(in: engine)
    }

    private func check(_ frames: RowFrames) throws(LaminaError) {
        if frames.frames.count == rows.count { return }
        throw LaminaError(
            .invalidArgument,
            "layout->frame_count is \(frames.frames.count); the list has \(rows.count) rows, and each needs a frame")
    }

    private func adopt(_ layout: RowLayout, _ frames: RowFrames?) {
        endPagesSoon("the layout of the list has changed before all was drawn")
        let before = scroll.extents.layout
        let room = (breadth: axis.breadth(size), length: axis.length(size))
        if let frames {
            scroll.setFrames(frames, layout, breadth: room.breadth, length: room.length)
        } else {
            scroll.setLayout(layout, breadth: room.breadth, length: room.length)
        }
        tune()
        if (before.form == .pages) != (layout.form == .pages) { scroller.options.isPaging = layout.form == .pages }
        if layout.form == .own { hasOwnOrder = true }
        // Rows that may measure something else are guesses now.
        let isOther = [false, true].contains { isWide in
            before.constraint(isWide: isWide, breadth: room.breadth, length: room.length)
                != layout.constraint(isWide: isWide, breadth: room.breadth, length: room.length)
        }
        if isOther && layout.form != .own {
            form += 1
            scroll.forgetMeasurements()
        }
        if motion.origin == nil { for cell in cells.values { cell.place = nil } }
    }

    // MARK: - Layouts of the host's own

    /// Has the host say on workers where rows stand, in layouts of its own; nil: rows stay where they are.
    public func setPlacing(
        _ call: (@Sendable (RowsToPlace) throws(LaminaError) -> RowFrames)?, in engine: Engine
    ) throws(LaminaError) {
        try checkChangeable()
        placing.call = call
        if call == nil { placing.layout = nil }
        placeRows()
    }

    private func placeRows(in layout: RowLayout, _ engine: Engine) throws(LaminaError) {
        if placing.call == nil {
            if rows.isEmpty { return try setLayout(layout, frames: RowFrames([]), in: engine) }
            throw LaminaError(
                .invalidArgument,
                "layout->frames is NULL and the list has no layout callback: a layout of your own needs one of the two")
        }
        placing.layout = layout
        // What shows stays where it is until there is an answer.
        if scroll.extents.layout.form != .own && cells.values.allSatisfy({ $0.node == nil }) {
            let nowhere = RowFrame(top: 0, side: 0, length: 0, breadth: 0)
            adopt(layout, RowFrames([RowFrame](repeating: nowhere, count: rows.count)))
        }
        placeRows()
    }

    /// Has rows placed anew where the host does that: they, their lengths or the view are others.
    func placeRows() {
        guard let call = placing.call, placing.layout != nil, !isEnded, size.width > 0, size.height > 0 else { return }
        if placing.work != nil {
            placing.isOutdated = true
            return
        }
        let given = RowsToPlace(rows: rows.array, lengths: scroll.extents.lengths, view: size, axis: axis)
        let work = PlacingWork(self, given, call)
        placing.isOutdated = false
        if (try? parts.post(work, priority: 1)) != nil { placing.work = work }
    }

    /// Takes over what the host has said.
    fileprivate func finish(_ work: PlacingWork, in engine: Engine) {
        guard placing.work === work else { return }
        placing.work = nil
        if isEnded { return }
        switch work.result {
        case .placed(let frames)? where frames.frames.count == rows.count && work.identities(are: rows):
            if let layout = placing.layout {
                noteShown()
                adopt(layout, frames)
                contentMoved()
                noteMotion { _ in false }
            }
        case .failed(let error)?:
            // Who says so has told of it already.
            if error.code != .cancelled {
                engine.note(level: 2, "the layout of \(title(in: engine)) cannot be used: \(error.message)")
            }
        default: break
        }
        if placing.isOutdated { placeRows() }
        update(in: engine)
    }

    /// Keeps the size of a row. It is as long as whole pixels, as a picture is: so rows stand in pixels in which they
    /// did before, wherever measuring others has moved them meanwhile.
    func measure(_ row: Int, _ size: Size) {
        var (length, breadth) = ((axis.length(size) * scale - 1e-6).rounded(.up) / scale, axis.breadth(size))
        // Pictures are whole pixels.
        if rows[row].role != .start, case .size(let givenBreadth, let givenLength) = scroll.extents.constraint(row) {
            (length, breadth) = (givenLength, givenBreadth)
        }
        if scroll.extents.isMeasured(row, length: length, breadth: breadth) { return }
        scroll.measure([(index: row, length: length, breadth: breadth)])
        if length == 0 && rows[row].role != .start { noteEmpty() }
        if scroll.extents.isOwn { placeRows() }
        contentMoved()
    }
}

extension List {
    /// Rows without a length bring others into view, and so on to the last one: far more than a view has.
    static let mostEmpty = 1000

    private func noteEmpty() {
        emptyRows += 1
        guard emptyRows == Self.mostEmpty, !hasToldEmpty, let engine = scrolling?.engine else { return }
        hasToldEmpty = true
        note(
            "\(emptyRows) rows of \(title(in: engine)) have no length: until it is scrolled, or its rows change, it asks "
                + "for no more", in: engine)
    }
}

/// Rows on their way to their places.
private final class PlacingWork: OperationBody, @unchecked Sendable {
    // The worker that runs it has `result` until it is over, the owner thread then; all else is never changed.
    enum Result {
        case placed(RowFrames)
        case failed(LaminaError)
    }

    private weak let list: List?
    private let given: RowsToPlace
    private let call: RowPlacing.Call
    private(set) var result: Result?

    init(_ list: List, _ given: RowsToPlace, _ call: @escaping RowPlacing.Call) {
        self.list = list
        self.given = given
        self.call = call
    }

    /// Whether it was asked for these rows.
    func identities(are rows: Rows) -> Bool {
        given.rows.count == rows.count && zip(given.rows, rows).allSatisfy { $0.identity == $1.identity }
    }

    func execute(on worker: Worker, as operation: Operation) {
        do throws(LaminaError) {
            result = .placed(try call(given))
        } catch {
            result = .failed(error)
        }
    }

    func complete(cancelled: Bool, in engine: Engine) { list?.finish(self, in: engine) }
}
