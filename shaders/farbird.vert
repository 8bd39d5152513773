#version 410 core
#include "scene.glsl"
#include "instance.glsl"
#include "birdlight.glsl"

uniform vec4 base;
uniform float thin;
uniform float unlit;
uniform float rimmed;
uniform vec3 glow;    // light of its own, on average
uniform float sides; // 1: triangles are seen from behind, too

centroid out vec3 shown;

// A bird of few pixels, lit at its vertices.
void main() {
    Posed p = posed();
    vec3 world = placed(p.position);
    vec3 fromEye = world - eye.xyz;
    vec3 n = normalize(turned(p.normal));
    // The corners of a body that is seen from the side turn away a little.
    bool back = sides * dot(n, fromEye) > 0.3 * length(fromEye);
    n = back ? -n : n;
    vec3 own = base.rgb * unpacked(back ? look.zw : look.xy).rgb;
    float through = thin * smoothstep(0.05, 0.2, abs(p.position.x));
    shown = birdlight(mix(own, tint.rgb, tint.a), n, fromEye, through, max(unlit, ownLight()), rimmed, glow * (1.0 - ownLight()), 1.0);
    gl_Position = viewProjection * vec4(world, 1.0);
}
