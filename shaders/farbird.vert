#version 410 core
#include "scene.glsl"
#include "instance.glsl"
#include "birdlight.glsl"

uniform vec4 base;
uniform float translucency;
uniform float unlit;
uniform float rimLimit;
uniform vec3 emissive;    // mean emitted light
uniform float doubleSided; // 1 means that triangles are also visible from behind

centroid out vec3 shown;

// Draws a bird that covers few pixels. The bird is lit at its vertices.
void main() {
    Posed p = posed();
    vec3 world = toWorld(p.position);
    vec3 fromEye = world - eye.xyz;
    vec3 n = normalize(toWorldDirection(p.normal));
    // At the edge of a body, vertex normals may point slightly away from the eye. The tolerance,
    // 0.3, and the part of the wing that transmits light were chosen by eye.
    bool back = doubleSided * dot(n, fromEye) > 0.3 * length(fromEye);
    n = back ? -n : n;
    vec3 ownColour = base.rgb * unpackColour(back ? look.zw : look.xy).rgb;
    float through = translucency * smoothstep(0.05, 0.2, abs(p.position.x));
    shown = birdLight(mix(ownColour, tint.rgb, tint.a), n, fromEye, through, max(unlit, tintEmission()), rimLimit, emissive * (1.0 - tintEmission()), 1.0);
    gl_Position = viewProjection * vec4(world, 1.0);
}
