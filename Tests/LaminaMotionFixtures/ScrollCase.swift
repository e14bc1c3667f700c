import LaminaMotion

/// Offsets of a scroller while it is dragged, released, or its content changes.
struct ScrollCase {
    let fields: Fields

    func differences() throws -> Differences {
        var found = Differences()
        switch fields["kind"].string {
        case "overscroll_drag": try drag(&found)
        case "overscroll_order": order(&found)
        case "friction_factor":
            let (share, tolerance) = (try fields.double("past_fraction"), fields["tol"].number ?? 1e-9)
            found.near(Overscroll.factor(past: share), try fields.double("normal"), tolerance, "normal")
            found.near(Overscroll.factor(past: share, rate: .fast), try fields.double("fast"), tolerance, "fast")
        case "range_change": try rangeChange(&found)
        case "out_of_range_start":
            found.near(
                try extent("extent").clamp(try fields.double("initial")), try fields.double("first_frame"), 0,
                "first frame")
        case "out_of_range_jump": try jump(&found)
        case "drag": try steps(&found)
        case "release": try release(&found)
        default: throw fields.unknown("kind of scroll case")
        }
        return found
    }

    private func extent(_ key: String) throws -> ScrollExtent {
        let bounds = fields[key].array
        guard bounds.count == 2 else { throw fields.unknown(key) }
        return ScrollExtent(bounds[0].number ?? -.infinity, bounds[1].number ?? .infinity)
    }

    private var physics: ScrollPhysics {
        switch fields["physics"].string {
        case "bouncing": .bouncing(rate: fields["rate"].string == "fast" ? .fast : .normal)
        case "paging": .paging
        default: .clamping
        }
    }

    /// Three pixels a unit, as the source's tests have.
    private let tolerance = ScrollTolerance(scale: 3)

    private func drag(_ found: inout Differences) throws {
        let applied = Overscroll.applied(
            movement: try fields.double("offset"), offset: try fields.double("position"), extent: try extent("extent"),
            viewport: try fields.double("viewport"), rate: fields["rate"].string == "fast" ? .fast : .normal)
        if let least = fields["applied_min"].number { found.check(applied >= least, "applied \(applied)") }
        if let most = fields["applied_max"].number { found.check(applied <= most, "applied \(applied)") }
        if let exact = fields["exact"].number { found.near(applied, exact, 1e-9, "applied") }
    }

    private func order(_ found: inout Differences) {
        let (viewport, size) = (fields["viewport"].number ?? 100, fields["offset"].number ?? 10)
        func applied(_ movement: Double, _ offset: Double, _ length: Double = 1000) -> Double {
            Overscroll.applied(
                movement: movement, offset: offset, extent: ScrollExtent(0, length), viewport: viewport)
        }
        let (near, far, back) = (applied(size, -20), applied(size, -40), applied(-size, -20))
        found.check(near > far, "\(near) at 20, \(far) at 40")
        found.check(abs(back) > near, "back \(back), out \(near)")
        found.near(applied(size, -20, 10), near, 0, "in a short list")
        for (value, key) in [(near, "pull_20"), (far, "pull_40"), (back, "back_20")] {
            if let goal = fields["exact"][key].number { found.near(value, goal, 1e-9, key) }
        }
    }

    private func rangeChange(_ found: inout Differences) throws {
        let viewport = fields["viewport"].number ?? fields["viewport_before"].number ?? 0
        let after = fields["viewport_after"].number ?? viewport
        let content = fields["content_before"].number ?? fields["content"].number ?? 0
        let newContent = fields["content_after"].number ?? content
        let old =
            fields["extent_before"].exists
            ? try extent("extent_before") : ScrollExtent(content: content, viewport: viewport)
        let new =
            fields["extent_after"].exists
            ? try extent("extent_after") : ScrollExtent(content: newContent, viewport: after)
        found.check(new == ScrollExtent(content: newContent, viewport: after) || newContent == 0, "extent \(new)")
        let change = RangeChange(
            offset: try fields.double("offset_before"), from: old, to: new, velocity: fields["velocity"].number ?? 0)
        var offset = change.newOffset
        if let goal = fields["offset_after"].number { found.near(offset, goal, 1e-9, "offset") }
        let then = fields["then"]
        if let movement = then["drag"].number {
            offset = physics.offset(afterDrag: movement, from: offset, extent: new, viewport: after)
            if let goal = then["offset"].number { found.near(offset, goal, 1e-9, "offset after drag") }
        }
        if let goal = fields["settles_at"].number {
            found.near(settled(offset, new, after, at: 20), goal, 1e-9, "settles")
        }
    }

    private func settled(_ offset: Double, _ extent: ScrollExtent, _ viewport: Double, at time: Double) -> Double {
        physics.release(at: offset, velocity: 0, extent: extent, viewport: viewport, tolerance: tolerance)?
            .position(at: time) ?? offset
    }

    private func jump(_ found: inout Differences) throws {
        let offset = try fields.double("jump_to")
        found.near(offset, try fields.double("right_after"), 0, "right after")
        let later = settled(offset, try extent("extent"), try fields.double("viewport"), at: 1)
        found.near(later, try fields.double("after_1s"), 1e-9, "after 1 s")
    }

    private func steps(_ found: inout Differences) throws {
        let (extent, viewport) = (try extent("extent"), try fields.double("viewport"))
        var offset = fields["offset"].number ?? 0
        for step in fields["steps"].array {
            if let wait = step["wait_s"].number { offset = settled(offset, extent, viewport, at: wait) }
            if let movement = step["drag"].number {
                offset = physics.offset(afterDrag: movement, from: offset, extent: extent, viewport: viewport)
            }
            if let goal = step["offset"].number { found.near(offset, goal, 1e-9, "offset") }
            if let most = step["offset_below"].number { found.check(offset < most, "offset \(offset)") }
            if let least = step["offset_above"].number { found.check(offset > least, "offset \(offset)") }
        }
    }

    private func release(_ found: inout Differences) throws {
        let motion = physics.release(
            at: try fields.double("position"), velocity: try fields.double("velocity"), extent: try extent("extent"),
            viewport: try fields.double("viewport"), tolerance: tolerance)
        found.near(
            motion?.velocity(at: 0) ?? .nan, try fields.double("speed_at_0"), fields["tol"].number ?? 1e-6, "v(0)")
    }
}
