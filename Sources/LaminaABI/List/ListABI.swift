public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaList
import LaminaLock
import LaminaNode
import LaminaScroll
import LaminaTemplate

@implementation @_cdecl("lamina_list_create")
public func lamina_list_create(
    _ context: UnsafeMutablePointer<lamina_context>?, _ options: UnsafePointer<lamina_list_options>?,
    _ out_list: UnsafeMutablePointer<UnsafeMutablePointer<lamina_list>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_list, "out_list")
        let handle = try ContextHandle(context)
        let engine = try handle.engine()
        let given = try listOptions(options)
        let list = try List(in: engine, axis: given.axis, estimate: given.estimate)
        list.settings = given.settings
        list.hasStickyHeaders = !given.headersScroll
        list.fetchScreens = given.fetchScreens
        list.files = given.files
        try handle.handOut(HostList(list), .list, to: out)
    }
}

@implementation @_cdecl("lamina_list_retain")
public func lamina_list_retain(_ list: UnsafeMutablePointer<lamina_list>?) -> UnsafeMutablePointer<lamina_list>? {
    retainObject(list, .list)
}

@implementation @_cdecl("lamina_list_release")
public func lamina_list_release(_ list: UnsafeMutablePointer<lamina_list>?) {
    releaseObject(list, .list) { object, context in
        guard let list = (object as? HostList)?.list else { return }
        list.release(in: try? context.engine(context.generation))
    }
}

@implementation @_cdecl("lamina_list_copy_node")
public func lamina_list_copy_node(
    _ list: UnsafeMutablePointer<lamina_list>?, _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_node, "out_node")
        let (host, engine) = try findList(list)
        let node = host.list.node
        try engine.context.nodes.withLock { (store) throws(LaminaError) in
            guard let index = store.find(node) else { throw LaminaError(.invalidHandle, "the list has ended") }
            store.retain(index)
        }
        out.write(Handle(node, in: engine.context))
    }
}

@implementation @_cdecl("lamina_list_set_template")
public func lamina_list_set_template(
    _ list: UnsafeMutablePointer<lamina_list>?, _ kind: UInt32, _ template_: UnsafeMutablePointer<lamina_template>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        let source = try template(template_)
        if source.context !== engine.context {
            throw LaminaError(.foreignContext, "template_ belongs to another context than list")
        }
        try host.list.setTemplate(source.template, kind: try rowKind(kind, "kind"), in: engine)
    }
}

@implementation @_cdecl("lamina_list_set_values_callback")
public func lamina_list_set_values_callback(
    _ list: UnsafeMutablePointer<lamina_list>?, _ values: lamina_list_values_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        let sender = list.handle()
        guard let call = hostCall(values, data) else { return try host.list.setValues(nil, in: engine) }
        try host.list.setValues(host.asking { call(sender, $0, $1) }, in: engine)
    }
}

@implementation @_cdecl("lamina_list_set_values")
public func lamina_list_set_values(
    _ list: UnsafeMutablePointer<lamina_list>?, _ values: UnsafePointer<lamina_slot_value>?, _ value_count: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        guard let template = host.list.askedTemplate else { throw HostList.notAsking }
        let given = try slotValues(values, value_count, engine.parts, engine.context, inAnyState: true)
        let all = try template.values(given)
        try template.check(all, engine.parts.limits)
        try host.give(.values(all))
    }
}

@implementation @_cdecl("lamina_list_set_values_json")
public func lamina_list_set_values_json(
    _ list: UnsafeMutablePointer<lamina_list>?, _ json: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let host = try findList(list).host
        let bytes = try utf8Bytes(json, length, "json")
        if bytes.isEmpty {
            throw LaminaError(.invalidArgument, "json is NULL or empty; a JSON object is needed, {} for no values")
        }
        try host.give(.json(bytes))
    }
}

@implementation @_cdecl("lamina_list_set_values_texts")
public func lamina_list_set_values_texts(
    _ list: UnsafeMutablePointer<lamina_list>?, _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ text_count: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let host = try findList(list).host
        guard let template = host.list.askedTemplate else { throw HostList.notAsking }
        let given = try slotTexts(texts, text_count, of: template)
        try host.give(.values(template.values(texts: given)))
    }
}

