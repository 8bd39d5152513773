#version 410 core
#include "scene.glsl"

out vec4 colour;

void main() {
    vec3 d = normalize(viewRay(gl_FragCoord.xy));
    vec3 c = sky(d);
    float disc = smoothstep(0.99985, 0.99992, dot(d, sunDirection.xyz));
    c += sun.rgb * disc * step(0.0, d.y);
    colour = vec4(dither(display(c), gl_FragCoord.xy), 1.0);
}
