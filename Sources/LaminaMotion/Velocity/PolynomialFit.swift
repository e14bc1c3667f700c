/// A polynomial that comes nearest to points, by least squares: a QR decomposition by Gram and Schmidt.
public struct PolynomialFit: Equatable, Sendable {
    /// From the constant up.
    public let coefficients: [Double]
    /// 1 for points that lie on the curve, down to 0 for points that no curve explains.
    public let confidence: Double

    /// Nil where the points do not determine the polynomial: too few, or too few different x.
    public init?(x: [Double], y: [Double], weights: [Double]? = nil, degree: Int) {
        let weights = weights ?? Array(repeating: 1, count: x.count)
        guard degree >= 0, degree <= 8, x.count == y.count, weights.count == x.count, degree < x.count else {
            return nil
        }
        let (rows, columns) = (x.count, degree + 1)
        var powers = weights
        var basis: [[Double]] = []
        var triangle: [[Double]] = []
        for _ in 0..<columns {
            var column = powers
            var projections: [Double] = []
            for earlier in basis {
                let share = Self.dot(column, earlier)
                projections.append(share)
                for i in 0..<rows { column[i] -= share * earlier[i] }
            }
            let norm = Self.dot(column, column).squareRoot()
            guard norm > 1e-12 else { return nil }
            basis.append(column.map { $0 / norm })
            projections.append(norm)
            triangle.append(projections)
            for i in 0..<rows { powers[i] *= x[i] }
        }
        let weighted = zip(y, weights).map { $0 * $1 }
        var found = Array(repeating: 0.0, count: columns)
        for row in stride(from: columns - 1, through: 0, by: -1) {
            var rest = Self.dot(basis[row], weighted)
            for column in (row + 1)..<max(columns, row + 1) where column < columns {
                rest -= triangle[column][row] * found[column]
            }
            found[row] = rest / triangle[row][row]
        }
        guard found.allSatisfy(\.isFinite) else { return nil }
        coefficients = found
        confidence = Self.confidence(found, x, y, weights)
    }

    private static func confidence(_ found: [Double], _ x: [Double], _ y: [Double], _ weights: [Double]) -> Double {
        let mean = y.reduce(0, +) / Double(y.count)
        var (error, total) = (0.0, 0.0)
        for i in x.indices {
            let value = found.reversed().reduce(0) { $0 * x[i] + $1 }
            let weight = weights[i] * weights[i]
            error += weight * (y[i] - value) * (y[i] - value)
            total += weight * (y[i] - mean) * (y[i] - mean)
        }
        return total <= 1e-10 ? 1 : 1 - error / total
    }

    private static func dot(_ a: [Double], _ b: [Double]) -> Double {
        var sum = 0.0
        for i in a.indices { sum += a[i] * b[i] }
        return sum
    }
}
