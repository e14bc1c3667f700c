/// What is said of traits, and the colours that depend on them.
struct TraitTable {
    /// What holds where no node says anything; nil for the defaults.
    private(set) var ofContext: NodeTraits?
    /// Of nodes with `NodeFlags.traits`.
    private var given: [Int32: NodeTraits] = [:]
    /// Of nodes with `NodeFlags.dynamic`.
    private var colors: [Int32: [ColorRole: DynamicColor]] = [:]

    /// Whether nothing is said anywhere: nobody has to search for it then.
    var isEmpty: Bool { given.isEmpty && colors.isEmpty && ofContext == nil }

    /// What is said at a node.
    subscript(node: Int32) -> NodeTraits? { given[node] }

    mutating func set(_ traits: NodeTraits?, of node: Int32) { given[node] = traits }
    mutating func setOfContext(_ traits: NodeTraits?) { ofContext = traits }

    /// The parts of a node that have two colours.
    func colors(of node: Int32) -> [ColorRole: DynamicColor]? { colors[node] }

    mutating func setColor(_ color: DynamicColor?, _ role: ColorRole, of node: Int32) {
        colors[node, default: [:]][role] = color
    }

    mutating func removeColors(of node: Int32) { colors[node] = nil }
}
