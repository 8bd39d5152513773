#version 410 core
#include "land.glsl"
#include "water.glsl"
#include "banks.glsl"

#if !defined(DRAFT) && !defined(MIRRORED)
uniform sampler2D skyline; // see horizon.frag

// Returns the reflection in unit direction m, with the town in front of the sky. The town is dark
// by day and lit by its windows in the evening. Ripples blur the reflection. Brightness and colours
// of the town are a matter of taste.
vec3 townMirror(vec3 light, vec3 m, float late) {
    float turn = atan(m.x, m.z) / (2.0 * PI);
    vec4 tops = SKYLINE_HIGH * textureLod(skyline, vec2(turn, 0.5), 3.0);
    float high = max(tops.y, max(tops.z, tops.w));
    float windows = smoothstep(0.46, 0.72, textureLod(landMap, vec2(4.0 * turn, 0.37), 0.0).b); // some streets have more lit windows
    vec3 walls = 0.11 * skylight.rgb + late * smoothstep(0.003, 0.03, high) * (0.3 + 3.5 * windows) * vec3(0.20, 0.13, 0.06) / max(sun.w, 0.2);
    return mix(light, mix(hazeColour, walls, 0.7 * exp(-500.0 * ground.w)), 0.85 * (1.0 - smoothstep(0.4 * high, 1.3 * high, m.y)));
}
#endif

// Draws a wide river in front of the skyline, with parks on its banks.
// Colours, scales and contrasts are a matter of taste.
void main() {
    vec3 fromEye = vec3(offset.x, -eye.y, offset.y);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec2 place = eye.xz + offset + landOffset.xy;
    float tufts = tuftsAt(place);

    vec2 slope = rippleSlope(place, cityRipples);
    vec3 day = sunDirection.y * sun.rgb / PI + skylight.rgb;
    vec3 m = mirrorDirection(d, slope), above = mirroredSky(m, eye.xz + offset);
    float late = 1.0 - smoothstep(-0.10, 0.05, sunPlace.y);
#if !defined(DRAFT) && !defined(MIRRORED)
    above = townMirror(above, m, late);
#endif
    vec3 light = waterLight(d, slope, above, cityDeep * day) + glitter(d, slope, 0.05);

    float bank = bankAt(place);
    float quay = smoothstep(0.0, 0.004, bank);
    float lawn = lawnAt(bank);
    vec2 back = d.xz / min(d.y, -1e-4);
    back *= min(7.0, 20.0 * inversesqrt(max(dot(back, back), 1e-8)));
    float grown = grove(place);
    float foot = treeAt(place, grown), crowns = treeAt(place + back, grown);
#ifdef DRAFT
    float bark = 1.0, lit0 = 1.0;
#else
    float fine = anisotropicNoise(place, 2.3).b - 0.5;
    tufts += 0.7 * fine;
    float lit0 = clamp(1.0 + 1.2 * reliefShading(place, 5.0, 0.12), 0.4, 1.8);
    // In a grove, single crowns are visible, which are lit from one side.
    float bark = clamp(1.0 + 2.6 * reliefShading(place + back, 41.0, 1.1), 0.3, 2.2);
#endif
    // Paths wind through the lawns, which are mown in some places.
    vec2 walks = noiseAt(place, 520.0).ab - 0.5;
    float walk = 1.0 - smoothstep(1.2, 2.4, 260.0 * abs(walks.x + 0.15 * grown));
    vec3 grass = ground.rgb * mix(vec3(1.25, 1.1, 1.2), vec3(0.95, 0.95, 0.9), smoothstep(0.42, 0.58, noiseAt(noiseRotation * place, 130.0).a)) * (0.65 + 0.6 * tufts);
    vec3 stone = vec3(0.16, 0.145, 0.125) * (0.75 + 0.5 * tufts);
    vec3 leaves = ground.rgb * vec3(0.75, 0.80, 0.80) * (0.45 + 0.9 * tufts) * (0.7 * bark * sunny + skylight.rgb);
    vec3 shore = mix(stone * day, grass * (lit0 * sunny + skylight.rgb), lawn * (1.0 - 0.9 * walk));
    shore = mix(shore, shore * 0.7, lawn * smoothstep(-0.01, 0.04, foot));
    shore = mix(shore, leaves, 0.9 * smoothstep(0.012, 0.03, bank) * smoothstep(0.0, 0.05, crowns));

    // Some lamps along the quay light the ground below them.
    vec2 post = (fract(place / 37.0) - 0.5) * 37.0;
    float near = exp2(-0.3 * dot(post, post)) * (1.0 - smoothstep(2.0, 6.0, fwidth(place.x) + fwidth(place.y)));
    shore += late * near * (1.0 - smoothstep(0.01, 0.03, bank)) * vec3(1.0, 0.62, 0.3) * 0.05 / max(sun.w, 0.2);
    light = mix(light, shore, quay);
    writeLand(light, distance);
}
