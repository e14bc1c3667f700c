import LaminaLayout

/// A spec as text: boxes in boxes, or a list where that would be too large to look at.
public struct SpecDescription {
    /// Lines of a list, at most.
    private static let lineLimit = 10_000
    /// Elements of a spec that may be drawn; more would not fit anyway.
    private static let drawingLimit = 50_000
    /// Deeper levels are no longer set in.
    private static let indentLimit = 40

    /// The names of the nodes, taken under the tree lock.
    private var names: [NodeID: String] = [:]
    private let spec: LayoutSpec

    /// Takes what the description needs from the tree.
    public init(of spec: LayoutSpec, in store: borrowing NodeStore) {
        self.spec = spec
        for id in spec.nodes {
            guard let index = store.place(of: id) else { continue }
            names[id] = store.title(index)
        }
    }

    /// The text, which ends in a newline. Takes no lock.
    public func text() -> String {
        let picture = spec.elementCount <= Self.drawingLimit ? BoxDrawing.draw(box(.spec(spec))) : nil
        return picture ?? list()
    }

    private func title(_ child: SpecChild) -> String {
        switch child {
        case .node(let node): names[node] ?? "a node that no longer exists"
        case .spec(let spec):
            spec.spec == .wrapper && spec.children.isEmpty
                ? "spacer" : [spec.spec.title, spec.style.text].filter { !$0.isEmpty }.joined(separator: "; ")
        }
    }

    private func box(_ child: SpecChild) -> BoxDrawing.Box {
        guard case .spec(let spec) = child, !spec.children.isEmpty else {
            return BoxDrawing.Box(title(child), hasBorder: false)
        }
        return BoxDrawing.Box(
            title(child), hasBorder: true, isRow: spec.spec.isRow, children: spec.children.map { box($0) })
    }

    private func list() -> String {
        var text = ""
        var lines = 0
        var waiting: [(child: SpecChild, depth: Int)] = [(.spec(spec), 0)]
        while let (child, depth) = waiting.popLast() {
            if lines == Self.lineLimit {
                text += "and more\n"
                break
            }
            lines += 1
            text += String(repeating: "  ", count: min(depth, Self.indentLimit)) + title(child) + "\n"
            guard case .spec(let spec) = child else { continue }
            for child in spec.children.reversed() { waiting.append((child, depth + 1)) }
        }
        return text
    }
}

extension NodeStore {
    /// What a node is called in texts for people.
    func title(_ node: Int32) -> String {
        let kind = self[node].flags.contains(.text) ? "text" : "node"
        let name = String(decoding: (self[node].extras?.name ?? []).prefix(80), as: UTF8.self)
        // A name is no reason for a new line.
        return name.isEmpty ? kind : "\(kind) \"\(name.map { $0.isNewline ? " " : String($0) }.joined())\""
    }
}
