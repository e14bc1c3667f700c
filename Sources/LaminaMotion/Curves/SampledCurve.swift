public import LaminaGeometry

/// A curve that was asked for at even places from 0 to 1: straight lines between them.
public struct SampledCurve: Equatable, Sendable {
    /// At this many places: lines then stay within a thousandth of a pixel of what moves smoothly over a screen.
    public static let count = 1025

    private let values: [Double]

    /// Fails with `invalidArgument` for an answer that is not finite, or beyond plus or minus a million.
    public init(_ curve: (Double) -> Double) throws(LaminaError) {
        var values: [Double] = []
        values.reserveCapacity(Self.count)
        for place in 0..<Self.count {
            let x = Double(place) / Double(Self.count - 1)
            let value = curve(x)
            guard abs(value) <= 1e6 else {
                throw LaminaError(
                    .invalidArgument, "own_curve is \(value) at \(x); it must be finite and within +-1,000,000")
            }
            values.append(value)
        }
        self.values = values
    }

    /// Beyond 0...1 the first and the last line continue.
    public func value(at x: Double) -> Double {
        if x.isNaN { return values[0] }
        let (line, share) = place(of: x)
        return values[line] + (values[line + 1] - values[line]) * share
    }

    /// dy/dx of the line that x lies on.
    public func slope(at x: Double) -> Double {
        let (line, _) = place(of: x.isNaN ? 0 : x)
        return (values[line + 1] - values[line]) * Double(Self.count - 1)
    }

    private func place(of x: Double) -> (line: Int, share: Double) {
        let along = min(max(x, -1e6), 1e6) * Double(Self.count - 1)
        let line = Int(min(max(along.rounded(.down), 0), Double(Self.count - 2)))
        return (line, along - Double(line))
    }
}
