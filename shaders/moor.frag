#version 410 core
#include "land.glsl"
#include "heath.glsl"

// Grass, heather and stones, and snow that is left in hollows. The slopes of the noise are
// those of the ground, which the sun lights or not.
void main() {
    vec3 fromEye = vec3(away.x, -eye.y, away.y);
    float distance = length(fromEye);
    vec2 place = eye.xz + away + landAt.xy;
    float tufts = tuftsAt(place), broad = patchesAt(place, 330.0);
    vec2 lie = noiseAt(place, 700.0).rg + noiseAt(aslant * place, 150.0).rg - 2.0 * float(LEVEL_SLOPE) / 255.0;
    float facing = clamp(1.0 - 1.6 * dot(lie, sunDirection.xz), 0.25, 2.2);
#ifdef DRAFT
    float grain = 1.0;
#else
    float fine = keen(place, 1.9).b - 0.5;
    tufts += 0.8 * fine;
    float lean = relief(place, 9.0, 0.2) + relief(place, 1.9, 0.04);
    float grain = clamp(1.0 + 1.6 * lean, 0.35, 2.0);
#endif
    vec3 albedo = mix(vec3(1.25, 0.88, 1.05), vec3(1.4, 0.74, 1.7), smoothstep(0.46, 0.62, broad + 0.3 * (tufts - 0.5)));
    albedo = mix(albedo, vec3(0.8, 0.8, 0.85), smoothstep(0.50, 0.38, broad + 0.2 * (tufts - 0.5)));
    albedo *= ground.rgb * (0.45 + 1.1 * tufts);
    albedo = mix(albedo, ground.rgb * vec3(2.0, 1.4, 3.6) * (0.4 + 1.2 * tufts), stonesAt(place));
    // Snow is thin at its edges, where the grass shows, and smooth further in.
    float snow = snowAt(place, tufts);
    vec3 white = vec3(0.60, 0.63, 0.68) * (0.8 + 0.4 * tufts * (1.2 - snow)) * (0.86 + 0.28 * broad);
    albedo = mix(albedo, white, snow);
    vec3 direct = mix(sunny * grain, sun.rgb * (max(sunDirection.y, 0.0) + 0.02) / PI, snow);
    facing = mix(facing, clamp(2.0 * facing - 1.0, 0.15, 2.2), snow);
    show(albedo * (direct * facing + skylight.rgb), distance);
}
