public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaScroll

@implementation @_cdecl("lamina_list_render")
public func lamina_list_render(
    _ list: UnsafeMutablePointer<lamina_list>?, _ options: UnsafePointer<lamina_list_render_options>?,
    _ page: lamina_list_page_fn?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        var initial = lamina_list_render_options()
        (initial.row_count, initial.scale) = (-1, 1)
        let given = try readStruct(options, over: initial, "options")
        let call = try needed(hostCall(page, data), "page")
        let sender = list.handle()
        try host.list.drawPages(
            rows: given.first_row, given.row_count, breadth: try length(given.breadth, "options->breadth"),
            pageLength: try length(given.page_length, "options->page_length"),
            scale: try Check.scale(given.scale, "options->scale"),
            background: try Check.color(given.background, "options->background"), in: engine
        ) { result in
            switch result {
            case .success(let page): call(sender, .LAMINA_OK, page)
            case .failure(let error): call(sender, LastError.set(error), nil)
            }
        }
    }
}

/// Nil for 0.
private func length(_ value: Double, _ argument: StaticString) throws(LaminaError) -> Double? {
    if value == 0 { return nil }
    if 1...10_000_000 ~= value { return value }
    throw LaminaError(.invalidArgument, "\(argument) is \(value); 0, or 1 to 10,000,000, is needed")
}
