#version 410 core
#include "scene.glsl"
#include "instance.glsl"
#include "groundlight.glsl"
#include "ripples.glsl"
#include "feathers.glsl"

uniform sampler2D landMap; // rg: slopes of waves
uniform vec4 base;
uniform float thin;
uniform float unlit;

out vec2 away;   // as of land.vert
out vec3 behind;
out vec3 sunny;
out vec3 mirrored; // light of the bird as it comes to the water
#ifdef CUTOFF
out vec3 uvOpacity;
#endif

const mat2 aslant = mat2(0.8, 0.6, -0.6, 0.8); // as in land.glsl

// Slopes of the waves that repeat over so many metres, without those finer than a part of
// that: of all of them none is left, but for what bytes are off.
vec2 slopesAt(vec2 at, float tile, float fine) {
    float lod = log2(max(fine * float(NOISE_SIZE) / tile, 1.0));
    return (textureLod(landMap, at / tile, lod).rg - level) * (1.0 - smoothstep(5.0, 7.0, lod));
}

vec2 ripplesAt(vec2 at, float fine) {
    const vec2 of = MIRRORED;
    float t = landAt.z;
    return of.y * (slopesAt(at + t * fineWind, of.x, fine) + slopesAt(aslant * at + t * broadWind, broader * of.x, fine) * aslant);
}

// A bird as level water shows it, drawn on the water: where the way from the eye to its
// mirror image meets that, and, as water is not level, a little aside.
void main() {
    Posed p = posed();
    vec3 world = placed(p.position);
    float high = max(world.y, 0.0);
    vec2 way = (world.xz - eye.xz) / (eye.y + high); // for each metre down
    vec3 d = normalize(vec3(way.x, -1.0, way.y));
    vec2 at = eye.xz + eye.y * way + landAt.xy;
    // Ripples finer than a pixel are not seen, and those finer than the bird move no whole one.
    float fine = max(eye.w * eye.y / -d.y, length(axes[0]) * eye.y / (eye.y + high)) / -d.y;
    vec2 slope = ripplesAt(at, fine);
    // A slope turns what is mirrored by twice as much: to first order.
    vec2 aside = 2.0 * high / (eye.y + high) * (slope + dot(slope, way) * way);
    aside *= min(1.0, 0.3 * (length(way) + 0.1) * inversesqrt(max(dot(aside, aside), 1e-12)));
    away = eye.y * (way + aside);

    vec3 fromEye = vec3(away.x, -eye.y, away.y);
    d = normalize(fromEye);
    behind = farHaze(d);
    sunny = groundLight(d, max(sunDirection.y, 0.0), eye.xyz + fromEye) - skylight.rgb;

    // Its lower side, as from where the eye's own mirror image is.
    vec3 toBird = world - vec3(eye.x, -eye.y, eye.z);
    vec3 n = normalize(turned(p.normal));
    bool back = dot(n, toBird) > 0.0;
    n = back ? -n : n;
#ifdef CUTOFF
    vec4 own = base * unpacked(look.xy);
    uvOpacity = vec3(uintBitsToFloat(look.zw), own.a);
#else
    vec4 own = base * unpacked(back ? look.zw : look.xy);
#endif
    vec3 albedo = mix(own.rgb, tint.rgb, tint.a);
    float facing = dot(n, sunDirection.xyz);
    float through = thin * smoothstep(0.05, 0.2, abs(p.position.x));
    vec3 lit = albedo * (ambient(n) + sun.rgb * (max(facing, 0.0) / PI));
    lit += feathers(albedo, through, ambient(-n) + sun.rgb * (max(-facing, 0.0) / PI));
    float down = length(toBird) * high / max(eye.y + high, 1e-3); // from the bird to the water
    mirrored = air(mix(lit, albedo, max(unlit, ownLight())), normalize(toBird), down);
    gl_Position = viewProjection * vec4(eye.xyz + fromEye, 1.0);
}
