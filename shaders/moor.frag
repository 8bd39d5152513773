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
    vec3 albedo = mix(vec3(1.25, 0.85, 1.0), vec3(1.5, 0.72, 1.9), smoothstep(0.48, 0.60, broad + 0.2 * (tufts - 0.5)));
    albedo = mix(albedo, vec3(0.7, 0.8, 0.8), smoothstep(0.50, 0.40, broad));
    albedo *= ground.rgb * (0.45 + 1.1 * tufts);
    albedo = mix(albedo, ground.rgb * vec3(2.0, 1.4, 3.6) * (0.4 + 1.2 * tufts), stonesAt(place));
    float snow = snowAt(place, tufts);
    albedo = mix(albedo, vec3(0.62, 0.65, 0.70) * (0.85 + 0.3 * tufts), snow);
    vec3 direct = mix(sunny, sun.rgb * max(sunDirection.y, 0.0) / PI, snow);
    show(albedo * (direct * facing + skylight.rgb), distance);
}
