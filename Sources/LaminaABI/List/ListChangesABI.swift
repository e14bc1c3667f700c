public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaList
import LaminaNode
import LaminaScroll

@implementation @_cdecl("lamina_list_apply_changes")
public func lamina_list_apply_changes(
    _ list: UnsafeMutablePointer<lamina_list>?, _ changes: UnsafePointer<lamina_list_change>?, _ change_count: Int,
    _ rows: UnsafePointer<lamina_list_row>?, _ row_count: Int, _ applied: lamina_list_applied_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let (context, host) = try findObject(list, .list, "list", as: HostList.self)
        let batch = try listBatch(changes, change_count)
        let sender = list.handle()
        let call = hostCall(applied, data)
        let update = RowsUpdate(rows: try listRows(rows, row_count).array, batch: batch) { error in
            call?(sender, error.map(\.status) ?? .LAMINA_OK)
        }
        if !context.isOwnerThread { return try host.list.post(update) }
        try host.list.apply(update, in: try context.engine(context.generation))
    }
}

@safe private func listBatch(
    _ changes: UnsafePointer<lamina_list_change>?, _ count: Int
) throws(LaminaError) -> Batch? {
    if count == 0 { return nil }
    var batch = Batch()
    try forEachStruct(changes, count, limit: List.maximumRows, over: lamina_list_change(), "changes") {
        (given) throws(LaminaError) in
        let path = RowPath(given.section, given.item)
        let to = RowPath(given.to_section, given.to_item)
        switch given.kind {
        case .LAMINA_LIST_CHANGE_KIND_DELETE_ITEM: batch.deleteRows.insert(path)
        case .LAMINA_LIST_CHANGE_KIND_INSERT_ITEM: batch.insertRows.insert(path)
        case .LAMINA_LIST_CHANGE_KIND_RELOAD_ITEM: batch.reloadRows.insert(path)
        case .LAMINA_LIST_CHANGE_KIND_MOVE_ITEM: batch.moveRows.insert(Move(from: path, to: to))
        case .LAMINA_LIST_CHANGE_KIND_DELETE_SECTION: batch.deleteSections.insert(given.section)
        case .LAMINA_LIST_CHANGE_KIND_INSERT_SECTION: batch.insertSections.insert(given.section)
        case .LAMINA_LIST_CHANGE_KIND_RELOAD_SECTION: batch.reloadSections.insert(given.section)
        case .LAMINA_LIST_CHANGE_KIND_MOVE_SECTION:
            batch.moveSections.insert(Move(from: given.section, to: given.to_section))
        case let other: throw Check.unknown(other, "kind")
        }
    }
    return batch
}

@implementation @_cdecl("lamina_list_begin_changes")
public func lamina_list_begin_changes(_ list: UnsafeMutablePointer<lamina_list>?) -> lamina_status {
    status { () throws(LaminaError) in try findList(list).host.list.beginChanges() }
}

@implementation @_cdecl("lamina_list_end_changes")
public func lamina_list_end_changes(_ list: UnsafeMutablePointer<lamina_list>?) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        try host.list.endChanges(in: engine)
    }
}

@implementation @_cdecl("lamina_list_get_row_path")
public func lamina_list_get_row_path(
    _ list: UnsafeMutablePointer<lamina_list>?, _ row: Int, _ out_section: UnsafeMutablePointer<Int>?,
    _ out_item: UnsafeMutablePointer<Int>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (section, item) = try findList(list).host.list.path(ofRow: row)
        Output(optional: out_section)?.write(section)
        Output(optional: out_item)?.write(item ?? -1)
    }
}

@implementation @_cdecl("lamina_list_find_item")
public func lamina_list_find_item(
    _ list: UnsafeMutablePointer<lamina_list>?, _ section: Int, _ item: Int, _ out_row: UnsafeMutablePointer<Int>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_row, "out_row")
        out.write(try findList(list).host.list.row(atSection: section, item: item))
    }
}
