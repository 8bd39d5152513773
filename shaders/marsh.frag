#version 410 core
#include "land.glsl"
#include "water.glsl"
#include "reed.glsl"

float stands(float reed) { return smoothstep(0.0, 0.022, reed); }

void main() {
    vec3 fromEye = vec3(away.x, -eye.y, away.y);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec2 place = eye.xz + away + landAt.xy;
    float far = reedFar(place);

    // Where the ray is as high as the reed, and lower: what it meets there hides the water.
    vec2 back = d.xz / min(d.y, -1e-4) * tall;
    back *= min(1.0, min(22.0, 0.8 * length(away)) * inversesqrt(max(dot(back, back), 1e-8)));
    float here = reed(place, far);
#ifdef DRAFT
    float tufts = 0.7 * noiseAt(aslant * place, 31.0).b + 0.15;
#else
    float tufts = tuftsAt(place);
#endif
    float ragged = 0.05 * (tufts - 0.5);
    float foot = stands(here), top = stands(reed(place + back, far) + 2.0 * ragged);
#ifdef DRAFT
    float middle = foot;
#else
    float middle = stands(reed(place + 0.5 * back, far) + ragged);
#endif

    vec2 slope = waves(place, marshRipples) * smoothstep(0.6, 0.35, here + 0.5);
    vec3 m = mirrorOf(d, slope);
    vec3 mirror = mirroredSky(m);
    // Of reed that stands behind, its picture upside down.
    vec2 beyond = -back + 40.0 * slope;
#ifdef DRAFT
    float there = stands(reed(place + 0.5 * beyond, far));
#else
    float there = max(stands(reed(place + 0.4 * beyond, far)), 0.85 * stands(reed(place + 0.9 * beyond, far)));
#endif
    vec3 stalks = ground.rgb * vec3(1.7, 1.0, 1.2), plumes = ground.rgb * vec3(2.5, 1.35, 2.1);
    vec3 side = stalks * (0.45 * sunny + 0.55 * skylight.rgb);
    mirror = mix(mirror, side, 0.9 * there);
    vec3 mud = ground.rgb * vec3(0.75, 0.42, 0.8);
    float wet = smoothstep(-0.05, -0.005, here);
    vec3 under = mix(ground.rgb * vec3(0.12, 0.16, 0.5), mud, 0.6 * wet) * (sunDirection.y * sun.rgb / PI + skylight.rgb);
    vec3 light = waterLight(d, slope, mirror, under);
    light += glitter(d, slope, 0.045) * (1.0 - there);

    vec3 heads = mix(plumes, plumes * vec3(0.5, 0.38, 0.5), smoothstep(0.45, 0.68, tufts)) * (0.35 + 1.3 * tufts);
#ifndef DRAFT
    heads *= 0.75 + 0.5 * noiseAt(place, 173.0).a;
#endif
    vec3 lit = sunny + skylight.rgb;
    light = mix(light, 0.35 * stalks * lit * (0.4 + tufts), foot);
    light = mix(light, side * (0.3 + 1.2 * tufts), middle);
    light = mix(light, heads * lit, top);
    show(light, distance);
}
