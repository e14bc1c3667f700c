public import LaminaDisplay
import LaminaDraw
public import LaminaGeometry
import LaminaList
import LaminaLock
import LaminaMotion
import LaminaNode
import LaminaTemplate

/// The index at the side of a list: a picture that stays in the view, in the place of the bar there.
extension List {
    public func setIndex(_ index: ListIndex, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        if index == indexBar.index { return }
        indexBar.index = index
        noteSections()
        update(in: engine)
    }

    /// Rows are others: entries of sections that are gone do not show.
    func noteSections() {
        if indexBar.index.entries.isEmpty && indexBar.targets.isEmpty { return }
        let first = Dictionary(
            sections.sections.filter { !$0.rows.isEmpty }.map { (rows[$0.first].identity, $0.first) },
            uniquingKeysWith: { first, _ in first })
        indexBar.targets = indexBar.index.entries.compactMap { entry in first[entry.identity].map { (entry, $0) } }
    }

    /// Brings the index up to date with rows and size.
    func updateIndex(in engine: Engine) {
        if indexBar.look == nil && indexBar.targets.isEmpty { return }
        var index = indexBar.index
        index.entries = indexBar.targets.map(\.entry)
        let isThere = !index.entries.isEmpty && scroll.extents.layout.form == .column && !axis.isHorizontal
        let look = IndexBar.Look(index: index, length: size.height, scale: scale)
        if !isThere { return hideIndex(in: engine) }
        if look == indexBar.look { return }
        indexBar.look = look
        indexBar.work.take()?.operation?.cancel()
        do throws(LaminaError) {
            let painter = try RowPainter(
                index.template(in: size.height, parts.limits),
                room: RowRoom(width: index.breadth, height: size.height), scale: scale,
                isRightToLeft: surroundings.isRightToLeft, traits: surroundings.traits, parts: parts)
            let work = IndexWork(self, look, painter)
            work.operation = try parts.post(work, priority: 1)
            indexBar.work = work
        } catch {
            engine.note(level: 2, "the index of \(title(in: engine)) cannot be drawn: \(error.message)")
        }
    }

    func finish(_ work: IndexWork, in engine: Engine) {
        guard indexBar.work === work, !isEnded else { return }
        indexBar.work = nil
        guard let bitmap = work.result else {
            return engine.note(level: 2, "the index of \(title(in: engine)) cannot be drawn")
        }
        if indexBar.node == nil { indexBar.node = takeNode(in: engine) }
        guard let node = indexBar.node else { return }
        showPicture(bitmap, on: node, in: engine)
        indexBar.place = nil
        place(in: engine)
    }

    private func hideIndex(in engine: Engine) {
        indexBar.look = nil
        indexBar.work.take()?.operation?.cancel()
        guard let node = indexBar.node.take() else { return }
        var values = Self.hidden
        values.fields.insert(.zPosition)
        engine.setPresented([PresentedChange(node, values)])
        clearPicture(node, in: engine)
    }

    /// Where the index stands, from the corner of the view: where text ends.
    private var indexFrame: Rect {
        let breadth = indexBar.index.breadth
        return Rect(x: surroundings.isRightToLeft ? 0 : size.width - breadth, y: 0, width: breadth, height: size.height)
    }

    /// It stays in the view, above all rows.
    func placeIndex(origin: Point) -> PresentedChange? {
        guard let node = indexBar.node else { return nil }
        let frame = indexFrame
        let center = Point(
            x: origin.x + frame.origin.x + frame.size.width / 2, y: origin.y + frame.size.height / 2)
        if indexBar.place == center { return nil }
        indexBar.place = center
        var values = PresentedValues(position: center)
        values.fields.insert([.opacity, .zPosition])
        values.zPosition = Double(List.maximumRows + 1)
        return PresentedChange(node, values)
    }

    /// A point of the view, from one of its node's space.
    func viewPoint(_ point: Point) -> Point { point - (lastOrigin ?? .zero) }

    /// The entry at a point of the view; nil beside the index. `isHeld`: a pointer that went down on it may leave it.
    func indexEntry(at point: Point, isHeld: Bool) -> Int? {
        guard indexBar.isShown, size.height > 0, isHeld || indexFrame.contains(point) else { return nil }
        let share = max(0, min(point.y / size.height, 1))
        return min(Int(share * Double(indexBar.targets.count)), indexBar.targets.count - 1)
    }

    /// Goes to the section of an entry.
    func jump(toEntry entry: Int, in engine: Engine) {
        guard indexBar.targets.indices.contains(entry) else { return }
        do throws(LaminaError) {
            try scroll(toRow: indexBar.targets[entry].row, .start, in: engine)
        } catch {
            engine.note(level: 2, "the index of \(title(in: engine)) cannot go to a section: \(error.message)")
        }
    }
}
