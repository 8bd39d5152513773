#version 410 core

uniform sampler2D source;
uniform float keptShare; // share of light that bloom leaves where it is

out vec4 colour;

// Added to what is there. For a display what is brighter than its white counts as
// white, or the sun, many times as bright, would outshine all else that a pixel at
// its edge shows, and leave no smooth edge.
void main() {
    colour = texelFetch(source, ivec2(gl_FragCoord.xy), 0);
#ifndef LINEAR
    colour.rgb = min(colour.rgb, vec3(7.24 / keptShare * colour.a)); // of what is left the tone is 1
#endif
}
