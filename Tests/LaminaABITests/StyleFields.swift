import CLamina

/// Single fields of a node's style, as a program would set them.
func setStyle(
    _ node: Lamina.Node?, _ fields: lamina_style_fields, _ change: (inout lamina_style) -> Void
) -> lamina_status {
    var style = lamina_style()
    style.struct_size = MemoryLayout<lamina_style>.size
    style.fields = fields
    change(&style)
    return lamina_node_set_style(node, &style)
}

func points(_ value: Double) -> lamina_dimension { lamina_dimension(unit: .LAMINA_UNIT_POINTS, value: value) }

func setSize(_ node: Lamina.Node?, _ size: lamina_size) -> lamina_status {
    setStyle(node, [.LAMINA_STYLE_FIELDS_WIDTH, .LAMINA_STYLE_FIELDS_HEIGHT]) { style in
        style.width = points(size.width)
        style.height = points(size.height)
    }
}

func setLayoutDirection(_ node: Lamina.Node?, _ direction: lamina_layout_direction) -> lamina_status {
    setStyle(node, .LAMINA_STYLE_FIELDS_LAYOUT_DIRECTION) { $0.layout_direction = direction }
}
