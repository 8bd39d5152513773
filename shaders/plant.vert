#version 410 core
#include "scene.glsl"
#include "groundlight.glsl"
#ifdef MIRRORED
#include "ripples.glsl"
#include "mirroroffset.glsl"
#endif
#ifdef SURFACE
#include "moved.glsl"

uniform float movedTime; // time for the wind at the other time, s
centroid out vec3 normal;
#endif

// Plants: shapes one metre high and wide, scaled and placed for each plant. Plants are drawn in
// groups, like birds (instance.glsl).
uniform usamplerBuffer corners; // 2 texels each: position as bits of floats, and normal, 4 × snorm8; texture coordinates of
                                // leaves, 2 × unorm16, then 4 × unorm8 each: properties, albedo, albedo of heads
uniform samplerBuffer plants;   // 3 texels each: x, z, height, width, m; cosine and sine of the rotation, fade, random number;
                                // albedo relative to the ground's, and sway, m
uniform ivec4 plantLayout;   // x: corners of a plant; y: plants in a group; z: first plant; w: first corner
uniform bool upright;           // whether plants are lit by their normals; if not, they are lit like the ground

out vec2 uv;
out vec3 lit;    // light of the leaves, not exposed
out vec3 headLit;
out vec3 glow;   // transmitted light
out vec4 airInFront; // light of the haze and the fog in front of the plant; a: fraction of light that they let through
flat out vec2 fade; // x: fraction of samples to draw; negative: the other samples are drawn; y: random number
out float opaque; // 1 means that the texture's opacity is ignored
#ifdef MIRRORED
out vec3 image; // vector from the eye to the reflection of the vertex, m
#endif

vec3 albedoOf(uint bits) {
    vec3 root = unpackUnorm4x8(bits).rgb;
    return 24.0 * root * root * ground.rgb;
}

// Returns the displacement by the wind for a sway of 1 m at time t, m. Gusts travel over the land.
// Frequencies and strengths were chosen by eye.
vec2 wind(vec2 place, float chance, float t) {
    float gust = 0.55 + 0.45 * sin(0.35 * t - 0.045 * dot(place, vec2(0.8, 0.6)));
    float beat = sin(1.9 * t + 0.31 * place.x + 0.23 * place.y + 2.0 * chance) + 0.5 * sin(3.7 * t + 1.7 * place.x + 6.3 * chance);
    return vec2(0.8, 0.6) * gust * (0.35 + 0.4 * beat) + vec2(-0.6, 0.8) * 0.16 * sin(2.7 * t + 0.9 * place.y + 5.0 * chance);
}

void main() {
    int corner = 2 * (plantLayout.w + gl_VertexID % plantLayout.x);
    int plant = 3 * (plantLayout.z + gl_InstanceID * plantLayout.y + gl_VertexID / plantLayout.x);
    uvec4 a = texelFetch(corners, corner), b = texelFetch(corners, corner + 1);
    vec4 placement = texelFetch(plants, plant), rotationFade = texelFetch(plants, plant + 1), colour = texelFetch(plants, plant + 2);
    vec3 at = uintBitsToFloat(a.xyz);
    vec4 facing = unpackSnorm4x8(a.w), properties = unpackUnorm4x8(b.y);
    mat2 turn = mat2(rotationFade.x, rotationFade.y, -rotationFade.y, rotationFade.x);
    vec3 n = normalize(vec3(turn * facing.xz, facing.y).xzy);

    vec3 world = vec3(placement.xy + turn * at.xz * placement.w, at.y * placement.z).xzy;
#ifdef SURFACE
    vec3 other = world;
    other.xz += max(facing.w, 0.0) * colour.w * wind(placement.xy, rotationFade.w, movedTime);
    normal = upright ? n : vec3(0.0, 1.0, 0.0);
#endif
    world.xz += max(facing.w, 0.0) * colour.w * wind(placement.xy, rotationFade.w, landOffset.z);
#ifdef MIRRORED
    // Vector to the plant from the mirror image of the eye.
    vec3 fromEye = world - vec3(eye.x, -eye.y, eye.z);
    float high = max(world.y, 0.0), down = eye.y + high;
    vec2 way = fromEye.xz / down; // horizontal vector to the plant, per metre of height
    float slant = 1.0 + dot(way, way), broad = max(0.15 * placement.w * eye.y / down * sqrt(slant), eye.w * eye.y * slant); // broad: shortest waves that bend the reflection
    vec2 aside = mirrorOffset(ripplesAt(eye.xz + eye.y * way + landOffset.xy, broad), high, way);
    image = vec3(way + aside, -1.0).xzy * down;
#else
    vec3 fromEye = world - eye.xyz;
#endif
    float distance = length(fromEye);
    vec3 d = fromEye / distance;

    float open = properties.x, thin = properties.y;
    vec3 ownColour = albedoOf(b.z) * colour.rgb, head = albedoOf(b.w) * mix(colour.rgb, vec3(1.0), 0.5);
    // The fractions of light that leaves scatter and transmit, and their colours, were chosen by
    // eye.
    if (upright) {
        vec3 sunlight = sun.rgb * (cloudShadow(world) / PI);
        float sunny = dot(n, sunDirection.xyz), toSun = max(dot(d, sunDirection.xyz), 0.0);
        float edge = 1.0 - abs(dot(n, d));
        // Leaves transmit and reflect about the same amount of light, and light scatters between
        // them.
        float soft = 0.45 * thin;
        ownColour *= 1.0 + 0.45 * thin;
        vec3 around = ambient(n) * (0.25 + 0.2 * thin + (0.75 - 0.2 * thin) * open);
        lit = ownColour * (around + sunlight * (clamp((sunny + soft) / (1.0 + soft), 0.0, 1.0) * (0.3 + 0.7 * open)));
        headLit = lit;
        glow = thin * ownColour * vec3(1.35, 1.25, 0.6) * sunlight * (open * (1.1 * toSun * toSun * toSun * edge + 0.35 * max(-sunny, 0.0)));
    } else {
        vec3 light = groundLight(d, max(sunDirection.y, 0.0), world);
        vec3 shaded = 1.3 * (skylight.rgb * (0.4 + 0.6 * open) + (light - skylight.rgb) * (0.3 + 0.7 * open));
        float toSun = max(dot(d, sunDirection.xyz), 0.0);
        lit = ownColour * shaded;
        headLit = head * shaded;
        glow = thin * ownColour * vec3(1.2, 1.1, 0.7) * (light - skylight.rgb) * (0.35 * open * toSun * toSun);
    }
    // The air and the fog change light linearly, so two colours give the added light and the factor.
    vec3 hazeColour = farHaze(d), added = throughAir(vec3(0.0), hazeColour, world - eye.xyz, distance);
    float share = throughAir(vec3(1.0), hazeColour, world - eye.xyz, distance).g - added.g;
    airInFront = vec4(added, share);
    if (fogClearness(world - eye.xyz) < 0.04) world = eye.xyz; // the fog hides the plant; all of its triangles collapse
    uv = unpackUnorm2x16(b.x);
    opaque = properties.z;
    fade = rotationFade.zw;
#ifdef MIRRORED
    gl_Position = viewProjection * vec4(eye.xyz + image, 1.0);
#else
    gl_Position = viewProjection * vec4(world, 1.0);
#endif
#ifdef SURFACE
    moveTo(other);
#endif
}
