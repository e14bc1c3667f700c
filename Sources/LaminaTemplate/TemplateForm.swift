import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode
import LaminaText

/// A template prepared for one scale: its tree as captured for a picture, and the places of its slots.
///
/// The tree is built and captured by the same code as nodes, in a store of its own. So a picture from a template is, to
/// the byte, that of the same tree built node by node, and a row costs only its texts. Trees with flex layouts, those
/// sized by a row's content and those whose rows set directions are kept, one for each row that is drawn at a time, and
/// captured for each row.
struct TemplateForm: Sendable {
    private let template: Template
    private let form: RenderSnapshot
    private let places: [RenderSnapshot.Place]
    private let scale: Double
    private let range: SizeRange
    private let isRightToLeft: Bool
    private let files: TemplateImage.Files
    /// Trees that no row uses now; nil if rows need none.
    private let keptTrees: Locked<[KeptTree]>?
    /// Pictures shared by all rows, or by those without values of their own, by binding: read once.
    private let fixedPictures = Locked<[Int: TemplatePicture]>(.leaf, [:])
    /// The last texts of rows, by binding; one set for each row that is drawn at a time, so that no two workers count
    /// references to one text.
    private let lastTexts = Locked<[[LastText]]>(.leaf, [])

    init(
        _ template: Template, room: RowRoom = RowRoom(), scale: Double, isRightToLeft: Bool, files: TemplateImage.Files
    ) throws(LaminaError) {
        self.template = template
        self.scale = scale
        self.isRightToLeft = isRightToLeft
        self.files = files
        func limits(_ length: Double?) -> (min: Double, max: Double) {
            length.map { Pixels.ceil($0, scale: scale) }.map { ($0, $0) } ?? (0, .infinity)
        }
        let (across, down) = (limits(room.width ?? template.width), limits(room.height ?? template.height))
        range = SizeRange(
            min: Size(width: across.min, height: down.min), max: Size(width: across.max, height: down.max))
        var store = NodeStore(firstGeneration: 0)
        let (root, nodes) = try Self.build(template, isRightToLeft, files.traits, in: &store)
        let form = try RenderSnapshot(of: root, in: &store, range: range, scale: scale)
        var places: [RenderSnapshot.Place] = []
        for node in nodes {
            guard let place = form.place(of: node, in: store) else {
                preconditionFailure("a binding names a node of the template")
            }
            places.append(place)
        }
        self.form = form
        self.places = places
        keptTrees = template.needsNodes || range.min != range.max ? Locked(.leaf, []) : nil
    }

    /// Creates the tree; returns its root and the node of each binding.
    private static func build(
        _ template: Template, _ isRightToLeft: Bool, _ traits: ResolvedTraits, in store: inout NodeStore
    ) throws(LaminaError) -> (root: Int32, nodes: [NodeID]) {
        store.setRunsRightToLeft(isRightToLeft)
        var discarded = Discarded()
        guard let plan = template.plan else { preconditionFailure("a template that grows is written out for a row") }
        let built = try store.build(plan, isOwnerThread: false, &discarded)
        guard let root = built.nodes[0], let index = store.find(root) else {
            throw LaminaError(.invalidState, "the template has no root")
        }
        if traits.textSize != 1 {
            var ofTexts = NodeTraits()
            ofTexts.textSize = traits.textSize
            store.setContextTraits(ofTexts, &discarded)
        }
        return (index, template.bindings.compactMap { built.nodes[$0.record] })
    }

    /// A tree for one row, to be returned.
    private func takeTree(_ kept: Locked<[KeptTree]>) throws(LaminaError) -> KeptTree {
        if let tree = kept.withLock({ $0.popLast() }) { return tree }
        var store = NodeStore(firstGeneration: 0)
        let (root, nodes) = try Self.build(template, isRightToLeft, files.traits, in: &store)
        let bound = nodes.compactMap { store.find($0) }
        return KeptTree(store, root: root, bound: bound)
    }

    /// Pictures that are decoded when a row is laid out, by binding.
    private typealias Slots = [(place: Int, picture: SlotPicture)]

    /// Writes the values of a row.
    private func write(
        _ values: [TemplateValue?], to target: inout some RowTarget, last: inout [LastText], on worker: Worker,
        of parts: EngineParts, _ pictures: RowPictures
    ) throws(LaminaError) -> Slots {
        var slots: Slots = []
        let values = TemplateValues(names: template.slots, values: values)
        for (place, binding) in template.bindings.enumerated() {
            switch binding.use {
            case .text(let text):
                target.setContent(try text.content(values, files.limits, files.traits, last: &last[place]), at: place)
            case .image(let image):
                try RowStop.check(worker)
                switch try self.image(image, place, values, on: worker, of: parts, pictures) {
                case .whole(let content)?: target.setContent(content, at: place)
                case .slot(let content, let picture)?:
                    target.setContent(content, at: place)
                    slots.append((place, picture))
                case nil:
                    if let clear = parts.clearImage { target.setContent(ImageContent(clear, image.options), at: place) }
                }
            case .drawing(let slot):
                target.setContent(RecordedContent(try values.drawing(slot)), at: place)
            case .background(let slot): target.setBackground(try values.color(slot), at: place)
            case .opacity(let slot): target.setOpacity(try values.number(slot, 0...1), at: place)
            case .cornerRadius(let slot):
                target.setCornerRadius(try values.number(slot, Limits.lengths), at: place)
            case .appearanceColor(let part, let slot):
                let color = try values.color(slot)
                target.changeAppearance(at: place) { part.set(color, in: &$0) }
            case .hidden(let slot):
                target.setHidden(try values.bool(slot), at: place)
            case .style(let member, let slot):
                target.changeStyle(at: place, try member.change(values, slot))
            }
        }
        try checkAwaited(pictures)
        return slots
    }

