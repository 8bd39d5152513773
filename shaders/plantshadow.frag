#version 410 core

#ifdef CITY
#include "scene.glsl"
// The noise of the land shows where water is. Plants cast no shadows on water.
uniform sampler2D landMap;
#include "noiserotation.glsl"
vec4 noiseAt(vec2 place, float tile) { return textureLod(landMap, place / tile, 0.0); }
#include "banks.glsl"
#endif

uniform sampler2D leaves;

in vec2 at;
in vec2 place;
in vec3 loss;
in vec2 floorAt;
in vec2 foot;
in vec3 near;
flat in float fade;
out vec4 factor;

// Multiplies the ground with the ragged shadow of a crown and the darkness at its foot.
void main() {
    vec2 tile = vec2((7.05 + 0.9 * fract(place.x)) / 8.0, fract(place.y));
    float rough = textureLod(leaves, tile, 2.0).r;
    float hidden = 1.0 - smoothstep(0.62, 0.95, length(at) + 0.5 * (rough - 0.5));
    float dark = 0.45 * exp2(-14.0 * dot(foot, foot));
#ifdef CITY
    float dry = smoothstep(0.0, 0.004, bankAt(floorAt));
    hidden *= dry;
    dark *= dry;
#endif
    factor = vec4((1.0 - 0.85 * fade * hidden * loss) * (1.0 - fade * dark * near), 1.0);
}
