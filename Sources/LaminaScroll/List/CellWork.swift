import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaTemplate

/// A row on its way to a size or a picture.
final class CellWork: OperationBody, @unchecked Sendable {
    // The worker that runs it has `result` until it is over, the owner thread then; all else is never changed or the
    // owner thread's alone.
    enum Result {
        case measured(height: Int)
        case drawn(Bitmap)
        case failed(LaminaError)
    }

    weak var list: List?
    let cell: Cell
    let look: CellLook
    private let painter: RowPainter
    private let source: RowSource
    let pictures: RowPictures
    let isDrawn: Bool
    private(set) var result: Result?
    var operation: Operation?

    init(
        _ list: List, _ cell: Cell, _ look: CellLook, _ painter: RowPainter, _ source: RowSource,
        _ pictures: RowPictures, isDrawn: Bool
    ) {
        self.list = list
        self.cell = cell
        self.look = look
        self.painter = painter
        self.source = source
        self.pictures = pictures
        self.isDrawn = isDrawn
    }

    func execute(on worker: Worker, as operation: Operation) {
        do throws(LaminaError) {
            if isDrawn {
                let bitmap = try painter.draw(source, pictures, on: worker, as: operation)
                bitmap.isOpaque = bitmap.withPixels { $0.isOpaque }
                result = .drawn(bitmap)
            } else {
                result = .measured(height: try painter.measure(source, pictures, on: worker, as: operation))
            }
        } catch {
            result = .failed(error)
        }
    }

    func complete(cancelled: Bool, in engine: Engine) {
        operation = nil
        if let list { return list.finish(self, cancelled: cancelled, in: engine) }
        // The list went with its context: work and cell would keep each other.
        if cell.work === self { cell.work = nil }
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
