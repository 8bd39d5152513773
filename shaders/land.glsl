#include "scene.glsl"
#include "cloud.glsl"

// Noise that repeats. rg: slopes of waves; b: tufts; a: patches; the last two have mean 0.5.
uniform sampler2D landMap;

in vec2 away;   // of the place from that below the eye, m
in vec3 behind; // colour of the haze
in vec3 sunlit; // light of the sun on what grows, over pi
out vec4 colour;

// Likewise where clouds shade it.
#ifdef DRAFT
vec3 sunny = sunlit;
#else
vec3 sunny = sunlit * cloudShade(vec3(eye.x + away.x, 0.0, eye.z + away.y));
#endif

const mat2 aslant = mat2(0.8, 0.6, -0.6, 0.8); // of the larger of two scales of noise, so that neither repeats where the other does

vec4 noiseAt(vec2 place, float tile) { return texture(landMap, place / tile); }

// Patches of many sizes, with mean 0.5.
float patchesAt(vec2 place, float tile) {
    return 0.6 * noiseAt(place, tile).a + 0.4 * noiseAt(aslant * place, 4.3 * tile).a;
}

// Tufts near by, and what is coarser beyond.
float tuftsAt(vec2 place) {
    return 0.5 * noiseAt(place, 9.0).b + 0.5 * noiseAt(aslant * place, 61.0).b;
}

// Writes a light that comes so far through the air.
void show(vec3 light, float distance) {
    colour = vec4(dither(exposed(mix(behind, light, clearness(distance))), gl_FragCoord.xy), 1.0);
}
