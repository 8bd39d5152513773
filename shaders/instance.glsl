// Computes one vertex of one bird from the two poses around its phase. Each instance is a group of
// several birds, whose vertices follow each other. This is cheaper than one instance per bird.
// There are no vertex attributes.
uniform usamplerBuffer birds; // 4 texels each: axes times wingspan, position, m; w: two shares as unorm16, three
                              // poses of 10 bits, the tint
uniform usamplerBuffer poses; // xyz: position as bits of floats; w: normal, 3 × snorm8, and the tangent
uniform usamplerBuffer looks; // one texel per vertex: colour, 4 × unorm16; texture coordinates or the colour of the back
uniform ivec3 birdLayout;  // x: vertices of a bird; y: birds in a group; z: first bird

const uint POSE_MASK = (1u << POSE_BITS) - 1u;

#ifdef PBR
vec4 vertexTangent; // see Tangents of Go's lod.Part

// Unpacks the tangent that Go's gpu.PackTangent stored together with a normal.
vec4 unpackTangent(uint normal) {
    vec4 q = unpackSnorm4x8(normal);
    if (q.w == 0.0) return vec4(0.0);
    vec3 n = normalize(q.xyz);
    vec3 side = normalize(abs(n.x) < 0.6 ? cross(vec3(1.0, 0.0, 0.0), n) : cross(vec3(0.0, 1.0, 0.0), n));
    float turn = 2.0 * PI * (abs(q.w) - 1.0 / 127.0);
    return vec4(cos(turn) * side + sin(turn) * cross(n, side), sign(q.w));
}
#endif

struct Posed { vec3 position, normal; };

// Values of the bird and the vertex that posedBird() sets.
mat3 axes;
vec3 place;
vec4 tint;
uvec4 look;

// Computes this vertex of the given bird.
Posed posedBird(int bird) {
    int vertex = gl_VertexID % birdLayout.x;
    uvec4 x = texelFetch(birds, 4 * bird), y = texelFetch(birds, 4 * bird + 1);
    uvec4 z = texelFetch(birds, 4 * bird + 2), o = texelFetch(birds, 4 * bird + 3);
    axes = mat3(uintBitsToFloat(x.xyz), uintBitsToFloat(y.xyz), uintBitsToFloat(z.xyz));
    place = uintBitsToFloat(o.xyz);
    tint = vec4(unpackUnorm2x16(z.w), unpackUnorm2x16(o.w));
    look = texelFetch(looks, vertex);
    vec2 f = unpackUnorm2x16(x.w);
    uvec4 a = texelFetch(poses, int(y.w & POSE_MASK) * birdLayout.x + vertex);
    uvec4 b = texelFetch(poses, int(y.w >> POSE_BITS & POSE_MASK) * birdLayout.x + vertex);
    Posed p = Posed(mix(uintBitsToFloat(a.xyz), uintBitsToFloat(b.xyz), f.x),
        mix(unpackSnorm4x8(a.w).xyz, unpackSnorm4x8(b.w).xyz, f.x));
#ifdef PBR
    vertexTangent = mix(unpackTangent(a.w), unpackTangent(b.w), f.x);
#endif
    if (f.y > 0.0) { // in transition to a stance
        uvec4 c = texelFetch(poses, int(y.w >> (2 * POSE_BITS)) * birdLayout.x + vertex);
        p.position = mix(p.position, uintBitsToFloat(c.xyz), f.y);
        p.normal = mix(p.normal, unpackSnorm4x8(c.w).xyz, f.y);
#ifdef PBR
        vertexTangent = mix(vertexTangent, unpackTangent(c.w), f.y);
#endif
    }
    return p;
}

int birdIndex() { return birdLayout.z + gl_InstanceID * birdLayout.y + gl_VertexID / birdLayout.x; }

Posed posed() { return posedBird(birdIndex()); }

vec4 unpackColour(uvec2 colour) { return vec4(unpackUnorm2x16(colour.x), unpackUnorm2x16(colour.y)); }

vec3 toWorldDirection(vec3 v) { return axes * v; }

vec3 toWorld(vec3 v) { return place + axes * v; }

// Returns the fraction of a tint that is emitted light. With this light, colours that show data are
// also visible on the side away from the sun. The limits of opacity separate tints that show data
// from other tints. The fraction, 0.7, was chosen by eye.
float tintEmission() {
    return 0.7 * smoothstep(0.87, 0.91, tint.a);
}
