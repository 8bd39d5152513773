#version 410 core
#include "scene.glsl"
#include "instance.glsl"

uniform vec4 base;
uniform mat4 selfMatrix; // world to its part of the map

out vec3 uvOpacity;

// A bird as the sun sees it, for the shadow that it casts on itself.
void main() {
    vec3 world = toWorld(posed().position);
    uvOpacity = vec3(uintBitsToFloat(look.zw), base.a * unpackColour(look.xy).a);
    gl_Position = vec4((selfMatrix * vec4(world, 1.0)).xyz * 2.0 - 1.0, 1.0);
}
