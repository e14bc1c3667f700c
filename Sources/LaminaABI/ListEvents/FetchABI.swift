public import CLamina
import LaminaGeometry
import LaminaList

@implementation @_cdecl("lamina_fetch_query_is_due")
public func lamina_fetch_query_is_due(
    _ query: UnsafePointer<lamina_fetch_query>?, _ out_due: UnsafeMutablePointer<Bool>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_due, "out_due")
        out.write(try fetchQuery(query).shouldFetch)
    }
}

@safe private func fetchQuery(_ pointer: UnsafePointer<lamina_fetch_query>?) throws(LaminaError) -> FetchQuery {
    if isNull(pointer) { throw LaminaError(.invalidArgument, "query is NULL; a query is needed") }
    let given = try readStruct(pointer, over: lamina_fetch_query(), "query")
    var query = FetchQuery()
    guard given.direction.rawValue <= 15 else { throw Check.unknown(given.direction, "query->direction") }
    query.direction = ScrollDirections(rawValue: UInt8(given.direction.rawValue))
    query.scrollable = given.is_horizontal ? .horizontal : .vertical
    query.view = try Check.size(given.view, "query->view")
    // The content of a list may be larger than what a node can be.
    query.content = Size(
        width: try finiteOffset(given.content.width, "query->content.width"),
        height: try finiteOffset(given.content.height, "query->content.height"))
    query.target = Point(
        x: try finiteOffset(given.target.x, "query->target.x"), y: try finiteOffset(given.target.y, "query->target.y"))
    query.leadingScreens = try finiteOffset(given.leading_screens, "query->leading_screens")
    query.isFetching = given.is_fetching
    query.isVisible = given.is_visible
    query.isRightToLeft = given.is_right_to_left
    query.layoutFlips = given.layout_flips
    return query
}
