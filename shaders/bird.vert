#version 410 core
#include "scene.glsl"
#include "instance.glsl"

uniform vec4 base;

out vec3 fromEye;
out vec3 normal;
out vec4 albedo; // a: opacity
out vec3 uvThin; // texture coordinate; how thin the bird is here, 0 to 1

void main() {
    Posed p = posed();
    vec3 world = placed(p.position);
    fromEye = world - eye.xyz;
    normal = turned(p.normal);
    vec4 own = base * vertexColour;
    albedo = vec4(mix(own.rgb, tint.rgb, tint.a), own.a);
    uvThin = vec3(vertexUV, smoothstep(0.05, 0.2, abs(p.position.x)));
    gl_Position = viewProjection * vec4(world, 1.0);
}
