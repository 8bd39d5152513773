#version 410 core
#include "scene.glsl"
#include "cloud.glsl"
#include "facade.glsl"
#include "window.glsl"
#include "townhaze.glsl"

in vec3 fromEye;
centroid in vec3 normal;
in vec2 uv;
in vec3 hazeColour;
flat in vec4 wall;
out vec4 colour;

// Returns the albedo of a flat roof with a parapet, skylights and ducts.
vec3 roofAlbedo() {
    vec3 gravel = wall.w < 0.35 ? vec3(0.20, 0.19, 0.18) : wall.w < 0.7 ? vec3(0.13, 0.13, 0.135) : vec3(0.24, 0.16, 0.12);
    vec2 edge = min(uv, wall.yz - uv);
    vec2 pixel = fwidth(uv);
    float near = min(edge.x, edge.y), thick = max(pixel.x, pixel.y);
    float parapet = 1.0 - smoothstep(0.09, 0.13 + thick, near);
    vec2 cell = floor(uv / 1.3), inside = abs(fract(uv / 1.3) - 0.5);
    float chance = random(cell, wall.w);
    float box = step(chance, 0.28) * (1.0 - smoothstep(0.25, 0.29 + thick, max(inside.x, inside.y))) * step(0.6, near) * (1.0 - smoothstep(0.4, 1.2, thick));
    gravel *= 0.85 + 0.3 * chance * (1.0 - smoothstep(0.4, 1.2, thick));
    gravel = mix(gravel, chance < 0.1 ? vec3(0.04, 0.05, 0.06) : vec3(0.30, 0.30, 0.31), box);
    return mix(gravel, gravel * 1.7, parapet);
}

// Draws the houses of a town, lit by the sun and the sky. Neighbouring houses darken their lower
// parts. All colours and contrasts were chosen by eye.
void main() {
    vec3 place = eye.xyz + fromEye;
    float distance = length(fromEye);
    vec3 d = fromEye / distance, n = normalize(normal);
    vec2 width = fwidth(uv);
    float facing = max(dot(n, sunDirection.xyz), 0.0);
    float slope = sunDirection.y / max(length(sunDirection.xz), 0.01);
    // The houses on the other side of a street are about 15 m high and 16 m away.
    float open = smoothstep(9.0, 17.0, place.y + 16.0 * slope);
    vec3 light = ambient(n) * mix(0.55, 1.0, smoothstep(0.0, 17.0, place.y)) + sun.rgb * (facing * open * cloudShadow(place) / PI);
    vec3 roof = roofAlbedo() * light;
    float t = wall.w * 5.0;
    vec3 plaster = t < 1.0 ? vec3(0.40, 0.36, 0.30) : t < 2.0 ? vec3(0.27, 0.16, 0.12) : t < 3.0 ? vec3(0.44, 0.43, 0.40) : t < 4.0 ? vec3(0.24, 0.25, 0.27) : vec3(0.42, 0.33, 0.22);
    Wall w = wallAt(uv, width, wall.xyz);
    vec3 front = mix(plaster * w.trim * light, windowOf(wall.x, w, place, d, n), w.glass);
    colour = vec4(dither(exposed(throughAir(wall.x < 0.5 ? roof : front, hazeColour, fromEye, distance / (1.0 + distance / townHaze))), gl_FragCoord.xy), 1.0);
}
