#version 410 core
#include "scene.glsl"
#include "instance.glsl"

out float strength;
out float height;
#if defined(CUTOFF) || defined(BLENDED)
uniform vec4 base;
out vec3 uvOpacity;
#endif

// Projects a bird along the sun's rays onto the ground. The penumbra of a soft shadow widens with
// the bird's height, so the shadow of a high bird is fainter.
void main() {
    vec3 world = toWorld(posed().position);
    height = max(world.y, 0.0);
    float way = height / sunDirection.y;
    vec3 at = vec3(world.xz - sunDirection.xz * way, 1.0);
    strength = 1.0 / (1.0 + way * sunDirection.w);
#if defined(CUTOFF) || defined(BLENDED)
    uvOpacity = vec3(uintBitsToFloat(look.zw), base.a * unpackColour(look.xy).a);
#endif
    vec2 uv = vec2(dot(at, shadowU.xyz), dot(at, shadowV.xyz));
    gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);
}
