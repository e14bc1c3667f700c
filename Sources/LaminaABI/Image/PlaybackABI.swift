public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_node_set_playback")
public func lamina_node_set_playback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ playback: UnsafePointer<lamina_playback>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (node, parts) = try animatedNode(node)
        if isNull(playback) { throw LaminaError(.invalidArgument, "playback is NULL; a lamina_playback is needed") }
        let defaults = lamina_playback(
            struct_size: MemoryLayout<lamina_playback>.size, paused: false, speed: 1, plays: -1)
        let given = try readStruct(playback, over: defaults, "playback")
        guard given.speed >= 0, given.speed <= 100 else {
            throw LaminaError(.invalidArgument, "playback->speed is \(given.speed); it must be 0 to 100")
        }
        guard given.plays >= -1 else {
            throw LaminaError(
                .invalidArgument,
                "playback->plays is \(given.plays); a number of times is needed, 0 for ever, -1 for the file's")
        }
        var wanted = Playback()
        wanted.isPaused = given.paused
        wanted.speed = given.speed
        wanted.plays = given.plays < 0 ? nil : Int(given.plays)
        if !parts.setPlayback(wanted, of: node) { throw noAnimation }
    }
}

@implementation @_cdecl("lamina_node_get_playback_state")
public func lamina_node_get_playback_state(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_state: UnsafeMutablePointer<lamina_playback_state>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (node, parts) = try animatedNode(node)
        guard let found = parts.playbackState(of: node) else { throw noAnimation }
        try writeStruct(
            lamina_playback_state(
                struct_size: 0, frame: found.frame, frame_count: found.frameCount,
                plays_done: UInt64(found.playsDone), has_ended: found.hasEnded), to: out_state, "out_state")
    }
}

private var noAnimation: LaminaError {
    LaminaError(
        .invalidState,
        "node shows no animation: an image that was loaded with `animated` and has more than one frame is needed")
}

/// A node that is there, and what serves its context.
@safe private func animatedNode(
    _ node: UnsafeMutablePointer<lamina_node>?
) throws(LaminaError) -> (node: NodeID, parts: EngineParts) {
    let handle = node.handle()
    let parts = try handle.context(.node, "node").parts()
    try withNode(node) { (_, _, _) throws(LaminaError) in }
    return (handle.nodeID, parts)
}
