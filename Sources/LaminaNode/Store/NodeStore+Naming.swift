import LaminaGeometry
import LaminaLayout

/// How messages that no call can report name nodes.
extension NodeStore {
    /// Names above a node that are told.
    private static var namesAbove: Int { 3 }

    /// A node by its name; one without a name by its kind, its size and the names above it. `thing`: what it is.
    public func name(of node: NodeID, as thing: String = "node") -> String {
        guard let index = place(of: node) else { return "a \(thing) that is gone" }
        if let name = givenName(index) { return "\(thing) \(name)" }
        let size = self[index].frame.size
        let kind = self[index].flags.contains(.text) ? "text \(thing)" : thing
        var text = "a \(kind) without a name (\(size.width.shortText) x \(size.height.shortText)"
        var names: [String] = []
        var above = self[index].parent
        while above >= 0 && names.count < Self.namesAbove {
            if let name = givenName(above) { names.append(name) }
            above = self[above].parent
        }
        text += names.isEmpty ? "" : ", in " + names.joined(separator: " in ")
        return text + ")"
    }

    private func givenName(_ index: Int32) -> String? {
        guard let name = self[index].extras?.name else { return nil }
        return "\"" + String(decoding: name, as: UTF8.self) + "\""
    }
}
