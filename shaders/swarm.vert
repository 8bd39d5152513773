#version 410 core

// Computes a bird of a swarm at a time between two ticks, in the format that instance.glsl reads.
// There is one vertex per bird. Transform feedback stores the result, and nothing is drawn. Go's
// Swarm.Bird computes the same result.
uniform usamplerBuffer before; // 3 texels each: Go's TickBird
uniform usamplerBuffer now;
uniform usamplerBuffer near; // bits of the birds that are drawn one by one
uniform int beforeCount;     // number of birds in before
uniform vec4 curve;          // weights of the second position and of both stored velocities; w: position of the time between the ticks, 0 to 1
uniform int beatPoses;       // number of poses of the wing beat
uniform ivec3 heldPoses;     // indices of the poses that a bird can hold; 0 means none

flat out uvec4 recordX;
flat out uvec4 recordY;
flat out uvec4 recordZ;
flat out uvec4 recordPlace;

const uint ALONE = 1u, PERCHED = 2u;

struct Tick { vec3 place, velocity, ahead, up, held; float beat, span; uvec2 tint; uint flags; };

float low(uint two) { return float(int(two << 16) >> 16); }
float high(uint two) { return float(int(two) >> 16); }

Tick unpack(uvec4 a, uvec4 b, uvec4 c) {
    Tick t;
    t.place = uintBitsToFloat(a.xyz);
    t.velocity = vec3(low(a.w), high(a.w), low(b.x));
    t.beat = float(b.x >> 16) / 65536.0;
    t.ahead = vec3(low(b.y), high(b.y), low(b.z));
    t.up = vec3(high(b.z), low(b.w), high(b.w));
    t.span = uintBitsToFloat(c.x);
    t.tint = c.yz;
    t.held = unpackUnorm4x8(c.w).xyz;
    t.flags = c.w >> 24;
    return t;
}

Tick tickOf(usamplerBuffer birds, int i) {
    return unpack(texelFetch(birds, 3 * i), texelFetch(birds, 3 * i + 1), texelFetch(birds, 3 * i + 2));
}

// Sets the poses and their weights in the same way as Go's setPose.
void pose(float beat, vec3 weights) {
    float at = beat * float(beatPoses);
    int first = int(at), third = 0;
    float share = at - float(first), held = 0.0;
    first %= beatPoses;
    int second = (first + 1) % beatPoses;
    for (int k = 0; k < 3; k++) {
        if (heldPoses[k] == 0 || weights[k] <= 0.0) continue;
        if (held > 0.0) {
            if (share >= 0.5) first = second;
            second = third;
            share = held;
        }
        third = heldPoses[k];
        held = weights[k];
    }
    recordX.w = packUnorm2x16(vec2(share, held));
    recordY.w = uint(first) | uint(second) << POSE_BITS | uint(third) << (2 * POSE_BITS);
}

void main() {
    int i = gl_VertexID;
    Tick b = tickOf(now, i), a = b;
    float t = 1.0;
    vec3 at = b.place;
    if ((b.flags & ALONE) == 0u && i < beforeCount) {
        a = tickOf(before, i);
        t = curve.w;
        at = a.place + (b.place - a.place) * ((a.flags & b.flags & PERCHED) != 0u ? t : curve.x);
        if ((a.flags & b.flags & PERCHED) == 0u) at += a.velocity * curve.y + b.velocity * curve.z;
    }
    vec3 z = mix(a.ahead, b.ahead, t), y = mix(a.up, b.up, t);
    z = normalize(dot(z, z) < 1.0 ? b.ahead : z);
    y -= z * dot(y, z);
    if (dot(y, y) < 1.0) y = b.up - z * dot(b.up, z);
    y = normalize(y);
    float size = (texelFetch(near, i >> 5).r >> (i & 31) & 1u) != 0u ? 0.0 : b.span; // all vertices of a bird of size 0 are at one point
    recordX = uvec4(floatBitsToUint(cross(y, z) * size), 0u);
    recordY = uvec4(floatBitsToUint(y * size), 0u);
    recordZ = uvec4(floatBitsToUint(z * size), t < 0.5 ? a.tint.x : b.tint.x);
    recordPlace = uvec4(floatBitsToUint(at), t < 0.5 ? a.tint.y : b.tint.y);
    vec3 held = mix(a.held, b.held, t), smoothed = held * held * (3.0 - 2.0 * held);
    smoothed[STOOP] = held[STOOP];
    pose(fract(a.beat + fract(b.beat - a.beat) * t), smoothed);
}
