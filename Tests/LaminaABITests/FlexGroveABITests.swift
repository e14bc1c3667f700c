import CLamina
import Glibc
import LaminaABI
import Testing

/// Trees of specs in flex layouts in specs: edited and laid out many times, they have the frames of trees that were
/// made as they are now.
@Suite struct FlexGroveABITests {
    private struct Random {
        var state: UInt64
        mutating func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
    }

    private enum Kind: Int { case flexRoot, flexBox, column, box, text }

    private final class Model {
        let kind: Kind
        let node: Lamina.Node
        var declarations: [String] = []
        var size = lamina_size()
        var text = "some words"
        var children: [Model] = []

        init(_ kind: Kind, _ node: Lamina.Node) {
            self.kind = kind
            self.node = node
        }
    }

    private static let declarations = [
        "flex: 1", "flex: none", "flex-direction: row", "flex-direction: column", "flex-wrap: wrap", "padding: 2px 4px",
        "flex-wrap: balance", "flex-line-count: 2", "flex-line-count: 1",
        "align-items: center", "align-items: flex-start", "width: 30px", "width: auto", "display: none",
        "display: flex",
        "gap: 3px", "direction: rtl", "direction: inherit", "margin: 3px", "margin: 0", "position: absolute",
        "position: relative",
    ]

    private func make(_ kind: Kind, in lamina: Lamina) throws -> Lamina.Node {
        let node = try kind == .text ? lamina.textNode("some words") : lamina.node()
        if kind == .column { try join([], kind, node, lamina) }
        if kind == .flexRoot { try ok(lamina_node_set_flex_profile(node, .LAMINA_FLEX_PROFILE_CSS)) }
        return node
    }

    private func join(_ children: [Lamina.Node], _ kind: Kind, _ node: Lamina.Node, _ lamina: Lamina) throws {
        guard kind == .column else {
            for child in children { try ok(lamina_node_add_child(node, child)) }
            return
        }
        let spec = try lamina.column(children.map { UnsafeMutableRawPointer($0) }, spacing: 1)
        try ok(lamina_node_set_spec(node, spec))
        lamina_spec_release(spec)
    }

    private func setText(_ text: String, _ node: Lamina.Node, _ lamina: Lamina) throws {
        let text = try lamina.text(text)
        try ok(lamina_node_set_text(node, text))
        lamina_text_release(text)
    }

    private func copy(_ model: Model, _ lamina: Lamina) throws -> Lamina.Node {
        let node = try make(model.kind, in: lamina)
        if model.kind == .text { try setText(model.text, node, lamina) }
        for declaration in model.declarations { try ok(lamina_node_set_flex_style(node, declaration, -1)) }
        if model.size.width > 0 { try ok(setSize(node, model.size)) }
        let children = try model.children.map { try copy($0, lamina) }
        try join(children, model.kind, node, lamina)
        for child in children { lamina_node_release(child) }
        return node
    }

    private func compare(_ model: Model, _ fresh: Lamina.Node, _ path: String) -> Bool {
        let (a, b) = (lamina_node_get_frame(model.node), lamina_node_get_frame(fresh))
        if a.origin.x != b.origin.x || a.origin.y != b.origin.y || a.size.width != b.size.width
            || a.size.height != b.size.height
        {
            Issue.record("\(path): \(a), made anew \(b)")
            return false
        }
        for (index, child) in model.children.enumerated() {
            var copy: Lamina.Node?
            lamina_node_copy_child(fresh, index, &copy)
            defer { lamina_node_release(copy) }
            if let copy, !compare(child, copy, path + "/\(index) \(child.kind)") { return false }
        }
        return true
    }

    private func describe(_ model: Model, _ indent: String) -> String {
        indent + "\(model.kind) \(model.size.width)x\(model.size.height) \(model.declarations)\n"
            + model.children.map { describe($0, indent + "  ") }.joined()
    }

    private func description(_ node: Lamina.Node) -> String {
        var text = [CChar](repeating: 0, count: 20_000)
        _ = lamina_node_read_description(node, &text, text.count)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func editsAndFreshTreesAgree(seed: UInt64) throws {
        let lamina = try Lamina(threads: 0)
        defer { lamina.close() }
        var random = Random(state: seed)
        let root = Model(seed % 2 == 0 ? .column : .flexRoot, try make(seed % 2 == 0 ? .column : .flexRoot, in: lamina))
        var all = [root]
        for edit in 0..<(isSanitized ? 60 : 300) {
            let model = all[random.next(all.count)]
            switch random.next(8) {
            case 0...3 where all.count < 40 && model.kind.rawValue <= Kind.column.rawValue:
                var kind = Kind(rawValue: random.next(5)) ?? .box
                // Outside of flex layouts nobody would place what is in it.
                if model.kind == .column && kind == .flexBox { kind = .flexRoot }
                let child = Model(kind, try make(kind, in: lamina))
                model.children.append(child)
                all.append(child)
                try join(model.children.map { $0.node }, model.kind, model.node, lamina)
                lamina_node_release(child.node)
            case 4 where model.kind == .text:
                model.text = ["a", "some words", "several words in a line"][random.next(3)]
                try setText(model.text, model.node, lamina)
            case 5 where !model.children.isEmpty && model.kind != .column:
                let child = model.children.remove(at: random.next(model.children.count))
                var gone = [child]
                while let next = gone.popLast() {
                    all.removeAll { $0 === next }
                    gone += next.children
                }
                try ok(lamina_node_remove_from_parent(child.node))
            case 6:
                model.size = lamina_size(width: Double(5 + random.next(40)), height: Double(5 + random.next(20)))
                try ok(setSize(model.node, model.size))
            default:
                let declaration = Self.declarations[random.next(Self.declarations.count)]
                model.declarations.append(declaration)
                try ok(lamina_node_set_flex_style(model.node, declaration, -1))
            }
            if edit % 2 != 0 { continue }
            let size = lamina_size(width: Double(60 + 20 * random.next(4)), height: 80)
            let range = lamina_size_range(min: random.next(2) == 0 ? size : lamina_size(), max: size)
            // In one call, or by way of a layout; of the whole, and now and then of a part before.
            if random.next(4) == 0 {
                _ = lamina_node_apply_layout(all[random.next(all.count)].node, range)
            }
            if random.next(2) == 0 {
                try ok(lamina_node_apply_layout(root.node, range))
            } else {
                var layout: LayoutHandle?
                try ok(lamina_layout_create(root.node, range, &layout))
                try ok(lamina_layout_apply(layout))
                lamina_layout_release(layout)
            }
            let fresh = try copy(root, lamina)
            try ok(lamina_node_apply_layout(fresh, range))
            let isSame = compare(root, fresh, "edit \(edit)")
            if !isSame { print(seed, "fresh", description(fresh)) }
            lamina_node_release(fresh)
            if !isSame {
                Issue.record("seed \(seed), \(range)\n\(describe(root, ""))\n\(description(root.node))")
                break
            }
        }
        lamina_node_release(root.node)
    }
}
