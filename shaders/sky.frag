#version 410 core
#include "scene.glsl"

in vec3 direction;
in vec3 shown;
out vec4 colour;

void main() {
    vec3 d = normalize(direction);
    float disc = smoothstep(0.99985, 0.99992, dot(d, sunDirection.xyz));
    colour = vec4(dither(shown, gl_FragCoord.xy) + disc, 1.0);
}
