uniform sampler2DShadow sunMap; // depths of obstacles seen from the sun

// Returns the fraction of the sun that obstacles let through to a place on a surface with unit
// normal n. The lookup is slightly in front of the surface, so that it does not shade itself. It
// uses textureLod, which works after a discard; the map has only one level.
float sunlight(vec3 place, vec3 n) {
    float facing = dot(n, sunDirection.xyz);
    // The offset, two texels on a steep surface and 1 cm, was found by trial.
    vec3 before = place + n * (2.0 * sunTexel.x * sqrt(max(1.0 - facing * facing, 0.0)) + 0.01);
    vec3 at = (sunMatrix * vec4(before, 1.0)).xyz;
    if (sunTexel.z == 0.0) return textureLod(sunMap, at, 0.0);
    float r = 0.8 * sunTexel.y;
    return 0.25 * (
        textureLod(sunMap, at + vec3(r, 0.4 * r, 0.0), 0.0) + textureLod(sunMap, at + vec3(-0.4 * r, r, 0.0), 0.0) +
        textureLod(sunMap, at + vec3(-r, -0.4 * r, 0.0), 0.0) + textureLod(sunMap, at + vec3(0.4 * r, -r, 0.0), 0.0));
}
