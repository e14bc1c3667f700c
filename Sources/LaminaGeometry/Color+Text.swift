extension Color {
    /// The basic colours of CSS Color 4 (and orange), as 0xrrggbb.
    private static let names: [String: UInt32] = [
        "black": 0x000000, "silver": 0xC0C0C0, "gray": 0x808080, "grey": 0x808080, "white": 0xFFFFFF,
        "maroon": 0x800000, "red": 0xFF0000, "purple": 0x800080, "fuchsia": 0xFF00FF, "green": 0x008000,
        "lime": 0x00FF00, "olive": 0x808000, "yellow": 0xFFFF00, "orange": 0xFFA500, "navy": 0x000080,
        "blue": 0x0000FF, "teal": 0x008080, "aqua": 0x00FFFF,
    ]

    /// A colour as people write it: #rgb, #rgba, #rrggbb, #rrggbbaa, or a name in any case.
    public init?(text: String) {
        let name = text.lowercased()
        if name == "transparent" {
            self = .clear
            return
        }
        var digits: [UInt32] = []
        if let number = Self.names[name] {
            digits = (0..<6).map { number >> (20 - 4 * $0) & 15 }
        } else {
            guard name.utf8.first == UInt8(ascii: "#") else { return nil }
            for byte in name.utf8.dropFirst() {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(UInt32(byte - UInt8(ascii: "0")))
                case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(UInt32(byte - UInt8(ascii: "a") + 10))
                default: return nil
                }
            }
        }
        guard [3, 4, 6, 8].contains(digits.count) else { return nil }
        let isShort = digits.count < 6
        func part(_ index: Int) -> Float {
            Float(isShort ? digits[index] * 17 : digits[2 * index] << 4 | digits[2 * index + 1]) / 255
        }
        let hasAlpha = digits.count == 4 || digits.count == 8
        self.init(red: part(0), green: part(1), blue: part(2), alpha: hasAlpha ? part(3) : 1)
    }
}
