import CLamina
import Glibc
import LaminaABI
import LaminaLayout
import Testing

private typealias Node = Lamina.Node

extension Lamina {
    fileprivate func flex(_ declarations: String = "", _ children: [Node] = []) throws -> Node {
        let node = try node()
        try ok(lamina_node_set_flex_style(node, declarations, -1))
        for child in children {
            try ok(lamina_node_add_child(node, child))
            lamina_node_release(child)
        }
        return node
    }
}

private let unbounded = lamina_size_range(
    min: lamina_size(width: 0, height: 0), max: lamina_size(width: .infinity, height: .infinity))

private func exactly(_ width: Double, _ height: Double) -> lamina_size_range {
    let size = lamina_size(width: width, height: height)
    return lamina_size_range(min: size, max: size)
}

private func frame(_ node: Node?) -> [Double] {
    let frame = lamina_node_get_frame(node)
    return [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
}

@Suite struct FlexABITests {
    /// The enums of the header are handed on by their numbers.
    @Test func theNumbersAreTheEngines() {
        let lengths: [(lamina_flex_length, FlexLengthProperty)] = [
            (.LAMINA_FLEX_LENGTH_WIDTH, .width), (.LAMINA_FLEX_LENGTH_HEIGHT, .height),
            (.LAMINA_FLEX_LENGTH_MIN_WIDTH, .minWidth),
            (.LAMINA_FLEX_LENGTH_MIN_HEIGHT, .minHeight), (.LAMINA_FLEX_LENGTH_MAX_WIDTH, .maxWidth),
            (.LAMINA_FLEX_LENGTH_MAX_HEIGHT, .maxHeight), (.LAMINA_FLEX_LENGTH_BASIS, .flexBasis),
            (.LAMINA_FLEX_LENGTH_GAP, .gap),
            (.LAMINA_FLEX_LENGTH_ROW_GAP, .rowGap), (.LAMINA_FLEX_LENGTH_COLUMN_GAP, .columnGap),
            (.LAMINA_FLEX_LENGTH_MARGIN_LEFT, .marginLeft), (.LAMINA_FLEX_LENGTH_MARGIN_TOP, .marginTop),
            (.LAMINA_FLEX_LENGTH_MARGIN_START, .marginStart), (.LAMINA_FLEX_LENGTH_MARGIN_VERTICAL, .marginVertical),
            (.LAMINA_FLEX_LENGTH_MARGIN, .margin), (.LAMINA_FLEX_LENGTH_PADDING_LEFT, .paddingLeft),
            (.LAMINA_FLEX_LENGTH_PADDING, .padding),
            (.LAMINA_FLEX_LENGTH_INSET_LEFT, .insetLeft), (.LAMINA_FLEX_LENGTH_INSET, .inset),
            (.LAMINA_FLEX_LENGTH_BORDER_LEFT, .borderLeft),
            (.LAMINA_FLEX_LENGTH_BORDER_END, .borderEnd), (.LAMINA_FLEX_LENGTH_BORDER, .border),
        ]
        for (theirs, ours) in lengths { #expect(theirs.rawValue == UInt32(ours.rawValue), "\(ours)") }
        #expect(lamina_flex_length.LAMINA_FLEX_LENGTH_BORDER.rawValue == UInt32(FlexLengthProperty.allCases.count - 1))
        #expect(
            lamina_flex_keyword.LAMINA_FLEX_KEYWORD_LAYOUT_DIRECTION.rawValue
                == UInt32(FlexKeywordProperty.direction.rawValue))
        #expect(
            lamina_flex_number.LAMINA_FLEX_NUMBER_LINE_COUNT.rawValue
                == UInt32(FlexNumberProperty.lineCount.rawValue))
        let last: [(UInt32, UInt8)] = [
            (lamina_flex_direction.LAMINA_FLEX_DIRECTION_COLUMN_REVERSE.rawValue, FlexDirection.columnReverse.rawValue),
            (lamina_flex_wrap.LAMINA_FLEX_WRAP_REVERSE_BALANCE.rawValue, FlexWrap.reverseBalance.rawValue),
            (lamina_flex_align.LAMINA_FLEX_ALIGN_SAFE_END.rawValue, FlexAlignment.safeEnd.rawValue),
            (lamina_flex_align.LAMINA_FLEX_ALIGN_SPACE_EVENLY.rawValue, FlexAlignment.spaceEvenly.rawValue),
            (lamina_flex_display.LAMINA_FLEX_DISPLAY_CONTENTS.rawValue, FlexDisplay.contents.rawValue),
            (lamina_flex_position.LAMINA_FLEX_POSITION_ABSOLUTE.rawValue, FlexPositionType.absolute.rawValue),
            (lamina_flex_box_sizing.LAMINA_FLEX_BOX_SIZING_CONTENT.rawValue, FlexBoxSizing.contentBox.rawValue),
            (lamina_flex_overflow.LAMINA_FLEX_OVERFLOW_SCROLL_Y.rawValue, FlexOverflow.scrollVertically.rawValue),
            (
                lamina_layout_direction.LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT.rawValue,
                FlexWritingDirection.rightToLeft.rawValue
            ),
        ]
        for (theirs, ours) in last { #expect(theirs == UInt32(ours)) }
    }

    @Test func aRowWithGapAndGrowth() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let fixed = try lamina.flex("width: 30px; height: 20px")
        let growing = try lamina.flex("flex: 1")
        let root = try lamina.flex("padding: 5px 10px; column-gap: 4px", [fixed, growing])
        try ok(lamina_node_set_flex_profile(root, .LAMINA_FLEX_PROFILE_CSS))
        #expect(lamina_node_get_flex_profile(root) == .LAMINA_FLEX_PROFILE_CSS)
        try ok(lamina_node_apply_layout(root, exactly(200, 100)))
        #expect(frame(root) == [0, 0, 200, 100])
        #expect(frame(fixed) == [10, 5, 30, 20] && frame(growing) == [44, 5, 146, 90])
        try ok(lamina_node_set_flex_keyword(root, .LAMINA_FLEX_KEYWORD_LAYOUT_DIRECTION, 2))
        try ok(lamina_node_apply_layout(root, exactly(200, 100)))
        #expect(frame(fixed) == [160, 5, 30, 20] && frame(growing) == [10, 5, 146, 90])
        lamina_node_release(root)
    }

    @Test func propertiesAreReadAsTheyWereSet() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        var value = 0.0
        var unit = lamina_flex_unit.LAMINA_FLEX_UNIT_AUTO
        try ok(lamina_node_get_flex_length(node, .LAMINA_FLEX_LENGTH_WIDTH, &value, &unit))
        #expect(unit == .LAMINA_FLEX_UNIT_UNDEFINED && value == 0)
        try ok(lamina_node_set_flex_length(node, .LAMINA_FLEX_LENGTH_MARGIN_START, -12.5, .LAMINA_FLEX_UNIT_PERCENT))
        try ok(lamina_node_get_flex_length(node, .LAMINA_FLEX_LENGTH_MARGIN_START, &value, &unit))
        #expect(unit == .LAMINA_FLEX_UNIT_PERCENT && value == -12.5)
        try ok(lamina_node_set_flex_length(node, .LAMINA_FLEX_LENGTH_BASIS, 7, .LAMINA_FLEX_UNIT_CONTENT))
        try ok(lamina_node_get_flex_length(node, .LAMINA_FLEX_LENGTH_BASIS, &value, &unit))
        #expect(unit == .LAMINA_FLEX_UNIT_CONTENT && value == 0)
        try ok(lamina_node_get_flex_length(node, .LAMINA_FLEX_LENGTH_MARGIN_START, &value, nil))
        try ok(lamina_node_get_flex_length(node, .LAMINA_FLEX_LENGTH_WIDTH, nil, &unit))
        #expect(value == -12.5 && unit == .LAMINA_FLEX_UNIT_UNDEFINED)
        #expect(lamina_node_get_flex_number(node, .LAMINA_FLEX_NUMBER_GROW) == -1)
        try ok(lamina_node_set_flex_number(node, .LAMINA_FLEX_NUMBER_GROW, 2.5))
        #expect(lamina_node_get_flex_number(node, .LAMINA_FLEX_NUMBER_GROW) == 2.5)
        try ok(lamina_node_set_flex_number(node, .LAMINA_FLEX_NUMBER_GROW, -1))
        #expect(lamina_node_get_flex_number(node, .LAMINA_FLEX_NUMBER_GROW) == -1)
        try ok(lamina_node_set_flex_keyword(node, .LAMINA_FLEX_KEYWORD_WRAP, 1))
        #expect(lamina_node_get_flex_keyword(node, .LAMINA_FLEX_KEYWORD_WRAP) == 1)
        lamina_node_release(node)
        #expect(lamina_node_get_flex_keyword(node, .LAMINA_FLEX_KEYWORD_WRAP) == 0)
    }

    @Test func nonsenseIsRefusedAndChangesNothing() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.flex("width: 10px")
        let refused = lamina_status.LAMINA_ERROR_INVALID_ARGUMENT
        for value in [Double.nan, -1, .infinity, 2e7] {
            #expect(
                lamina_node_set_flex_length(node, .LAMINA_FLEX_LENGTH_WIDTH, value, .LAMINA_FLEX_UNIT_POINTS) == refused
            )
        }
        #expect(lamina_node_set_flex_length(node, .LAMINA_FLEX_LENGTH_PADDING, 0, .LAMINA_FLEX_UNIT_AUTO) == refused)
        #expect(
            lamina_node_set_flex_length(node, lamina_flex_length(rawValue: 46)!, 0, .LAMINA_FLEX_UNIT_POINTS) == refused
        )
        #expect(
            lamina_node_set_flex_length(node, .LAMINA_FLEX_LENGTH_WIDTH, 0, lamina_flex_unit(rawValue: 9)!) == refused)
        #expect(lamina_node_set_flex_number(node, .LAMINA_FLEX_NUMBER_SHRINK, -2) == refused)
        #expect(lamina_node_set_flex_number(node, .LAMINA_FLEX_NUMBER_SHRINK, .nan) == refused)
        #expect(lamina_node_set_flex_number(node, lamina_flex_number(rawValue: 5)!, 1) == refused)
        for count in [0, -2, 1.5, 65_536, 1e300, .nan] as [Double] {
            #expect(lamina_node_set_flex_number(node, .LAMINA_FLEX_NUMBER_LINE_COUNT, count) == refused)
            #expect(lastError().contains("a number of lines must be a whole number from 1 to 65,535"))
        }
        #expect(lamina_node_get_flex_number(node, .LAMINA_FLEX_NUMBER_LINE_COUNT) == -1)
        #expect(lamina_node_set_flex_keyword(node, .LAMINA_FLEX_KEYWORD_WRAP, 5) == refused)
        #expect(lastError().contains("0 to 4"))
        #expect(lamina_node_set_flex_keyword(node, lamina_flex_keyword(rawValue: 11)!, 0) == refused)
        #expect(lamina_node_set_flex_profile(node, lamina_flex_profile(rawValue: 3)!) == refused)
        var value = 0.0
        var unit = lamina_flex_unit.LAMINA_FLEX_UNIT_AUTO
        try ok(lamina_node_get_flex_length(node, .LAMINA_FLEX_LENGTH_WIDTH, &value, &unit))
        #expect(value == 10 && unit == .LAMINA_FLEX_UNIT_POINTS)
    }

    @Test(arguments: [
        "width: 12em", "width", "colour: red", "width: 1px 2px", "flex-direction: diagonal", "padding: auto",
        "padding: -1px", "margin: 1 2 3 4 5", "flex: 1 1 1 1", "flex: a b", "aspect-ratio: 1/0", "width:", ":3",
        "gap: 1 2 3", "min-width: nan", "flex-line-count: 0", "flex-line-count: 1.5", "flex-line-count: -1",
        "flex-line-count: 65536", "flex-line-count: 2 3", "flex-wrap: balance balance", "border-left-width: 50%",
        "width: 10px; height: x",
    ])
    func wrongDeclarationsAreNamed(_ text: String) throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.flex("height: 3px")
        #expect(lamina_node_set_flex_style(node, text, -1) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lastError().hasPrefix("declarations: in '"))
        var value = 0.0
        var unit = lamina_flex_unit.LAMINA_FLEX_UNIT_AUTO
        try ok(lamina_node_get_flex_length(node, .LAMINA_FLEX_LENGTH_HEIGHT, &value, &unit))
        try ok(lamina_node_get_flex_length(node, .LAMINA_FLEX_LENGTH_WIDTH, &value, &unit))
        #expect(unit == .LAMINA_FLEX_UNIT_UNDEFINED)
    }

    @Test func shorthandsFillInWhatCSSFillsIn() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.flex(
            "margin: 1 2px 3% auto; FLEX: 2 30%; gap: 4px 5px; aspect-ratio: 16 / 9;; padding-inline-start: 8px;")
        func length(_ property: lamina_flex_length) throws -> [Double] {
            var value = 0.0
            var unit = lamina_flex_unit.LAMINA_FLEX_UNIT_AUTO
            try ok(lamina_node_get_flex_length(node, property, &value, &unit))
            return [value, Double(unit.rawValue)]
        }
        #expect(try length(.LAMINA_FLEX_LENGTH_MARGIN_TOP) == [1, 1])
        #expect(try length(.LAMINA_FLEX_LENGTH_MARGIN_RIGHT) == [2, 1])
        #expect(try length(.LAMINA_FLEX_LENGTH_MARGIN_BOTTOM) == [3, 2])
        #expect(try length(.LAMINA_FLEX_LENGTH_MARGIN_LEFT) == [0, 3])
        #expect(try length(.LAMINA_FLEX_LENGTH_BASIS) == [30, 2])
        #expect(try length(.LAMINA_FLEX_LENGTH_ROW_GAP) == [4, 1] && length(.LAMINA_FLEX_LENGTH_COLUMN_GAP) == [5, 1])
        #expect(try length(.LAMINA_FLEX_LENGTH_PADDING_START) == [8, 1])
        #expect(lamina_node_get_flex_number(node, .LAMINA_FLEX_NUMBER_GROW) == 2)
        #expect(lamina_node_get_flex_number(node, .LAMINA_FLEX_NUMBER_SHRINK) == 1)
        #expect(lamina_node_get_flex_number(node, .LAMINA_FLEX_NUMBER_ASPECT_RATIO) == 16.0 / 9)
        try ok(lamina_node_set_flex_style(node, "flex: none; margin: 6px", -1))
        #expect(lamina_node_get_flex_number(node, .LAMINA_FLEX_NUMBER_GROW) == 0)
        #expect(try length(.LAMINA_FLEX_LENGTH_MARGIN) == [6, 1] && length(.LAMINA_FLEX_LENGTH_MARGIN_TOP) == [0, 0])
        #expect(try length(.LAMINA_FLEX_LENGTH_PADDING_START) == [8, 1], "what is not named stays")
    }

    /// A flex layout whose leaves are texts follows their texts, and what lamina_style says counts where flex says
    /// nothing.
    @Test func textsAndStylesTakePart() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let text = try lamina.textNode("word")
        let box = try lamina.node()
        try ok(setSize(box, lamina_size(width: 40, height: 10)))
        let root = try lamina.flex("align-items: flex-start", [text, box])
        try ok(lamina_node_set_flex_profile(root, .LAMINA_FLEX_PROFILE_CSS))
        try ok(lamina_node_apply_layout(root, unbounded))
        let before = frame(text)
        #expect(before[2] > 10 && frame(box) == [before[2], 0, 40, 10])
        let longer = try lamina.text("word and more")
        try ok(lamina_node_set_text(text, longer))
        lamina_text_release(longer)
        try ok(lamina_node_apply_layout(root, unbounded))
        #expect(frame(text)[2] > before[2] && frame(box)[0] == frame(text)[2])
        // As narrow as its widest word, and no narrower.
        try ok(lamina_node_apply_layout(root, exactly(41, 100)))
        #expect(frame(text)[2] > 30 && frame(text)[3] > before[3])
        lamina_node_release(root)
    }

    /// A bar is carved out of the content; a box that is as large as its content grows by it.
    @Test func scrollBarsTakeRoom() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let leaf = try lamina.flex("width: 30px; height: 20px; flex-shrink: 0")
        let wide = try lamina.flex("flex: 1; align-self: stretch")
        let scroller = try lamina.flex("overflow: hidden scroll; scrollbar-width: 12; padding: 2px", [leaf, wide])
        #expect(lamina_node_get_flex_number(scroller, .LAMINA_FLEX_NUMBER_SCROLLBAR_WIDTH) == 12)
        try ok(lamina_node_set_flex_profile(scroller, .LAMINA_FLEX_PROFILE_CSS))
        try ok(lamina_node_apply_layout(scroller, unbounded))
        #expect(frame(scroller) == [0, 0, 46, 24])
        try ok(lamina_node_apply_layout(scroller, exactly(100, 50)))
        #expect(frame(wide) == [32, 2, 54, 46])
        try ok(lamina_node_set_flex_style(scroller, "direction: rtl", -1))
        try ok(lamina_node_apply_layout(scroller, exactly(100, 50)))
        #expect(frame(wide)[0] == 14 && frame(leaf)[0] == 68, "at the end of lines")
        try ok(
            lamina_node_set_flex_keyword(
                scroller, .LAMINA_FLEX_KEYWORD_OVERFLOW,
                Int32(lamina_flex_overflow.LAMINA_FLEX_OVERFLOW_SCROLL_X.rawValue)))
        try ok(lamina_node_apply_layout(scroller, exactly(100, 50)))
        #expect(frame(wide) == [2, 2, 66, 34])
        try ok(lamina_node_set_flex_keyword(scroller, .LAMINA_FLEX_KEYWORD_OVERFLOW, 0))
        try ok(lamina_node_apply_layout(scroller, exactly(100, 50)))
        #expect(frame(wide)[3] == 46, "what does not scroll has no bars")
        lamina_node_release(scroller)
    }

    @Test func childrenComeAndGo() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let boxes = try (1...4).map { try lamina.flex("width: \($0)0px; height: 5px") }
        let inner = try lamina.flex("", [])
        let root = try lamina.flex("", [])
        try ok(lamina_node_set_flex_profile(root, .LAMINA_FLEX_PROFILE_CSS))
        for box in boxes.prefix(3) { try ok(lamina_node_add_child(root, box)) }
        try ok(lamina_node_add_child(root, inner))
        try ok(lamina_node_apply_layout(root, unbounded))
        #expect(frame(inner) == [60, 0, 0, 5] && frame(root)[2] == 60)
        try ok(lamina_node_insert_child(inner, boxes[0], 0))
        try ok(lamina_node_insert_child(inner, boxes[3], 0))
        try ok(lamina_node_move_child(root, 0, 1))
        try ok(lamina_node_apply_layout(root, unbounded))
        #expect(frame(boxes[2]) == [0, 0, 30, 5] && frame(boxes[1]) == [30, 0, 20, 5])
        #expect(frame(inner) == [50, 0, 50, 5])
        #expect(frame(boxes[3]) == [0, 0, 40, 5] && frame(boxes[0]) == [40, 0, 10, 5])
        try ok(lamina_node_remove_from_parent(inner))
        lamina_node_release(inner)
        try ok(lamina_node_apply_layout(root, unbounded))
        #expect(frame(root)[2] == 50)
        // A box that has left is on its own, and so is one that gets a layout of its own.
        try ok(lamina_node_set_flex_length(boxes[3], .LAMINA_FLEX_LENGTH_WIDTH, 1, .LAMINA_FLEX_UNIT_POINTS))
        try ok(lamina_node_set_flex_profile(boxes[3], .LAMINA_FLEX_PROFILE_YOGA))
        try ok(lamina_node_apply_layout(boxes[3], unbounded))
        #expect(frame(boxes[3])[2] == 1)
        try ok(lamina_node_add_child(root, boxes[3]))
        try ok(lamina_node_apply_layout(root, unbounded))
        #expect(frame(boxes[3]) == [50, 0, 1, 5])
    }

    @Test func aShownRootBelongsToTheOwner() throws {
        let lamina = try Lamina()
        let root = try lamina.flex("width: 10px; height: 10px")
        try ok(lamina_node_set_flex_profile(root, .LAMINA_FLEX_PROFILE_CSS))
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 20, height: 20), 1, &surface))
        try ok(lamina_surface_set_root(surface, root))
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { root in
                let status = lamina_node_apply_layout(root!.assumingMemoryBound(to: lamina_node.self), unbounded)
                return UnsafeMutableRawPointer(bitPattern: Int(status.rawValue))
            }, root)
        var status: UnsafeMutableRawPointer?
        pthread_join(thread, &status)
        #expect(Int(bitPattern: status) == Int(lamina_status.LAMINA_ERROR_WRONG_THREAD.rawValue))
        lamina_surface_release(surface)
        lamina.close()
    }
}
