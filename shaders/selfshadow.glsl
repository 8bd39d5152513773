// Computes the shadow of a bird on itself.
uniform sampler2DShadow selfMap; // depths of some birds seen from the sun; each bird has a part of the map
uniform mat4 selfMatrix;           // from the world to the bird's part of the map, 0 to 1
uniform vec4 selfRegion;           // xy: origin of that part; z: its size; w: strength of the shadow
uniform float selfTexel;         // size of a texel, m

// Returns the fraction of the sun that reaches a place on a bird. The unit normal n of the place
// faces the sun.
float selfShadow(vec3 place, vec3 n) {
    if (selfRegion.w <= 0.0) return 1.0;
    // Feathers touch each other, so surfaces that are very close cast no shadow. The offsets, in
    // texels, were found by trial.
    vec3 at = (selfMatrix * vec4(place + selfTexel * (2.5 * n + 6.0 * sunDirection.xyz), 1.0)).xyz;
    at.xy = selfRegion.xy + selfRegion.z * clamp(at.xy, 0.004, 0.996);
    const float r = 1.2 / float(SELF_TEXELS);
    float open = 0.25 * (
        textureLod(selfMap, at + vec3(r, 0.4 * r, 0.0), 0.0) + textureLod(selfMap, at + vec3(-0.4 * r, r, 0.0), 0.0) +
        textureLod(selfMap, at + vec3(-r, -0.4 * r, 0.0), 0.0) + textureLod(selfMap, at + vec3(0.4 * r, -r, 0.0), 0.0));
    return mix(1.0, open, selfRegion.w);
}
