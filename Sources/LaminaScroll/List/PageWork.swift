import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaList
import LaminaNode
import LaminaTemplate

/// A row on its way to a page.
struct PageItem {
    enum Task {
        case template(RowPainter, RowSource)
        /// Nil: the tree is made.
        case tree((any CellTreeMaker)?)
    }

    let row: Int
    let data: Row
    let marks: RowMarks
    var task: Task?
    var range = SizeRange(min: .zero, max: .zero)
    /// Where it stands on the page, in pixels.
    var place = (x: 0, y: 0)
    /// The line behind it, in the same pixels.
    var line: PixelRect?
    /// What shows it, or is to be reused, with the reference of the list.
    var tree: NodeID?
    /// One that the host did not reuse.
    var spare: NodeID?
    var size = Size.zero
    var failure: LaminaError?
}

/// Rows that a worker measures, or draws on a page.
final class PageWork: OperationBody, @unchecked Sendable {
    // The worker that runs it has `items` and `failure` until it is over, the owner thread then; `operation` is the
    // owner's, all else is never changed.
    private weak let pages: ListPages?
    private let parts: EngineParts
    private let scale: Double
    let target: Bitmap?
    /// Of a page that is new.
    private let background: Color?
    private let lineColor: Color
    private(set) var items: [PageItem]
    private(set) var failure: LaminaError?
    var operation: Operation?

    init(
        _ pages: ListPages, _ parts: EngineParts, _ items: [PageItem], scale: Double, target: Bitmap?,
        background: Color?, lineColor: Color
    ) {
        self.pages = pages
        self.parts = parts
        self.items = items
        self.scale = scale
        self.target = target
        self.background = background
        self.lineColor = lineColor
    }

    func execute(on worker: Worker, as operation: Operation) {
        if let target, let background {
            target.withPixels { worker.painter.fill($0.bounds, background, clip: $0.bounds, on: $0) }
        }
        for index in items.indices where items[index].task != nil && items[index].failure == nil {
            if operation.isCancelled { return }
            do throws(LaminaError) {
                try run(&items[index], on: worker, as: operation)
            } catch {
                items[index].failure = error
            }
        }
    }

    private func run(_ item: inout PageItem, on worker: Worker, as operation: Operation) throws(LaminaError) {
        var drawn: Bitmap?
        switch item.task {
        case .template(let painter, let source)?:
            // Pictures by URLs show as far as they are there.
            let pictures = RowPictures(isAwaited: false)
            if target == nil {
                let (width, height) = try painter.measure(source, pictures, on: worker, as: operation)
                item.size = Size(width: Double(width) / scale, height: Double(height) / scale)
            } else {
                drawn = try painter.draw(source, pictures, on: worker, as: operation)
            }
        case .tree(let maker)?:
            if let maker {
                let made = maker.tree(for: item.data, at: item.row, item.marks, reusing: item.tree)
                if made != item.tree { item.spare = item.tree }
                item.tree = made
            }
            guard let tree = item.tree else {
                throw LaminaError(.invalidState, "the cell callback gave it no tree")
            }
            item.size = try parts.layOut(tree, range: item.range, scale: scale, on: worker)
            if target != nil { drawn = try parts.draw(tree, size: item.size, scale: scale, on: worker, as: operation) }
        case nil: break
        }
        guard let target, let drawn else { return }
        target.withPixels {
            worker.painter.draw(drawn, x: item.place.x, y: item.place.y, clip: $0.bounds, on: $0)
            if let line = item.line { worker.painter.fill(line, lineColor, clip: $0.bounds, on: $0) }
        }
    }

    func complete(cancelled: Bool, in engine: Engine) {
        operation = nil
        if let pages { return pages.finish(self, cancelled: cancelled, in: engine) }
        List.release(items.flatMap { [$0.tree, $0.spare].compactMap(\.self) }, in: engine)
    }
}