@implementation @_cdecl("lamina_list_set_rows")
public func lamina_list_set_rows(
    _ list: UnsafeMutablePointer<lamina_list>?, _ rows: UnsafePointer<lamina_list_row>?, _ count: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        try host.list.setRows(try listRows(rows, count, like: host.list.givenRows), in: engine)
    }
}

@implementation @_cdecl("lamina_list_set_row_count")
public func lamina_list_set_row_count(
    _ list: UnsafeMutablePointer<lamina_list>?, _ count: Int, _ version: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        try checkRowCount(count)
        try host.list.setRows(Rows(count: count, version: version), in: engine)
    }
}

@implementation @_cdecl("lamina_list_insert_rows")
public func lamina_list_insert_rows(
    _ list: UnsafeMutablePointer<lamina_list>?, _ index: Int, _ rows: UnsafePointer<lamina_list_row>?, _ count: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        try host.list.insertRows(try listRows(rows, count).array, at: index, in: engine)
    }
}

@implementation @_cdecl("lamina_list_remove_rows")
public func lamina_list_remove_rows(
    _ list: UnsafeMutablePointer<lamina_list>?, _ index: Int, _ count: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        try host.list.removeRows(at: index, count: count, in: engine)
    }
}

@implementation @_cdecl("lamina_list_move_row")
public func lamina_list_move_row(
    _ list: UnsafeMutablePointer<lamina_list>?, _ from: Int, _ to: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        try host.list.moveRow(from: from, to: to, in: engine)
    }
}

@implementation @_cdecl("lamina_list_set_row_version")
public func lamina_list_set_row_version(
    _ list: UnsafeMutablePointer<lamina_list>?, _ row: Int, _ version: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        try host.list.updateRow(row, version: version, in: engine)
    }
}

@implementation @_cdecl("lamina_list_get_state")
public func lamina_list_get_state(
    _ list: UnsafeMutablePointer<lamina_list>?, _ out_state: UnsafeMutablePointer<lamina_list_state>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let state = try findList(list).host.list.state
        try writeStruct(lamina_list_state(state), to: out_state, "out_state")
    }
}

@implementation @_cdecl("lamina_list_get_row_place")
public func lamina_list_get_row_place(
    _ list: UnsafeMutablePointer<lamina_list>?, _ row: Int, _ out_place: UnsafeMutablePointer<lamina_list_row_place>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let place = try findList(list).host.list.place(ofRow: row)
        var result = lamina_list_row_place()
        result.frame = lamina_rect(place.frame)
        result.is_measured = place.isMeasured
        try writeStruct(result, to: out_place, "out_place")
    }
}

@implementation @_cdecl("lamina_list_find_row")
public func lamina_list_find_row(
    _ list: UnsafeMutablePointer<lamina_list>?, _ point: lamina_point, _ out_row: UnsafeMutablePointer<Int>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_row, "out_row")
        let host = try findList(list).host
        let place = Point(
            x: try finiteOffset(point.x, "point.x"), y: try finiteOffset(point.y, "point.y"))
        guard let row = host.list.row(at: place) else {
            throw LaminaError(.outOfRange, "point is (\(point.x), \(point.y)); there is no row there")
        }
        out.write(row)
    }
}

@implementation @_cdecl("lamina_list_scroll_to_row")
public func lamina_list_scroll_to_row(
    _ list: UnsafeMutablePointer<lamina_list>?, _ row: Int, _ alignment: lamina_scroll_alignment,
    _ animation: UnsafePointer<lamina_animation_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let timing = try scrollTiming(animation)
        let (host, engine) = try findList(list)
        try host.list.scroll(toRow: row, try revealAlignment(alignment), timing, in: engine)
    }
}

@implementation @_cdecl("lamina_list_wait_settled")
public func lamina_list_wait_settled(_ list: UnsafeMutablePointer<lamina_list>?, _ timeout_us: UInt64) -> lamina_status
{
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        try host.list.waitSettled(timeout: timeout_us, in: engine)
    }
}
