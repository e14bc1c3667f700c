public import CLamina
import LaminaGeometry
import LaminaLayout

// The specs that place elements by position, and short forms. The others are in SpecABI.swift.

@implementation @_cdecl("lamina_spec_create_row")
public func lamina_spec_create_row(
    _ context: UnsafeMutablePointer<lamina_context>?, _ spacing: Double, _ align_items: lamina_align,
    _ children: UnsafePointer<UnsafeMutableRawPointer?>?, _ child_count: Int,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    makeLine(context, .horizontal, spacing, align_items, children, child_count, out_spec)
}

@implementation @_cdecl("lamina_spec_create_column")
public func lamina_spec_create_column(
    _ context: UnsafeMutablePointer<lamina_context>?, _ spacing: Double, _ align_items: lamina_align,
    _ children: UnsafePointer<UnsafeMutableRawPointer?>?, _ child_count: Int,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    makeLine(context, .vertical, spacing, align_items, children, child_count, out_spec)
}

@safe private func makeLine(
    _ context: UnsafeMutablePointer<lamina_context>?, _ direction: StackDirection, _ spacing: Double,
    _ align: lamina_align, _ children: UnsafePointer<UnsafeMutableRawPointer?>?, _ count: Int,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let stack = StackSpec(
            direction: direction, spacing: try Check.finite(spacing, "spacing"),
            alignItems: try keyword(align, "align_items"))
        try makeSpec(context, .stack(stack), nil, elements(children, count), out)
    }
}

@implementation @_cdecl("lamina_spec_create_spacer")
public func lamina_spec_create_spacer(
    _ context: UnsafeMutablePointer<lamina_context>?, _ style: UnsafePointer<lamina_style>?,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_spec, "out_spec")
        let handle = try ContextHandle.open(context)
        let style = try isNull(style) ? Spec.spacer.style : elementStyle(style)
        try makeSpec(handle, .wrapper, style, [], out)
    }
}

@implementation @_cdecl("lamina_spec_create_wrapper")
public func lamina_spec_create_wrapper(
    _ context: UnsafeMutablePointer<lamina_context>?, _ style: UnsafePointer<lamina_style>?,
    _ children: UnsafePointer<UnsafeMutableRawPointer?>?, _ child_count: Int,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        try makeSpec(context, .wrapper, style, elements(children, child_count), out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_directional_inset")
public func lamina_spec_create_directional_inset(
    _ context: UnsafeMutablePointer<lamina_context>?, _ insets: lamina_directional_insets,
    _ style: UnsafePointer<lamina_style>?, _ child: UnsafeMutableRawPointer?,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let edges = EdgeInsets(
            top: try inset(insets.top, "insets.top"), left: try inset(insets.start, "insets.start"),
            bottom: try inset(insets.bottom, "insets.bottom"), right: try inset(insets.end, "insets.end"))
        try makeSpec(context, .directionalInset(DirectionalInsetSpec(edges)), style, [child.handle()], out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_padding")
public func lamina_spec_create_padding(
    _ context: UnsafeMutablePointer<lamina_context>?, _ horizontal: Double, _ vertical: Double,
    _ child: UnsafeMutableRawPointer?, _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (across, down) = (try inset(horizontal, "horizontal"), try inset(vertical, "vertical"))
        let edges = EdgeInsets(top: down, left: across, bottom: down, right: across)
        try makeSpec(context, .inset(InsetSpec(edges)), nil, [child.handle()], out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_relative")
public func lamina_spec_create_relative(
    _ context: UnsafeMutablePointer<lamina_context>?, _ horizontal: lamina_placement, _ vertical: lamina_placement,
    _ sizing: lamina_center_sizing, _ style: UnsafePointer<lamina_style>?, _ child: UnsafeMutableRawPointer?,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let relative = try SpecPlaces.of(.LAMINA_TREE_KIND_RELATIVE)
            .spec([keyword(horizontal), keyword(vertical), keyword(sizing)])
        try makeSpec(context, relative, style, [child.handle()], out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_absolute")
public func lamina_spec_create_absolute(
    _ context: UnsafeMutablePointer<lamina_context>?, _ sizing: lamina_absolute_sizing,
    _ style: UnsafePointer<lamina_style>?, _ children: UnsafePointer<UnsafeMutableRawPointer?>?, _ child_count: Int,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let absolute = try SpecPlaces.of(.LAMINA_TREE_KIND_ABSOLUTE).spec([keyword(sizing)])
        try makeSpec(context, absolute, style, elements(children, child_count), out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_corner")
public func lamina_spec_create_corner(
    _ context: UnsafeMutablePointer<lamina_context>?, _ options: UnsafePointer<lamina_corner_options>?,
    _ style: UnsafePointer<lamina_style>?, _ child: UnsafeMutableRawPointer?, _ corner: UnsafeMutableRawPointer?,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let spec = try SpecPlaces.of(.LAMINA_TREE_KIND_CORNER).spec(options: options)
        try makeSpec(context, spec, style, [child.handle(), corner.handle()], out_spec)
    }
}
