/// How long a row is along the axis of the list, as far as that is known. Not negative.
public enum Extent: Equatable, Sendable {
    case measured(Double)
    /// A guess for this row alone.
    case estimated(Double)
    /// As what is learned of rows of its kind says.
    case ofKind
}

/// Sixteen bytes for an extent: what is measured as it is, a guess with the sign bit, and a NaN for a row that goes by
/// its kind; and how broad the row is across the axis, where that is its own affair.
struct PackedExtent: Equatable {
    private var bits: UInt64
    let breadth: Double

    init(_ extent: Extent, breadth: Double = 0) {
        switch extent {
        case .measured(let length): bits = length.magnitude.bitPattern
        case .estimated(let length): bits = length.magnitude.bitPattern | 1 << 63
        case .ofKind: bits = Double.nan.bitPattern
        }
        self.breadth = breadth
    }

    /// What was measured is a guess from now on.
    mutating func forgetMeasurement() { if isMeasured { bits |= 1 << 63 } }

    var extent: Extent {
        if isOfKind { return .ofKind }
        return isMeasured ? .measured(value) : .estimated(value)
    }

    var isOfKind: Bool { value.isNaN }
    var isMeasured: Bool { bits >> 63 == 0 && !isOfKind }
    /// Not for a row that goes by its kind.
    var value: Double { Double(bitPattern: bits & ~(1 << 63)) }
}
