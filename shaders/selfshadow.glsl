// The shadow of a bird on itself.
uniform sampler2DShadow selfMap; // depth from the sun of some birds, side by side
uniform mat4 selfMatrix;           // world to one's part of it, from 0 to 1
uniform vec4 selfRegion;           // where that begins, xy, and how large it is; w: how much of the shadow holds
uniform float selfTexel;         // m

// Share of the sun that a bird leaves to a place on itself whose unit normal n faces it.
float selfShadow(vec3 place, vec3 n) {
    if (selfRegion.w <= 0.0) return 1.0;
    // Feathers lie on each other: what is so close shades nothing.
    vec3 at = (selfMatrix * vec4(place + selfTexel * (2.5 * n + 6.0 * sunDirection.xyz), 1.0)).xyz;
    at.xy = selfRegion.xy + selfRegion.z * clamp(at.xy, 0.004, 0.996);
    const float r = 1.2 / float(SELF_TEXELS);
    float open = 0.25 * (
        textureLod(selfMap, at + vec3(r, 0.4 * r, 0.0), 0.0) + textureLod(selfMap, at + vec3(-0.4 * r, r, 0.0), 0.0) +
        textureLod(selfMap, at + vec3(-r, -0.4 * r, 0.0), 0.0) + textureLod(selfMap, at + vec3(0.4 * r, -r, 0.0), 0.0));
    return mix(1.0, open, selfRegion.w);
}
