import LaminaDisplay
import LaminaGeometry
import LaminaList
import LaminaLock
import LaminaNode
import LaminaTemplate

/// What rows of templates take over from where their list stands.
struct RowSurroundings: Equatable {
    var isRightToLeft = false
    var traits = ResolvedTraits()
}

/// How rows of each kind are shown.
struct CellForms {
    enum Form {
        case template(Template)
        case trees(any CellTreeMaker)
    }

    private struct Key: Hashable {
        let kind: UInt16
        let room: RowRoom
    }

    var files = RowFiles()
    /// Kinds of which the log has said that nobody says what they show.
    var unshown: Set<UInt16> = []
    private var forms: [UInt16: Form] = [:]
    private var painters: [Key: RowPainter] = [:]

    subscript(kind: UInt16) -> Form? { forms[kind] }

    /// Whether rows of some kind are trees.
    var hasTrees: Bool { forms.values.contains { if case .trees = $0 { true } else { false } } }

    func isTree(_ kind: UInt16) -> Bool { if case .trees? = forms[kind] { true } else { false } }

    mutating func set(_ form: Form?, kind: UInt16) {
        forms[kind] = form
        unshown.remove(kind)
        painters = painters.filter { $0.key.kind != kind }
    }

    mutating func forgetPainters() { painters = [:] }

    /// What draws rows of a kind in some room.
    mutating func painter(
        _ template: Template, _ kind: UInt16, room: RowRoom, scale: Double, _ surroundings: RowSurroundings,
        in engine: Engine
    ) throws(LaminaError) -> RowPainter {
        let key = Key(kind: kind, room: room)
        if let known = painters[key] { return known }
        let made = try RowPainter(
            template, room: room, scale: scale, isRightToLeft: surroundings.isRightToLeft,
            traits: surroundings.traits, parts: engine.parts, files)
        painters[key] = made
        return made
    }
}
