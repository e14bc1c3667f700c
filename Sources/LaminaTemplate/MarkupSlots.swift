import LaminaGeometry

/// Where in markup slots may stand: in the text, and within the quotes of an attribute's value. Elsewhere, as
/// `<{tag}>`, a value would be markup itself.
enum MarkupSlots {
    /// Fails for a slot that stands elsewhere. What else is wrong with the markup is not looked at.
    static func check(_ markup: SlottedString, _ path: String, _ slots: SlotNames) throws(LaminaError) {
        var place = Place.text
        for part in markup.parts {
            switch part {
            case .literal(let bytes): place.read(bytes)
            case .slot(let slot):
                if place != .tag { continue }
                throw LaminaError(
                    .invalidArgument,
                    "\(path): the slot {\(slots.names[slot].prefix(60))} is inside <...>; values are allowed in the text and"
                        + " between the quotes of an attribute, as in <span foreground=\"{name}\">"
                )
            }
        }
    }

    /// What stands between two bytes of markup.
    private enum Place: Equatable {
        case text
        case tag
        /// In the value of an attribute that began with this quote.
        case value(UInt8)

        mutating func read(_ bytes: [UInt8]) {
            for byte in bytes {
                switch (self, byte) {
                case (.text, UInt8(ascii: "<")): self = .tag
                case (.tag, UInt8(ascii: ">")): self = .text
                case (.tag, UInt8(ascii: "\"")), (.tag, UInt8(ascii: "'")): self = .value(byte)
                case (.value(byte), _): self = .tag
                default: break
                }
            }
        }
    }
}
