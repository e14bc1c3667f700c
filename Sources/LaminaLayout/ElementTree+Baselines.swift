extension ElementTree {
    /// Per element, whether its baseline has an effect: as a child of a horizontal stack that aligns by baselines, or
    /// as the first or last child of a vertical stack of which that is true, since only those hand baselines on (as in
    /// Texture).
    func elementsAlignedByBaseline() -> [Bool] {
        var needed = [Bool](repeating: false, count: records.count)
        for (index, record) in records.enumerated() {
            guard case .spec(.stack(let stack)) = record.kind else { continue }
            let handsOn = stack.direction == .vertical && needed[index]
            guard stack.alignsBaselines || handsOn else { continue }
            var child = record.firstChild
            while child >= 0 {
                let next = records[Int(child)].nextSibling
                needed[Int(child)] = stack.alignsBaselines || child == record.firstChild || next < 0
                child = next
            }
        }
        return needed
    }
}
