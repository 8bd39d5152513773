#version 410 core
#include "scene.glsl"
#include "groundlight.glsl"
#include "coat.glsl"
#include "facade.glsl"
#ifdef MADE
#include "made.glsl"
#endif
#ifdef SHADED
#include "sunlight.glsl"
#endif

uniform sampler2D noise;     // r: grass, g: patches
uniform sampler2D shadowMap; // r: share of the sun that birds hide, g: that times their height
uniform vec4 mark;           // colour, and how much it covers
uniform float land;          // 1: looks like the ground
uniform float grain;         // 1: bare stone
uniform float unlit;         // 1: the colour is light, not albedo
uniform vec3 facade;         // style from 1, 0 without windows; storeys; seed

in vec3 fromEye;
centroid in vec3 normal;
centroid in vec4 own;
in vec2 uv;
out vec4 colour;

// Share of the sun that birds leave to a place. Their map is of the ground that the ray
// through the place falls on; of the birds on that ray those count that fly higher.
float birdsLeave(vec3 place) {
    vec3 foot = vec3(place.xz - caster.xz * (place.y / max(caster.y, 0.01)), 1.0);
    vec2 at = vec2(dot(foot, shadowU.xyz), dot(foot, shadowV.xyz));
    const float r = 1.3 / float(SHADOW_TEXELS);
    vec2 sum = 0.25 * (
        texture(shadowMap, at + r * vec2(1.0, 0.4)).rg + texture(shadowMap, at + r * vec2(-0.4, 1.0)).rg +
        texture(shadowMap, at + r * vec2(-1.0, -0.4)).rg + texture(shadowMap, at + r * vec2(0.4, -1.0)).rg);
    float height = sum.g / max(sum.r, 1e-4);
    return 1.0 - sum.r * smoothstep(0.03, 0.3, height - place.y);
}

// What a window shows, seen in direction d: the sky in its glass, and the room behind.
vec3 windowOf(Wall wall, vec3 place, vec3 d, vec3 n) {
    vec3 leaning = normalize(n + 0.03 * wall.pane * vec3(n.z, 0.6, -n.x));
    vec3 r = reflect(d, leaning);
    vec3 mirrored = sky(vec3(r.x, max(r.y, 0.0), r.z));
    // Of the ground in the glass as much is seen as the air on the way there leaves.
    if (r.y < 0.0) mirrored = mix(mirrored, bounced.rgb, clearness(max(place.y, 0.0) / -r.y));
    float edge = 1.0 - abs(dot(n, d));
    float e2 = edge * edge;
    float shine = (facade.x == float(GLASS) ? 0.22 : 0.08) + 0.7 * e2 * e2 * edge;
    float evening = clamp(1.6 - 4.0 * sunDirection.y, 0.0, 1.0);
    vec3 room = vec3(0.010, 0.012, 0.016) + wall.lit * evening * vec3(0.85, 0.43, 0.15);
    return mix(room, mirrored, shine);
}

// What stands: lit by the sun, the sky and the ground. In corners near the ground less of
// the sky is seen.
void main() {
    vec3 place = eye.xyz + fromEye;
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec3 n = normalize(normal);
#ifdef MADE
    Made m = madeAt(uv, 1.0);
    vec3 light = glowAt(uv);
    vec3 leant = leaning(n, vec4(0.0), fromEye, uv, 1.0);
#endif
    float side = dot(n, d) > 0.0 && !gl_FrontFacing ? -1.0 : 1.0;
    n *= side;
    vec2 width = fwidth(uv);
    vec4 covered = coat(own, facade.x > 0.0 ? vec2(0.0) : uv);
    if (covered.a < cutoff) discard;
    float facing = dot(n, sunDirection.xyz);
    float open = birdsLeave(place);
#ifdef SHADED
    open *= sunlight(place, n);
#endif
    vec3 lit;
#ifdef MADE
    lit = reflected(covered.rgb, m, leant * side, d, sun.rgb * (open * cloudShade(place))) + light;
#else
    if (land > 0.5) {
        float grass = mix(0.45, 1.55, texture(noise, place.xz / 29.0).r);
        vec3 albedo = groundAlbedo(texture(noise, place.xz / 310.0).g) * grass;
        lit = albedo * (groundLight(d, max(facing, 0.0), place) * open + skylight.rgb * (1.0 - open));
    } else {
        vec3 albedo = covered.rgb;
        if (grain > 0.5) albedo *= mix(0.84, 1.16, texture(noise, (place.xz + place.yy * vec2(0.83, 0.61)) / 17.0).r);
        vec3 light = ambient(n) + sun.rgb * (max(facing, 0.0) * open * cloudShade(place) / PI);
        if (facade.x > 0.0 && uv.x >= 0.0) {
            Wall wall = wallAt(uv, width, facade);
            lit = mix(albedo * wall.trim * light, windowOf(wall, place, d, n), wall.glass);
        } else {
            lit = (facade.x > 0.0 ? 0.55 * albedo : albedo) * light;
        }
        lit = mix(lit, albedo, unlit);
    }
#endif
    lit = mix(lit, mark.rgb, mark.a);
    vec3 shown = dither(exposed(air(lit, d, distance)), gl_FragCoord.xy);
#ifdef BLENDED
    colour = vec4(shown * covered.a, covered.a);
#else
    colour = vec4(shown, 1.0);
#endif
}
