#version 410 core
#include "land.glsl"
#include "water.glsl"
#include "banks.glsl"
#include "random.glsl"
#include "townhaze.glsl"

#if !defined(DRAFT) && !defined(MIRRORED)
uniform sampler2D skyline; // see horizon.frag

// Returns light, the sky reflected in unit direction m, with the town drawn over it. The town is
// dark by day and lit by its windows in the evening. Ripples blur the reflection. Brightness and
// colours of the town were chosen by eye.
vec3 townMirror(vec3 light, vec3 m, float late) {
    float turn = atan(m.x, m.z) / (2.0 * PI);
    vec4 tops = SKYLINE_HIGH * textureLod(skyline, vec2(turn, 0.5), 3.0);
    float high = max(tops.y, max(tops.z, tops.w));
    float windows = smoothstep(0.46, 0.72, textureLod(landMap, vec2(4.0 * turn, 0.37), 0.0).b); // some streets have more lit windows
    vec3 walls = 0.11 * skylight.rgb + late * smoothstep(0.003, 0.03, high) * (0.3 + 3.5 * windows) * vec3(0.20, 0.13, 0.06) / max(sun.w, 0.2);
    return mix(light, mix(hazeColour, walls, 0.7 * exp(-500.0 * ground.w)), 0.85 * (1.0 - smoothstep(0.4 * high, 1.3 * high, m.y)));
}

// Returns light, the reflection in unit direction m, with the nearest row of houses drawn over it.
// place is a position in the noise. The houses are about 15 m high.
vec3 housesMirror(vec3 light, vec2 place, vec3 m, float late) {
    vec2 away = normalize(m.xz);
    float far = 0.0;
    for (int k = 0; k < 4; k++) far += clamp(quayWidth + 8.0 - townAt(place + far * away), 0.0, 200.0);
    vec2 at = noiseRotation * (place + far * away - landOffset.xy);
    float house = random(floor(at / 23.0)), rise = m.y / max(length(m.xz), 1e-3) * far;
    vec3 walls = mix(vec3(0.13, 0.12, 0.11), vec3(0.22, 0.20, 0.17), house) * skylight.rgb + late * vec3(0.030, 0.018, 0.008) / max(sun.w, 0.2);
    float cover = 1.0 - smoothstep(0.75, 1.15, rise / (9.0 + 13.0 * house));
    return mix(light, mix(hazeColour, walls, clearness(far)), 0.9 * cover * (1.0 - smoothstep(400.0, 700.0, far)));
}
#endif

// Returns the light of the streets and yards of the town. Houses are separate; they shade the streets.
vec3 streets(vec2 place, float tufts, float late) {
    vec2 at = noiseRotation * (place - landOffset.xy);
    float inside = insideBlock(at), pixel = fwidth(at.x) + fwidth(at.y);
#ifndef DRAFT
    float open = 1.0;
    vec2 toSun = noiseRotation * sunAzimuth.xy;
    float slope = max(sunDirection.y, 0.02) / max(length(sunDirection.xz), 0.01);
    for (int k = 0; k < 4; k++) {
        float far = 3.0 + 7.0 * float(k);
        open *= 1.0 - smoothstep(2.0, 4.0, insideBlock(at + far * toSun)) * (1.0 - smoothstep(12.0, 17.0, far * slope));
    }
#endif
    vec3 albedo = vec3(0.055, 0.056, 0.06) * (0.8 + 0.4 * tufts);
    float pavement = smoothstep(-2.6 - 0.5 * pixel, -2.4 + 0.5 * pixel, inside);
    albedo = mix(albedo, vec3(0.20, 0.19, 0.175) * (0.8 + 0.4 * tufts), pavement);
    vec2 middle = abs(abs(fract(at / block) - 0.5) * block - 0.5 * block);
    float line = (1.0 - smoothstep(0.08, 0.16 + 0.5 * pixel, min(middle.x, middle.y))) * min(1.0, 0.3 / pixel) * step(fract((at.x + at.y) / 9.0), 0.5);
    albedo = mix(albedo, vec3(0.45), 0.7 * line);
    float yard = smoothstep(2.5, 4.0, inside);
    albedo = mix(albedo, mix(vec3(0.13, 0.12, 0.11), ground.rgb * (0.6 + 0.8 * tufts), smoothstep(0.45, 0.6, noiseAt(place, 130.0).a)), yard);
    // Beyond the last houses of land.NewRelief, whole blocks have the colours of roofs.
#ifdef DRAFT
    float beyond = smoothstep(1200.0, 1300.0, length(place - landOffset.xy));
    vec3 direct = sun.rgb * (max(sunDirection.y, 0.0) / PI);
#else
    float beyond = smoothstep(1750.0, 1900.0, length(place - landOffset.xy));
    vec3 direct = sun.rgb * (open * max(sunDirection.y, 0.0) / PI) * cloudShadow(vec3(eye.x + offset.x, 0.0, eye.z + offset.y));
#endif
    albedo = mix(albedo, mix(vec3(0.20, 0.19, 0.18), vec3(0.24, 0.16, 0.12), random(floor(at / (0.5 * block)))), beyond * step(0.0, inside));
    // Most of a lamp's light falls near its post. Posts are 31 m apart along the pavements.
    vec2 post = (fract(at / 31.0) - 0.5) * 31.0;
    float lamps = mix(1.6 * exp2(-0.02 * dot(post, post)), 0.35, smoothstep(4.0, 12.0, pixel)) * (1.0 - yard);
    return albedo * (direct + 0.7 * skylight.rgb) + late * lamps * vec3(1.0, 0.58, 0.26) * 0.035 / max(sun.w, 0.2);
}

// Draws a river with islands and banks, and the streets of the town behind them. Colours, scales
// and contrasts were chosen by eye.
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
    above = housesMirror(townMirror(above, m, late), place, m, late);
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
    // In a grove, single crowns are visible. They are lit from one side.
    float bark = clamp(1.0 + 2.6 * reliefShading(place + back, 41.0, 1.1), 0.3, 2.2);
#endif
    // Paths wind through the lawns. Some parts of the lawns are mown.
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
    float town = smoothstep(quayWidth - 3.0, quayWidth + 3.0, townAt(place));
    light = mix(mix(light, shore, quay), streets(place, tufts, late), town);
    writeLand(light, mix(distance, distance / (1.0 + distance / townHaze), town));
}
