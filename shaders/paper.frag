#version 410 core
#include "land.glsl"

// Returns the fraction of a pixel that lines cover. The lines are one pixel wide, and spacing is
// their distance, m. Lines that are too close to each other are not drawn. pixel is the size of a
// pixel, m.
float linesAt(vec2 place, float spacing, vec2 pixel) {
    vec2 away = abs(fract(place / spacing - 0.5) - 0.5) * spacing;
    vec2 covered = 1.0 - clamp(away / pixel, 0.0, 1.0);
    return max(covered.x, covered.y) * smoothstep(5.0, 16.0, spacing / max(pixel.x, pixel.y));
}

// Draws plain paper with a grid, with lines every 1, 10 and 100 m. The colours were chosen by eye.
void main() {
    vec2 place = eye.xz + offset;
    vec2 pixel = max(fwidth(place), vec2(1e-6));
    float ink = 0.18 * linesAt(place, 1.0, pixel);
    ink = max(ink, 0.34 * linesAt(place, 10.0, pixel));
    ink = max(ink, 0.6 * linesAt(place, 100.0, pixel));
    vec3 albedo = mix(vec3(0.80, 0.80, 0.78), vec3(0.25, 0.33, 0.45), ink);
    vec3 light = sun.rgb * max(sunDirection.y, 0.0) / PI + skylight.rgb;
    writeLand(albedo * light, length(vec3(offset.x, eye.y, offset.y)));
}
