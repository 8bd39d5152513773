#version 410 core
#include "scene.glsl"

uniform vec4 tint; // linear RGB, opacity

in vec3 fromEye;
centroid in vec3 normal;
in vec2 grid;
out vec4 colour;

// Returns the fraction of the pixel that thin lines at all integers x cover. The edge of a line has
// the width of a line. Lines fade if their distance is less than four times their width. Both
// numbers were chosen by eye.
float line(float x) {
    float away = abs(fract(x + 0.5) - 0.5);
    float width = skylight.w * fwidth(x);
    return (1.0 - smoothstep(0.5 * width, 1.5 * width, away)) * clamp(0.25 / width, 0.0, 1.0);
}

// Draws 12 meridians, 5 parallels, and a rim that is brighter than the middle. The numbers of
// lines, the shape of the rim and the opacities were chosen by eye.
void main() {
    float lines = max(line(grid.x * 12.0), line(grid.y * 6.0)); // computed before some pixels are discarded
    if (eye.y + fromEye.y < 0.0) discard; // the ground, which writes no depth, hides this pixel
    vec3 d = normalize(fromEye);
    float edge = 1.0 - abs(dot(normalize(normal), d));
    float rim = edge * edge * edge;
    float opacity = tint.a * clamp(0.10 + 0.75 * rim + 0.30 * lines, 0.0, 1.0);
    colour = vec4(exposed(tint.rgb * (1.0 + rim)) * opacity, opacity);
}
