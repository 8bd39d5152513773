#include "cloud.glsl"

// Returns the albedo of the ground. patches is 0 (green) to 1 (straw). The two colours were chosen
// by eye.
vec3 groundAlbedo(float patches) {
    return ground.rgb * (0.6 + 0.8 * patches) * mix(vec3(0.75, 1.05, 0.8), vec3(1.35, 0.95, 0.9), patches);
}

// Returns the sunlight on the ground divided by pi, seen in unit direction d. high is the sine of
// the sun's elevation above the surface. Blades of grass are upright, so a low sun lights them more
// than a flat floor. They transmit light, so they are brighter between the viewer and the sun. If
// the sun is behind the viewer, they hide their own shadows. The strengths of the three effects
// were chosen by eye.
vec3 groundSun(vec3 d, float high) {
    float toSun = dot(d, sunDirection.xyz);
    float against = max(toSun, 0.0), behind = max(-toSun, 0.0);
    float diffuse = high + 0.35 * sqrt(high) + 0.5 * against * against * against + 0.35 * behind * behind;
    return sun.rgb * (diffuse / PI);
}

// Returns all light on the ground divided by pi, with the shadows of clouds.
vec3 groundLight(vec3 d, float high, vec3 place) {
    return groundSun(d, high) * cloudShadow(place) + skylight.rgb;
}

// Returns the sunlight at a vertex. In a draft it includes the shadows of clouds; otherwise
// land.glsl computes them for each pixel.
vec3 cornerSun(vec3 d, vec3 place) {
    vec3 light = groundSun(d, max(sunDirection.y, 0.0));
#ifdef DRAFT
    light *= cloudShadow(place);
#endif
    return light;
}

// Returns the fraction of the visible brightness of the ground that a full shadow removes.
vec3 shadowLoss(vec3 fromEye) {
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec3 albedo = groundAlbedo(0.5), behind = farHaze(d);
    float clear = clearness(distance);
    vec3 bright = exposed(mix(behind, albedo * groundLight(d, max(sunDirection.y, 0.0), eye.xyz + fromEye), clear));
    return fogClearness(fromEye) * (1.0 - exposed(mix(behind, albedo * skylight.rgb, clear)) / bright);
}

// Returns the fraction of the visible brightness that comes from the ground, not from the haze.
vec3 groundShare(vec3 fromEye) {
    float distance = length(fromEye);
    vec3 d = fromEye / distance, behind = farHaze(d) * (1.0 - clearness(distance));
    vec3 light = groundAlbedo(0.5) * groundLight(d, max(sunDirection.y, 0.0), eye.xyz + fromEye);
    return fogClearness(fromEye) * (1.0 - exposed(behind) / exposed(behind + light * clearness(distance)));
}

#ifdef WATER
#include "fresnel.glsl"
#include "watercolour.glsl"

// Returns the fraction of the brightness that a full shadow removes on deep, still water. The
// shadow does not change the reflection, but removes all sunlight that is scattered in the water.
vec3 waterShadowLoss(vec3 fromEye) {
    float distance = length(fromEye);
    vec3 d = fromEye / distance, up = vec3(d.x, abs(d.y), d.z), behind = farHaze(d);
#ifdef DRAFT
    vec3 mirror = haze(up);
#else
    vec3 mirror = sky(up);
#endif
    float share = fresnel(up.y), clear = clearness(distance);
    vec3 transmitted = (1.0 - share) * WATER, dim = share * mirror + transmitted * skylight.rgb;
    vec3 bright = dim + transmitted * sun.rgb * (max(sunDirection.y, 0.0) / PI);
    return fogClearness(fromEye) * (1.0 - exposed(mix(behind, dim, clear)) / exposed(mix(behind, bright, clear)));
}
#endif
