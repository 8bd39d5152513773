// One vertex of one bird: the two poses around its phase, mixed, in its place.
layout(location = 0) in vec4 place; // xyz: position, m; w is unused
layout(location = 1) in vec4 turn;  // quaternion w, x, y, z
layout(location = 2) in vec2 beat;  // phase in turns; wingspan, m
layout(location = 3) in vec4 tint;
layout(location = 4) in vec4 vertexColour;
layout(location = 5) in vec2 vertexUV;

uniform usamplerBuffer poses; // xyz: position, bits of a float; w: normal, 4 × snorm8
uniform ivec2 layoutOfPoses;  // poses, vertices in each

struct Posed { vec3 position, normal; };

Posed posed() {
    float at = fract(beat.x) * float(layoutOfPoses.x);
    int first = int(at) % layoutOfPoses.x;
    int second = (first + 1) % layoutOfPoses.x;
    uvec4 a = texelFetch(poses, first * layoutOfPoses.y + gl_VertexID);
    uvec4 b = texelFetch(poses, second * layoutOfPoses.y + gl_VertexID);
    float f = at - floor(at);
    return Posed(mix(uintBitsToFloat(a.xyz), uintBitsToFloat(b.xyz), f),
        mix(unpackSnorm4x8(a.w).xyz, unpackSnorm4x8(b.w).xyz, f));
}

vec3 turned(vec3 v) {
    return v + 2.0 * cross(turn.yzw, cross(turn.yzw, v) + turn.x * v);
}

vec3 placed(vec3 v) { return place.xyz + turned(v) * beat.y; }
