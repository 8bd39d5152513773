#version 410 core
#include "scene.glsl"
#include "grid.glsl"
#include "cloud.glsl"

#ifdef DRAFT
out vec3 shown;
out float densityVariation;
#endif
out vec3 direction;
out vec3 lit;
out vec3 dark;
flat out vec3 ice;
flat out vec3 glare;

float elevation(int row) {
    if (row == 0) return -0.5 * PI;
    // Rows are densest at the horizon, where the sky changes most. Their spacing was chosen by eye.
    float t = float(row - 2) / float(SKY_ROWS - 2);
    return row == 1 ? -0.02 : 0.5 * PI * t * t;
}

void main() {
    ivec2 at = gridPoint();
    float e = elevation(at.y);
    vec2 a = azimuth(at.x) * cos(e);
    vec3 d = vec3(a.x, sin(e), a.y);
    direction = d;
    lit = exposed(cumulusLight(d, 0.4));
    dark = exposed(cumulusLight(d, 8.0));
    ice = exposed(cirrusLight.rgb);
    glare = exposed(disc.rgb);
#ifdef DRAFT
    shown = exposed(sky(d));
    float far = distanceToDeck(vec3(d.x, max(d.y, 0.02), d.z), cumulusBase);
    densityVariation = cumulusVariation(cumulusUV(eye.xz + d.xz * far), mipLevel(0.06 * far, LOW_TILE));
#endif
    vec4 p = viewProjection * vec4(eye.xyz + d, 1.0);
    gl_Position = vec4(p.xy, p.w, p.w); // at the far plane
}
