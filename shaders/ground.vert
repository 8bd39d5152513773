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

const int rows = 29; // the last one reaches far beyond the haze

out vec2 where; // texture coordinate of the grass
out vec3 air;   // light from the haze
out vec3 lit;   // light from ground of mean grass, as far as the haze leaves it

float reach(int row) {
    if (row == rows) return 1e6;
    float t = float(row) / float(rows - 1);
    return 5.0 / max(ground.w, 5e-4) * t * t * sqrt(t);
}

void main() {
    ivec2 at = gridPoint();
    vec2 away = azimuth(at.x) * reach(at.y);
    vec2 place = eye.xz + away;
    where = place / 13.0;
    vec3 fromEye = vec3(away.x, -eye.y, away.y);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    float clear = clearness(distance);
    air = haze(d) * (1.0 - clear);
    lit = clear * groundAlbedo(patches(place, reach(at.y + 1) - reach(at.y))) * groundLight(d);
    gl_Position = viewProjection * vec4(place.x, 0.0, place.y, 1.0);
}
