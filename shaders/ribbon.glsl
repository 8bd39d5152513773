// A point of a ribbon, as ribbon.frag reads it.

centroid out vec4 shadeThere;
centroid out vec4 side;     // xyz: direction across the ribbon; w: position across it, -1 to 1
centroid out vec3 facing;   // direction towards the eye, perpendicular to the ribbon
centroid out vec3 fromEyeThere;
flat out float isWire;

const float mostLines = 6.0; // greatest width of a ribbon, in thin lines, chosen by eye

// Sets the outputs for a vertex of a ribbon. place.w is half of the width, m, negative on the left
// side. along is the direction of the ribbon. shade is the colour, or for a wire its albedo. wire
// is 1 for a wire, otherwise 0.
void setRibbon(vec4 place, vec3 along, vec4 shade, float wire) {
    vec3 fromEye = place.xyz - eye.xyz;
    vec3 across = cross(along, fromEye);
    float size = length(across);
    across = size > 1e-9 ? across / size : vec3(0.0);
    // A ribbon that would be thinner than a line becomes transparent instead. The minimum opacity,
    // 0.25, was chosen by eye.
    float least = 0.5 * skylight.w * eye.w * length(fromEye);
    float widest = wire > 0.5 ? 1e3 : mostLines * least; // limits the width of traces near the eye, but not of wires
    float halfWidth = clamp(abs(place.w), least, widest);
    float opacity = min(abs(place.w) / halfWidth, 1.0);
    vec3 world = place.xyz + across * (sign(place.w) * halfWidth);
    float away = length(fromEye);
    vec3 light = wire > 0.5 ? shade.rgb : exposed(air(shade.rgb, fromEye / away, away));
    shadeThere = vec4(light, shade.a * max(opacity, 0.25));
    side = vec4(across, sign(place.w) * opacity); // a wire thinner than a pixel has one shade
    facing = cross(across, along);
    fromEyeThere = world - eye.xyz;
    isWire = wire;
    gl_Position = viewProjection * vec4(world, 1.0);
}
