import LaminaGeometry

// What functions that add and remove observers have in common.

/// Adds an observer, `call`, that a host has given, and writes its number.
@safe func addObserver<Call>(
    _ call: Call?, _ argument: StaticString = "observer", to out: UnsafeMutablePointer<UInt64>?,
    _ add: (Call) throws(LaminaError) -> UInt64
) throws(LaminaError) {
    let number = try add(try needed(call, argument))
    Output(optional: out)?.write(number)
}

/// Fails when there was no observer of a number.
func checkRemoved(_ wasThere: Bool, _ observer: UInt64, _ what: StaticString = "observer") throws(LaminaError) {
    if wasThere { return }
    throw LaminaError(.invalidState, "there is no \(what) \(observer) here: it was removed or never added")
}
