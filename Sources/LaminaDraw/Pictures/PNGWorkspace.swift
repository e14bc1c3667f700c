internal import LaminaGeometry

/// The memory in which a PNG is made, for one picture after another: three quarters of a megabyte, and rows in it that
/// are right already. For one thread at a time.
final class PNGWorkspace {
    var rows: PNGRows
    var stream: ZlibStream

    init() throws(LaminaError) {
        rows = try PNGRows()
        stream = try ZlibStream()
    }
}
