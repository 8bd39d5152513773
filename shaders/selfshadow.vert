#version 410 core
#include "scene.glsl"
#include "instance.glsl"

uniform vec4 base;
uniform mat4 selfMatrix; // from the world to the bird's part of the map

out vec3 uvOpacity;

// Draws a bird as seen from the sun, for its shadow on itself.
void main() {
    vec3 world = toWorld(posed().position);
    uvOpacity = vec3(uintBitsToFloat(look.zw), base.a * unpackColour(look.xy).a);
    gl_Position = vec4((selfMatrix * vec4(world, 1.0)).xyz * 2.0 - 1.0, 1.0);
}
