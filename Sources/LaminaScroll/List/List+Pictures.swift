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

    /// A row that was drawn without some of its pictures is drawn anew when they have come; until then it shows so.
    func awaitPictures(of work: CellWork) {
        guard let pictures = work.pictures, pictures.isWaiting, cells[work.cell.row] === work.cell else { return }
        let came = CellPictures(self, work.cell, work.look)
        let parts = parts
        pictures.load(parts.loader) { _ = try? parts.post(came) }
    }

    func picturesCame(_ cell: Cell, _ look: CellLook, in engine: Engine) {
        guard cells[cell.row] === cell, cell.pictures?.look == look, cell.drawn == look else { return }
        cell.drawn = nil
        cell.settled = nil
        update(in: engine)
    }
}

/// Tells a list that pictures of a row have come.
final class CellPictures: OperationBody, @unchecked Sendable {  // the cell is the owner thread's alone
    private weak var list: List?
    private let cell: Cell
    private let look: CellLook

    init(_ list: List, _ cell: Cell, _ look: CellLook) {
        self.list = list
        self.cell = cell
        self.look = look
    }

    var isBrief: Bool { true }
    func execute(on worker: Worker, as operation: Operation) {}

    func complete(cancelled: Bool, in engine: Engine) {
        if !cancelled { list?.picturesCame(cell, look, in: engine) }
    }
}
