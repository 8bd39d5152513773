uniform sampler2DShadow sunMap; // depth of what stands in the sun

// Share of the sun that reaches a place on a surface of unit normal n, past all that
// stands. The place is looked up a little before the surface, or that would shade itself.
// The map has one level: textureLod, so that it can be read after a discard.
float sunlight(vec3 place, vec3 n) {
    float facing = dot(n, sunDirection.xyz);
    vec3 before = place + n * (2.0 * sunTexel.x * sqrt(max(1.0 - facing * facing, 0.0)) + 0.01);
    vec3 at = (sunMatrix * vec4(before, 1.0)).xyz;
    if (sunTexel.z == 0.0) return textureLod(sunMap, at, 0.0);
    float r = 0.8 * sunTexel.y;
    return 0.25 * (
        textureLod(sunMap, at + vec3(r, 0.4 * r, 0.0), 0.0) + textureLod(sunMap, at + vec3(-0.4 * r, r, 0.0), 0.0) +
        textureLod(sunMap, at + vec3(-r, -0.4 * r, 0.0), 0.0) + textureLod(sunMap, at + vec3(0.4 * r, -r, 0.0), 0.0));
}
