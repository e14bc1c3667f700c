import LaminaGeometry
import LaminaLayout
import Testing

/// What a host may ask in between layouts.
@Suite struct FlexMeasureTests {
    /// Measuring alone notices every change too, also below elements without a box.
    @Test func measuringSeesChangesBelowContents() {
        for direction in [FlexDirection.row, .column] {
            var tree = FlexTree(profile: .yoga)
            var texts = FlexTexts()
            let root = tree.add(FlexStyle([.flexDirection: direction.rawValue]))
            let contents = tree.add(FlexStyle([.display: FlexDisplay.contents.rawValue]))
            let text = tree.add(isMeasured: true, identifier: texts.add(2))
            tree.append(text, to: contents)
            tree.append(contents, to: root)
            func width(_ tree: inout FlexTree, _ texts: inout FlexTexts) -> Double {
                tree.measure(root, width: .maxContent, height: .maxContent, measurer: &texts).width
            }
            #expect(width(&tree, &texts) == 42)
            texts.lengths[0] = 5
            tree.markDirty(text)
            #expect(width(&tree, &texts) == 105)
            let other = tree.add(FlexStyle(lengths: [.width: .points(200)]))
            tree.append(other, to: contents)
            #expect(width(&tree, &texts) == (direction == .row ? 305 : 200))
            tree.remove(contents)
            #expect(width(&tree, &texts) == 0)
        }
    }

    /// What a measure found out, a layout at that size does not ask again.
    @Test func aLayoutAfterAMeasureAsksNothingNew() {
        var tree = FlexTree(profile: .css)
        var texts = FlexTexts()
        let root = tree.add(FlexStyle([.flexDirection: FlexDirection.column.rawValue]))
        for words in [3, 9, 20] {
            let row = tree.add()
            tree.append(row, to: root)
            tree.append(tree.add(isMeasured: true, identifier: texts.add(words)), to: row)
        }
        let size = tree.measure(root, width: .exactly(100), height: .maxContent, measurer: &texts)
        tree.layout(root, width: .exactly(100), height: .exactly(size.height), measurer: &texts)
        #expect(tree.statistics.measures == 0)
        #expect(tree.frame(root).size == size)
    }

    /// Items that share out a row are asked once where what they show fits, and keep their widest word where it does
    /// not, though they would break it.
    @Test(arguments: [(20.0, 50.0, 2), (70.0, 70.0, 3)]) func sharesAreMeasuredOnce(
        word: Double, width: Double, measures: Int
    ) {
        struct Words: FlexMeasurer {
            let words: [Double]

            mutating func measure(_ identifier: Int32, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement {
                let word = words[Int(identifier)]
                var measurement = LayoutMeasurement(size: Size(width: word, height: 16))
                if case .atMost(let room) = width, room < word {
                    measurement.size = Size(width: room, height: 32)
                    measurement.breaksWords = true
                }
                return measurement
            }
        }
        var tree = FlexTree(profile: .css)
        var words = Words(words: [word, 10])
        let root = tree.add()
        let items = (0..<2).map { identifier in
            var style = FlexStyle(lengths: [.flexBasis: .points(0)])
            style.setNumber(.flexGrow, 1)
            return tree.add(style, isMeasured: true, identifier: Int32(identifier))
        }
        for item in items { tree.append(item, to: root) }
        tree.layout(root, width: .exactly(100), height: .exactly(40), measurer: &words)
        #expect(tree.frame(items[0]).size.width == width)
        #expect(tree.statistics.measures == measures)
    }
}
