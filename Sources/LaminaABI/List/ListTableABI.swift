public import CLamina
import LaminaGeometry
import LaminaScroll

@implementation @_cdecl("lamina_list_set_table")
public func lamina_list_set_table(
    _ list: UnsafeMutablePointer<lamina_list>?, _ table: UnsafePointer<lamina_list_table>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        var initial = lamina_list_table()
        (initial.separator_thickness, initial.index_text_size) = (1, 11)
        initial.index_color = lamina_color(ListIndex().color)
        let given = try readStruct(table, over: initial, "table")
        let (separators, index) = (try separators(given), try listIndex(given))
        try host.list.setSeparators(separators, in: engine)
        try host.list.setIndex(index, in: engine)
    }
}

private func separators(_ given: lamina_list_table) throws(LaminaError) -> RowSeparators {
    var separators = RowSeparators()
    separators.color = try Check.color(given.separator_color, "table->separator_color")
    separators.thickness = try listLength(given.separator_thickness, "table->separator_thickness")
    separators.leading = try listLength(given.separator_leading, "table->separator_leading")
    separators.trailing = try listLength(given.separator_trailing, "table->separator_trailing")
    return separators
}

private func listIndex(_ given: lamina_list_table) throws(LaminaError) -> ListIndex {
    var index = ListIndex()
    index.color = try Check.color(given.index_color, "table->index_color")
    guard 1...200 ~= given.index_text_size else {
        throw LaminaError(
            .invalidArgument, "table->index_text_size is \(given.index_text_size); a number from 1 to 200 is needed")
    }
    index.textSize = given.index_text_size
    try given.forEachIndexEntry { (identity, title) throws(LaminaError) in
        index.entries.append(ListIndex.Entry(identity: identity, title: title))
    }
    return index
}
