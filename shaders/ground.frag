#version 410 core
#ifdef DRAFT
uniform sampler2D noise; // r: grass

in vec2 where;
in vec3 dark;
in vec3 bright;
out vec4 colour;

void main() { colour = vec4(mix(dark, bright, texture(noise, where).r), 1.0); }
#else
#include "scene.glsl"
#include "groundlight.glsl"

uniform sampler2D noise; // r: grass, g: patches; each with mean 0.5

in vec3 place;
in vec3 lit;
in vec3 hazeColour;
out vec4 colour;

#include "noiserotation.glsl"
#include "random.glsl"

// Draws a meadow: grass that is mown or grazed in some places, with tussocks in other places, and
// patches of flowers. The periods of the noise, the sizes of lots, all colours and contrasts were
// chosen by eye.
void main() {
    vec2 at = eye.xz + place.xz;
    float grass = texture(noise, at / 29.0).r;
    float fine = texture(noise, noiseRotation * at / 4.3).r, blades = texture(noise, at / 0.83, -0.5).r;
    float broad = texture(noise, at / 310.0).g, wide = texture(noise, noiseRotation * at / 1330.0).g;
    float tall = smoothstep(0.40, 0.62, 0.5 * texture(noise, noiseRotation * at / 97.0).g + 0.5 * wide);

    float depth = mix(0.55, 1.0, tall); // depth of the shade between blades
    float sward = 1.0 + depth * (1.1 * (grass - 0.5) + 0.8 * (fine - 0.5) + 0.5 * (blades - 0.5));
    float sunMatrix = texture(noise, (at + 0.35 * sunAzimuth.xy) / 29.0).r;
    sward *= clamp(1.0 + 0.9 * depth * (grass - sunMatrix), 0.4, 1.8);
    vec3 albedo = groundAlbedo(clamp(0.6 * broad + 0.4 * wide + 0.22 * (0.5 - tall), 0.0, 1.0)) * sward;
    albedo *= 1.35 * mix(vec3(1.16, 1.08, 1.05), vec3(0.92, 0.94, 0.95), tall);

    // The meadow is divided into lots by strips of tall grass: some lots are mown in swaths, some
    // grow hay, some are grazed. A path winds across them.
    vec2 lot = at + vec2(170.0, -120.0) * (wide - 0.5), side = vec2(210.0, 140.0);
    vec2 cell = floor(lot / side), inside = (0.5 - abs(lot / side - cell - 0.5)) * side;
    float lotKind = random(cell, 0.0), pixel = fwidth(at.x) + fwidth(at.y);
    float mown = smoothstep(0.56, 0.60, lotKind), hay = 1.0 - smoothstep(0.26, 0.30, lotKind);
    float swath = dot(at, lotKind > 0.8 ? vec2(0.98, 0.2) : vec2(-0.2, 0.98)) / 11.0 + 0.4 * (broad - 0.5);
    albedo *= mix(vec3(1.0), vec3(1.16, 1.08, 1.1), mown) * mix(vec3(1.0), vec3(1.28, 1.1, 1.18), hay * (0.5 + broad));
    albedo *= 1.0 + 0.07 * mown * (1.0 - smoothstep(0.15, 0.5, pixel / 11.0)) * clamp(3.0 * sin(2.0 * PI * swath), -1.0, 1.0);
    float baulk = 1.0 - smoothstep(1.2, 2.6 + pixel, min(inside.x, inside.y) + 1.6 * (grass - 0.5));
    albedo = mix(albedo, ground.rgb * vec3(0.85, 0.80, 0.8) * (0.3 + 1.4 * grass), 0.6 * baulk);
    float path = abs(fract((at.x + 0.35 * at.y + 260.0 * (wide - 0.5) + 60.0 * (broad - 0.5)) / 640.0) - 0.5) * 640.0 + 1.2 * (grass - 0.5);
    albedo = mix(albedo, vec3(0.17, 0.135, 0.09) * (0.6 + 0.8 * fine), 0.85 * (1.0 - smoothstep(0.45 - 0.5 * pixel, 0.75 + 0.5 * pixel, path)) * min(1.0, 1.0 / pixel));

    // Nearby flowers are single dots. Distant flowers tint their patch.
    float seen = 1.0 - smoothstep(0.02, 0.10, fwidth(at.x) + fwidth(at.y));
    float bed = smoothstep(0.50, 0.66, texture(noise, at / 71.0 + 0.37).g);
    float dots = smoothstep(0.70, 0.78, texture(noise, noiseRotation * at / 2.9 + 0.5).r);
    vec3 petals = mix(vec3(0.50, 0.42, 0.05), vec3(0.5), step(0.5, wide));
    albedo = mix(albedo, petals, bed * mix(0.02, 0.75 * dots, seen));

    vec3 fromEye = vec3(place.x, -eye.y, place.z);
    vec3 shown = exposed(throughAir(albedo * lit, hazeColour, fromEye, length(fromEye)));
    colour = vec4(dither(shown, gl_FragCoord.xy), 1.0);
}
#endif
