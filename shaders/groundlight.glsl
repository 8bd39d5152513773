// Albedo of the ground where the patches are, 0 to 1, from green to straw.
vec3 groundAlbedo(float patches) {
    return ground.rgb * (0.55 + 0.9 * patches) * mix(vec3(0.80, 1.06, 0.85), vec3(1.22, 0.96, 0.9), patches);
}

// Light on the ground, over pi, seen in unit direction d. Blades of grass let
// light through: brighter against the sun.
vec3 groundLight(vec3 d) {
    float against = max(dot(d, sunDirection.xyz), 0.0);
    float diffuse = max(sunDirection.y, 0.0) + 0.5 * against * against * against;
    return sun.rgb * (diffuse / PI) + skylight.rgb;
}
