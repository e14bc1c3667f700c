/// The differences that PNG may store in place of a row's bytes (PNG 9.2).
enum PNGFilter: UInt8, CaseIterable {
    case none = 0
    case left = 1
    case above = 2
    case average = 3
    case paeth = 4

    /// Writes the row as differences. `channels` bytes left of `above` are zero, as are those left of `row`.
    func apply(
        _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, channels: Int,
        to output: UnsafeMutablePointer<UInt8>
    ) {
        switch self {
        case .none: unsafe output.update(from: row, count: count)
        case .left:
            for index in 0..<count { unsafe output[index] = row[index] &- row[index &- channels] }
        case .above:
            for index in 0..<count { unsafe output[index] = row[index] &- above[index] }
        case .average:
            for index in 0..<count {
                let sum = unsafe UInt16(row[index &- channels]) &+ UInt16(above[index])
                unsafe output[index] = row[index] &- UInt8(truncatingIfNeeded: sum &>> 1)
            }
        case .paeth:
            for index in 0..<count {
                let left = unsafe Int16(row[index &- channels])
                let (up, corner) = unsafe (Int16(above[index]), Int16(above[index &- channels]))
                let (toLeft, toUp) = (up &- corner, left &- corner)
                let (leftError, upError, cornerError) = (abs(toLeft), abs(toUp), abs(toLeft &+ toUp))
                let vertical = upError <= cornerError ? up : corner
                let predicted = leftError <= upError && leftError <= cornerError ? left : vertical
                unsafe output[index] = row[index] &- UInt8(truncatingIfNeeded: predicted)
            }
        }
    }

    /// How far from zero the differences are, all together: the usual guess of how well they will compress.
    static func weight(_ differences: UnsafePointer<UInt8>, count: Int) -> Int {
        var total: UInt32 = 0
        for index in 0..<count {
            let difference = unsafe differences[index]
            total &+= UInt32(min(difference, 0 &- difference))
        }
        return Int(total)
    }
}

/// Whether a row is smooth, as photos and shadows are: many pixels unlike their neighbours, but not by much. Differences make
/// such rows small, while letters repeat better as they are.
struct RowSmoothness {
    /// Among so many of those that are looked at, one is to be unlike its neighbours.
    private static let share = 8
    /// All channels together.
    private static let smallDifference = 80
    /// Not all pixels are looked at. Four wide, so that a letter's stem is seen or its side is.
    private static let step = 4

    private var unlike = 0
    private var difference = 0
    private var seen = 0

    init(_ row: UnsafePointer<UInt32>, above: UnsafePointer<UInt32>, width: Int) {
        for column in stride(from: 1, to: width, by: Self.step) {
            seen &+= 1
            let (pixel, up) = unsafe (row[column], above[column])
            if unsafe pixel == up || pixel == row[column &- 1] { continue }
            unlike &+= 1
            for shift: UInt32 in [0, 8, 16, 24] {
                difference &+= abs(Int(pixel &>> shift & 255) &- Int(up &>> shift & 255))
            }
        }
    }

    /// `repeatsNothing`: how many pixels of the row before did not repeat any. When only a quarter of those unlike their neighbours did not,
    /// the others are found elsewhere.
    func isSmooth(repeatsNothing: Int) -> Bool {
        let unlikeOfAll = unlike * Self.step
        return unlike * Self.share > seen && difference < unlike * Self.smallDifference
            && repeatsNothing * 4 > unlikeOfAll
    }
}
