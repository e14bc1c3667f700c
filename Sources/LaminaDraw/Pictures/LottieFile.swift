internal import LaminaGeometry

/// What a Lottie file says of itself, once it is known that rlottie may draw it: that bounds neither what a file takes
/// when its parts are repeated nor how deep they refer to each other.
struct LottieFile {
    let width: Int
    let height: Int
    let frames: [PictureFrame]

    /// Whether the bytes begin as a Lottie file: an object with one of the members that each has.
    static func recognizes(_ bytes: PictureBytes) -> Bool {
        var at = bytes.begins([0xef, 0xbb, 0xbf]) ? 3 : 0
        while [0x20, 0x09, 0x0a, 0x0d].contains(bytes[at]) && at < 256 { at += 1 }
        if bytes[at] != UInt8(ascii: "{") { return false }
        return (at..<min(bytes.count, at + 4096)).contains {
            bytes[$0] == UInt8(ascii: "\"")
                && (bytes.says("\"layers\"", at: $0) || bytes.says("\"assets\"", at: $0) || bytes.says("\"fr\"", at: $0)
                    || bytes.says("\"ip\"", at: $0) || bytes.says("\"op\"", at: $0))
        }
    }

    /// Fails with `io` for what is damaged, with `outOfRange` for what would take too much, with `unsupported` for
    /// pictures within it.
    init(_ bytes: PictureBytes, limits: WorkLimits) throws(LaminaError) {
        let root = try LottieValue(bytes)
        func number(_ name: String, _ range: ClosedRange<Double>) throws(LaminaError) -> Double {
            guard let number = root[name]?.number, range.contains(number) else {
                throw LaminaError(
                    .io, "the Lottie file is incomplete or damaged: \"\(name)\" is no number within \(range)")
            }
            return number
        }
        let sides = 1...Double(PixelBuffer.maximumSide)
        (width, height) = (Int(try number("w", sides)), Int(try number("h", sides)))
        let rate = try number("fr", 1...1000)
        let (first, end) = (try number("ip", -1e7...1e7), try number("op", -1e7...1e7))
        let count = max(1, Int(end - first))
        try limits.checkFrames(count)
        var cost = LottieCost(root)
        try cost.check(root)
        let frame = PictureFrame(
            rect: PixelRect(x: 0, y: 0, width: width, height: height), milliseconds: 1000 / rate, disposal: .none,
            blendsOver: false, data: 0..<0)
        frames = Array(repeating: frame, count: count)
    }
}

/// What drawing a Lottie file takes when everything in it that is repeated or referred to stands there as often as it
/// is drawn.
private struct LottieCost {
    /// Values of the file; layers, shapes and masks among them.
    struct Amount {
        var values = 1.0
        var shapes = 0.0

        static func += (amount: inout Amount, other: Amount) {
            amount.values += other.values
            amount.shapes += other.shapes
        }
    }

    private static let mostValues = 2_000_000.0
    private static let mostShapes = 10_000.0
    private static let mostDashes = 1_000_000.0
    private static let greatest = 1e7

    private var compositions: [String: LottieValue] = [:]
    private var known: [String: Amount] = [:]
    private var open: Set<String> = []

    init(_ root: LottieValue) {
        for asset in root["assets"]?.elements ?? [] {
            if let name = asset["id"]?.text { compositions[name] = asset["layers"] }
        }
    }

    mutating func check(_ root: LottieValue) throws(LaminaError) {
        for asset in root["assets"]?.elements ?? [] where asset["p"] != nil {
            throw LaminaError(.unsupported, "the Lottie file has a picture in it or beside it; only shapes are drawn")
        }
        guard root["layers"]?.elements != nil else {
            throw LaminaError(.io, "the Lottie file is incomplete or damaged: \"layers\" is no array")
        }
        let all = try amount(of: root)
        if all.values <= Self.mostValues && all.shapes <= Self.mostShapes { return }
        throw LaminaError(
            .outOfRange,
            "the Lottie file takes more than \(Int(Self.mostShapes)) layers and shapes when all is repeated as it says")
    }

    private mutating func amount(of value: LottieValue) throws(LaminaError) -> Amount {
        var sum = Amount()
        switch value {
        case .number(let number):
            if abs(number) > Self.greatest {
                throw LaminaError(
                    .outOfRange, "the Lottie file has the number \(number); numbers lie within +-10,000,000")
            }
        case .array(let elements):
            for element in elements { sum += try amount(of: element) }
            // A repeater repeats what stands before it.
            for element in elements where element["ty"]?.text == "rp" {
                let copies = max(1, Self.largest(element["c"]?["k"]).rounded(.up))
                (sum.values, sum.shapes) = (sum.values * copies, sum.shapes * copies)
            }
            for element in elements { try checkDashes(element, of: value, sum) }
        case .object(let members):
            for member in members.values { sum += try amount(of: member) }
            if members["ty"] != nil || members["mode"] != nil { sum.shapes += 1 }
            if members["ty"]?.text == "sr", Self.largest(members["pt"]?["k"]) > 1000 {
                throw LaminaError(.outOfRange, "the Lottie file has a star of more than 1,000 points")
            }
            if let name = members["refId"]?.text { sum += try amount(ofComposition: name) }
        case .text, .other: break
        }
        return sum
    }

    private mutating func amount(ofComposition name: String) throws(LaminaError) -> Amount {
        if let amount = known[name] { return amount }
        guard let layers = compositions[name] else { return Amount() }
        if !open.insert(name).inserted {
            throw LaminaError(
                .io, "the Lottie file is damaged: its composition \"\(name.prefix(32))\" contains itself")
        }
        let amount = try amount(of: layers)
        open.remove(name)
        known[name] = amount
        return amount
    }

    /// Fails where dashes are so short that there would be too many of them.
    private func checkDashes(_ stroke: LottieValue, of all: LottieValue, _ amount: Amount) throws(LaminaError) {
        guard let kind = stroke["ty"]?.text, kind == "st" || kind == "gs", let dashes = stroke["d"]?.elements,
            !dashes.isEmpty
        else { return }
        var length = 0.0
        for dash in dashes where dash["n"]?.text != "o" { length += Self.smallest(dash["v"]?["k"]) }
        // Nothing is longer than its numbers say.
        if length > 0 && amount.values * 2 * Self.largest(all) / length <= Self.mostDashes { return }
        throw LaminaError(.outOfRange, "the Lottie file has dashes that are too short for what they are on")
    }

    private static func largest(_ value: LottieValue?) -> Double { numbers(value).map { abs($0) }.max() ?? 0 }

    private static func smallest(_ value: LottieValue?) -> Double { numbers(value).map { abs($0) }.min() ?? 0 }

    /// All numbers in a value but those that say when it has which.
    private static func numbers(_ value: LottieValue?) -> [Double] {
        switch value {
        case .number(let number): return [number]
        case .array(let elements): return elements.flatMap { numbers($0) }
        case .object(let members):
            return members.flatMap { name, member in
                ["t", "i", "o", "h", "ix", "ind", "ip", "op", "st"].contains(name) ? [] : numbers(member)
            }
        case .text, .other, nil: return []
        }
    }
}
