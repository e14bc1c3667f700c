import LaminaDisplay
import LaminaTemplate

/// Pictures by URLs that rows name.
extension List {
    /// Those of a row of this look; of another look they are others.
    func pictures(of cell: Cell, _ look: CellLook) -> RowPictures {
        if let known = cell.pictures, known.look == look { return known.all }
        cell.pictures?.all.cancel(parts.loader)
        let made = RowPictures(isAwaited: false)
        cell.pictures = (look, made)
        return made
    }

    /// A row that was measured or drawn without some of its pictures is so again when they have come; until then it
    /// shows as it does.
    func awaitPictures(of work: CellWork, in engine: Engine) {
        guard let pictures = work.pictures, cells[work.cell.row] === work.cell else { return }
        for failure in pictures.takeFailures() {
            let row = title(ofRow: work.cell.row, work.look.identity, in: engine)
            engine.note(level: 2, "a picture in \(row) cannot be shown: \(failure)")
        }
        if !pictures.isWaiting {
            if work.isDrawn { pictures.settle() }
            return
        }
        work.cell.awaitsPictures = true
        prioritise(work.cell)
        let came = CellPictures(self, work.cell, work.look)
        let parts = parts
        pictures.load(parts) { isNews in
            came.isNews = isNews
            _ = try? parts.post(came)
        }
    }

    private func prioritise(_ cell: Cell) {
        cell.pictures?.all.prioritise(isSeen: isSeen(cell.row), isDrawn: cell.drawn != nil, parts.loader)
    }

    /// The list was scrolled.
    func prioritisePictures() {
        for cell in cells.values where cell.awaitsPictures { prioritise(cell) }
    }

    /// `isNews`: otherwise the row shows what it is to show.
    func picturesCame(_ cell: Cell, _ look: CellLook, isNews: Bool, in engine: Engine) {
        guard cells[cell.row] === cell, cell.pictures?.look == look else { return }
        cell.awaitsPictures = false
        if !isNews {
            if cell.drawn != nil { cell.pictures?.all.settle() }
            return
        }
        // What is under way may have begun without them.
        cancelWork(of: cell, in: engine)
        (cell.drawn, cell.settled) = (nil, nil)
        update(in: engine)
    }
}

/// Tells a list that pictures of a row have come.
final class CellPictures: OperationBody, @unchecked Sendable {  // the cell is the owner thread's alone
    private weak var list: List?
    private let cell: Cell
    private let look: CellLook
    /// Said before it is posted.
    var isNews = false

    init(_ list: List, _ cell: Cell, _ look: CellLook) {
        self.list = list
        self.cell = cell
        self.look = look
    }

    var isBrief: Bool { true }
    func execute(on worker: Worker, as operation: Operation) {}

    func complete(cancelled: Bool, in engine: Engine) {
        if !cancelled { list?.picturesCame(cell, look, isNews: isNews, in: engine) }
    }
}
