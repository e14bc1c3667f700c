import LaminaGeometry
import LaminaText
import Testing

/// Rooms for children in the lines of a text.
@Suite struct ChildPlacesTests {
    /// Each child of thousands has the room that is as large as it is, in lines that run both ways.
    @Test func thousandsOfChildren() throws {
        let count = isSanitized ? 300 : 3000
        var room = CharacterAttributes()
        room.rare.attachment = TextAttachment(width: 0, height: 0, rise: 0)
        room.rare.attachment?.holdsChild = true
        var builder = AttributedTextBuilder(attributes: CharacterAttributes())
        for number in 0..<count {
            builder.append(number % 5 == 0 ? "שלום " : "word ")
            builder.append("\u{FFFC}", attributes: room)
            builder.append(" ")
        }
        let sizes = (0..<count).map { (n: Int) -> Size in Size(width: Double(1 + n % 61), height: Double(1 + n % 17)) }
        let frame = TextEngine(try makeFonts()).place(
            builder.build().holding(sizes), options(), in: Size(width: 300, height: .infinity))
        let found = frame.childFrames
        #expect(found.count == count)
        #expect(zip(found, sizes).allSatisfy { $0?.size == $1 })
        // Lines go down as the text goes on.
        for (before, after) in zip(found, found.dropFirst(40)) {
            #expect((before?.maxY ?? 0) <= (after?.maxY ?? 0))
        }
        // What is not shown has none.
        let oneLine = options { $0.maximumLines = 1 }
        let cut = TextEngine(try makeFonts()).place(
            frame.text, oneLine, in: Size(width: 300, height: .infinity))
        let shown = cut.childFrames.prefix { $0 != nil }.count
        #expect(shown > 0 && shown < count)
        #expect(cut.childFrames.dropFirst(shown).allSatisfy { $0 == nil })
    }
}
