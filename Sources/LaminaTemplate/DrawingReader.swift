import LaminaDraw
import LaminaGeometry
import LaminaText

/// Reads a drawing in JSON: an array of steps, with the names of lamina_drawing_step. It has no slots.
struct DrawingReader {
    /// Pictures in steps live as long as the drawing; no memory returns to this pool.
    private let pool = BitmapPool(maximumBytes: 0)
    let limits: WorkLimits

    /// Whether JSON is a drawing. An array of numbers is a colour.
    static func isDrawing(_ json: JSON) -> Bool {
        guard case .array(let steps) = json else { return false }
        if case .object? = steps.first { return true }
        return steps.isEmpty
    }

    /// Fails with the path of the wrong step.
    static func read(_ json: JSON, _ path: String, _ limits: WorkLimits) throws(LaminaError) -> RecordedDrawing {
        guard case .array(let list) = json else { throw JSONReader.failure(path, json, "an array of steps is needed") }
        guard list.count <= RecordedDrawing.stepLimit else {
            throw LaminaError(.outOfRange, "\(path): a drawing has at most \(RecordedDrawing.stepLimit) steps")
        }
        let reader = DrawingReader(limits: limits)
        var steps: [DrawingStep] = []
        steps.reserveCapacity(list.count)
        for (number, json) in list.enumerated() { steps.append(try reader.step(json, "\(path)[\(number)]")) }
        do throws(LaminaError) {
            return try RecordedDrawing(steps)
        } catch {
            throw LaminaError(error.code, "\(path): \(error.message)")
        }
    }

    private static let members: [String: [String]] = [
        "move": ["point"], "line": ["point", "points"], "curve": ["control1", "control2", "point"],
        "arc": ["point", "radius", "start_angle", "end_angle"], "rect": ["rect", "corner_radii"], "close": [],
        "fill": ["color", "gradient", "even_odd", "keeps_path"],
        "stroke": [
            "color", "gradient", "keeps_path", "line_width", "line_cap", "line_join", "miter_limit", "dashes",
            "dash_offset",
        ],
        "clip": ["even_odd"], "image": ["image", "rect"],
        "text": ["text", "runs", "attributes", "options", "rect", "color"], "save": ["opacity"], "restore": [],
        "transform": ["transform"],
    ]

    private func step(_ json: JSON, _ path: String) throws(LaminaError) -> DrawingStep {
        guard case .object(let members) = json else { throw JSONReader.failure(path, json, "an object is needed") }
        let kind = members.first { $0.name == "kind" }?.value ?? .null
        guard case .string(let name) = kind, let allowed = Self.members[name] else {
            throw JSONReader.failure(
                "\(path).kind", kind, "one of \(Self.members.keys.sorted().joined(separator: ", ")) is needed")
        }
        let given = try JSONReader(json, path, allowing: allowed + ["kind"])
        switch name {
        case "move": return .move(try point(given, "point"))
        case "line": return .lines(try points(given))
        case "curve":
            return .curve(try point(given, "control1"), try point(given, "control2"), try point(given, "point"))
        case "arc": return try arc(given)
        case "rect": return .rect(try rect(given), try radii(given))
        case "close": return .close
        case "fill":
            return .fill(
                try paint(given), isEvenOdd: try given.bool("even_odd") ?? false,
                keepsPath: try given.bool("keeps_path") ?? false)
        case "stroke":
            return .stroke(try paint(given), try stroke(given), keepsPath: try given.bool("keeps_path") ?? false)
        case "clip": return .clip(isEvenOdd: try given.bool("even_odd") ?? false)
        case "image": return try image(given)
        case "text": return try text(given)
        case "save": return .save(opacity: try given.number("opacity", 0...1) ?? 1)
        case "restore": return .restore
        default: return .transform(try transform(given))
        }
    }

    // MARK: Paths

    private func point(_ given: JSONReader, _ name: String) throws(LaminaError) -> Point {
        guard let parts = try given.numbers(name, 2...2) else {
            throw LaminaError(.invalidArgument, "\(given.path) has no \"\(name)\", [x, y]")
        }
        return Point(x: parts[0], y: parts[1])
    }

    /// "points" alternate x and y.
    private func points(_ given: JSONReader) throws(LaminaError) -> [Point] {
        guard given["points"] != nil else { return [try point(given, "point")] }
        let numbers = try given.numbers("points", 0...2 * RecordedDrawing.pointLimit) ?? []
        guard numbers.count % 2 == 0 else { throw given.failure("points", "alternating x and y are needed") }
        return stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    }

