#include "cloud.glsl"

// Albedo of the ground where the patches are, 0 to 1, from green to straw.
vec3 groundAlbedo(float patches) {
    return ground.rgb * (0.6 + 0.8 * patches) * mix(vec3(0.75, 1.05, 0.8), vec3(1.35, 0.95, 0.9), patches);
}

// Light of the sun on the ground, over pi, seen in unit direction d, where the sun stands so
// high over it: the sine of its elevation. Blades of grass stand
// up, so a low sun lights them more than it would a floor, and they let light
// through: they are brighter against the sun. With the sun behind, they hide their
// own shadows.
vec3 groundSun(vec3 d, float high) {
    float toSun = dot(d, sunDirection.xyz);
    float against = max(toSun, 0.0), behind = max(-toSun, 0.0);
    float diffuse = high + 0.35 * sqrt(high) + 0.5 * against * against * against + 0.35 * behind * behind;
    return sun.rgb * (diffuse / PI);
}

// All the light there, where clouds shade the place.
vec3 groundLight(vec3 d, float high, vec3 place) {
    return groundSun(d, high) * cloudShadow(place) + skylight.rgb;
}

// What corners have of it: in a draft clouds shade them, otherwise each pixel (land.glsl).
vec3 cornerSun(vec3 d, vec3 place) {
    vec3 light = groundSun(d, max(sunDirection.y, 0.0));
#ifdef DRAFT
    light *= cloudShadow(place);
#endif
    return light;
}

// Share of what is seen of the ground that full shadow takes.
vec3 shadowLoss(vec3 fromEye) {
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec3 albedo = groundAlbedo(0.5), behind = farHaze(d);
    float clear = clearness(distance);
    vec3 bright = exposed(mix(behind, albedo * groundLight(d, max(sunDirection.y, 0.0), eye.xyz + fromEye), clear));
    return 1.0 - exposed(mix(behind, albedo * skylight.rgb, clear)) / bright;
}

// Share of it that comes from the ground, and not from the air before it.
vec3 groundShare(vec3 fromEye) {
    float distance = length(fromEye);
    vec3 d = fromEye / distance, behind = farHaze(d) * (1.0 - clearness(distance));
    vec3 light = groundAlbedo(0.5) * groundLight(d, max(sunDirection.y, 0.0), eye.xyz + fromEye);
    return 1.0 - exposed(behind) / exposed(behind + light * clearness(distance));
}

#ifdef WATER
#include "fresnel.glsl"
#include "watercolour.glsl"

// Likewise of water that is deep and still: nothing of what it mirrors, all of what the sun
// sends out of it.
vec3 waterShadowLoss(vec3 fromEye) {
    float distance = length(fromEye);
    vec3 d = fromEye / distance, up = vec3(d.x, abs(d.y), d.z), behind = farHaze(d);
#ifdef DRAFT
    vec3 mirror = haze(up);
#else
    vec3 mirror = sky(up);
#endif
    float share = fresnel(up.y), clear = clearness(distance);
    vec3 out0 = (1.0 - share) * WATER, dim = share * mirror + out0 * skylight.rgb;
    vec3 bright = dim + out0 * sun.rgb * (max(sunDirection.y, 0.0) / PI);
    return 1.0 - exposed(mix(behind, dim, clear)) / exposed(mix(behind, bright, clear));
}
#endif
