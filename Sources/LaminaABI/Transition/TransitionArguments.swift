import CLamina
import LaminaAnimation
import LaminaDisplay
import LaminaGeometry
import LaminaLock
import LaminaNode

/// How the changes of a transition show.
@safe func transitionOptions(
    _ pointer: UnsafePointer<lamina_transition_options>?, in engine: Engine
) throws(LaminaError) -> TransitionOptions {
    var initial = lamina_transition_options()
    initial.struct_size = MemoryLayout<lamina_transition_options>.size
    (initial.appears, initial.leaves) = (.LAMINA_TRANSITION_EFFECT_FADE, .LAMINA_TRANSITION_EFFECT_FADE)
    let given = try readStruct(pointer, over: initial, "options")
    var options = TransitionOptions(try transitionMovement(given.animation, "options->animation"))
    options.rest.appears = try effect(given.appears, "options->appears")
    options.rest.leaves = try effect(given.leaves, "options->leaves")
    options.rules = try transitionRules(given.rules, given.rule_count, in: engine)
    guard given.stagger_us <= 60_000_000 else {
        throw LaminaError(.invalidArgument, "options->stagger_us is \(given.stagger_us); it must lie within a minute")
    }
    options.stagger = Double(given.stagger_us) * 1e-6
    for rule in [options.rest] where rule.appears == .own || rule.leaves == .own {
        throw LaminaError(
            .invalidArgument, "options has LAMINA_TRANSITION_EFFECT_OWN; only a rule has values of its own")
    }
    return options
}

@safe private func transitionRules(
    _ pointer: UnsafePointer<lamina_transition_rule>?, _ count: Int, in engine: Engine
) throws(LaminaError) -> [TransitionRule] {
    var initial = lamina_transition_rule()
    initial.struct_size = MemoryLayout<lamina_transition_rule>.size
    (initial.appears, initial.leaves) = (.LAMINA_TRANSITION_EFFECT_FADE, .LAMINA_TRANSITION_EFFECT_FADE)
    (initial.moves, initial.fades_contents) = (true, true)
    var rules: [TransitionRule] = []
    try forEachStruct(pointer, count, limit: 4096, over: initial, "options->rules") { (given) throws(LaminaError) in
        rules.append(try transitionRule(given, in: engine))
    }
    return rules
}

/// Asks the host in its own words. For the animator of `context`, which lives no longer than that.
func transitionChooser(
    _ ask: @escaping @Sendable (_ node: Handle?, lamina_transition_change, inout lamina_transition_rule) -> Void,
    _ context: Context
) -> Animator.Chooser {
    { [unowned context] choice in
        var change = lamina_transition_change()
        change.struct_size = MemoryLayout<lamina_transition_change>.size
        change.transition = choice.transition
        change.kind =
            switch choice.kind {
            case .values: .LAMINA_TRANSITION_CHANGE_KIND_VALUES
            case .moves: .LAMINA_TRANSITION_CHANGE_KIND_MOVES
            case .appears: .LAMINA_TRANSITION_CHANGE_KIND_APPEARS
            case .leaves: .LAMINA_TRANSITION_CHANGE_KIND_LEAVES
            }
        (change.before, change.after) = (lamina_rect(choice.before), lamina_rect(choice.after))
        var rule = lamina_transition_rule()
        rule.struct_size = MemoryLayout<lamina_transition_rule>.size
        (rule.appears, rule.leaves) = (effect(choice.rule.appears), effect(choice.rule.leaves))
        (rule.moves, rule.fades_contents) = (choice.rule.moves, choice.rule.fadesContents)
        let isThere = context.nodes.withLock { $0.find(choice.node) != nil }
        ask(isThere ? Handle(choice.node, in: context) : nil, change, &rule)
        (rule.node, rule.name, rule.matches) = (nil, nil, false)
        do throws(LaminaError) {
            return try transitionRule(rule, in: nil)
        } catch {
            context.warn("A transition callback's rule counts for nothing: \(error.message)")
            return nil
        }
    }
}

private func transitionRule(
    _ given: lamina_transition_rule, in engine: Engine?
) throws(LaminaError) -> TransitionRule {
    var rule = TransitionRule()
    if isGiven(given.node) {
        let (owner, node) = try ownedNode(given.node)
        if owner !== engine { throw LaminaError(.foreignContext, "node belongs to another context") }
        rule.node = node
    }
    rule.name = try optionalString(given.name, "name").map { Array($0.utf8) }
    rule.appears = try effect(given.appears, "appears")
    rule.leaves = try effect(given.leaves, "leaves")
    (rule.moves, rule.fadesContents, rule.matches) = (given.moves, given.fades_contents, given.matches)
    rule.scales = given.scales
    rule.contentsAnchor = try contentsAnchor(given.contents_anchor)
    if isGiven(given.animation) {
        rule.animation = try transitionMovement(given.animation, "animation")
    }
    if rule.appears == .own || rule.leaves == .own {
        rule.values = try presentedValues(given.values)
        if rule.values.fields.isEmpty {
            throw LaminaError(.invalidArgument, "values name no field for LAMINA_TRANSITION_EFFECT_OWN")
        }
    }
    if rule.matches && rule.name == nil {
        throw LaminaError(.invalidArgument, "matches is true without a name to match by")
    }
    return rule
}

@safe private func transitionMovement(
    _ pointer: UnsafePointer<lamina_animation_options>?, _ argument: StaticString
) throws(LaminaError) -> AnimationRequest {
    let movement = try movement(pointer, argument)
    try Check.named("\(argument)->") { () throws(LaminaError) in try movement.checkEnds() }
    return movement
}

private func effect(_ effect: TransitionEffect) -> lamina_transition_effect {
    lamina_transition_effect(rawValue: UInt32(bitPattern: effect.rawValue)) ?? .LAMINA_TRANSITION_EFFECT_NONE
}

private func effect(
    _ value: lamina_transition_effect, _ argument: StaticString
) throws(LaminaError) -> TransitionEffect {
    guard let effect = TransitionEffect(rawValue: Int32(bitPattern: value.rawValue)) else {
        throw Check.unknown(value, argument)
    }
    return effect
}
