import LaminaGeometry
import LaminaNode

/// What moves by itself and is part of the library: animations, scrolling. It takes its time from frames, and says when
/// it needs one. Owner thread.
public protocol FrameDriver: AnyObject {
    /// When it has to be advanced next, microseconds on the clock of frames: a time that is over means in each frame,
    /// nil that nothing moves.
    var nextFrame: UInt64? { get }
    /// A frame is made that is seen at `time`. Called behind the host's frame callbacks, before changes are taken over,
    /// and only when `nextFrame` has come.
    func advance(to time: UInt64, in engine: Engine)
    /// Changes are taken over: nodes may have other frames, parents and values than their layers, which are read next.
    func willReadLayers(in engine: Engine)
    /// Somebody asks what is presented: what the driver has not presented yet, it presents.
    func willReadPresented(in engine: Engine)
    /// What it moves, for developers; `most` of that in full.
    func motions(atMost most: Int, in engine: Engine) -> ShownMotions
    /// Memory is short: what can be made again, and is not seen, is let go.
    func trimMemory(in engine: Engine)
    /// The context ends: whoever waits for something to come to rest is told.
    func end(in engine: Engine)
}

extension FrameDriver {
    public func willReadLayers(in engine: Engine) {}
    public func willReadPresented(in engine: Engine) {}
    public func motions(atMost most: Int, in engine: Engine) -> ShownMotions { ShownMotions() }
    public func trimMemory(in engine: Engine) {}
    public func end(in engine: Engine) {}
}

extension Engine {
    /// Adds a driver behind the others; it is kept until it is removed or the context ends.
    public func add(_ driver: any FrameDriver) {
        if drivers.contains(where: { $0 === driver }) { return }
        drivers.append(driver)
        noteMotion()
    }

    /// Removes a driver.
    public func remove(_ driver: any FrameDriver) { drivers.removeAll { $0 === driver } }

    /// The driver of a kind, for a module that has one for each context.
    public func driver<Driver: FrameDriver>(_ kind: Driver.Type) -> Driver? {
        for driver in drivers {
            if let found = driver as? Driver { return found }
        }
        return nil
    }

    /// Something begins to move outside of a frame: the host is to make one. The time of the last frame may be long
    /// ago.
    public func noteMotion() {
        if !isProcessing { parts.wake.signal() }
    }

    /// The time of the context's clock, microseconds. Frames may count on another one.
    public var clockTime: UInt64 { parts.calls.clock.now }

    /// The time at which the frame of this turn is seen; nil in a turn that makes none.
    public var frameTime: UInt64? { frame?.time }

    func advanceDrivers(to time: UInt64) {
        for driver in drivers {
            // One that an earlier one removed is not advanced any more.
            guard let next = driver.nextFrame, next <= time, drivers.contains(where: { $0 === driver }) else {
                continue
            }
            driver.advance(to: time, in: self)
        }
    }

    /// When a driver has to be advanced next.
    func nextDriverFrame() -> UInt64? {
        if drivers.isEmpty { return nil }
        return drivers.lazy.compactMap { $0.nextFrame }.min().map { max($0, frames.next) }
    }
}
