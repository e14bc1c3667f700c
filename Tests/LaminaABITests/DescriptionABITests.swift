import CLamina
import LaminaABI
import Testing

/// Calls a function of the (buffer, capacity) kind, twice as callers do.
func copied(_ copy: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> String {
    let length = copy(nil, 0)
    var buffer = [CChar](repeating: 1, count: length + 1)
    let again = buffer.withUnsafeMutableBufferPointer { copy($0.baseAddress, $0.count) }
    #expect(again == length && buffer[length] == 0)
    return String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

@Suite struct DescriptionABITests {
    private let lamina: Lamina
    private let root: Lamina.Node
    private let avatar: Lamina.Node
    private let title: Lamina.Node
    private let card: Lamina.Spec
    private let row: Lamina.Spec

    init() throws {
        lamina = try Lamina()
        root = try lamina.node()
        try ok(lamina_node_set_name(root, "card", -1))
        avatar = try lamina.node()
        try ok(lamina_node_set_name(avatar, "avatar", -1))
        try ok(setSize(avatar, lamina_size(width: 40, height: 40)))
        title = try lamina.textNode("Some words that need more than one line")
        try ok(lamina_node_set_name(title, "title", -1))
        try ok(
            setStyle(title, [.LAMINA_STYLE_FIELDS_FLEX_GROW, .LAMINA_STYLE_FIELDS_FLEX_SHRINK]) { style in
                style.flex_grow = 1
                style.flex_shrink = 1
            })
        var row: Lamina.Spec?
        let children = [UnsafeMutableRawPointer(avatar), UnsafeMutableRawPointer(title)] as [UnsafeMutableRawPointer?]
        try ok(lamina_spec_create_row(lamina.context, 10, .LAMINA_ALIGN_CENTER, children, 2, &row))
        var inset: Lamina.Spec?
        try ok(lamina_spec_create_padding(lamina.context, 8, 4, UnsafeMutableRawPointer(row), &inset))
        self.row = try #require(row)
        card = try #require(inset)
        try ok(lamina_node_set_spec(root, card))
    }

    private func explain(_ element: UnsafeMutableRawPointer?, width: Double = 200) -> String {
        let range = lamina_size_range(
            min: lamina_size(width: width, height: 0), max: lamina_size(width: width, height: .infinity))
        return copied { lamina_node_read_explanation(root, range, element, $0, $1) }
    }

    @Test func aSpecIsDrawn() {
        defer { lamina.close() }
        let drawing = copied { lamina_spec_read_description(card, $0, $1) }
        #expect(
            drawing == """
                --------- inset (4, 8, 4, 8) ----------
                |  - row, spacing 10, align center -  |
                |  |  node "avatar"  text "title"  |  |
                |  ---------------------------------  |
                ---------------------------------------

                """)
        var short = [CChar](repeating: 1, count: 8)
        #expect(lamina_spec_read_description(card, &short, 5) == drawing.utf8.count)
        #expect(String(cString: short) == "----" && short[5] == 1)
        #expect(lamina_spec_read_description(nil, nil, 0) == 0 && lastError().contains("spec"))
    }

    @Test func columnsAreDrawnBelowEachOther() throws {
        defer { lamina.close() }
        try ok(lamina_node_set_name(avatar, "Bild – 画像", -1))
        var column: Lamina.Spec?
        var overlay: Lamina.Spec?
        let over = UnsafeMutableRawPointer(try lamina.node())
        try ok(lamina_spec_create_overlay(lamina.context, nil, UnsafeMutableRawPointer(avatar), over, &overlay))
        let children = [UnsafeMutableRawPointer(overlay), UnsafeMutableRawPointer(title)] as [UnsafeMutableRawPointer?]
        try ok(lamina_spec_create_column(lamina.context, 0, .LAMINA_ALIGN_AUTO, children, 2, &column))
        #expect(
            copied { lamina_spec_read_description(column, $0, $1) } == """
                ---------- column ----------
                |  ------ overlay -------  |
                |  |  node "Bild – 画像"  |  |
                |  |        node        |  |
                |  ----------------------  |
                |       text "title"       |
                ----------------------------

                """)
    }

    @Test func aTreeIsListed() throws {
        defer { lamina.close() }
        try ok(lamina_node_set_opacity(avatar, 0.5))
        try ok(lamina_node_set_hidden(avatar, true))
        try ok(lamina_node_set_background(root, lamina_color(red: 1, green: 0.5, blue: 0, alpha: 0.5)))
        try ok(
            lamina_node_set_frame(
                root, lamina_rect(origin: lamina_point(x: 1, y: 2), size: lamina_size(width: 3.5, height: 1.0 / 3))))
        try ok(setLayoutDirection(root, .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT))
        try ok(lamina_node_set_name(avatar, "two\nlines", -1))
        let listing = copied { lamina_node_read_description(root, $0, $1) }
        #expect(
            listing == """
                node "card" 3.5 x 0.333 at (1, 2) | inset (4, 8, 4, 8) | background #ff800080 | right to left
                  node "two lines" 0 x 0 at (0, 0) | hidden | opacity 0.5 | width 40pt, height 40pt
                  text "title" 0 x 0 at (0, 0) | "Some words that need more than o..." | grow 1, shrink 1

                """)
        let below = copied { lamina_node_read_description(title, $0, $1) }
        #expect(below.hasSuffix("grow 1, shrink 1 | right to left\n"))
        #expect(lamina_node_read_description(nil, nil, 0) == 0)
    }

    @Test func sizesAreExplained() throws {
        defer { lamina.close() }
        let all = explain(nil)
        #expect(all.split(separator: "\n").count == 5)
        #expect(all.hasPrefix("node \"card\": 200 x "))
        #expect(all.contains("\n      node \"avatar\": 40 x 40 at (0, "))

        let text = explain(UnsafeMutableRawPointer(title))
        #expect(text.contains("134 are left; it grows by its share 1 of 1, in whole points, to 134\n"))
        #expect(
            text.contains(
                "constraints from row, spacing 10, align center: width 134, height 0 to inf; parent 184 x unknown\n"))
        #expect(text.contains("decided: its content wants ") && text.contains(" raised to 134, by what is allowed\n"))
        let box = explain(UnsafeMutableRawPointer(avatar), width: 40)
        #expect(box.contains("style: width 40pt, height 40pt\n"))
        #expect(explain(UnsafeMutableRawPointer(row)).contains("decided: 2 children of 184 in all, 10 of it spacing"))
        #expect(explain(UnsafeMutableRawPointer(root)).contains("placed: at the origin: it is the root\n"))
        #expect(explain(UnsafeMutableRawPointer(card)).contains("and the insets around it"))
    }

    @Test func whatCannotBeExplained() throws {
        defer { lamina.close() }
        let range = lamina_size_range(min: lamina_size(width: 0, height: 0), max: lamina_size(width: 9, height: 9))
        let stranger = UnsafeMutableRawPointer(try lamina.node())
        #expect(lamina_node_read_explanation(root, range, stranger, nil, 0) == 0)
        #expect(lastError().contains("not part of the layout"))
        #expect(lamina_node_read_explanation(nil, range, nil, nil, 0) == 0)
        let other = try Lamina()
        #expect(lamina_node_read_explanation(root, range, UnsafeMutableRawPointer(try other.node()), nil, 0) == 0)
        #expect(lastError().contains("another context"))
        other.close()
        let bad = lamina_size_range(min: lamina_size(width: .nan, height: 0), max: lamina_size(width: 9, height: 9))
        #expect(lamina_node_read_explanation(root, bad, nil, nil, 0) == 0 && lastError().contains("range"))
        // By hand: a child with a frame is explained from there.
        let child = try lamina.node()
        try ok(lamina_node_add_child(root, child))
        let size = lamina_rect(origin: lamina_point(x: 5, y: 5), size: lamina_size(width: 30, height: 30))
        try ok(lamina_node_set_frame(child, size))
        let inner = try lamina.node()
        let column = try lamina.column([UnsafeMutableRawPointer(inner)])
        try ok(lamina_node_set_spec(child, column))
        #expect(explain(UnsafeMutableRawPointer(child)).contains("nothing places it"))
        #expect(explain(UnsafeMutableRawPointer(inner)).hasPrefix("node: 30 x 0 at (0, 0)\n"))
    }

    /// As deep as trees and specs go: on a thread with room for it, and listed where a drawing would be too large.
    @Test func deepTreesAreExplained() throws {
        defer { lamina.close() }
        var node = try lamina.node()
        try ok(setSize(node, lamina_size(width: 7, height: 3)))
        let deepest = UnsafeMutableRawPointer(node)
        for _ in 0..<600 {
            let parent = try lamina.node()
            let column = try lamina.column([UnsafeMutableRawPointer(node)])
            try ok(lamina_node_set_spec(parent, column))
            node = parent
        }
        let range = lamina_size_range(min: lamina_size(width: 0, height: 0), max: lamina_size(width: 9, height: 9))
        let text = copied { lamina_node_read_explanation(node, range, deepest, $0, $1) }
        #expect(text.hasPrefix("node: 7 x 3 at (0, 0)\n") && text.contains("decided: "))
        #expect(copied { lamina_node_read_explanation(node, range, nil, $0, $1) }.split(separator: "\n").count == 1201)

        var spec = UnsafeMutableRawPointer(try lamina.node())
        for _ in 0..<999 { spec = UnsafeMutableRawPointer(try lamina.column([spec])) }
        let drawing = copied { lamina_spec_read_description(spec.assumingMemoryBound(to: lamina_spec.self), $0, $1) }
        #expect(drawing.hasPrefix("column\n  column\n") && drawing.split(separator: "\n").count == 1000)
    }

    /// Specs without nodes may stand in each other twice: 2^n of them are not unfolded.
    @Test func repeatedSpecsAreLimited() throws {
        defer { lamina.close() }
        var spec: Lamina.Spec?
        try ok(lamina_spec_create_spacer(lamina.context, nil, &spec))
        var status = lamina_status.LAMINA_OK
        for _ in 0..<30 where status == .LAMINA_OK {
            let twice = [UnsafeMutableRawPointer(spec), UnsafeMutableRawPointer(spec)]
            status = lamina_spec_create_row(lamina.context, 0, .LAMINA_ALIGN_AUTO, twice, 2, &spec)
        }
        #expect(status == .LAMINA_ERROR_OUT_OF_RANGE)
        let listing = copied { lamina_spec_read_description(spec, $0, $1) }
        #expect(listing.hasPrefix("row\n  row\n") && listing.hasSuffix("and more\n"))
    }
}
