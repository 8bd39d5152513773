#version 410 core
#include "scene.glsl"
#include "groundlight.glsl"
#include "basecolour.glsl"
#include "facade.glsl"
#include "window.glsl"
#ifdef PBR
#include "pbr.glsl"
#endif
#ifdef SHADED
#include "sunshadow.glsl"
#endif

uniform sampler2D noise;     // r: grass, g: patches
uniform sampler2D shadowMap; // r: fraction of the sun that birds hide, g: this fraction times their height
uniform vec4 mark;           // highlight colour; a: its opacity
uniform float land;          // 1 means that the solid looks like the ground
uniform float grain;         // 1 means texture of bare stone
uniform float unlit;         // 1 means that the colour is light, not albedo
uniform vec3 facade;         // x: style from 1, or 0 without windows; y: storeys; z: seed

in vec3 fromEye;
centroid in vec3 normal;
centroid in vec4 ownColour;
in vec2 uv;
out vec4 colour;

// Returns the fraction of the sun that birds let through to a place. It reads the shadow map at the
// point where the sun's ray through the place meets the ground. It includes only birds above the
// place.
float birdsLeave(vec3 place) {
    vec3 foot = vec3(place.xz - shadowSun.xz * (place.y / max(shadowSun.y, 0.01)), 1.0);
    vec2 at = vec2(dot(foot, shadowU.xyz), dot(foot, shadowV.xyz));
    const float r = 1.3 / float(SHADOW_TEXELS);
    vec2 sum = 0.25 * (
        textureLod(shadowMap, at + r * vec2(1.0, 0.4), 0.0).rg + textureLod(shadowMap, at + r * vec2(-0.4, 1.0), 0.0).rg +
        textureLod(shadowMap, at + r * vec2(-1.0, -0.4), 0.0).rg + textureLod(shadowMap, at + r * vec2(0.4, -1.0), 0.0).rg);
    float height = sum.g / max(sum.r, 1e-4);
    return 1.0 - sum.r * smoothstep(0.03, 0.3, height - place.y);
}

// Draws obstacles and other solids, lit by the sun, the sky and the ground.
void main() {
    vec3 place = eye.xyz + fromEye;
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec3 n = normalize(normal);
#ifdef PBR
    SurfaceParameters m = surfaceAt(uv, 1.0);
    vec3 light = emissiveAt(uv);
    vec3 mapped = mappedNormal(n, vec4(0.0), fromEye, uv, 1.0);
#endif
    float side = dot(n, d) > 0.0 && !gl_FrontFacing ? -1.0 : 1.0;
    n *= side;
    vec2 width = fwidth(uv);
    vec4 covered = baseColour(ownColour, facade.x > 0.0 ? vec2(0.0) : uv);
#ifndef PBR
    float tufts = 0.0, patches = 0.0, stone = 1.0; // read before some pixels are discarded
    if (land > 0.5) {
        tufts = texture(noise, place.xz / 29.0).r;
        patches = texture(noise, place.xz / 310.0).g;
    } else if (grain > 0.5) {
        stone = mix(0.84, 1.16, texture(noise, (place.xz + place.yy * vec2(0.83, 0.61)) / 17.0).r);
    }
#endif
    if (covered.a < cutoff) discard;
    float facing = dot(n, sunDirection.xyz);
    float open = birdsLeave(place);
#ifdef SHADED
    open *= sunlight(place, n);
#endif
    vec3 lit;
#ifdef PBR
    lit = shadeSurface(covered.rgb, m, mapped * side, d, sun.rgb * (open * cloudShadow(place))) + light;
#else
    if (land > 0.5) {
        vec3 albedo = groundAlbedo(patches) * mix(0.45, 1.55, tufts);
        lit = albedo * (groundLight(d, max(facing, 0.0), place) * open + skylight.rgb * (1.0 - open));
    } else {
        vec3 albedo = covered.rgb * stone;
        vec3 light = ambient(n) + sun.rgb * (max(facing, 0.0) * open * cloudShadow(place) / PI);
        if (facade.x > 0.0 && uv.x >= 0.0) {
            Wall wall = wallAt(uv, width, facade);
            lit = mix(albedo * wall.trim * light, windowOf(facade.x, wall, place, d, n), wall.glass);
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
