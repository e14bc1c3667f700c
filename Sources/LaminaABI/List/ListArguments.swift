import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaList
import LaminaScroll
import LaminaTemplate

/// A list with the values that the host gives for the row it is asked for.
final class HostList: @unchecked Sendable {  // the owner thread alone reads and writes `given`
    let list: List
    private var given: RowSource?

    init(_ list: List) { self.list = list }

    /// Asks the host, which answers with a call of its own.
    func asking(_ call: @escaping (_ row: Int, _ identity: UInt64) -> Void) -> List.ValuesCall {
        { [weak self] (row, identity) throws(LaminaError) in
            self?.given = nil
            call(row, identity)
            guard let given = self?.given else {
                throw LaminaError(.invalidState, "the values callback gave it no values")
            }
            self?.given = nil
            return given
        }
    }

    func give(_ source: RowSource) throws(LaminaError) {
        if !list.isAskingForValues { throw Self.notAsking }
        given = source
    }

    static let notAsking = LaminaError(
        .invalidState, "the list asks for no values now: give them while its values callback runs")
}

@safe func findList(
    _ pointer: UnsafeMutablePointer<lamina_list>?
) throws(LaminaError) -> (host: HostList, engine: Engine) {
    let (context, object) = try findObject(pointer, .list, "list", as: HostList.self)
    return (object, try context.engine(context.generation))
}

struct ListSettings {
    var estimate: Double
    var axis: ListAxis
    var settings: AnchoredScroll.Settings
    var headersScroll: Bool
    var fetchScreens: Double
    var files: RowFiles
}

@safe func listOptions(
    _ pointer: UnsafePointer<lamina_list_options>?
) throws(LaminaError) -> ListSettings {
    var initial = lamina_list_options()
    initial.estimated_row_height = 44
    initial.fetch_screens = 2
    let given = try readStruct(pointer, over: initial, "options")
    guard 1...100_000 ~= given.estimated_row_height else {
        throw LaminaError(
            .invalidArgument,
            "options->estimated_row_height is \(given.estimated_row_height); a number from 1 to 100,000 is needed")
    }
    if given.reversed && (given.stays_at_end || given.follows_end) {
        throw LaminaError(
            .invalidArgument,
            "options->\(given.follows_end ? "follows_end" : "stays_at_end") does not go with reversed: row 0 stands at "
                + "the bottom there, and rows that come before it are seen by themselves")
    }
    var settings = AnchoredScroll.Settings()
    settings.endAnchor = given.stays_at_end || given.follows_end
    settings.follow = given.follows_end
    settings.keepsAtZero = given.keeps_top
    return ListSettings(
        estimate: given.estimated_row_height,
        axis: ListAxis(isHorizontal: given.horizontal, isReversed: given.reversed), settings: settings,
        headersScroll: given.headers_scroll,
        fetchScreens: try finiteOffset(given.fetch_screens, "options->fetch_screens"),
        files: RowFiles(
            folder: try optionalString(given.image_folder, "options->image_folder"),
            allowsOutside: given.allows_outside_images))
}

func rowKind(_ kind: UInt32, _ argument: @autoclosure () -> String) throws(LaminaError) -> UInt16 {
    if kind <= List.maximumKind { return UInt16(kind) }
    throw LaminaError(.outOfRange, "\(argument()) is \(kind); 0 to \(List.maximumKind) is needed")
}

/// Offsets are not limited as coordinates are: a list may be as long as it is.
func finiteOffset(_ value: Double, _ argument: StaticString) throws(LaminaError) -> Double {
    if value.isFinite { return value }
    throw LaminaError(.invalidArgument, "\(argument) is \(value); a finite number is needed")
}

func checkRowCount(_ count: Int) throws(LaminaError) {
    if 0...List.maximumRows ~= count { return }
    throw LaminaError(
        .outOfRange, "count is \(UInt(bitPattern: count)); at most \(List.maximumRows) rows are possible")
}

/// `known`: rows that these may be again, wholly or up to some number.
@safe func listRows(
    _ pointer: UnsafePointer<lamina_list_row>?, _ count: Int, like known: Rows? = nil
) throws(LaminaError) -> Rows {
    try checkRowCount(count)
    let known = known.map { $0.isCounted ? [] : $0.array } ?? []
    let same = countSameStructs(pointer, min(count, known.count)) { known[$0] == $1 }
    if same == count && same == known.count { return Rows(known) }
    var rows: [Row] = []
    rows.reserveCapacity(count)
    rows += known[..<same]
    try forEachStruct(pointer, count, from: same, limit: List.maximumRows, over: lamina_list_row(), "rows") {
        (given) throws(LaminaError) in
        guard given.role.rawValue <= 3, let role = RowRole(rawValue: UInt8(given.role.rawValue)) else {
            throw Check.unknown(given.role, "role")
        }
        rows.append(
            Row(
                identity: given.identity, version: given.version, kind: try rowKind(given.kind, "kind"), role: role))
    }
    return Rows(rows)
}

extension Row {
    fileprivate static func == (row: Row, given: lamina_list_row) -> Bool {
        row.identity == given.identity && row.version == given.version && UInt32(row.kind) == given.kind
            && UInt32(row.role.rawValue) == given.role.rawValue
    }
}

extension lamina_list_row {
    init(_ row: Row) {
        self.init()
        struct_size = MemoryLayout<lamina_list_row>.size
        identity = row.identity
        version = row.version
        kind = UInt32(row.kind)
        role = lamina_list_row_role(rawValue: UInt32(row.role.rawValue)) ?? .LAMINA_LIST_ROW_ROLE_ITEM
    }
}

extension lamina_list_state {
    init(_ state: List.State) {
        self.init()
        row_count = state.rowCount
        measured_count = state.measuredCount
        first_row = state.firstRow
        visible_count = state.visibleCount
        first_row_offset = state.firstRowOffset
        blank_count = state.blankCount
        is_settled = state.isSettled
    }
}
