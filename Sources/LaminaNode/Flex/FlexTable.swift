import LaminaLayout

/// The flex layouts that are kept, by the number that their nodes hold.
struct FlexTable {
    /// Nil where there is none any more.
    private var layouts: [FlexLayout?] = []

    /// Nil for -1, and for a number whose layout is gone.
    subscript(number: Int32) -> FlexLayout? {
        number >= 0 && Int(number) < layouts.count ? layouts[Int(number)] : nil
    }

    mutating func add(root: Int32, profile: FlexProfile) -> FlexLayout {
        let number = layouts.firstIndex { $0 == nil } ?? layouts.count
        if number == layouts.count { layouts.append(nil) }
        let made = FlexLayout(root: root, number: Int32(number), profile: profile)
        layouts[number] = made
        return made
    }

    mutating func remove(_ number: Int32) { layouts[Int(number)] = nil }
}
