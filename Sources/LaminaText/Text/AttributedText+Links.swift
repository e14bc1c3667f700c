/// A link in a text: the host's name for it, and the bytes that belong to it.
public struct TextLink: Hashable, Sendable {
    public let link: UInt64
    /// UTF-8 bytes, whatever other attributes they have.
    public let bytes: Range<Int>
}

extension TextSpan {
    fileprivate var link: UInt64 { attributes.hasRare ? attributes.rare.link ?? 0 : 0 }
}

extension AttributedText {
    /// The link at a byte, or the first one after it; nil when none follows.
    public func link(from byte: Int) -> TextLink? {
        var index = spanIndex(at: byte)
        while index < spans.count && spans[index].link == 0 { index += 1 }
        return index < spans.count ? wholeLink(index) : nil
    }

    /// The link that the character at `byte` belongs to.
    func link(of byte: Int) -> TextLink? {
        let index = spanIndex(at: byte)
        return index < spans.count && spans[index].link != 0 ? wholeLink(index) : nil
    }

    /// Spans of one name that touch are one link: a bold word does not split it.
    private func wholeLink(_ index: Int) -> TextLink {
        let wanted = spans[index].link
        var (first, last) = (index, index)
        while first > 0 && spans[first - 1].link == wanted { first -= 1 }
        while last + 1 < spans.count && spans[last + 1].link == wanted { last += 1 }
        return TextLink(link: wanted, bytes: spans[first].bytes.lowerBound..<spans[last].bytes.upperBound)
    }
}
