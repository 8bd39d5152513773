#version 410 core
#include "scene.glsl"

in vec3 fromSun;
in vec3 shown;
out vec4 colour;

void main() {
    float disc = smoothstep(3.0e-4, 1.6e-4, dot(fromSun, fromSun));
#ifdef LINEAR
    vec3 light = 12.0 * sun.rgb * sun.w; // of the disc: many times what is white on a screen
#else
    const vec3 light = vec3(1.0);
#endif
    colour = vec4(dither(shown, gl_FragCoord.xy) + disc * light, 1.0);
}
