#version 410 core
#include "land.glsl"
#include "water.glsl"
#include "reed.glsl"

// Returns the density of reed, 0 to 1. The softness of its edge was chosen by eye.
float stands(float reed) { return smoothstep(0.0, 0.022, reed); }

// Draws water and reed. Colours, scales and contrasts were chosen by eye.
void main() {
    vec3 fromEye = vec3(offset.x, -eye.y, offset.y);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec2 place = eye.xz + offset + landOffset.xy;
    float far = reedFar(place);

    // The ray is followed back up to the top of the reed. Reed on the ray hides the water.
    vec2 back = d.xz / min(d.y, -1e-4) * tall;
    back *= min(1.0, min(22.0, 0.8 * length(offset)) * inversesqrt(max(dot(back, back), 1e-8)));
    float here = reed(place, far);
#ifdef DRAFT
    float tufts = 0.7 * noiseAt(noiseRotation * place, 31.0).b + 0.15;
#else
    float fine = anisotropicNoise(place, 2.1).b;
    float tufts = tuftsAt(place) + 0.5 * (fine - 0.5);
#endif
    float ragged = 0.06 * (tufts - 0.5);
    float over = reed(place + back, far) + 2.0 * ragged;
    float foot = stands(here), top = stands(over);
#ifdef DRAFT
    float middle = foot;
#else
    // Nearby reed is not painted here, because it is drawn as plants.
    float painted = smoothstep(6.0, 28.0, distance), middle = painted * stands(reed(place + 0.5 * back, far) + ragged);
    top *= painted;
#endif

    vec2 slope = rippleSlope(place, marshRipples) * (1.0 - smoothstep(0.35, 0.6, here + 0.5));
    vec3 m = mirrorDirection(d, slope);
    vec3 mirror = mirroredSky(m, eye.xz + offset);
    // Reflection of the reed behind the water.
    vec2 beyond = -back + 40.0 * slope;
#ifdef DRAFT
    float reflected = stands(reed(place + 0.5 * beyond, far));
#else
    float reflected = max(stands(reed(place + 0.4 * beyond, far)), 0.85 * stands(reed(place + 0.9 * beyond, far)));
#endif
    vec3 stalks = ground.rgb * vec3(1.7, 1.0, 1.2), plumes = ground.rgb * vec3(2.35, 1.36, 2.2);
    vec3 side = stalks * (0.45 * sunny + 0.55 * skylight.rgb);
    mirror = mix(mirror, side, 0.9 * reflected);
    vec3 mud = ground.rgb * vec3(0.75, 0.42, 0.8);
    float wet = smoothstep(-0.05, -0.005, here);
    vec3 under = mix(marshDeep(), mud, 0.6 * wet) * (sunDirection.y * sun.rgb / PI + skylight.rgb);
    vec3 light = waterLight(d, slope, mirror, under);
    light += glitter(d, slope, 0.045) * (1.0 - reflected);

    // Dense reed is old and pale, thin reed at the edges is green, and in some places the wind has
    // flattened it.
    float thick = smoothstep(0.0, 0.09, over);
    vec3 heads = plumes * (0.25 + 1.5 * tufts) * mix(vec3(0.76, 0.82, 0.70), vec3(1.0), thick);
    vec3 lit = sunny + skylight.rgb;
#ifndef DRAFT
    vec2 broad = noiseAt(place, 173.0).ab;
    float laid = smoothstep(0.53, 0.63, noiseAt(noiseRotation * (place + back), 67.0).a + 0.25 * (tufts - 0.5));
    heads *= (0.72 + 0.56 * broad.x) * mix(vec3(1.0), vec3(1.12, 1.16, 1.22), laid);
    // The wind bends the reed in waves, which the sun lights from one side.
    float bent = reliefShading(place + back, 23.0, 0.6) + reliefShading(place + back, 4.7, 0.13);
    lit = sunny * clamp(1.0 + 2.2 * bent, 0.3, 2.2) + skylight.rgb;
#endif
    light = mix(light, 0.35 * stalks * lit * (0.4 + tufts), foot);
    light = mix(light, side * (0.3 + 1.2 * tufts), middle);
    light = mix(light, heads * lit, top);
    writeLand(light, distance);
}
