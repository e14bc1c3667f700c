import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaList
import LaminaNode
import LaminaTemplate

/// A row on its way to a size, a picture or a tree.
final class CellWork: OperationBody, @unchecked Sendable {
    // The worker that runs it has `result` and `tree` until it is over, the owner thread then; all else is never
    // changed or the owner thread's alone.
    enum Task {
        case measure(RowPainter, RowSource, RowPictures)
        case draw(RowPainter, RowSource, RowPictures)
        /// Asks the host for a tree, for which it may bring `tree` up to date, and measures it.
        case make(any CellTreeMaker, Row, index: Int)
        /// Measures `tree`, which is not shown yet.
        case fit
        /// Measures `tree`, which is shown.
        case refit
    }

    enum Result {
        /// In pixels.
        case measured(width: Int, height: Int)
        case drawn(Bitmap)
        case made(Size)
        case failed(LaminaError)
    }

    weak var list: List?
    let cell: Cell
    let look: CellLook
    private let task: Task
    private let range: SizeRange
    private let scale: Double
    private let parts: EngineParts
    /// The tree that is made or measured, with the reference of the list; before that, one to be reused.
    private(set) var tree: NodeID?
    /// One that the host did not reuse.
    private(set) var spare: NodeID?
    private(set) var result: Result?
    var operation: Operation?

    init(_ list: List, _ cell: Cell, _ look: CellLook, _ task: Task, range: SizeRange, tree: NodeID? = nil) {
        self.list = list
        self.cell = cell
        self.look = look
        self.task = task
        self.range = range
        self.tree = tree
        scale = list.scale
        parts = list.parts
    }

    /// Whether it ends with something to be shown.
    var isDrawn: Bool { if case .measure = task { false } else { true } }
    /// The pictures by URLs that a row of a template names.
    var pictures: RowPictures? {
        switch task {
        case .measure(_, _, let pictures), .draw(_, _, let pictures): pictures
        case .make, .fit, .refit: nil
        }
    }
    /// Whether it measures what is shown already.
    var isRefit: Bool { if case .refit = task { true } else { false } }
    /// The trees that are released if nobody takes them.
    var ownTrees: [NodeID] { [spare, isRefit ? nil : tree].compactMap(\.self) }

    func execute(on worker: Worker, as operation: Operation) {
        do throws(LaminaError) {
            switch task {
            case .measure(let painter, let source, let pictures):
                let (width, height) = try measure(painter, source, pictures, on: worker, as: operation)
                result = .measured(width: width, height: height)
            case .draw(let painter, let source, let pictures):
                let bitmap = try painter.draw(source, pictures, on: worker, as: operation)
                bitmap.isOpaque = bitmap.withPixels { $0.isOpaque }
                result = .drawn(bitmap)
            case .make(let maker, let row, let index):
                let made = maker.tree(for: row, at: index, look.marks, reusing: tree)
                if made != tree { spare = tree }
                tree = made
                try fit(on: worker)
            case .fit, .refit: try fit(on: worker)
            }
        } catch {
            result = .failed(error)
        }
    }

    /// The first row that is measured ahead warms what the owner thread measures with when it jumps to a row.
    private func measure(
        _ painter: RowPainter, _ source: RowSource, _ pictures: RowPictures, on worker: Worker,
        as operation: Operation
    ) throws(LaminaError) -> (width: Int, height: Int) {
        if !parts.hasNoSpareWorker { return try painter.measure(source, pictures, on: worker, as: operation) }
        return try parts.withWorker { (spare) throws(LaminaError) in
            try painter.measure(source, pictures, on: spare, as: operation)
        }
    }

    private func fit(on worker: Worker) throws(LaminaError) {
        guard let tree else { throw LaminaError(.invalidState, "the cell callback gave it no tree") }
        result = .made(try parts.layOut(tree, range: range, scale: scale, on: worker))
    }

    func complete(cancelled: Bool, in engine: Engine) {
        operation = nil
        if let list { return list.finish(self, cancelled: cancelled, in: engine) }
        // The list went with its context: work and cell would keep each other.
        if cell.work === self { cell.work = nil }
        List.release(ownTrees, in: engine)
    }
}
