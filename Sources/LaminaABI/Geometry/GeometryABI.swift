public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLayout

// Lengths as text.

@implementation @_cdecl("lamina_dimension_parse")
public func lamina_dimension_parse(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ out_dimension: UnsafeMutablePointer<lamina_dimension>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_dimension, "out_dimension")
        let string = String(decoding: try utf8Bytes(text, length, "text"), as: UTF8.self)
        guard let dimension = Dimension(text: string) else {
            throw LaminaError(
                .invalidArgument,
                "text is \"\(string.prefix(40))\", which is not a length such as \"12\", \"12pt\", \"50%\" or \"auto\"")
        }
        out.write(lamina_dimension(dimension))
    }
}

@implementation @_cdecl("lamina_dimension_read_text")
public func lamina_dimension_read_text(
    _ dimension: lamina_dimension, _ out_buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        OutputBuffer(out_buffer, capacity).write(Array(try LaminaABI.dimension(dimension, "dimension").text.utf8))
    }
}

// MARK: Conversions

extension lamina_rect {
    init(_ rect: Rect) {
        self.init(
            origin: lamina_point(x: rect.minX, y: rect.minY),
            size: lamina_size(width: rect.size.width, height: rect.size.height))
    }
}

extension lamina_point {
    init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension lamina_color {
    init(_ color: Color) { self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) }
}

extension lamina_matrix {
    init(_ transform: AffineTransform) {
        self.init(
            xx: transform.xx, yx: transform.yx, xy: transform.xy, yy: transform.yy, x0: transform.x0, y0: transform.y0)
    }
}
