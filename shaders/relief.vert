#version 410 core
#include "scene.glsl"
#include "groundlight.glsl"
#ifdef SURFACE
#include "moved.glsl"
#endif

layout(location = 0) in vec3 place;
layout(location = 1) in vec3 facing;

uniform vec2 clearing; // radius in which the ground is flat, and width of the slope around it, m

out vec2 offset;     // horizontal vector from the eye to the place, m
out float height;    // height of the place, m
centroid out vec3 normal;
out vec3 hazeColour;
out vec3 sunlit;     // sunlight that the plants on the hill scatter, divided by pi

// Places hills around the clearing.
void main() {
    float radius = length(place.xz), t = clamp((radius - clearing.x) / clearing.y, 0.0, 1.0);
    float share = t * t * (3.0 - 2.0 * t), steep = 6.0 * t * (1.0 - t) / clearing.y;
    vec2 slope = facing.xz / facing.y * share - place.xz * (place.y * steep / radius);
    normal = normalize(vec3(slope.x, 1.0, slope.y));
    height = place.y * share;
    vec3 world = vec3(place.x, height, place.z);
    vec3 d = normalize(world - eye.xyz);
    offset = place.xz - eye.xz;
    hazeColour = farHaze(d);
#ifdef DRAFT
    sunlit = groundSun(d, max(dot(normal, sunDirection.xyz), 0.0)) * cloudShadow(world);
#else
    sunlit = groundSun(d, 0.0);
#endif
    gl_Position = viewProjection * vec4(world, 1.0);
    gl_ClipDistance[0] = height - 0.03; // flat ground has been drawn already, with its shadows
#ifdef SURFACE
    moveTo(world);
#endif
}
