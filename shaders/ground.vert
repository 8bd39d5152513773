#version 410 core
#include "scene.glsl"
#include "grid.glsl"
#include "groundlight.glsl"

uniform sampler2D noise; // g: patches

// Size over which the broad patches repeat, m.
const float repeat = 310.0;

// The broad patches at a place, without what is finer than the grid there.
float patches(vec2 place, float spacing) {
    float texels = spacing * float(textureSize(noise, 0).x) / repeat;
    return textureLod(noise, place / repeat, log2(max(texels, 1.0))).g;
}

out vec2 where; // texture coordinate of the grass
out vec3 dark;  // light between the blades, exposed
out vec3 bright; // and on them

float reach(int row) {
    if (row == GROUND_ROWS) return 1e6;
    float t = float(row) / float(GROUND_ROWS - 1);
    return 5.0 / max(ground.w, 5e-4) * t * t * sqrt(t);
}

void main() {
    ivec2 at = gridPoint();
    vec2 away = azimuth(at.x) * reach(at.y);
    vec2 place = eye.xz + away;
    where = place / 29.0;
    vec3 fromEye = vec3(away.x, -eye.y, away.y);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    float patchHere = patches(place, reach(at.y + 1) - reach(at.y));
    vec3 lit = groundAlbedo(patchHere) * groundLight(d, max(sunDirection.y, 0.0), eye.xyz + fromEye);
    vec3 behind = farHaze(d);
    float clear = clearness(distance);
    dark = exposed(mix(behind, 0.45 * lit, clear));
    bright = exposed(mix(behind, 1.55 * lit, clear));
    gl_Position = viewProjection * vec4(place.x, 0.0, place.y, 1.0);
}
