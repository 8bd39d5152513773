#version 410 core
#include "scene.glsl"

centroid in vec4 shadeThere; // centroid, so that the value is at a point that the ribbon covers
centroid in vec4 side;
centroid in vec3 facing;
centroid in vec3 fromEyeThere;
flat in float isWire;
out vec4 colour;

// Returns the exposed light of a wire: a cylinder of weathered metal.
vec3 wireLight(vec3 albedo) {
    float s = clamp(side.w, -1.0, 1.0), away = length(fromEyeThere);
    vec3 d = fromEyeThere / away, front = dot(facing, d) < 0.0 ? facing : -facing;
    vec3 n = normalize(side.xyz * s + front * sqrt(1.0 - s * s));
    vec3 h = normalize(sunDirection.xyz - d);
    float sunny = max(dot(n, sunDirection.xyz), 0.0), shine = max(dot(n, h), 0.0);
    shine *= shine;
    shine *= shine;
    shine *= shine;
    // The strength and the width of the highlight were chosen by eye.
    vec3 light = albedo * (ambient(n) + sun.rgb * (sunny / PI)) + 0.05 * sun.rgb * (shine * shine * step(0.0, sunny));
    return exposed(air(light, d, away));
}

void main() {
    vec3 c = isWire > 0.5 ? wireLight(shadeThere.rgb) : shadeThere.rgb;
    colour = vec4(c * shadeThere.a, shadeThere.a);
}
