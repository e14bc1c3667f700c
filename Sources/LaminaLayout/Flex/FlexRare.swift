import LaminaGeometry

/// What few flex trees have, behind one pointer.
struct FlexRare {
    /// Of the element that is explained.
    var notes: [FlexNotes] = []
    /// Padding and border of the measured leaves that have some, as of the last layout.
    var leafInsets: [Int32: EdgeInsets] = [:]
    /// The leaves whose insets changed in the last layout; one that was placed several times may stand there as often.
    var insetsChanged: [Int32] = []
}

/// None, or one.
extension [FlexRare] {
    /// Reads as an empty one where there is none.
    var value: FlexRare {
        get { first ?? FlexRare() }
        _modify {
            if isEmpty { append(FlexRare()) }
            yield &self[0]
        }
    }
}
