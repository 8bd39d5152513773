#version 410 core
#include "scene.glsl"
#include "shore.glsl"

uniform sampler2D landMap; // b: tufts; a: patches

in vec3 direction;
in vec3 behind;
out vec4 colour;

// Noise that goes around so many times. It has no seam: the pixel's width is known.
vec4 around(float turn, float times, float row) {
    float texels = float(NOISE_SIZE) * times * eye.w / (2.0 * PI);
    return textureLod(landMap, vec2(turn * times + landAt.x / LAND_FAR, row + landAt.y / LAND_FAR), log2(max(texels, 1.0)));
}

float luck(vec2 at) {
    vec3 p = fract(vec3(at.xyx) * 0.1031);
    p += dot(p, p.yzx + 33.33);
    return fract((p.x + p.y) * p.z);
}

// What is seen of something as high as that at such an elevation: 1 below its top.
float below(float top, float e) { return clamp((top - e) / eye.w + 0.5, 0.0, 1.0); }

vec4 result = vec4(0.0);

// Lays a light over what is further off, of which the air leaves so much.
void lay(vec3 light, float clear, float share) {
    vec3 c = exposed(mix(behind, light, clear));
    result = vec4(mix(result.rgb, c, share), mix(result.a, 1.0, share));
}

vec3 all() { return skylight.rgb + sun.rgb * max(sunDirection.y, 0.06) / PI; }

// Low hills.
void hills(float turn, float e, float tops) {
    for (int k = 0; k < 2; k++) {
        float row = 0.13 + 0.4 * float(k);
        float top = tops * (1.0 - 0.35 * float(k)) + 0.055 * (around(turn, 1.0 + float(k), row).a - 0.5) + 0.006 * (around(turn, 9.0, row).a - 0.5);
        float clear = 0.14 + 0.14 * float(k);
        lay(0.6 * ground.rgb * skylight.rgb, clear * smoothstep(-0.004, 0.6 * tops, e), below(top, e));
    }
}

// Woods, the nearer the darker.
void woods(float turn, float e, float tops, float clear) {
    float crowns = 0.6 * around(turn, 7.0, 0.3).b + 0.4 * around(turn, 17.0, 0.7).b;
    float top = tops * (0.35 + 1.6 * max(around(turn, 3.0, 0.55).a - 0.28, 0.0) + 1.5 * (crowns - 0.35));
    float leaves = around(turn, 40.0, 30.0 * e).b;
    lay(0.5 * ground.rgb * (0.5 + leaves) * all(), clear, below(top, e));
}

#ifdef MOOR
// Mountains with snow above a height; ridges run down from their tops.
void mountains(float turn, float e) {
    float toSun = dot(normalize(direction.xz), vec2(-sunFlat.y, sunFlat.x));
    for (int k = 0; k < 2; k++) {
        float row = 0.37 + 0.21 * float(k);
        float lift = 0.05 - 0.018 * float(k);
        vec4 broad = around(turn, 2.0 + float(k), row);
        float fine = around(turn, 11.0, row).a;
        float top = lift + (0.26 - 0.08 * float(k)) * (broad.a - 0.5) + 0.05 * abs(fine - 0.5);
        float lean = turn + 0.12 * (top - e) * (fine - 0.5);
        float faces = around(lean, 13.0, row + 2.5 * (top - e)).a - around(lean + 0.0022, 13.0, row + 2.5 * (top - e)).a;
        float side = clamp(0.5 + 5.0 * faces * (toSun < 0.0 ? -1.0 : 1.0), 0.0, 1.0);
        float white = smoothstep(-0.008, 0.008, e - 0.034 + 0.09 * (around(lean, 23.0, 3.0 * e).a - 0.5) + 0.02 * faces);
        vec3 rock = 0.9 * ground.rgb * vec3(1.1, 0.75, 2.0);
        vec3 of = mix(rock, vec3(0.72), white);
        vec3 light = of * (skylight.rgb * (0.6 + 0.3 * side) + sun.rgb * side * 0.75 / PI);
        lay(light, (0.42 + 0.25 * float(k)) * smoothstep(-0.01, 0.05, e), below(top, e));
    }
}
#endif

#ifdef CITY
// Blocks in rows, and lights in their windows when the day ends.
void blocks(float turn, float e) {
    float late = 1.0 - smoothstep(0.02, 0.22, sunPlace.y);
    for (int k = 0; k < 4; k++) {
        float n = 260.0 + 110.0 * float(k);
        float at = turn * n, cell = floor(at), x = at - cell;
        vec2 key = vec2(cell, 31.0 * float(k) + floor(landAt.x));
        float kind = luck(key);
        float middle = smoothstep(0.42, 0.75, around(turn, 2.0, 0.2).a);
        float tops = 0.012 + 0.010 * kind + (0.02 + 0.06 * kind * kind * kind) * middle * (1.0 - 0.2 * float(k));
        float wide = 0.35 + 0.15 * luck(key + 7.0);
        float inset = kind > 0.8 && e > 0.72 * tops ? 0.55 : 1.0;
        float edge = n * eye.w / (2.0 * PI);
        float inside = clamp((wide * inset - abs(x - 0.5)) / edge + 0.5, 0.0, 1.0);
        float low = below(0.006 + 0.006 * luck(key + 3.0), e);
        float share = max(inside * below(tops, e), low);
        float mast = kind > 0.93 ? clamp(1.0 - abs(x - 0.5) / edge, 0.0, 1.0) * below(1.25 * tops, e) : 0.0;
        float clear = 0.3 + 0.17 * float(k);
        vec3 wall = mix(vec3(0.055, 0.058, 0.065), vec3(0.10, 0.085, 0.07), luck(key + 5.0));
        vec2 grid = vec2(x * 14.0, e * n * 3.1);
        vec2 window = floor(grid), w = abs(fract(grid) - 0.5);
        float lit = step(0.72, luck(window + 17.0 * key)) * late;
        float fine = 1.0 - smoothstep(0.25, 0.6, 14.0 * edge);
        float pane = mix(0.12, lit * step(w.x, 0.3) * step(w.y, 0.3), fine) * mix(late, 1.0, fine);
        vec3 lamp = mix(vec3(1.0, 0.62, 0.28), vec3(0.85, 0.85, 0.75), luck(window + 3.0));
        vec3 light = wall * (0.7 * all()) + 0.55 * lamp * pane / max(sun.w, 0.2) * inside;
        lay(light, clear, max(share, mast));
    }
}
#endif

void main() {
    vec3 d = normalize(direction);
    float turn = atan(d.x, d.z) / (2.0 * PI);
    float e = d.y;
#ifdef MARSH
    hills(turn, e, 0.015);
    woods(turn, e, 0.011, 0.55);
#elif defined(FIELDS)
    hills(turn, e, 0.018);
    woods(turn, e, 0.008, 0.35);
#elif defined(MOOR)
    mountains(turn, e);
#elif defined(COAST)
    float ashore = dot(d.xz, -seaward());
    hills(turn, e, 0.03 * ashore - 0.024);
#elif defined(CITY)
    hills(turn, e, 0.014);
    blocks(turn, e);
#endif
    colour = vec4(dither(result.rgb, gl_FragCoord.xy), result.a);
}
