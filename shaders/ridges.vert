#version 410 core
#include "scene.glsl"

out vec4 shown;

// Returns the elevation of a ridge, radians. It is a sum of periodic waves. The heights, up to 2°,
// and the waves were chosen by eye.
float ridge(float angle, float range) {
    float a = angle + 1.7 * range;
    float broad = sin(3.0 * a + 0.6) + 0.7 * sin(7.0 * a + 2.1 * range);
    float fine = 0.30 * sin(17.0 * a + 1.3) + 0.16 * sin(41.0 * a) + 0.07 * sin(97.0 * a + 0.4);
    return 0.021 - 0.006 * range + 0.0065 * (broad + fine) * (1.0 - 0.25 * range);
}

// Draws two distant ridges, the farther one first. They are so far away that a movement of the eye
// does not change them. The top row fades over a pixel, which smooths the ridge.
void main() {
    const int ends = RIDGE_ROWS + 1;
    ivec2 at = ivec2(gl_VertexID % RIDGE_CELLS, gl_VertexID / RIDGE_CELLS % ends);
    float range = float(gl_VertexID / RIDGE_CELLS / ends);
    float angle = 2.0 * PI * float(at.x) / float(RIDGE_CELLS);
    float top = max(ridge(angle, range), 0.002);
    float e = at.y == 0 ? 0.0 : top + eye.w * (at.y == 1 ? -0.5 : 0.5);
    vec3 d = vec3(cos(e) * sin(angle), sin(e), cos(e) * cos(angle));
    vec3 here = ground.rgb * 0.6 * skylight.rgb;
    // The strength of the mist was chosen by eye.
    float clear = at.y == 0 ? 0.0 : 0.12 + 0.12 * range; // mist at their feet
    shown = vec4(exposed(mix(farHaze(d), here, clear)), at.y == RIDGE_ROWS ? 0.0 : 1.0);
    shown.rgb *= shown.a;
    vec4 p = viewProjection * vec4(eye.xyz + d, 1.0);
    gl_Position = vec4(p.xy, p.w, p.w);
}
