#version 410 core
#include "scene.glsl"

uniform sampler2D skyline; // elevations of four layers by the share of the way around, the farthest first
uniform sampler2D landMap; // rg: slopes; b: tufts; a: patches
uniform vec4 sunk;         // by how much of an elevation each stands lower, seen from so high

in vec2 at;
in vec3 behind;
in vec3 layers[4];
out vec4 colour;

// Noise that goes around so many times.
vec4 around(float times, vec2 place) {
    float texels = float(NOISE_SIZE) * times * eye.w / (2.0 * PI);
    return textureLod(landMap, place, log2(max(texels, 1.0)));
}

// What is seen of something as high as that at such an elevation: 1 below its top.
float below(float top, float e) { return clamp((top - e) / eye.w + 0.5, 0.0, 1.0); }

vec4 result = vec4(0.0);

// Lays a colour over what is further off.
void lay(vec3 c, float share) { result = vec4(mix(result.rgb, c, share), mix(result.a, 1.0, share)); }

// Hills, whose feet are in the mist.
void hill(int k, float top, float e) {
    float foot = -sunk[k];
    float out0 = smoothstep(0.0, 1.0, (e - foot) / (0.25 * max(top - foot, 0.0) + 0.004));
    lay(mix(behind, layers[k], out0), below(top, e) * below(e, foot));
}

// Woods, dark below their crowns. From high above there is ground where they stood.
void wood(int k, float top, float e) {
    float foot = -sunk[k], share = 1.0 - smoothstep(0.015, 0.035, sunk[k]);
#ifdef DRAFT
    vec3 c = layers[k];
#else
    float leaves = around(40.0, vec2(40.0 * at.x + 0.37 * float(k), 30.0 * e + landAt.y / LAND_FAR)).b - 0.5;
    vec3 c = layers[k] * (1.0 + 0.35 * leaves);
#endif
    lay(c, share * below(top, e) * below(e, foot));
}

#ifdef MOOR
// Mountains with snow above a height; ridges run down from their tops.
void mountain(int k, float top, float e) {
    float foot = -sunk[k], deep = top - e;
    vec2 place = vec2(7.0 * at.x + (0.35 + 0.2 * float(k)) * deep, 2.6 * deep + 0.31 * float(k)) + landAt.xy / LAND_FAR;
    vec4 faces = around(7.0, place);
    vec2 slope = (faces.rg - float(LEVEL_SLOPE) / 255.0) * 2.0;
    float across = sunFlat.x * cos(2.0 * PI * at.x) - sunFlat.y * sin(2.0 * PI * at.x); // the sun is to the right
    float ahead = sunFlat.x * sin(2.0 * PI * at.x) + sunFlat.y * cos(2.0 * PI * at.x);
    float side = clamp(0.5 - 0.25 * ahead + 1.1 * slope.x * (across < 0.0 ? 1.0 : -1.0) * (0.4 + abs(across)), 0.0, 1.0);
    float line = 0.036 - 0.010 * float(k) - foot;
    float white = smoothstep(-0.010, 0.008, e - line + 0.05 * (faces.a - 0.5) - 0.012 * abs(slope.y));
    vec3 rock = 0.9 * ground.rgb * vec3(1.1, 0.75, 2.0);
    vec3 light = mix(rock, vec3(0.72), white) * (skylight.rgb * (0.55 + 0.35 * side) + sun.rgb * side * 0.75 / PI);
    float out0 = smoothstep(0.0, 1.0, (e - foot) / (0.55 * max(top - foot, 0.0) + 0.01));
    float clear = (k == 0 ? 0.46 : 0.66) * exp(-500.0 * ground.w);
    lay(mix(behind, exposed(light), clear * out0), below(top, e) * below(e, foot));
}
#endif

#ifdef CITY
float luck(vec2 at) {
    vec3 p = fract(vec3(at.xyx) * 0.1031);
    p += dot(p, p.yzx + 33.33);
    return fract((p.x + p.y) * p.z);
}

// Blocks, with lights in their windows when the day ends.
void blocks(int k, float top, float e) {
    float foot = -sunk[k], late = 1.0 - smoothstep(0.02, 0.22, sunPlace.y);
    float n = 9000.0 - 1600.0 * float(k);
    vec2 grid = vec2(at.x * n, (e - foot) * n / 5.2);
    vec2 window = floor(grid), w = abs(fract(grid) - 0.5);
    float fine = 1.0 - smoothstep(0.25, 0.6, n * eye.w / (2.0 * PI));
    float lit = step(0.80, luck(window + 31.0 * float(k)));
    float pane = late * mix(0.05, lit * step(w.x, 0.3) * step(w.y, 0.3), fine);
    vec3 lamp = mix(vec3(1.0, 0.62, 0.28), vec3(0.85, 0.85, 0.75), luck(window + 3.0));
    float out0 = 0.55 + 0.45 * smoothstep(0.0, 0.03, e - foot); // the air is thicker over the streets
    vec3 c = mix(behind, layers[k], out0) + exposed(lamp * (0.3 * pane / max(sun.w, 0.2) * exp(-500.0 * ground.w)));
    lay(c, below(top, e) * below(e, foot));
}
#endif

void main() {
    float e = at.y;
    vec4 top = SKYLINE_HIGH * textureLod(skyline, vec2(at.x, 0.5), log2(max(float(SKYLINE_TEXELS) * eye.w / (2.0 * PI), 1.0))) - sunk;
#ifdef MOOR
    mountain(0, top[0], e);
    mountain(1, top[1], e);
    hill(2, top[2], e);
    hill(3, top[3], e);
#elif defined(CITY)
    lay(mix(layers[1], behind, 0.6), below(0.0, e) * below(e, -sunk[3])); // the ground of the town
    hill(0, top[0], e);
    for (int k = 1; k < 4; k++) blocks(k, top[k], e);
#elif defined(COAST)
    for (int k = 0; k < 4; k++) hill(k, top[k], e);
#else
    hill(0, top[0], e);
    hill(1, top[1], e);
    wood(2, top[2], e);
    wood(3, top[3], e);
#endif
    colour = vec4(dither(result.rgb, gl_FragCoord.xy), result.a);
}
