#version 410 core
#include "scene.glsl"
#include "instance.glsl"
#include "birdlight.glsl"

uniform vec4 base;
uniform float translucency;
uniform float unlit;
uniform float rimLimit;
uniform vec3 emissive;    // light of its own, on average
uniform float doubleSided; // 1: triangles are seen from behind, too

centroid out vec3 shown;

// A bird of few pixels, lit at its vertices.
void main() {
    Posed p = posed();
    vec3 world = toWorld(p.position);
    vec3 fromEye = world - eye.xyz;
    vec3 n = normalize(toWorldDirection(p.normal));
    // The corners of a body that is seen from the side turn away a little.
    bool back = doubleSided * dot(n, fromEye) > 0.3 * length(fromEye);
    n = back ? -n : n;
    vec3 ownColour = base.rgb * unpackColour(back ? look.zw : look.xy).rgb;
    float through = translucency * smoothstep(0.05, 0.2, abs(p.position.x));
    shown = birdLight(mix(ownColour, tint.rgb, tint.a), n, fromEye, through, max(unlit, tintEmission()), rimLimit, emissive * (1.0 - tintEmission()), 1.0);
    gl_Position = viewProjection * vec4(world, 1.0);
}
