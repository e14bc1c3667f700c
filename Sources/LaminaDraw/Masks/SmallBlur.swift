internal import Glibc

/// A Gaussian of few pixels, which boxes are too coarse for.
struct SmallBlur {
    /// Pixels on each side that take part.
    let reach: Int
    /// The shares of a pixel and of its neighbours up to `reach`, in 65536ths; they add up to all, so that a plane
    /// stays one.
    private let shares: [Int]

    /// What lies beyond three deviations is less than half a level.
    static func reach(of deviation: Double) -> Int { max(0, Int((deviation * 3 - 0.5).rounded(.up))) }

    init(deviation: Double) {
        reach = Self.reach(of: deviation)
        // What of the curve lies within a pixel, not what it is in its middle: that holds for the narrowest, too.
        func below(_ edge: Double) -> Double { erf(edge / deviation / 2.0.squareRoot()) / 2 }
        let neighbours = (0..<reach).map { place in
            let edge = Double(place) + 0.5
            return Int(((below(edge + 1) - below(edge)) * 65536).rounded())
        }
        shares = [65536 - 2 * neighbours.reduce(0, +)] + neighbours
    }

    /// Smears one row or column; `line` takes as many pixels.
    func smear(_ bytes: inout [UInt8], start: Int, step: Int, count: Int, _ line: inout [UInt8]) {
        for i in 0..<count { line[i] = bytes[start + i * step] }
        for i in 0..<count {
            var sum = Int(line[i]) * shares[0]
            for distance in 1...reach {
                let near =
                    (i >= distance ? Int(line[i - distance]) : 0) + (i + distance < count ? Int(line[i + distance]) : 0)
                sum += near * shares[distance]
            }
            bytes[start + i * step] = UInt8((sum + 32768) >> 16)
        }
    }
}
