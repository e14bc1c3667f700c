import CLamina
import Glibc
import LaminaABI
import Testing

/// A tree that was edited and laid out many times has the frames of a tree that was made as it is now.
@Suite struct FlexEditsABITests {
    private struct Random {
        var state: UInt64
        mutating func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
    }

    /// What a node is made of, to make it again elsewhere.
    private final class Model {
        let node: Lamina.Node
        var declarations: [String] = []
        var text: String?
        var children: [Model] = []
        weak var parent: Model?

        init(_ node: Lamina.Node) { self.node = node }
    }

    private static let declarations = [
        "width: 30px", "width: 50%", "width: auto", "height: 12px", "height: auto", "flex: 1", "flex: none",
        "flex-grow: 2", "flex-direction: row", "flex-direction: column", "flex-direction: row-reverse",
        "flex-wrap: wrap", "flex-wrap: nowrap", "flex-wrap: balance", "flex-line-count: 2", "flex-line-count: 1",
        "flex-wrap: wrap-reverse balance", "align-items: center", "align-items: baseline", "align-self: stretch",
        "justify-content: space-between", "margin: 3px", "margin: auto", "padding: 2px 4px", "position: absolute",
        "position: relative", "left: 5px", "bottom: 10%", "display: none", "display: contents", "display: flex",
        "min-width: 20px", "max-width: 40px", "aspect-ratio: 2", "aspect-ratio: auto", "gap: 3px", "direction: rtl",
        "direction: inherit", "box-sizing: content-box",
    ]

    private func make(_ model: Model, in lamina: Lamina) throws -> Lamina.Node {
        let node = try model.text.map { try lamina.textNode($0) } ?? lamina.node()
        for declaration in model.declarations { try ok(lamina_node_set_flex_style(node, declaration, -1)) }
        for child in model.children {
            let made = try make(child, in: lamina)
            try ok(lamina_node_add_child(node, made))
            lamina_node_release(made)
        }
        return node
    }

    private func compare(_ model: Model, _ fresh: Lamina.Node, _ path: String) -> Int {
        let (a, b) = (lamina_node_get_frame(model.node), lamina_node_get_frame(fresh))
        var differing = 0
        if a.origin.x != b.origin.x || a.origin.y != b.origin.y || a.size.width != b.size.width
            || a.size.height != b.size.height
        {
            differing += 1
            Issue.record("\(path): \(a), made anew \(b)")
        }
        for (index, child) in model.children.enumerated() where differing == 0 {
            var copy: Lamina.Node?
            lamina_node_copy_child(fresh, index, &copy)
            if let copy { differing += compare(child, copy, path + "/\(index)") }
            lamina_node_release(copy)
        }
        return differing
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func editsAndFreshTreesAgree(seed: UInt64) throws {
        let lamina = try Lamina(threads: 0)
        defer { lamina.close() }
        var random = Random(state: seed)
        let root = Model(try lamina.node())
        let profile: lamina_flex_profile = seed % 2 == 0 ? .LAMINA_FLEX_PROFILE_CSS : .LAMINA_FLEX_PROFILE_YOGA
        try ok(lamina_node_set_flex_profile(root.node, profile))
        var all = [root]
        for edit in 0..<(isSanitized ? 100 : 600) {
            let model = all[random.next(all.count)]
            switch random.next(10) {
            case 0...3 where all.count < 40 && model.text == nil:
                let isText = random.next(3) == 0
                let child = Model(try isText ? lamina.textNode("some words") : lamina.node())
                if isText { child.text = "some words" }
                let index = random.next(model.children.count + 1)
                try ok(lamina_node_insert_child(model.node, child.node, index))
                lamina_node_release(child.node)
                model.children.insert(child, at: index)
                child.parent = model
                all.append(child)
            case 4 where model !== root && model.children.isEmpty:
                model.parent?.children.removeAll { $0 === model }
                try ok(lamina_node_remove_from_parent(model.node))
                all.removeAll { $0 === model }
            case 5:
                // Into another place, unless that is below it.
                let target = all[random.next(all.count)]
                guard model !== root, target.text == nil, target !== model.parent,
                    lamina_node_add_child(target.node, model.node) == .LAMINA_OK
                else { continue }
                model.parent?.children.removeAll { $0 === model }
                target.children.append(model)
                model.parent = target
            default:
                let declaration = Self.declarations[random.next(Self.declarations.count)]
                model.declarations.append(declaration)
                try ok(lamina_node_set_flex_style(model.node, declaration, -1))
            }
            if edit % 3 != 0 { continue }
            let size = lamina_size(width: Double(60 + 20 * random.next(4)), height: 80)
            let least = random.next(2) == 0 ? size : lamina_size()
            let range = lamina_size_range(min: least, max: size)
            try ok(lamina_node_apply_layout(root.node, range))
            let fresh = try make(root, in: lamina)
            try ok(lamina_node_set_flex_profile(fresh, profile))
            try ok(lamina_node_apply_layout(fresh, range))
            #expect(compare(root, fresh, "edit \(edit)") == 0, "seed \(seed)")
            lamina_node_release(fresh)
        }
        lamina_node_release(root.node)
    }
}