    private func arc(_ given: JSONReader) throws(LaminaError) -> DrawingStep {
        guard let radius = try given.number("radius", Limits.lengths) else {
            throw LaminaError(.invalidArgument, "\(given.path) has no \"radius\"")
        }
        let start = try given.number("start_angle", JSONReader.coordinates) ?? 0
        let end = try given.number("end_angle", JSONReader.coordinates) ?? 2 * Double.pi
        return .arc(around: try point(given, "point"), radius: radius, from: start, to: end)
    }

    private func rect(_ given: JSONReader) throws(LaminaError) -> Rect {
        guard let parts = try given.numbers("rect", 4...4), parts[2] >= 0 && parts[3] >= 0 else {
            throw given.failure("rect", "x, y, width and height are needed, the last two not negative")
        }
        return Rect(x: parts[0], y: parts[1], width: parts[2], height: parts[3])
    }

    private func radii(_ given: JSONReader) throws(LaminaError) -> CornerRadii {
        let radii = try given.numbers("corner_radii", 4...4, Limits.lengths) ?? [0, 0, 0, 0]
        return CornerRadii(topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
    }

    private func transform(_ given: JSONReader) throws(LaminaError) -> AffineTransform {
        guard let matrix = try given.numbers("transform", 6...6) else {
            throw LaminaError(.invalidArgument, "\(given.path) has no \"transform\", [xx, yx, xy, yy, x0, y0]")
        }
        return AffineTransform(
            xx: matrix[0], yx: matrix[1], xy: matrix[2], yy: matrix[3], x0: matrix[4], y0: matrix[5])
    }

    // MARK: Painting

    private func paint(_ given: JSONReader) throws(LaminaError) -> DrawingStep.Paint {
        if let gradient = try TemplateReader.plainGradient(given) { return .gradient(gradient) }
        return .color(try given.color("color") ?? .black)
    }

    private func stroke(_ given: JSONReader) throws(LaminaError) -> DrawingStep.Stroke {
        var stroke = DrawingStep.Stroke()
        stroke.width = try given.number("line_width", Limits.lineWidth) ?? 1
        stroke.cap = try given.keyword("line_cap", ["butt": .butt, "round": .round, "square": .square]) ?? .butt
        stroke.join = try given.keyword("line_join", ["miter": .miter, "round": .round, "bevel": .bevel]) ?? .miter
        stroke.miterLimit = try given.number("miter_limit", Limits.miter) ?? 10
        stroke.dashes = try given.numbers("dashes", 0...Limits.dashes, Limits.lengths) ?? []
        stroke.dashOffset = try given.number("dash_offset", JSONReader.coordinates) ?? 0
        return stroke
    }

    /// A picture inside the step. Files are not allowed here.
    private func image(_ given: JSONReader) throws(LaminaError) -> DrawingStep {
        let file = try given.string("image") ?? ""
        do throws(LaminaError) {
            if let bytes = try TemplateImage.data(file) {
                return .image(try TemplateImage.decode(bytes, pool, limits), try rect(given))
            }
        } catch {
            throw LaminaError(error.code, "\(given.path): \(error.message)")
        }
        throw given.failure("image", "data:image/png;base64,... is needed")
    }

    /// A string as it is: braces are no slots here.
    private func text(_ given: JSONReader) throws(LaminaError) -> DrawingStep {
        guard (given["text"] == nil) != (given["runs"] == nil) else {
            throw LaminaError(.invalidArgument, "\(given.path) has neither or both of \"text\" and \"runs\"")
        }
        let reader = TemplateReader(limits)
        var builder = AttributedTextBuilder(attributes: try reader.attributes(given) ?? CharacterAttributes())
        if let string = try given.string("text") { try builder.append(utf8: Array(string.utf8), attributes: nil) }
        for (number, json) in (try given.array("runs") ?? []).enumerated() {
            let run = try JSONReader(json, "\(given.place("runs"))[\(number)]", allowing: ["text", "attributes"])
            try builder.append(
                utf8: Array((try run.string("text") ?? "").utf8), attributes: try reader.attributes(run))
        }
        return .text(
            builder.build(), try reader.options(given), try rect(given), try given.color("color") ?? .black)
    }
}
