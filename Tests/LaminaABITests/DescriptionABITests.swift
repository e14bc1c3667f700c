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
        try ok(lamina_node_set_preferred_size(avatar, lamina_size(width: 40, height: 40)))
        title = try lamina.textNode("Some words that need more than one line")
        try ok(lamina_node_set_name(title, "title", -1))
        try ok(lamina_node_set_flex(title, 1, 1, lamina_dimension(unit: .LAMINA_UNIT_AUTO, value: 0)))
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
        return copied { lamina_node_copy_explanation(root, range, element, $0, $1) }
    }

    @Test func aSpecIsDrawn() {
        defer { lamina.close() }
        let drawing = copied { lamina_spec_copy_description(card, $0, $1) }
        #expect(
            drawing == """
                ------------ inset (4, 8, 4, 8) -------------
                |  -- row, spacing 10, align center ------  |
                |  |     node "avatar"  text "title"     |  |
                |  ---------------------------------------  |
                ---------------------------------------------

                """)
    }

    @Test func aTreeIsListed() throws {
        defer { lamina.close() }
        print(copied { lamina_node_copy_description(root, $0, $1) })
    }

    @Test func sizesAreExplained() throws {
        defer { lamina.close() }
        print(explain(nil))
        for e in [UnsafeMutableRawPointer(root), .init(card), .init(row), .init(avatar), .init(title)] {
            print(explain(e))
        }
    }
}
