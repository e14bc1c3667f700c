/// The style of an element, as its tree holds it: the keywords, and the block of lengths and numbers, shared with whoever set the style.
///
/// Nobody writes into a block that two hold, so a tree may be solved on one thread while its styles are set anew on another. Not counted by itself:
/// whoever makes one releases it.
@safe struct FlexStyleHold: BitwiseCopyable {
    private let keywords: UInt64
    private let block: Unmanaged<FlexStyleStorage.Block>

    /// Of styles without lengths and numbers; never written.
    nonisolated(unsafe) private static let plain = FlexStyleStorage(mask: 0, percent: 0)

    @inline(__always) init(_ style: FlexStyle) {
        keywords = style.keywords
        unsafe block = (style.storage ?? Self.plain).retained()
    }

    func release() { unsafe block.release() }

    @inline(__always) var view: FlexStyleView {
        unsafe FlexStyleView(keywords: keywords, words: FlexStyleStorage.words(of: block))
    }

    /// The style as a value of its own.
    var style: FlexStyle {
        FlexStyle(keywords: keywords, storage: view.mask == 0 ? nil : unsafe FlexStyleStorage(block))
    }
}

/// What a solver reads of a style; good for as long as the element keeps it.
@safe struct FlexStyleView {
    let keywords: UInt64
    let mask: UInt64
    let percent: UInt64
    private let values: UnsafePointer<UInt64>

    @inline(__always) fileprivate init(keywords: UInt64, words: UnsafePointer<UInt64>) {
        self.keywords = keywords
        unsafe mask = words[0]
        unsafe percent = words[1]
        unsafe values = words + FlexStyleStorage.headerWords
    }

    /// The value of a property that is set.
    @inline(__always) func word(_ number: UInt64) -> UInt64 {
        unsafe values[(mask & ((1 << number) - 1)).nonzeroBitCount]
    }

    /// Reads the flex factors that are set; the last words are those of the number properties.
    @inline(__always) func factors(_ grow: inout Double, _ shrink: inout Double) {
        var last = mask.nonzeroBitCount - 1
        if has(FlexNumber.aspectRatio) { last -= 1 }
        if has(FlexNumber.flexShrink) {
            shrink = unsafe Double(bitPattern: values[last])
            last -= 1
        }
        if has(FlexNumber.flexGrow) { grow = unsafe Double(bitPattern: values[last]) }
    }

    /// The nine edges of a family, from the least significant bit on.
    @inline(__always) func edges(_ first: UInt64) -> UInt64 { mask >> first & 0x1FF }

    @inline(__always) func has(_ number: UInt64) -> Bool { mask >> number & 1 != 0 }
    @inline(__always) func isPercent(_ number: UInt64) -> Bool { percent >> number & 1 != 0 }

    @inline(__always) private func keyword(_ property: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: keywords >> (property * 5)) & 31
    }

    @inline(__always) var direction: UInt8 { keyword(0) }
    @inline(__always) var wrap: UInt8 { keyword(1) }
    @inline(__always) var justifyContent: UInt8 { keyword(2) }
    @inline(__always) var alignItems: UInt8 { keyword(3) }
    @inline(__always) var alignSelf: UInt8 { keyword(4) }
    @inline(__always) var alignContent: UInt8 { keyword(5) }
    @inline(__always) var isHidden: Bool { keyword(6) == FlexDisplay.none.rawValue }
    @inline(__always) var isContents: Bool { keyword(6) == FlexDisplay.contents.rawValue }
    @inline(__always) var isAbsolute: Bool { keyword(7) == FlexPositionType.absolute.rawValue }
    @inline(__always) var isStatic: Bool { keyword(7) == FlexPositionType.static.rawValue }
    @inline(__always) var isContentBox: Bool { keyword(8) == FlexBoxSizing.contentBox.rawValue }
    @inline(__always) var overflow: UInt8 { keyword(9) }
    @inline(__always) var writingDirection: UInt8 { keyword(10) }

    /// In the flow of its parent: has a box and is not absolute.
    @inline(__always) var isInFlow: Bool { !isHidden && !isAbsolute }

    @inline(__always) func isRightToLeft(inherited: Bool) -> Bool {
        let word = writingDirection
        return word == 0 ? inherited : word == FlexWritingDirection.rightToLeft.rawValue
    }
}

/// Numbers of the properties in a style's mask: lengths as in `FlexLengthProperty`, then numbers.
enum FlexNumber {
    static let width: UInt64 = 0
    static let height: UInt64 = 1
    static let minWidth: UInt64 = 2
    static let minHeight: UInt64 = 3
    static let maxWidth: UInt64 = 4
    static let maxHeight: UInt64 = 5
    static let flexBasis: UInt64 = 6
    static let gap: UInt64 = 7
    static let rowGap: UInt64 = 8
    static let columnGap: UInt64 = 9
    static let margin: UInt64 = 10
    static let padding: UInt64 = 19
    static let inset: UInt64 = 28
    static let border: UInt64 = 37
    static let flexGrow: UInt64 = 46
    static let flexShrink: UInt64 = 47
    static let aspectRatio: UInt64 = 48
}
