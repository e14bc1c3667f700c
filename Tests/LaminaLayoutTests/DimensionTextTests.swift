import LaminaLayout
import Testing

@Suite struct DimensionTextTests {
    @Test(arguments: [
        ("", Dimension.auto), ("auto", .auto), ("AUTO", .auto), ("12pt", .points(12)), ("12", .points(12)),
        ("0.5PT", .points(0.5)), ("50%", .fraction(0.5)), ("0%", .fraction(0)), ("1e2pt", .points(100)),
    ])
    func isRead(_ text: String, _ expected: Dimension) { #expect(Dimension(text: text) == expected) }

    @Test(arguments: [
        "px", "12px", "nan", "inf", "-1", "101%", "-1%", "0x10", "1 2", "%", "pt", "1e9", "٥", "12 pt", "5٪",
    ])
    func isRefused(_ text: String) { #expect(Dimension(text: text) == nil) }

    @Test func whatIsWrittenIsRead() {
        #expect(Dimension.fraction(0.07).text == "7%" && Dimension.points(10).text == "10pt")
        #expect(Dimension.auto.text == "auto")
        var number = 0.1
        for _ in 0..<500 {
            number = (number * 16_807).truncatingRemainder(dividingBy: 1)
            for length in [Dimension.fraction(number), .points(number), .points(number * 1e7)] {
                #expect(Dimension(text: length.text) == length)
            }
        }
        #expect(Dimension(text: Dimension.fraction(1.0 / 3).text) == .fraction(1.0 / 3))
    }
}
