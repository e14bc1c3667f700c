import LaminaLayout

/// The flex layouts that are kept, by the number that their nodes hold.
struct FlexTable {
    /// Nil where there is none any more.
    private var layouts: [FlexArrangement?] = []

    /// Nil for -1, and for a number whose layout is gone.
    subscript(number: Int32) -> FlexArrangement? {
        number >= 0 && Int(number) < layouts.count ? layouts[Int(number)] : nil
    }

    mutating func add(root: Int32, profile: FlexProfile) -> FlexArrangement {
        let number = layouts.firstIndex { $0 == nil } ?? layouts.count
        if number == layouts.count { layouts.append(nil) }
        let made = FlexArrangement(root: root, number: Int32(number), profile: profile)
        layouts[number] = made
        return made
    }

    mutating func remove(_ number: Int32) { layouts[Int(number)] = nil }
}
