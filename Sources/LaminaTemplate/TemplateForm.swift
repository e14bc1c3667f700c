import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaLayout
import LaminaNode

/// A template made ready for one scale: its tree as captured for a picture, and where in that the slots are.
///
/// The tree is built and captured by the code that does so for nodes, in a store of its own. So a picture through a template is the
/// picture of the same tree made node by node, to the byte; what a row costs is its texts.
struct TemplateForm: Sendable {
    private let template: Template
    private let form: RenderSnapshot
    private let places: [RenderSnapshot.Place]
    private let scale: Double
    /// Where pictures are read that rows name; nil when they may name none.
    private let imageFolder: String?

    init(
        _ template: Template, scale: Double, isRightToLeft: Bool, imageFolder: String?
    ) throws(LaminaError) {
        self.template = template
        self.scale = scale
        self.imageFolder = imageFolder
        var store = NodeStore(firstGeneration: 0)
        store.setRunsRightToLeft(isRightToLeft)
        var discarded = Discarded()
        let built = try store.build(template.plan, isOwnerThread: false, &discarded)
        guard let root = built.nodes[0], let index = store.find(root) else {
            throw LaminaError(.invalidState, "the template has no root")
        }
        func limits(_ length: Double?) -> (min: Double, max: Double) { length.map { ($0, $0) } ?? (0, .infinity) }
        let (across, down) = (limits(template.width), limits(template.height))
        let range = SizeRange(
            min: Size(width: across.min, height: down.min), max: Size(width: across.max, height: down.max))
        let form = try RenderSnapshot(of: index, in: &store, range: range, scale: scale)
        var places: [RenderSnapshot.Place] = []
        for binding in template.bindings {
            guard let node = built.nodes[binding.record], let place = form.place(of: node, in: store) else {
                preconditionFailure("a binding names a node of the template")
            }
            places.append(place)
        }
        self.form = form
        self.places = places
    }

    /// What to draw for a row.
    func snapshot(_ values: [TemplateValue?], pool: BitmapPool) throws(LaminaError) -> RenderSnapshot {
        var snapshot = form
        let values = TemplateValues(template: template, values: values)
        for (index, binding) in template.bindings.enumerated() {
            let place = places[index]
            switch binding.use {
            case .text(let text): snapshot.setContent(try text.content(values), at: place)
            case .image(let string):
                let image = try picture(string, values, pool)
                snapshot.setContent(DrawnContent(.image(StillPicture(image))), at: place)
            case .background(let slot):
                guard let color = try values.value(slot).color else {
                    throw values.failure(slot, TemplateValue.colorNeeded)
                }
                snapshot.setBackground(color, at: place)
            case .opacity(let slot): snapshot.setOpacity(try values.number(slot, 0...1), at: place)
            case .cornerRadius(let slot):
                snapshot.setCornerRadius(try values.number(slot, JSONReader.lengths), at: place)
            case .hidden(let slot):
                guard case .bool(let isHidden) = try values.value(slot) else {
                    throw values.failure(slot, "true or false is needed")
                }
                snapshot.setHidden(isHidden, at: place)
            case .length(let side, let slot):
                guard let dimension = try values.value(slot).dimension else {
                    throw values.failure(slot, TemplateValue.dimensionNeeded)
                }
                snapshot.changeStyle(at: place) { side.set(dimension, in: &$0) }
            }
        }
        return snapshot
    }

    private func picture(
        _ string: SlottedString, _ values: TemplateValues, _ pool: BitmapPool
    ) throws(LaminaError) -> Bitmap {
        if let slot = string.onlySlot, case .image(let image) = try values.value(slot) { return image }
        let path = String(decoding: try string.bytes(values, isMarkup: false), as: UTF8.self)
        guard let imageFolder else {
            throw LaminaError(
                .invalidArgument,
                "an image is named by a path (\"\(path.prefix(60))\"), but options->image_folder is NULL, so that no files"
                    + " are read")
        }
        return try PNG.decode(path: path.hasPrefix("/") ? path : "\(imageFolder)/\(path)", pool: pool)
    }

    /// Lays a row out and draws it into pixels from the pool. On a worker.
    func draw(
        _ values: [TemplateValue?], background: Color, on worker: Worker, of parts: EngineParts, as operation: Operation
    ) throws(LaminaError) -> Bitmap {
        let snapshot = try snapshot(values, pool: parts.pool)
        let picture = LaidOutPicture(snapshot, scale: scale, on: worker, of: parts)
        let bounds = picture.bounds
        guard
            bounds.width > 0 && bounds.height > 0 && bounds.width <= PixelBuffer.maximumSide
                && bounds.height <= PixelBuffer.maximumSide
        else {
            throw LaminaError(
                .outOfRange,
                "the picture is \(bounds.width) x \(bounds.height) pixels; each side must be 1 to \(PixelBuffer.maximumSide)"
            )
        }
        let bitmap = try parts.pool.take(width: bounds.width, height: bounds.height, cleared: false)
        let failure = bitmap.withPixels {
            picture.paint(on: $0, background: background, worker: worker, as: operation)
        }
        if let failure { throw failure }
        return bitmap
    }
}

/// A picture that is drawn as it is.
private final class StillPicture: ImageDrawing {
    private let picture: Bitmap
    init(_ picture: Bitmap) { self.picture = picture }

    func draw(size: Size, scale: Double, pool: BitmapPool, as operation: Operation) -> (status: Int32, image: Bitmap?) {
        (0, picture)
    }
}
