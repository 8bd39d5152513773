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
    float shallow = exp(-max(off, 0.0) / 22.0);
    vec3 deep = mix(vec3(0.006, 0.022, 0.030), vec3(0.05, 0.085, 0.07), shallow);
    vec3 day = sunDirection.y * sun.rgb / PI + skylight.rgb;
    vec3 light = waterLight(d, slope, mirroredSky(m), deep * day) + glitter(d, slope, 0.075);
    float lace = noiseAt(place - out0 * 1.1 * landAt.z, 23.0).b * 0.6 + 0.4 * noiseAt(aslant * place, 57.0).b;
    float breaks = smoothstep(0.35, 0.95, wave) * (1.0 - smoothstep(20.0, 62.0, off)) * fades;
    float edge = off - 2.5 * sin(0.45 * landAt.z + 4.0 * (lace - 0.5)); // of the water, as it comes and goes
    float wash = (1.0 - smoothstep(0.0, 7.0, edge)) * step(0.0, edge);
    float foam = smoothstep(0.52, 0.62, lace + 0.22 * breaks + 0.30 * wash) * max(breaks, wash);
    foam = max(foam, 0.9 * (1.0 - smoothstep(0.0, 1.1, abs(edge - 0.6))));
    light = mix(light, 0.62 * day, foam);

    float wet = smoothstep(-9.0, -1.0, edge);
    vec3 sand = vec3(0.23, 0.17, 0.11) * (0.85 + 0.3 * tufts) * (0.85 + 0.3 * noiseAt(place, 70.0).a);
    vec3 beach = sand * mix(1.0, 0.45, wet) * day;
    beach = mix(beach, mirroredSky(m), 0.55 * wet * fresnel(max(-d.y, 0.0)));
    float grown = grassAt(place, off, tufts);
    float broad = patchesAt(place, 210.0);
    vec3 grass = ground.rgb * mix(vec3(1.5, 1.1, 1.6), vec3(0.75, 0.85, 0.8), smoothstep(0.42, 0.58, broad)) * (0.35 + 1.3 * tufts);
    vec3 shore = mix(beach, grass * (sunny + skylight.rgb), grown);
    show(mix(shore, light, smoothstep(-0.4, 0.4, edge)), distance);
}
