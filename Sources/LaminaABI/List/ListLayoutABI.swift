public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaList
import LaminaNode
import LaminaScroll

@implementation @_cdecl("lamina_list_set_layout")
public func lamina_list_set_layout(
    _ list: UnsafeMutablePointer<lamina_list>?, _ layout: UnsafePointer<lamina_list_layout>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        let given = try readStruct(layout, over: lamina_list_layout(), "layout")
        let layout = try rowLayout(given, host.list.axis)
        try host.list.setLayout(layout, frames: try givenFrames(given, host.list.axis), in: engine)
    }
}

@implementation @_cdecl("lamina_list_set_layout_callback")
public func lamina_list_set_layout_callback(
    _ list: UnsafeMutablePointer<lamina_list>?, _ layout: lamina_list_layout_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        guard let call = hostCall(layout, data) else { return try host.list.setPlacing(nil, in: engine) }
        try host.list.setPlacing(
            { (given) throws(LaminaError) in
                let answer = try call(given)
                return try rowFrames(answer.frames, answer.length, given.axis, "frames->")
            }, in: engine)
    }
}

/// Frames that are given as data; nil when there are none.
private func givenFrames(_ given: lamina_list_layout, _ axis: ListAxis) throws(LaminaError) -> RowFrames? {
    let rects = try given.givenFrames(limit: List.maximumRows)
    if rects == nil && given.frame_count == 0 { return nil }
    guard given.kind == .LAMINA_LIST_LAYOUT_KIND_OWN else {
        throw LaminaError(
            .invalidArgument,
            "layout->frame_count is \(UInt(bitPattern: given.frame_count)): frames go with LAMINA_LIST_LAYOUT_KIND_OWN")
    }
    guard let rects else {
        throw LaminaError(
            .invalidArgument,
            "layout->frames is NULL, but layout->frame_count is \(UInt(bitPattern: given.frame_count))")
    }
    if given.measures_rows {
        throw LaminaError(
            .invalidArgument,
            "layout->measures_rows goes with a layout callback: with frames, rows are as large as those")
    }
    return try rowFrames(rects, given.content_length, axis, "layout->")
}

/// The longest content, and a coordinate whose halves are exact.
private let greatestLength = 1e15

private func rowFrames(
    _ rects: [lamina_rect], _ length: Double, _ axis: ListAxis, _ owner: StaticString
) throws(LaminaError) -> RowFrames {
    guard 0...greatestLength ~= length else {
        throw LaminaError(.invalidArgument, "\(owner)content_length is \(length); 0 to 1e15 is needed")
    }
    var frames: [RowFrame] = []
    frames.reserveCapacity(rects.count)
    for (index, rect) in rects.enumerated() {
        let (along, across) = axis.isHorizontal ? ("x", "y") : ("y", "x")
        func check(_ value: Double, _ range: ClosedRange<Double>, _ name: String, _ needed: String) throws(LaminaError)
        {
            if range ~= value { return }
            throw LaminaError(.invalidArgument, "\(owner)frames[\(index)].\(name) is \(value); \(needed) is needed")
        }
        let origin = axis.isHorizontal ? (rect.origin.x, rect.origin.y) : (rect.origin.y, rect.origin.x)
        try check(rect.size.width, 0...10_000_000, "size.width", "0 to 10,000,000")
        try check(rect.size.height, 0...10_000_000, "size.height", "0 to 10,000,000")
        try check(origin.0, 0...greatestLength, "origin.\(along)", "0 to 1e15")
        try check(origin.1, -10_000_000...10_000_000, "origin.\(across)", "-10,000,000 to 10,000,000")
        frames.append(
            axis.frame(
                Rect(
                    x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)))
    }
    return RowFrames(frames, total: length)
}

private func rowLayout(_ given: lamina_list_layout, _ axis: ListAxis) throws(LaminaError) -> RowLayout {
    var layout = RowLayout()
    guard let form = RowLayout.Form(rawValue: Int32(bitPattern: given.kind.rawValue)) else {
        throw Check.unknown(given.kind, "layout->kind")
    }
    guard 0...10_000 ~= given.lane_count else {
        throw LaminaError(
            .invalidArgument, "layout->lane_count is \(UInt(bitPattern: given.lane_count)); 0 to 10,000 is needed")
    }
    let size = try Check.size(given.item_size, "layout->item_size")
    if form == .gallery && !(size.width > 0 && size.height > 0) {
        throw LaminaError(
            .invalidArgument,
            "layout->item_size is \(size.width) x \(size.height); a gallery needs the size of its rows")
    }
    if form == .grid || form == .masonry, given.lane_count == 0,
        !((axis.isHorizontal ? size.height : size.width) > 0)
    {
        throw LaminaError(
            .invalidArgument,
            "layout->lane_count is 0, and layout->item_size is \(size.width) x \(size.height): a grid or masonry needs "
                + "the number of its lanes, or how broad they are at least")
    }
    layout.form = form
    layout.laneCount = given.lane_count
    layout.measuresRows = form == .own && given.measures_rows
    (layout.itemBreadth, layout.itemLength) =
        axis.isHorizontal ? (size.height, size.width) : (size.width, size.height)
    layout.lineSpacing = try listLength(given.line_spacing, "layout->line_spacing")
    layout.laneSpacing = try listLength(given.lane_spacing, "layout->lane_spacing")
    let (top, left) = (
        try listLength(given.insets.top, "layout->insets.top"), try listLength(given.insets.left, "layout->insets.left")
    )
    let (bottom, right) = (
        try listLength(given.insets.bottom, "layout->insets.bottom"),
        try listLength(given.insets.right, "layout->insets.right")
    )
    (layout.near, layout.far) = axis.isHorizontal ? (top, bottom) : (left, right)
    let (begin, end) = axis.isHorizontal ? (left, right) : (top, bottom)
    (layout.lead, layout.trail) = axis.isReversed ? (end, begin) : (begin, end)
    return layout
}

/// A length along or across a list.
func listLength(_ value: Double, _ argument: StaticString) throws(LaminaError) -> Double {
    if 0...10_000_000 ~= value { return value }
    throw LaminaError(.invalidArgument, "\(argument) is \(value); 0 to 10,000,000 is needed")
}
