#version 410 core
#include "scene.glsl"

uniform usampler2D mask; // not 0 inside the shape
uniform vec4 tint;       // linear RGB, opacity

out vec4 colour;

// Draws an outline around the shape in the mask. Its width, 1.5 thin lines, was chosen by eye. At
// its outer edge the opacity falls to 0 over one pixel, from half a pixel inside to half a pixel
// outside.
void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    float width = 1.5 * skylight.w;
    int reach = int(ceil(width + 0.5));
    ivec2 last = textureSize(mask, 0) - 1;
    float away = 1e3;
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++)
            if (texelFetch(mask, clamp(pixel + ivec2(x, y), ivec2(0), last), 0).r != 0u)
                away = min(away, length(vec2(x, y)));
    if (away == 0.0 || away > width + 0.5) discard;
    float opacity = tint.a * clamp(width + 0.5 - away, 0.0, 1.0);
    colour = vec4(exposed(tint.rgb) * opacity, opacity);
}
