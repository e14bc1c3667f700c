import Glibc
import LaminaGeometry
import Testing

@testable import LaminaDraw

struct BlurTests {
    /// Half a plane, which a Gaussian makes an error function, whatever its deviation; of boxes, nearly.
    @Test(arguments: [0.1, 0.2, 0.5, 0.7, 0.75, 0.8, 1, 1.4, 1.9, 1.99, 2, 2.5, 4, 10])
    func aBlurIsAGaussian(deviation: Double) throws {
        var field = try #require(CoverageField(PixelRect(x: 0, y: 0, width: 200, height: 120)))
        field.add(PixelRect(x: 100, y: 0, width: 100, height: 120))
        field.blur(deviation: deviation)
        let reach = CoverageField.reach(of: deviation)
        for x in 40..<160 {
            let coverage = Int(field.bytes[60 * 200 + x])
            let wanted = 127.5 * (1 + erf((Double(x) + 0.5 - 100) / deviation / 2.0.squareRoot()))
            #expect(abs(Double(coverage) - wanted) <= (deviation < 2 ? 1 : 8), "at \(x)")
            if x < 100 - reach { #expect(coverage == 0) }
            if x >= 100 + reach { #expect(coverage == 255) }
        }
    }
}
