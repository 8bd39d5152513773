#version 410 core
#include "scene.glsl"

uniform sampler2D skyline; // elevations of four layers by azimuth, the farthest first
uniform sampler2D landMap; // rg: slopes; b: tufts; a: patches
uniform vec4 lowering;         // decrease of the elevation of each layer because of the eye's height, radians

in vec2 at;
in vec3 hazeColour;
in vec3 layers[4];
out vec4 colour;

// Returns noise that repeats around the horizon; times is the number of periods.
vec4 wrappedNoise(float times, vec2 place) {
    float texels = float(NOISE_SIZE) * times * eye.w / (2.0 * PI);
    return textureLod(landMap, place, log2(max(texels, 1.0)));
}

// Returns the fraction of a pixel at elevation e that is below the top of a layer.
float coverBelow(float top, float e) { return clamp((top - e) / eye.w + 0.5, 0.0, 1.0); }

vec4 result = vec4(0.0);

// Blends a colour over the layers behind.
void blend(vec3 c, float share) { result = vec4(mix(result.rgb, c, share), mix(result.a, 1.0, share)); }

// Draws hills with mist at their feet. All numbers in the functions that draw layers were chosen by
// eye.
void hill(int k, float top, float e) {
    float foot = -lowering[k];
    float aboveMist = smoothstep(0.0, 1.0, (e - foot) / (0.25 * max(top - foot, 0.0) + 0.004));
    blend(mix(hazeColour, layers[k], aboveMist), coverBelow(top, e) * coverBelow(e, foot));
}

// Draws woods, which are dark below their crowns. They fade out in a view from high above.
void wood(int k, float top, float e) {
    float foot = -lowering[k], share = 1.0 - smoothstep(0.015, 0.035, lowering[k]);
#ifdef DRAFT
    vec3 c = layers[k];
#else
    float leaves = wrappedNoise(40.0, vec2(40.0 * at.x + 0.37 * float(k), 30.0 * e + landOffset.y / LAND_FAR)).b - 0.5;
    vec3 c = layers[k] * (1.0 + 0.35 * leaves);
#endif
    blend(c, share * coverBelow(top, e) * coverBelow(e, foot));
}

#ifdef HILLS
// Draws mountains with snow above a height, and ridges that run down from their tops.
void mountain(int k, float top, float e) {
    float foot = -lowering[k], deep = top - e;
    vec2 place = vec2(7.0 * at.x + (0.35 + 0.2 * float(k)) * deep, 2.6 * deep + 0.31 * float(k)) + landOffset.xy / LAND_FAR;
    vec4 faces = wrappedNoise(7.0, place);
    vec2 slope = (faces.rg - float(LEVEL_SLOPE) / 255.0) * 2.0;
    float across = sunAzimuth.x * cos(2.0 * PI * at.x) - sunAzimuth.y * sin(2.0 * PI * at.x); // positive: the sun is to the right
    float ahead = sunAzimuth.x * sin(2.0 * PI * at.x) + sunAzimuth.y * cos(2.0 * PI * at.x);
#ifndef DRAFT
    slope += 0.7 * (wrappedNoise(23.0, 3.3 * place + 0.4).rg - float(LEVEL_SLOPE) / 255.0); // crags
#endif
    float side = clamp(0.55 - 0.25 * ahead + 1.1 * slope.x * (across < 0.0 ? 1.0 : -1.0) * (0.4 + abs(across)), 0.0, 1.0);
    float line = 0.036 - 0.010 * float(k) - foot;
    float white = smoothstep(-0.010, 0.008, e - line + 0.05 * (faces.a - 0.5) - 0.012 * abs(slope.y));
    vec3 rock = 0.9 * ground.rgb * vec3(1.1, 0.75, 2.0);
    vec3 light = mix(rock, vec3(0.80, 0.81, 0.83), white) * (skylight.rgb * (0.65 + 0.3 * side) + sun.rgb * side * 0.95 / PI);
    float aboveMist = smoothstep(0.0, 1.0, (e - foot) / (0.55 * max(top - foot, 0.0) + 0.01));
    float clear = (k == 0 ? 0.56 : 0.72) * exp(-500.0 * ground.w);
    blend(mix(hazeColour, exposed(light), clear * aboveMist), coverBelow(top, e) * coverBelow(e, foot));
}

