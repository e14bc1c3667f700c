import LaminaDisplay
import LaminaGeometry
import LaminaList
import LaminaNode

/// A pointer that went down on a row and has not moved since.
struct RowTouch {
    weak var list: List?
    private let identity: UInt64
    private let start: Point
    /// Farther than this a touch is none of a row.
    private static let slop = 18.0

    /// Nil where there is no row, or its list moves: a touch stops that.
    init?(_ event: InputEvent, on path: [NodeID], _ contents: [NodeID: any ScrollContent]) {
        guard let list = path.lazy.compactMap({ contents[$0] as? List }).first, list.takesTaps,
            !list.isBusy, !list.isMoving, let identity = list.identity(ofRowShownBy: path)
        else { return nil }
        self.list = list
        self.identity = identity
        start = event.position
    }

    func begin(in engine: Engine) { list?.highlight(identity, in: engine) }

    func isFar(_ event: InputEvent) -> Bool {
        let (x, y) = (event.position.x - start.x, event.position.y - start.y)
        return x * x + y * y > Self.slop * Self.slop
    }

    /// The pointer went up, or is a scroll now.
    func end(isTap: Bool, in engine: Engine) {
        guard let list, !list.isBusy else { return }
        list.highlight(nil, in: engine)
        if isTap { list.tap(identity, in: engine) }
    }
}

extension List {
    fileprivate func identity(ofRowShownBy path: [NodeID]) -> UInt64? {
        cells.values.first { cell in cell.node.map(path.contains) ?? false }.map { rows[$0.row].identity }
    }
}
