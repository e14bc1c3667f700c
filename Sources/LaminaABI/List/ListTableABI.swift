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
        initial.separator_thickness = 1
        let given = try readStruct(table, over: initial, "table")
        try host.list.setSeparators(try separators(given), in: engine)
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
