import LaminaGeometry

/// The places for slots in markup: in the text, and inside the quotes of an attribute. Elsewhere, as in `<{tag}>`, a
/// value would itself be markup.
enum MarkupSlots {
    /// Fails for a slot elsewhere. Does not check other errors in the markup.
    static func check(_ markup: SlottedString, _ path: String, _ slots: SlotNames) throws(LaminaError) {
        var place = Place.text
        for part in markup.parts {
            switch part {
            case .literal(let bytes): place.read(bytes)
            case .slot(let slot, _):
                if place != .tag { continue }
                throw LaminaError(
                    .invalidArgument,
                    "\(path): the slot {\(slots.names[slot].prefix(60))} is inside <...>; values are allowed in the text and"
                        + " between the quotes of an attribute, as in <span foreground=\"{name}\">"
                )
            }
        }
    }

    /// The state between two bytes of markup.
    private enum Place: Equatable {
        case text
        case tag
        /// Inside the value of an attribute with this quote.
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
