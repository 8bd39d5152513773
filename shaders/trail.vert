#version 410 core
#include "scene.glsl"
#include "ribbon.glsl"

// Draws the traces of all birds: an instance is a bird, and every four vertices are a segment of its
// trace. Go's Trails.Append returns the same ribbons.
uniform usamplerBuffer trails;      // rows of points: position as bits of floats, and flags
uniform usamplerBuffer trailHeads;  // current points
uniform samplerBuffer trailStyles;  // 2 texels each: colour, and colour where the bird leads
uniform ivec4 ring; // x: rows in the ring; y: oldest row; z: rows that are drawn; w: birds in a row
uniform int firstBird;
uniform float trailWidth; // greatest width, m

const uint STARTS = 1u, LEADS = 2u;

uvec4 pointAt(int k, int bird) {
    if (k >= ring.z) return texelFetch(trailHeads, bird);
    return texelFetch(trails, (ring.y + k) % ring.x * ring.w + bird);
}

void main() {
    int bird = firstBird + gl_InstanceID, end = gl_VertexID >> 1 & 1, k = (gl_VertexID >> 2) + end;
    uvec4 here = pointAt(k, bird), before = here, after = here;
    bool starts = k == 0 || (here.w & STARTS) != 0u;
    if (!starts) before = pointAt(k - 1, bird);
    if (k < ring.z) {
        after = pointAt(k + 1, bird);
        if ((after.w & STARTS) != 0u) {
            if (end == 0) starts = true; // no line leads to the next point
            after = here;
        } else if (end == 0) {
            starts = false;
        }
    }
    vec3 position = uintBitsToFloat(here.xyz), d = uintBitsToFloat(after.xyz) - uintBitsToFloat(before.xyz);
    float size = length(d), fade = float(k) / float(ring.z);
    vec4 shade = texelFetch(trailStyles, 2 * bird + ((here.w & LEADS) != 0u ? 1 : 0));
    shade.a *= fade * fade;
    float halfWidth = 0.5 * trailWidth * (0.06 + 0.94 * fade);
    setRibbon(vec4(position, (gl_VertexID & 1) == 0 ? -halfWidth : halfWidth), size > 0.0 ? d / size : vec3(0.0), shade, 0.0);
    if (starts) gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // outside the picture
}
