#version 410 core
#include "scene.glsl"

in vec3 fromSun;
in vec3 shown;
out vec4 colour;

void main() {
    float disc = smoothstep(3.0e-4, 1.6e-4, dot(fromSun, fromSun));
    vec3 light = exposed(12.0 * sun.rgb); // of the disc: many times what is white on a screen
    colour = vec4(dither(shown, gl_FragCoord.xy) + disc * light, 1.0);
}
