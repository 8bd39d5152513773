#version 410 core

uniform sampler2D source;
uniform vec4 region; // part of the window that shows the picture: lower left corner and size, pixels

out vec4 colour;

// Draws the picture pixel by pixel, or scaled if the region has another size.
void main() {
    vec2 at = gl_FragCoord.xy - region.xy;
    if (region.zw == vec2(textureSize(source, 0))) colour = texelFetch(source, ivec2(at), 0);
    else colour = textureLod(source, at / region.zw, 0.0);
}
