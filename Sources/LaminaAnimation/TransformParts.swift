import Glibc
import LaminaGeometry
import LaminaMotion

/// A transform as a movement, a turn, a shear and two scales, which change one by one: what turns keeps its size.
struct TransformParts {
    /// x0, y0, angle, scale x, shear, scale y.
    let channels: Channels

    /// `near`: the angle from which the shorter way is taken; of a box that has shrunk to nothing the angle itself.
    init(_ matrix: AffineTransform, near angle: Double) {
        var width = hypot(matrix.xx, matrix.yx)
        var turn = width > 0 ? atan2(matrix.yx, matrix.xx) : angle
        // A mirrored box is mirrored on the axis that turns it less.
        if matrix.xx * matrix.yy - matrix.xy * matrix.yx < 0 && matrix.xx < matrix.yy {
            width = -width
            turn += .pi
        }
        turn += 2 * .pi * ((angle - turn) / (2 * .pi)).rounded()
        let (c, s) = (cos(turn), sin(turn))
        channels = Channels(
            matrix.x0, matrix.y0, turn, width, matrix.xy * c + matrix.yy * s, matrix.yy * c - matrix.xy * s, 0, 0)
    }

    init(_ channels: Channels) { self.channels = channels }

    /// Factors for the parts of a transform that is to scale by more.
    static func scale(_ scale: Point) -> Channels { Channels(1, 1, 1, scale.x, scale.y, scale.y, 1, 1) }

    var matrix: AffineTransform {
        // Most do not turn.
        let (c, s) = channels[2] == 0 ? (1, 0) : (cos(channels[2]), sin(channels[2]))
        let (width, shear, height) = (channels[3], channels[4], channels[5])
        return AffineTransform(
            xx: c * width, yx: s * width, xy: c * shear - s * height, yy: s * shear + c * height, x0: channels[0],
            y0: channels[1])
    }
}
