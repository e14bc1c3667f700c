import LaminaDisplay
import LaminaDraw
public import LaminaGeometry
import LaminaNode
import LaminaTemplate

/// Titles at the side of a list, of which each jumps to a section.
public struct ListIndex: Equatable, Sendable {
    public struct Entry: Equatable, Sendable {
        /// Of the row that begins the section.
        public var identity: UInt64
        public var title: String

        public init(identity: UInt64, title: String) { (self.identity, self.title) = (identity, title) }
    }

    public var entries: [Entry] = []
    public var color = Color(red: 0.4, green: 0.4, blue: 0.4, alpha: 1)
    public var textSize = 11.0

    public init() {}

    /// How broad it is.
    var breadth: Double { (textSize * 2).rounded(.up) }
}

/// The index of a list as it is shown.
struct IndexBar {
    struct Look: Equatable {
        var index: ListIndex
        var length: Double
        var scale: Double
    }

    var index = ListIndex()
    /// Entries whose sections are there, with the rows that begin them.
    var targets: [(entry: ListIndex.Entry, row: Int)] = []
    var node: NodeID?
    /// What is shown, or on its way.
    var look: Look?
    var work: IndexWork?
    var place: Point?

    var isShown: Bool { !targets.isEmpty && node != nil }
}

/// An index on its way to a picture.
final class IndexWork: OperationBody, @unchecked Sendable {
    // The worker that runs it has `result` until it is over, the owner thread then; all else is never changed.
    private weak let list: List?
    let look: IndexBar.Look
    private let painter: RowPainter
    private(set) var result: Bitmap?
    var operation: Operation?

    init(_ list: List, _ look: IndexBar.Look, _ painter: RowPainter) {
        (self.list, self.look, self.painter) = (list, look, painter)
    }

    func execute(on worker: Worker, as operation: Operation) {
        let titles = look.index.shownTitles(in: look.length)
        result = try? painter.draw(
            .values(painter.template.values(texts: titles)), RowPictures(isAwaited: false), on: worker, as: operation)
    }

    func complete(cancelled: Bool, in engine: Engine) {
        operation = nil
        list?.finish(self, in: engine)
    }
}

extension ListIndex {
    /// Where there is no room for all titles, every second one shows, or every third; a pointer finds the others, too.
    func shownTitles(in length: Double) -> [String] {
        let room = max(1, Int(length / (textSize * 1.3)))
        let step = (entries.count + room - 1) / room
        return stride(from: 0, to: entries.count, by: max(1, step)).map { entries[$0].title }
    }

    /// A column of titles as a template, in which they are slots: they may be any text.
    func template(in length: Double, _ limits: WorkLimits) throws(LaminaError) -> Template {
        let color = [color.red, color.green, color.blue, color.alpha].map { "\($0)" }.joined(separator: ", ")
        let attributes = "{\"size\": \(textSize), \"color\": [\(color)]}"
        let texts = shownTitles(in: length).indices.map {
            "{\"kind\": \"text\", \"text\": \"{t\($0)}\", \"attributes\": \(attributes)}"
        }
        let json =
            "{\"root\": {\"children\": [{\"kind\": \"column\", \"justify\": \"space_around\", \"align_items\": "
            + "\"center\", \"children\": [\(texts.joined(separator: ", "))]}]}}"
        return try Template(json: Array(json.utf8), limits: limits)
    }
}
