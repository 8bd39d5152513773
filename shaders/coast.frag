#version 410 core
#include "land.glsl"
#include "water.glsl"
#include "dunes.glsl"

// The sea, which comes in over a beach, and behind that grass on dunes.
void main() {
    vec3 fromEye = vec3(away.x, -eye.y, away.y);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec2 world = eye.xz + away, place = world + landAt.xy;
    float tufts = tuftsAt(place);
    vec2 out0 = seaward();
    float off = offshore(world, place);

    // Swell runs in, and stands up and breaks where it is shallow.
    float crest = 7.0 * (noiseAt(place, 240.0).b + noiseAt(aslant * place, 520.0).a);
    float run = (off + crest + 3.2 * landAt.z) / 19.0;
    float fades = 1.0 - smoothstep(0.15, 0.5, fwidth(run));
    float wave = sin(2.0 * PI * run), steep = cos(2.0 * PI * run);
    float shoals = 1.0 - smoothstep(15.0, 120.0, off);
    vec2 slope = waves(place, coastRipples) + out0 * steep * fades * (0.035 + 0.07 * shoals);
    vec3 m = mirrorOf(d, slope);
#ifndef DRAFT
    // Where gusts are, waves too fine to be seen turn more of their sides here, which mirror
    // higher sky.
    float gusts = smoothstep(0.40, 0.66, patchesAt(place + 3.0 * landAt.z, 760.0));
    m = normalize(m + vec3(0.0, 0.16 * gusts, 0.0));
#endif
    vec3 mirror = mirroredSky(m, world);
    float shallow = exp(-max(off, 0.0) / 22.0);
    vec3 deep = mix(seaDeep, vec3(0.05, 0.085, 0.07), shallow);
    vec3 day = sunDirection.y * sun.rgb / PI + skylight.rgb;
    vec3 light = waterLight(d, slope, mirror, deep * day) + glitter(d, slope, 0.075);
    float lace = noiseAt(place - out0 * 1.1 * landAt.z, 23.0).b * 0.6 + 0.4 * noiseAt(aslant * place, 57.0).b;
    float breaks = smoothstep(0.35, 0.95, wave) * (1.0 - smoothstep(20.0, 62.0, off)) * fades;
    float edge = off - 2.5 * sin(0.45 * landAt.z + 4.0 * (lace - 0.5)); // of the water, as it comes and goes
    float wash = (1.0 - smoothstep(0.0, 7.0, edge)) * step(0.0, edge);
    float foam = smoothstep(0.52, 0.62, lace + 0.22 * breaks + 0.30 * wash) * max(breaks, wash);
    foam = max(foam, 0.9 * (1.0 - smoothstep(0.0, 1.1, abs(edge - 0.6))));
    light = mix(light, 0.62 * day, foam);

    float wet = smoothstep(-9.0, -1.0, edge);
    vec4 dune = noiseAt(place, 70.0);
#ifdef DRAFT
    float fine = 0.0, lit0 = 1.0, ripple = 1.0;
#else
    // What the wind has made of the sand, and what the sea has left on it.
    float fine = keen(place, 1.7).b - 0.5;
    tufts += 0.7 * fine;
    vec2 lie = (noiseAt(aslant * place, 120.0).rg - level) * aslant + 0.6 * (dune.rg - level);
    float lit0 = clamp(1.0 - (1.0 - 0.8 * wet) * dot(lie, sunDirection.xz) + 0.8 * relief(place, 3.1, 0.06), 0.4, 1.8);
    float crests = dot(place, vec2(0.83, 0.56)) / 0.11 + 9.0 * noiseAt(place, 13.0).a;
    float ripple = 1.0 + 0.16 * (1.0 - wet) * sin(2.0 * PI * crests) * (1.0 - smoothstep(0.15, 0.5, fwidth(crests)));
#endif
    vec3 sand = vec3(0.30, 0.235, 0.16) * (0.8 + 0.4 * tufts) * (0.8 + 0.4 * dune.a) * ripple;
    // Where the highest waves end lies what they have brought.
    float line = edge + 13.0 + 9.0 * (dune.a - 0.5);
    float wrack = (1.0 - smoothstep(0.0, 1.6, abs(line))) * smoothstep(0.42, 0.6, tufts) * 0.7;
    sand = mix(sand, ground.rgb * vec3(0.6, 0.4, 0.7), wrack);
    vec3 dry = sunDirection.y * sun.rgb * lit0 / PI + skylight.rgb;
    vec3 beach = sand * mix(1.0, 0.45, wet) * dry;
    beach = mix(beach, mirror, min(1.6 * wet * fresnel(max(-d.y, 0.0)), 0.8 * wet));
    float grown = grassAt(place, off, tufts);
    float broad = patchesAt(place, 210.0);
    vec3 grass = ground.rgb * mix(vec3(2.1, 1.45, 2.2), vec3(1.0, 0.95, 1.0), smoothstep(0.40, 0.60, broad)) * (0.35 + 1.3 * tufts);
    vec3 shore = mix(beach, grass * (sunny * lit0 + skylight.rgb), grown);
    show(mix(shore, light, smoothstep(-0.4, 0.4, edge)), distance);
}