#ifndef DRAFT
// Draws lower mountains with grass, heather and patches of snow.
void fell(int k, float top, float e) {
    float foot = -lowering[k], deep = top - e, high = max(top - foot, 0.004);
    float times = k == 2 ? 13.0 : 19.0;
    vec4 faces = wrappedNoise(times, vec2(times * at.x + 1.5 * deep, 9.0 * deep + 0.37 * float(k)) + landOffset.yx / LAND_FAR);
    vec2 slope = (faces.rg - float(LEVEL_SLOPE) / 255.0) * 2.0;
    float across = sunAzimuth.x * cos(2.0 * PI * at.x) - sunAzimuth.y * sin(2.0 * PI * at.x);
    float ahead = sunAzimuth.x * sin(2.0 * PI * at.x) + sunAzimuth.y * cos(2.0 * PI * at.x);
    float side = clamp(0.45 - 0.25 * ahead + 0.9 * slope.x * (across < 0.0 ? 1.0 : -1.0) * (0.3 + abs(across)), 0.0, 1.0);
    float green = smoothstep(0.44, 0.58, faces.a + 0.2 * (faces.b - 0.5));
    vec3 ownColour = ground.rgb * mix(vec3(1.3, 0.8, 1.3), vec3(0.95, 1.0, 0.9), green);
    float white = smoothstep(0.57, 0.62, faces.a + 0.25 * (faces.b - 0.5) + 0.10 * (e - foot) / high - 0.05);
    vec3 light = mix(ownColour, vec3(0.78), white) * (skylight.rgb * 0.85 + sun.rgb * (side * 0.6 / PI));
    float clear = (k == 2 ? 0.68 : 0.78) * exp(-500.0 * ground.w);
    float aboveMist = 0.4 + 0.6 * smoothstep(0.0, 0.6 * high, e - foot);
    blend(mix(hazeColour, exposed(light), clear * aboveMist), coverBelow(top, e) * coverBelow(e, foot));
}
#endif
#endif

#ifdef CITY
#include "random.glsl"

uniform vec4 houseCounts; // number of houses of each layer around the horizon

// Returns the progress of dusk, 0 to 1. Lamps are switched on one after another.
float dusk() { return 1.0 - smoothstep(-0.10, 0.10, sunPlace.y); }

// Returns the light of windows at a place in a grid of windows. pixel is the size of a pixel in
// that grid. share is the fraction of windows that are lit. If windows are smaller than a pixel,
// the result is their mean.
vec3 windows(vec2 grid, vec2 pixel, float share) {
    const vec2 wide = vec2(0.56, 0.5);
    float chance = random(floor(grid)), bright = fract(57.0 * chance);
    vec2 inside = clamp((0.5 * wide - abs(fract(grid) - 0.5)) / pixel + 0.5, 0.0, 1.0) * min(wide / pixel, 1.0);
    float fine = 1.0 - smoothstep(0.7, 1.4, max(pixel.x, pixel.y));
    float pane = step(chance, share) * inside.x * inside.y;
#ifndef DRAFT
    // Nearby windows consist of a few panes.
    vec2 panes = abs(fract(grid * vec2(5.0, 3.0)) - 0.5);
    pane *= mix(1.0, 1.6 * step(panes.x, 0.36) * step(panes.y, 0.4), 1.0 - smoothstep(0.05, 0.16, max(pixel.x, pixel.y)));
#endif
    pane = mix(share * wide.x * wide.y * 0.5, pane * (0.25 + bright * bright), fine);
    return pane * mix(vec3(1.0, 0.60, 0.26), vec3(0.85, 0.87, 0.80), step(0.8, bright) * fine);
}

