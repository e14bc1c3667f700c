internal import CPango

// What Pango must know to shape and break: colours and lines split no run, because they are applied to the result.
extension PangoWorker {
    func setAttributes(_ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText) {
        let first = styled.spans[piece.spans.lowerBound].style
        var list: OpaquePointer? = nil
        func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ start: Int, _ end: UInt32) {
            guard let attribute = unsafe attribute else { return }
            unsafe attribute.pointee.start_index = UInt32(start)
            unsafe attribute.pointee.end_index = end
            if unsafe list == nil { unsafe list = pango_attr_list_new() }
            unsafe pango_attr_list_insert(list, attribute)
        }
        for index in piece.spans {
            let span = styled.spans[index]
            let range = span.bytes.clamped(to: piece.bytes)
            let start = range.lowerBound - piece.bytes.lowerBound
            let isLast = index == piece.spans.upperBound - 1
            let end = isLast ? UInt32.max : UInt32(range.upperBound - piece.bytes.lowerBound)
            if span.style != first { unsafe add(pango_attr_font_desc_new(descriptions[span.style]), start, end) }
            if let language = unsafe languages[span.style] { unsafe add(pango_attr_language_new(language), start, end) }
            guard let rare = styled.rare(of: index) else { continue }
            if let features = rare.features, !features.isEmpty {
                unsafe add(pango_attr_font_features_new(features), start, end)
            }
            if rare.rise ?? 0 != 0 { unsafe add(pango_attr_rise_new(styled.units(rare.rise)), start, end) }
            // Pango gives a box no spacing, yet takes it away where the box ends a line: lines would not fit the width that they have.
            let spacing = rare.attachment == nil ? styled.units(rare.letterSpacing) : 0
            if spacing != 0 { unsafe add(pango_attr_letter_spacing_new(spacing), start, end) }
            let wordSpacing = styled.units(rare.wordSpacing)
            if wordSpacing != 0 {
                for byte in range where unsafe text[byte] == 0x20 {
                    let at = byte - piece.bytes.lowerBound
                    unsafe add(pango_attr_letter_spacing_new(spacing &+ wordSpacing), at, UInt32(at + 1))
                }
            }
            if let attachment = rare.attachment {
                let scale = attachment.holdsChild ? 1 : styled.scale
                let height = lengthUnits(attachment.height * scale)
                var box = PangoRectangle(
                    x: 0, y: -height &- lengthUnits(attachment.rise * scale),
                    width: lengthUnits(attachment.width * scale), height: height)
                unsafe add(pango_attr_shape_new(&box, &box), start, UInt32(range.upperBound - piece.bytes.lowerBound))
            }
        }
        unsafe pango_layout_set_attributes(layout, list)
        unsafe hasAttributes = list != nil
        if let list = unsafe list { unsafe pango_attr_list_unref(list) }
    }

    func setParagraph(_ format: LineFormat, _ isFirst: Bool) {
        let paragraph = format.paragraph
        hasParagraph = paragraph != nil
        // Pango's indent is the first line's against the others; what all lines share is left out of the width.
        let indent = paragraph.map { isFirst ? $0.firstLineIndent &- $0.indent : 0 } ?? 0
        unsafe pango_layout_set_indent(layout, indent)
        unsafe pango_layout_set_justify(layout, paragraph?.isJustified == true ? 1 : 0)
        guard let stops = paragraph?.tabStops, !stops.isEmpty else {
            unsafe pango_layout_set_tabs(layout, nil)
            return
        }
        let tabs = unsafe pango_tab_array_new(Int32(stops.count), 0)
        for (index, stop) in stops.enumerated() {
            unsafe pango_tab_array_set_tab(tabs, Int32(index), stop.alignment.pango, lengthUnits(stop.position))
            // Left unset, Pango asks the locale of the process.
            unsafe pango_tab_array_set_decimal_point(tabs, Int32(index), stop.decimalPoint.value)
        }
        unsafe pango_layout_set_tabs(layout, tabs)
        unsafe pango_tab_array_free(tabs)
    }
}

extension TextWrap {
    var pango: PangoWrapMode {
        switch self {
        case .wordCharacter: return PANGO_WRAP_WORD_CHAR
        case .word, .none: return PANGO_WRAP_WORD
        case .character: return PANGO_WRAP_CHAR
        }
    }
}

extension FontSlant {
    var pango: PangoStyle {
        switch self {
        case .upright: return PANGO_STYLE_NORMAL
        case .italic: return PANGO_STYLE_ITALIC
        case .oblique: return PANGO_STYLE_OBLIQUE
        }
    }
}

extension FontCaps {
    var pango: PangoVariant {
        switch self {
        case .normal: return PANGO_VARIANT_NORMAL
        case .small: return PANGO_VARIANT_SMALL_CAPS
        case .allSmall: return PANGO_VARIANT_ALL_SMALL_CAPS
        }
    }
}

extension TabStop.Alignment {
    fileprivate var pango: PangoTabAlign {
        switch self {
        case .left: return PANGO_TAB_LEFT
        case .right: return PANGO_TAB_RIGHT
        case .center: return PANGO_TAB_CENTER
        case .decimal: return PANGO_TAB_DECIMAL
        }
    }
}
