/// Keeps texts from fribidi that make it read and write freed memory. Before 1.0.10 (Debian 12 has 1.0.8) it loses
/// count of isolates where a paragraph separator that Pango does not part texts at (U+0085, U+001C to U+001E) stands in
/// one, and where isolates and embeddings are as deep as the algorithm has levels. Any program that draws text of
/// strangers by Pango can be harmed by a text of four characters. What is changed has as many bytes and characters as
/// before, and looks the same but for those separators.
enum BidiGuard {
    /// Each opens two levels at most, of the 125 that there are.
    private static let maximumDepth = 60
    /// WORD JOINER: as long as a control in UTF-8, without width, and no place to break at.
    private static let nothing: [UInt8] = [0xE2, 0x81, 0xA0]

    /// What to lay out in place of a text; nil for the text itself, which is all but always.
    static func harmless(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        guard unsafe hasIsolates(text) else { return nil }
        var bytes = unsafe [UInt8](text)
        var open = OpenControls()
        var isChanged = false
        var i = 0
        while i < bytes.count {
            switch bytes[i] {
            case 0x0A, 0x0D:
                open = OpenControls()
            case 0x1C...0x1E where open.isolates > 0:
                bytes[i] = 0x1F
                isChanged = true
            case 0xC2 where open.isolates > 0 && i + 1 < bytes.count && bytes[i + 1] == 0x85:
                bytes[i + 1] = 0xA0
                isChanged = true
            case 0xE2 where i + 2 < bytes.count:
                if bytes[i + 1] == 0x80 && bytes[i + 2] == 0xA9 {
                    open = OpenControls()
                } else if let control = Control(bytes[i + 1], bytes[i + 2]), !open.admit(control) {
                    bytes.replaceSubrange(i..<i + 3, with: nothing)
                    isChanged = true
                }
                i += 2
            default: break
            }
            i += 1
        }
        return isChanged ? bytes : nil
    }

    private static func hasIsolates(_ text: UnsafeRawBufferPointer) -> Bool {
        var i = 0
        while i + 2 < text.count {
            if unsafe text[i] == 0xE2 && text[i + 1] == 0x81 && (0xA6...0xA9).contains(text[i + 2]) { return true }
            i += 1
        }
        return false
    }

    private enum Control {
        case embedding, isolate, popEmbedding, popIsolate

        /// Of the last two bytes in UTF-8; the first is E2.
        init?(_ second: UInt8, _ third: UInt8) {
            switch (second, third) {
            case (0x81, 0xA6...0xA8): self = .isolate
            case (0x81, 0xA9): self = .popIsolate
            case (0x80, 0xAA), (0x80, 0xAB), (0x80, 0xAD), (0x80, 0xAE): self = .embedding
            case (0x80, 0xAC): self = .popEmbedding
            default: return nil
            }
        }
    }

    /// The directional status stack of the bidirectional algorithm (UAX 9, X1 to X8), without the levels.
    private struct OpenControls {
        private(set) var isolates = 0
        private var stack: [Control] = []
        private var overflowIsolates = 0
        private var overflowEmbeddings = 0

        /// Whether the text may keep the control: not if it opens too deep a level, or ends such a one.
        mutating func admit(_ control: Control) -> Bool {
            switch control {
            case .isolate, .embedding: admitOpening(control)
            case .popIsolate: admitPopIsolate()
            case .popEmbedding: admitPopEmbedding()
            }
        }

        private mutating func admitOpening(_ control: Control) -> Bool {
            if stack.count < BidiGuard.maximumDepth && overflowIsolates == 0 && overflowEmbeddings == 0 {
                stack.append(control)
                if control == .isolate { isolates += 1 }
                return true
            }
            if control == .isolate {
                overflowIsolates += 1
            } else if overflowIsolates == 0 {
                overflowEmbeddings += 1
            }
            return false
        }

        private mutating func admitPopIsolate() -> Bool {
            if overflowIsolates > 0 {
                overflowIsolates -= 1
                return false
            }
            if isolates > 0 {
                overflowEmbeddings = 0
                while stack.removeLast() != .isolate {}
                isolates -= 1
            }
            return true
        }

        private mutating func admitPopEmbedding() -> Bool {
            if overflowIsolates > 0 { return false }
            if overflowEmbeddings > 0 {
                overflowEmbeddings -= 1
                return false
            }
            if stack.last == .embedding { stack.removeLast() }
            return true
        }
    }
}
