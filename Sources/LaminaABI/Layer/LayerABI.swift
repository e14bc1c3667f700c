public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_surface_export_layers")
public func lamina_surface_export_layers(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ layer: lamina_surface_layer_fn?,
    _ user_data: UnsafeMutableRawPointer?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try findObject(surface, .surface, "surface", as: Surface.self)
        let engine = try context.engine(context.generation)
        let call = try needed(hostCall(layer, user_data, in: context), "layer")
        for exported in engine.takeLayers(of: object) { call(exported) }
    }
}