    private func checkAwaited(_ pictures: RowPictures) throws(LaminaError) {
        if pictures.isAwaited, pictures.isWaiting {
            throw LaminaError(.invalidState, "pictures of the row are still to come")
        }
    }

    /// What an image node shows; nil for nothing yet, or in spite of a picture that cannot be had.
    private func image(
        _ image: TemplateImage, _ place: Int, _ values: TemplateValues, on worker: Worker, of parts: EngineParts,
        _ pictures: RowPictures
    ) throws(LaminaError) -> TemplatePicture? {
        do throws(LaminaError) {
            let isFixed = image.isFixed(values, defaults: template.defaults, files)
            if isFixed, let known = fixedPictures.withLock({ $0[place] }) { return known }
            let picture = try image.content(values, parts, files, pictures)
            guard isFixed, case .slot(let content, let slot)? = picture, let shared = slot.shared else {
                return picture
            }
            // Another worker may have read it meanwhile. The first one is kept; ours is freed after the lock.
            let read = TemplatePicture.slot(content, shared)
            return fixedPictures.withLock { known in
                if let first = known[place] { return first }
                known[place] = read
                return read
            }
        } catch {
            try RowStop.check(worker)
            try pictures.leaveOut(error)
            return nil
        }
    }

    /// Decodes the pictures of a row that is laid out, each for the room that it has.
    private func fill(
        _ slots: Slots, of picture: inout LaidOutPicture, on worker: Worker, of parts: EngineParts,
        _ pictures: RowPictures
    ) throws(LaminaError) {
        for (place, slot) in slots {
            do throws(LaminaError) {
                try picture.fill(places[place]) { (room) throws(LaminaError) in
                    if let image = try slot.find(room, parts, files.limits, on: worker) { return image }
                    if let url = slot.url { pictures.want(url) }
                    return nil
                }
            } catch {
                try RowStop.check(worker)
                try pictures.leaveOut(error)
            }
        }
        try checkAwaited(pictures)
    }

    /// Lays a row out. On a worker.
    private func layOut(
        _ values: [TemplateValue?], last: inout [LastText], on worker: Worker, of parts: EngineParts,
        _ pictures: RowPictures
    ) throws(LaminaError) -> (picture: LaidOutPicture, slots: Slots) {
        guard let keptTrees else {
            var target = SnapshotTarget(snapshot: form, places: places)
            let slots = try write(values, to: &target, last: &last, on: worker, of: parts, pictures)
            try RowStop.check(worker)
            return (LaidOutPicture(target.snapshot, scale: scale, on: worker, of: parts), slots)
        }
        var tree = try takeTree(keptTrees)
        // What was measured in part is not kept.
        defer { if !worker.brake.hasStopped { keptTrees.withLock { $0.append(tree) } } }
        let slots = try write(values, to: &tree, last: &last, on: worker, of: parts, pictures)
        func laidOut(_ range: SizeRange) throws(LaminaError) -> LaidOutPicture {
            try RowStop.check(worker)
            let snapshot = try tree.capture(range, scale: scale)
            return LaidOutPicture(snapshot, scale: scale, on: worker, of: parts, nodes: tree.nodes)
        }
        let picture = try laidOut(range)
        // A tree sized by its content gets whole pixels that do not clip it: it is laid out in their size.
        let whole = Size(
            width: Pixels.ceil(picture.size.width, scale: scale), height: Pixels.ceil(picture.size.height, scale: scale)
        )
        return (whole == picture.size ? picture : try laidOut(SizeRange(exactly: whole)), slots)
    }

    /// The size of a row's picture, in pixels. On a worker.
    func measure(
        _ values: [TemplateValue?], on worker: Worker, of parts: EngineParts, _ pictures: RowPictures
    ) throws(LaminaError) -> PixelRect {
        var last = lastTexts.withLock { $0.popLast() } ?? template.bindings.map { _ in LastText() }
        defer { lastTexts.withLock { $0.append(last) } }
        return try layOut(values, last: &last, on: worker, of: parts, pictures).picture.bounds
    }

    /// Lays a row out and draws it into pixels from the pool. On a worker. `mayBeEmpty`: a row may have no pixels.
    func draw(
        _ values: [TemplateValue?], background: Color, mayBeEmpty: Bool = false, on worker: Worker,
        of parts: EngineParts, as operation: Operation, _ pictures: RowPictures
    ) throws(LaminaError) -> Bitmap {
        var last = lastTexts.withLock { $0.popLast() } ?? template.bindings.map { _ in LastText() }
        defer { lastTexts.withLock { $0.append(last) } }
        var (picture, slots) = try layOut(values, last: &last, on: worker, of: parts, pictures)
        try RowStop.check(worker)
        try fill(slots, of: &picture, on: worker, of: parts, pictures)
        let bounds = picture.bounds
        let sides = (mayBeEmpty ? 0 : 1)...PixelBuffer.maximumSide
        guard sides ~= bounds.width && sides ~= bounds.height else {
            throw LaminaError(
                .outOfRange,
                "the picture is \(bounds.width) x \(bounds.height) pixels; each side must be 1 to \(PixelBuffer.maximumSide)"
            )
        }
        let bitmap = try parts.pool.take(width: bounds.width, height: bounds.height, cleared: false)
        let failure = bitmap.withPixels {
            picture.paint(on: $0, background: background, worker: worker, as: operation)
        }
        try RowStop.check(worker)
        if let failure { throw failure }
        return bitmap
    }
}
