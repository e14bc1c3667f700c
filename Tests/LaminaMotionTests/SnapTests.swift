import LaminaGeometry
import LaminaMotion
import Testing

@Suite struct SnapTests {
    private func area(_ id: Int, _ x: Double, _ y: Double) -> SnapArea {
        SnapArea(id: id, rect: Rect(x: x, y: y, width: 100, height: 100), alignX: .start, alignY: .start)
    }

    private func container(_ areas: [SnapArea], _ strictness: SnapContainer.Strictness = .mandatory) -> SnapContainer {
        SnapContainer(
            viewport: Size(width: 100, height: 100), content: Size(width: 1000, height: 1000), snapsX: true,
            snapsY: true,
            strictness: strictness, areas: areas)
    }

    /// CSS Scroll Snap 1: mandatory snapping rests at an area wherever there is one, also if none is in sight.
    @Test func mandatorySnapsToWhatIsOutOfSight() {
        let areas = [area(1, 300, 300), area(2, 800, 800)]
        let found = container(areas).snap(to: 0, 0, from: .zero)
        #expect(found == SnapPosition(offset: Point(x: 300, y: 300), targetsX: [1], targetsY: [1]))
        #expect(container(areas, .proximity).snap(to: 0, 0, from: .zero).offset == .zero)
    }

    @Test func resultsStayInReachAndSnapAgainToThemselves() {
        var dice = Dice(state: 17)
        for round in 0..<300 {
            let areas = (0..<Int.random(in: 0...8, using: &dice)).map {
                area($0, .random(in: -200...1200, using: &dice), .random(in: -200...1200, using: &dice))
            }
            let container = container(areas, round % 2 == 0 ? .mandatory : .proximity)
            let goal = Point(x: .random(in: -500...1500, using: &dice), y: .random(in: -500...1500, using: &dice))
            let found = container.snap(to: goal.x, goal.y, from: .zero)
            #expect(container.clamp(found.offset) == found.offset)
            // With a target on one axis only, what it scrolls into sight may be a target for the other one.
            if found.targetsX.isEmpty || found.targetsY.isEmpty { continue }
            #expect(container.snapAfterLayout(found).offset == found.offset, "round \(round): \(areas) to \(goal)")
            let step = container.snap(by: goal, from: Point(x: 400, y: 400))
            #expect(container.clamp(step.offset) == step.offset)
        }
    }

    @Test func hostileNumbersStayInReach() {
        let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300]
        for number in odd {
            var areas = [area(1, 300, 300), area(2, number, number)]
            areas[1].margin = EdgeInsets(top: number, left: number, bottom: -number, right: 0)
            let container = container(areas)
            for offset in [
                container.snap(to: number, number, from: .zero).offset,
                container.snap(by: Point(x: number, y: -number), from: Point(x: number, y: 0)).offset,
                container.snap(step: Point(x: number, y: 0), from: .zero).offset,
                container.reveal(areas[1], x: .nearest, y: .center, from: Point(x: 0, y: number)).offset,
                container.snapAfterLayout(SnapPosition(offset: Point(x: number, y: number), targetsX: [2, 9])).offset,
            ] {
                #expect((0...900).contains(offset.x) && (0...900).contains(offset.y), "\(number): \(offset)")
            }
        }
    }
}
