// Poses and places the vertices of a bird. Include this file in any shader of Unity that can read a
// StructuredBuffer; SkeinBird.shader shows how.
//
// The numbers of a bird in a frame, as SkeinFlock.cs writes them.
struct SkeinBird
{
    float3 position; // position relative to the flock, m
    float size;      // relative to the mesh; 0 if the bird is absent
    float4 rotation; // a unit quaternion
    float phase;     // phase of the wingbeat, in turns
    float stance;    // index of the stance's pose
    float weight;    // weight of the stance, from 0 to 1
    float unused;
};

StructuredBuffer<SkeinBird> _Birds;
Texture2D<float4> _Positions; // in m
Texture2D<float4> _Normals;
float _Beat;       // poses of the wingbeat, a whole number
float _RowsPerPose;
float _Rows;       // rows of a texture

// Returns a texel of a pose. place is the column of the vertex and its row within a pose. Row 0 of the
// image is at its top, but Unity stores the rows of a texture from the bottom.
float3 SkeinTexel(Texture2D<float4> texels, int2 place, int pose)
{
    return texels.Load(int3(place.x, int(_Rows) - 1 - (place.y + pose * int(_RowsPerPose)), 0)).xyz;
}

// Returns what a texture holds for a vertex, between two poses of the wingbeat and the stance.
float3 SkeinPose(Texture2D<float4> texels, float2 uv2, SkeinBird bird)
{
    int2 place = int2(uv2 + 0.5);
    float at = frac(bird.phase) * _Beat;
    int first = int(at) % int(_Beat);
    int second = (first + 1) % int(_Beat);
    float3 beat = lerp(SkeinTexel(texels, place, first), SkeinTexel(texels, place, second), at - floor(at));
    return lerp(beat, SkeinTexel(texels, place, int(bird.stance + 0.5)), bird.weight);
}

// Rotates a vector by a unit quaternion.
float3 SkeinRotate(float4 q, float3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

// Returns the position of a vertex within the flock, in m, and its unit normal. uv2 is the second
// texture coordinate of the mesh.
void SkeinVertex(uint instance, float2 uv2, out float3 position, out float3 normal)
{
    SkeinBird bird = _Birds[instance];
    position = bird.position + bird.size * SkeinRotate(bird.rotation, SkeinPose(_Positions, uv2, bird));
    normal = normalize(SkeinRotate(bird.rotation, SkeinPose(_Normals, uv2, bird)));
}
