/// Sizes given by keywords: min-content, max-content, fit-content, stretch (CSS Sizing 4).
extension FlexTree {
    /// The properties that may hold a keyword which changes a size: width, height and their limits.
    static let keywordSizes: UInt64 = 0b11_1111

    /// Replaces keywords in the sizes of `item` by lengths. Heights by content stay unknown, which means the same.
    mutating func setKeywordSizes(
        _ item: inout FlexItem, _ style: FlexStyleView, _ c: inout FlexContainer, _ measurer: inout some FlexMeasurer
    ) {
        let main: UInt64 = c.isRow ? 0 : 1
        if let size = keywordSize(item, style, FlexNumber.width + main, &c, isMain: true, &measurer) {
            item.preferredMain = size
        }
        if let size = keywordSize(item, style, FlexNumber.width + 1 - main, &c, isMain: false, &measurer) {
            item.preferredCross = size
        }
        if let size = keywordSize(item, style, FlexNumber.minWidth + main, &c, isMain: true, &measurer) {
            item.minMain = max(item.boxMain, size)
        }
        if let size = keywordSize(item, style, FlexNumber.minWidth + 1 - main, &c, isMain: false, &measurer) {
            item.minCross = max(item.boxCross, size)
        }
        if let size = keywordSize(item, style, FlexNumber.maxWidth + main, &c, isMain: true, &measurer) {
            item.maxMain = size
        }
        if let size = keywordSize(item, style, FlexNumber.maxWidth + 1 - main, &c, isMain: false, &measurer) {
            item.maxCross = size
        }
    }

    /// The border-box length that the keyword in `number` stands for; nil without one or if it depends on what is not
    /// known yet.
    private mutating func keywordSize(
        _ item: FlexItem, _ style: FlexStyleView, _ number: UInt64, _ c: inout FlexContainer, isMain: Bool,
        _ measurer: inout some FlexMeasurer
    ) -> Double? {
        let value = keyword(style, number)
        if value < FlexLengthCode.minContent { return nil }
        var room = (isMain ? c.percentMain : c.percentCross) - (isMain ? item.marginMain : item.marginCross)
        if !isMain && c.balances { room = offeredPercentCross(&c) - item.marginCross }
        let inset = isMain ? item.boxMain : item.boxCross
        if value == FlexLengthCode.stretch { return room.isNaN ? nil : max(inset, room) }
        if isMain != c.isRow { return wordedHeight(item, number, &c, &measurer) }
        let element = item.element
        switch value {
        case FlexLengthCode.minContent:
            return intrinsicWidth(element, .minContent, height: .nan, &measurer) + inset
        case FlexLengthCode.maxContent:
            return intrinsicWidth(element, .maxContent, height: .nan, &measurer) + inset
        default:
            return fitContentWidth(element, available: room - inset, height: .nan, &measurer) + inset
        }
    }

    /// A minimum or maximum height by content; a height is the content's anyway.
    private mutating func wordedHeight(
        _ item: FlexItem, _ number: UInt64, _ c: inout FlexContainer, _ measurer: inout some FlexMeasurer
    ) -> Double? {
        if number == FlexNumber.height { return nil }
        let inset = c.isRow ? item.boxCross : item.boxMain
        let sides = c.isRow ? item.boxMain : item.boxCross
        var width = c.isRow ? item.preferredMain : definiteCross(item, &c)
        if width.isNaN {
            let room = c.balances && !c.isRow ? offeredCross(&c) : c.width
            width =
                fitContentWidth(
                    item.element, available: room - (c.isRow ? item.marginMain : item.marginCross) - sides,
                    height: .nan, &measurer) + sides
        }
        return contentHeight(item.element, width: max(0, width - sides), &measurer) + inset
    }

    /// Sets a base size that flex-basis gives by a keyword; false if it is that of the content anyway.
    mutating func keywordBasis(
        _ item: inout FlexItem, _ value: UInt64, _ c: inout FlexContainer, _ measurer: inout some FlexMeasurer
    ) -> Bool {
        let room = c.percentMain - item.marginMain
        switch value {
        case FlexLengthCode.stretch where !room.isNaN && (c.isRow || profile == .css):
            item.base = max(room, item.boxMain)
        case FlexLengthCode.minContent where c.isRow:
            item.base =
                intrinsicWidth(item.element, .minContent, height: knownContentHeight(item, &c), &measurer)
                + item.boxMain
        case FlexLengthCode.fitContent where c.isRow:
            item.base =
                fitContentWidth(
                    item.element, available: room - item.boxMain, height: knownContentHeight(item, &c), &measurer)
                + item.boxMain
        default: return false
        }
        if !c.isRow { setColumnCross(&item, &c, main: .nan, &measurer) }
        return true
    }
}
