public import LaminaGeometry

extension Curve {
    /// An easing function as CSS writes it: linear, ease, ease-in, ease-out, ease-in-out, step-start, step-end,
    /// cubic-bezier(), steps() and linear(). Fails with what is wrong. linear() without a stop is refused, as CSS
    /// Easing 2 does; with one stop the curve is that value throughout.
    public init(text: String) throws(LaminaError) {
        let text = Self.trimmed(text[...])
        guard text.utf8.count <= 65_536 else {
            throw LaminaError(.invalidArgument, "an easing function takes at most 65,536 bytes")
        }
        switch text {
        case "linear": self = .linear
        case "ease": self = .ease
        case "ease-in": self = .easeIn
        case "ease-out": self = .easeOut
        case "ease-in-out": self = .easeInOut
        case "step-start": self = .steps(try Steps(count: 1, jump: .start))
        case "step-end": self = .steps(try Steps(count: 1, jump: .end))
        default:
            guard let open = text.utf8.firstIndex(of: UInt8(ascii: "(")), text.utf8.last == UInt8(ascii: ")") else {
                throw LaminaError(.invalidArgument, "\"\(text.prefix(64))\" is not an easing function of CSS")
            }
            let arguments = text.utf8[text.utf8.index(after: open)...].dropLast()
                .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { Self.trimmed(Substring($0)) }
            switch text[..<open] {
            case "cubic-bezier": self = .cubicBezier(try Self.cubicBezier(arguments))
            case "steps": self = .steps(try Self.steps(arguments))
            case "linear": self = .piecewise(try Self.piecewise(arguments))
            default:
                throw LaminaError(.invalidArgument, "\"\(text.prefix(64))\" is not an easing function of CSS")
            }
        }
    }

    private static func cubicBezier(_ arguments: [Substring]) throws(LaminaError) -> CubicBezier {
        let numbers = arguments.compactMap { Double($0) }
        guard arguments.count == 4, numbers.count == 4 else {
            throw LaminaError(.invalidArgument, "cubic-bezier() takes four numbers")
        }
        return try CubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
    }

    private static func steps(_ arguments: [Substring]) throws(LaminaError) -> Steps {
        guard (1...2).contains(arguments.count), let count = Int(arguments[0]) else {
            throw LaminaError(.invalidArgument, "steps() takes a whole number and where to jump")
        }
        guard arguments.count == 2 else { return try Steps(count: count) }
        switch arguments[1] {
        case "start": return try Steps(count: count, jump: .start)
        case "end": return try Steps(count: count, jump: .end)
        default:
            guard let jump = Steps.Jump(rawValue: String(arguments[1])) else {
                throw LaminaError(.invalidArgument, "steps() does not know \"\(arguments[1].prefix(32))\"")
            }
            return try Steps(count: count, jump: jump)
        }
    }

    /// Each stop is a number and up to two percentages that stand together, before or behind it.
    private static func piecewise(_ arguments: [Substring]) throws(LaminaError) -> LinearCurve {
        var stops: [LinearCurve.Stop] = []
        for argument in arguments {
            let words = argument.utf8.split(whereSeparator: isSpace).map { Substring($0) }
            let numbers = words.map { $0.last == "%" ? nil : Double($0) }
            let shares = words.map { $0.last == "%" ? Double($0.dropLast()) : nil }
            guard (1...3).contains(words.count), numbers.count(where: { $0 != nil }) == 1,
                let place = numbers.firstIndex(where: { $0 != nil }), place == 0 || place == words.count - 1,
                let y = numbers[place], shares.count(where: { $0 != nil }) == words.count - 1
            else {
                throw LaminaError(
                    .invalidArgument,
                    "a stop of linear() is a number with up to two percentages beside it,"
                        + " not \"\(argument.prefix(32))\""
                )
            }
            let places = shares.compactMap { $0 }.map { $0 / 100 }
            stops.append(LinearCurve.Stop(y: y, x: places.first, xEnd: places.count == 2 ? places[1] : nil))
        }
        return try LinearCurve(stops: stops)
    }

    // Bytes: to find characters of several code points takes longer, and all that means something is ASCII.

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) }

    private static func trimmed(_ text: Substring) -> Substring {
        var bytes = text.utf8
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return Substring(bytes)
    }
}