// Draws rows of houses and towers, and the roofs of the town between them. Nearer rows are darker.
void town(vec4 top, float e) {
    vec4 pixel = houseCounts * eye.w / (2.0 * PI), row = 5.4 * houseCounts / (2.0 * PI);
    blend(mix(layers[3], mix(layers[1], hazeColour, 0.4), smoothstep(-lowering[3], 0.0, e)), coverBelow(0.0, e) * coverBelow(e, -lowering[3]));
    int k = 1;
    for (int j = 1; j < 4; j++) {
        blend(layers[j], coverBelow(top[j], e) * coverBelow(e, -lowering[j]));
        if (e < top[j] && e > -lowering[j]) k = j;
    }
    // The nearest row shows its walls.
    bool wall = e > -lowering[k];
    float n = houseCounts[k], deep = wall ? e + lowering[k] : e;
    vec2 grid = vec2(4.0 * at.x * n, deep * row[k] + 0.5);
    float cell = floor(at.x * n), x = at.x * n - cell;
    float chance = random(vec2(cell, 7.0 * float(k) + (wall ? 0.0 : floor(grid.y)) + landOffset.x));
    float across = sunAzimuth.x * cos(2.0 * PI * at.x) - sunAzimuth.y * sin(2.0 * PI * at.x); // positive: the sun is to the right
    float side = wall && x > 0.3 + 0.4 * chance ? across : -across;
    float shade = 0.36 * (chance - 0.5) + 0.14 * side;
#ifndef DRAFT
    float storey = abs(fract(3.0 * grid.y) - 0.5) - 0.25;
    shade += 0.5 * storey * (1.0 - smoothstep(0.15, 0.5, 3.0 * eye.w * row[k]));
#endif
    shade *= clamp(min(x, 1.0 - x) / pixel[k], 0.0, 1.0) * (wall ? 0.4 + 0.6 * smoothstep(0.0, 0.02, deep) : 1.3);
    float share = dusk() * (wall ? 0.30 + 0.5 * chance * chance : 0.35);
    vec3 lamps = windows(grid, vec2(4.0 * pixel[k], eye.w * row[k]), share);
    float cover = wall ? coverBelow(top[k], e) : coverBelow(0.0, e) * coverBelow(e, -lowering[3]);
    blend(result.rgb * (1.0 + shade) + exposed(lamps * exp(-500.0 * ground.w) / max(sun.w, 0.2)), cover);
}
#endif

void main() {
    float e = at.y;
    vec4 top = SKYLINE_HIGH * textureLod(skyline, vec2(at.x, 0.5), log2(max(float(SKYLINE_TEXELS) * eye.w / (2.0 * PI), 1.0))) - lowering;
#ifdef HILLS
    mountain(0, top[0], e);
    mountain(1, top[1], e);
#ifdef DRAFT
    hill(2, top[2], e);
    hill(3, top[3], e);
#else
    fell(2, top[2], e);
    fell(3, top[3], e);
#endif
#elif defined(CITY)
    hill(0, top[0], e);
    town(top, e);
#elif defined(COAST)
    for (int k = 0; k < 4; k++) hill(k, top[k], e);
#else
    hill(0, top[0], e);
    hill(1, top[1], e);
    wood(2, top[2], e);
    wood(3, top[3], e);
#endif
    // Fog hides the foot of the farthest layer.
    float deep = e * eye.y / max(lowering[0], 1e-6) + eye.y;
    float hidden = (fog.x > 0.0 ? 1.0 : 0.0) * (1.0 - smoothstep(fog.y - 20.0, fog.y + 60.0, deep));
    result *= 1.0 - hidden;
    colour = vec4(dither(result.rgb, gl_FragCoord.xy), result.a);
}
