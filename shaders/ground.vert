#version 410 core
#include "scene.glsl"
#include "grid.glsl"
#include "groundlight.glsl"

#ifdef DRAFT
uniform sampler2D noise; // g: patches

// Period of the broad patches, m.
const float repeat = 310.0;

// Returns the broad patches at a place, without detail finer than the grid.
float patches(vec2 place, float spacing) {
    float texels = spacing * float(textureSize(noise, 0).x) / repeat;
    return textureLod(noise, place / repeat, log2(max(texels, 1.0))).g;
}

out vec2 where; // texture coordinates of the grass
out vec3 dark;  // exposed light between the blades
out vec3 bright; // exposed light on the blades
#else
out vec3 place; // xz: horizontal vector from the eye, m; y: fraction of light that the air transmits
out vec3 lit;   // light on the grass
out vec3 hazeColour;
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
