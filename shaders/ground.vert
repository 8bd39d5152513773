#version 410 core
#include "scene.glsl"
#include "grid.glsl"
#include "groundlight.glsl"

#ifdef DRAFT
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
#else
out vec3 place; // from below the eye, m; y: what the air leaves
out vec3 lit;   // light on the grass
out vec3 hazeColour; // colour of the haze
#endif

float rowDistance(int row) {
    if (row == GROUND_ROWS) return 1e6;
    float t = float(row) / float(GROUND_ROWS - 1);
    return 5.0 / max(ground.w, 5e-4) * t * t * sqrt(t);
}

void main() {
    ivec2 at = gridPoint();
    vec2 away = azimuth(at.x) * rowDistance(at.y);
    vec2 spot = eye.xz + away;
    vec3 fromEye = vec3(away.x, -eye.y, away.y);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec3 light = groundLight(d, max(sunDirection.y, 0.0), eye.xyz + fromEye), air = farHaze(d);
    float clear = clearness(distance);
#ifdef DRAFT
    where = spot / 29.0;
    light *= groundAlbedo(patches(spot, rowDistance(at.y + 1) - rowDistance(at.y)));
    dark = exposed(mix(air, 0.45 * light, clear));
    bright = exposed(mix(air, 1.55 * light, clear));
#else
    place = vec3(away.x, clear, away.y);
    lit = light;
    hazeColour = air;
#endif
    gl_Position = viewProjection * vec4(spot.x, 0.0, spot.y, 1.0);
}
