#version 410 core
#include "scene.glsl"
#include "grid.glsl"

const int rows = 25; // from straight down; all but two above the horizon

out vec3 fromSun; // direction less that of the sun
#ifdef DRAFT
out vec3 shown;
#else
out vec3 direction;
#endif

float elevation(int row) {
    if (row == 0) return -0.5 * PI;
    float t = float(row - 2) / float(rows - 2);
    return row == 1 ? -0.02 : 0.5 * PI * t * t;
}

void main() {
    ivec2 at = gridPoint();
    float e = elevation(at.y);
    vec2 a = azimuth(at.x) * cos(e);
    vec3 d = vec3(a.x, sin(e), a.y);
    fromSun = d - sunPlace.xyz;
#ifdef DRAFT
    shown = exposed(sky(d));
#else
    direction = d;
#endif
    vec4 p = viewProjection * vec4(eye.xyz + d, 1.0);
    gl_Position = vec4(p.xy, p.w, p.w); // at the far plane
}
