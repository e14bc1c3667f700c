/// Numbers with a fixed number of decimals, rounded from their exact value, halves to even, as C and Python do. Without
/// a locale, which printf() has.
enum DecimalText {
    /// More decimals than this are not asked for.
    static let decimalLimit = 30

    /// The digits of a finite number's magnitude: those before the point, and so many after it.
    static func digits(_ value: Double, decimals: Int) -> (whole: [UInt8], fraction: [UInt8]) {
        let exponent = value == 0 ? 0 : Int(value.exponent) - 52
        let isSubnormal = value.isSubnormal
        let bits = value.significandBitPattern | (isSubnormal || value == 0 ? 0 : 1 << 52)
        var number = LongNumber(bits)
        var places = 0
        let power = isSubnormal ? -1074 : exponent
        if power >= 0 {
            for _ in 0..<power { number.multiply(2) }
        } else {
            // m / 2^k is m * 5^k / 10^k.
            for _ in 0..<(-power) { number.multiply(5) }
            places = -power
        }
        var digits = number.digits
        while digits.count <= places { digits.insert(0, at: 0) }
        let point = digits.count - places
        let kept = point + decimals
        while digits.count < kept { digits.append(0) }
        let rest = digits[kept...]
        digits = Array(digits[..<kept])
        if roundsUp(rest, isOdd: (digits.last ?? 0) % 2 == 1) {
            var at = digits.count - 1
            while at >= 0 && digits[at] == 9 {
                digits[at] = 0
                at -= 1
            }
            if at >= 0 { digits[at] += 1 } else { digits.insert(1, at: 0) }
        }
        let whole = digits.count - decimals
        return (Array(digits[..<whole]), Array(digits[whole...]))
    }

    private static func roundsUp(_ rest: ArraySlice<UInt8>, isOdd: Bool) -> Bool {
        guard let first = rest.first else { return false }
        if first != 5 { return first > 5 }
        return isOdd || rest.dropFirst().contains { $0 != 0 }
    }
}

/// A whole number of any length.
private struct LongNumber {
    /// The lowest first, nine digits each.
    private var parts: [UInt32]
    private static let base: UInt64 = 1_000_000_000

    init(_ value: UInt64) {
        parts = []
        var rest = value
        repeat {
            parts.append(UInt32(rest % Self.base))
            rest /= Self.base
        } while rest > 0
    }

    mutating func multiply(_ factor: UInt64) {
        var carry: UInt64 = 0
        for index in parts.indices {
            let product = UInt64(parts[index]) * factor + carry
            parts[index] = UInt32(product % Self.base)
            carry = product / Self.base
        }
        if carry > 0 { parts.append(UInt32(carry)) }
    }

    /// Each 0 to 9, the highest first, without zeros before it.
    var digits: [UInt8] {
        var digits: [UInt8] = []
        for part in parts {
            var rest = part
            for _ in 0..<9 {
                digits.append(UInt8(rest % 10))
                rest /= 10
            }
        }
        while digits.count > 1 && digits.last == 0 { digits.removeLast() }
        return digits.reversed()
    }
}
