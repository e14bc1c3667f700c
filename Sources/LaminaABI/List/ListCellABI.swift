public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaList
import LaminaNode
import LaminaScroll

@implementation @_cdecl("lamina_list_set_cell_callback")
public func lamina_list_set_cell_callback(
    _ list: UnsafeMutablePointer<lamina_list>?, _ kind: UInt32, _ make: lamina_list_cell_fn?, _ on_owner: Bool,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        let sender = list.handle()
        let maker = hostCall(make, data).map { call in
            HostCells(isOnOwner: on_owner, in: engine.context) { call(sender, $0) }
        }
        try host.list.setTrees(maker, kind: try rowKind(kind, "kind"), in: engine)
    }
}

@implementation @_cdecl("lamina_list_set_placeholder")
public func lamina_list_set_placeholder(
    _ list: UnsafeMutablePointer<lamina_list>?, _ kind: UInt32, _ placeholder: UnsafePointer<lamina_placeholder>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let given = isNull(placeholder) ? nil : try nodePlaceholder(placeholder)
        let (host, engine) = try findList(list)
        try host.list.setPlaceholder(given, kind: try rowKind(kind, "kind"), in: engine)
    }
}

/// Trees of rows that a function of the host's makes.
private final class HostCells: CellTreeMaker {
    let isOnOwner: Bool
    private let context: Context
    private let call: @Sendable (lamina_list_cell) -> Handle

    init(isOnOwner: Bool, in context: Context, _ call: @escaping @Sendable (lamina_list_cell) -> Handle) {
        self.isOnOwner = isOnOwner
        self.context = context
        self.call = call
    }

    func tree(for row: Row, at index: Int, _ marks: RowMarks, reusing reused: NodeID?) -> NodeID? {
        var cell = lamina_list_cell()
        cell.struct_size = MemoryLayout<lamina_list_cell>.size
        cell.row = index
        cell.identity = row.identity
        cell.version = row.version
        cell.kind = UInt32(row.kind)
        cell.marks = lamina_list_row_marks(rawValue: UInt32(marks.rawValue))
        if let reused { cell.reused = Handle(reused, in: context).pointer() }
        let handle = call(cell)
        if handle.isNull { return nil }
        guard handle.isNode(ofContext: context.number) else {
            context.warn("the cell callback of a list returned what is no node of its context; the row stays empty")
            return nil
        }
        return handle.nodeID
    }
}
