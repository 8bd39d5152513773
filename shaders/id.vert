#version 410 core
#include "scene.glsl"
#include "instance.glsl"
#ifdef SURFACE
#include "moved.glsl"

uniform int movedBirds; // offset from the index of a bird to the index of the same bird at the other time
centroid out vec3 normal;
#endif

uniform vec4 base;

flat out uint id; // counted from 1
out vec3 uvOpacity;

void main() {
    Posed p = posed();
    vec3 world = toWorld(p.position);
    id = packUnorm2x16(tint.rg);
    uvOpacity = vec3(uintBitsToFloat(look.zw), base.a * unpackColour(look.xy).a);
    gl_Position = viewProjection * vec4(world, 1.0);
#ifdef SURFACE
    normal = toWorldDirection(p.normal);
    Posed other = posedBird(birdIndex() + movedBirds);
    moveTo(toWorld(other.position));
#endif
}
