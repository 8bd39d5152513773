#version 410 core
#include "land.glsl"
#include "heath.glsl"

// Draws rolling land with grass, heather and stones, and old snow in its hollows. Colours, scales
// and contrasts were chosen by eye.
void main() {
    vec3 fromEye = vec3(offset.x, height - eye.y, offset.y);
    float distance = length(fromEye);
    vec2 place = eye.xz + offset + landOffset.xy;
    float broad = patchesAt(place, 330.0), low = lowAt(place);
    // Slopes that rise towards the sun face away from it, so they are darker. The effect is
    // stronger with a low sun.
    vec2 lie = noiseAt(noiseRotation * place, 150.0).rg - float(LEVEL_SLOPE) / 255.0;
    float slope = 0.3 * dot(lie * noiseRotation, sunAzimuth.xy);
#ifndef DRAFT
    slope += 4.2 * (low - lowAt(place + 30.0 * sunAzimuth.xy));
#endif
    float facing = clamp(1.0 - slope * min(length(sunDirection.xz) / max(sunDirection.y, 0.05), 3.5), 0.22, 2.2);
#ifdef DRAFT
    float tufts = tuftsAt(place), grain = 1.0, drift = 1.0;
#else
    float coarse = anisotropicNoise(place, 9.0).b, fine = anisotropicNoise(place, 1.9).b - 0.5;
    float tufts = 0.5 * coarse + 0.5 * anisotropicNoise(noiseRotation * place, 61.0).b;
    float lean = reliefShading(place, 9.0, 0.2) + reliefShading(place, 1.9, 0.04);
    float grain = clamp(1.0 + 1.6 * lean + 1.3 * (coarse - 0.5), 0.3, 2.2);
    float drift = clamp(1.0 + 0.9 * reliefShading(noiseRotation * place * vec2(1.0, 0.3), 23.0, 0.6) + 0.35 * lean, 0.5, 1.5);
#endif
    float snow = snowAt(place, tufts
#ifdef RELIEF
        + 0.9 * smoothstep(40.0, 150.0, height) - 1.1 * smoothstep(2.0, 30.0, height) // more snow on the tops
#endif
    );
#ifndef DRAFT
    tufts += 0.8 * fine;
#endif
    // Grass grows on wet ground and heather on dry ground. Between them are bracken and bare peat.
    vec3 albedo = mix(vec3(1.35, 0.98, 1.1), vec3(1.5, 0.78, 1.8), smoothstep(0.46, 0.60, broad + 0.35 * (tufts - 0.5)));
    albedo = mix(albedo, vec3(0.95, 0.86, 0.95), 1.0 - smoothstep(0.39, 0.49, broad + 0.25 * (tufts - 0.5)));
    albedo = mix(albedo, vec3(2.0, 1.25, 1.2), 0.7 * smoothstep(0.55, 0.63, low + 0.3 * (tufts - 0.5)));
    albedo *= ground.rgb * (0.45 + 1.1 * tufts);
    albedo = mix(albedo, ground.rgb * vec3(2.2, 1.6, 4.0) * (0.4 + 1.2 * tufts), stonesAt(place));
    // At its edges, snow is thin and grass is visible through it. Further inside, the snow is
    // smooth.
    float deep = snow * smoothstep(0.0, 0.5, snow + 0.9 * (tufts - 0.35));
    albedo = mix(albedo, vec3(0.78, 0.80, 0.83), deep);
#ifdef RELIEF
    // Steep slopes are rock, without snow. Slopes that face away from the sun are dark.
    vec3 up = normalize(normal);
    float steep = smoothstep(0.10, 0.20, 1.0 - up.y + 0.16 * (tufts - 0.5) + 0.14 * (broad - 0.5));
    albedo = mix(albedo, ground.rgb * vec3(1.9, 1.3, 2.9) * (0.3 + 0.9 * tufts), 0.75 * steep);
    deep *= 1.0 - steep;
#endif
    vec3 direct = mix(sunny * grain, sun.rgb * drift * (max(sunDirection.y, 0.0) + 0.02) / PI, deep);
    vec3 above = skylight.rgb * clamp(1.0 - 0.7 * (low - 0.5), 0.7, 1.15);
#ifdef RELIEF
    float high = dot(up, sunDirection.xyz);
#ifndef DRAFT
    // The strength of the light on blades, 0.35, is that of groundSun().
    float lit = max(high, 0.0);
    vec3 onBlades = (sunny * smoothstep(-0.05, 0.2, high) + sun.rgb * cloudShadow(eye.xyz + fromEye) * ((lit + 0.35 * sqrt(lit)) / PI)) * grain;
    direct = mix(onBlades, sun.rgb * drift * lit / PI, deep);
#endif
    above *= 0.55 + 0.45 * up.y * up.y;
#endif
    writeLand(albedo * (direct * facing + above), hazeDistance(distance, 7000.0));
}
