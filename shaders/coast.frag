#version 410 core
#include "land.glsl"
#include "water.glsl"
#include "dunes.glsl"
#include "random.glsl"

#ifndef DRAFT
// Returns the difference between the distances to the nearest and the second nearest point of a
// jittered lattice (Worley noise). The result is 0 on the lines of a net. The jitter, 0.7 of a
// cell, was chosen by eye.
float foamNet(vec2 at) {
    vec2 cell = floor(at), inside = at - cell;
    vec2 least = vec2(8.0);
    for (int k = 0; k < 9; k++) {
        vec2 neighbour = vec2(k % 3 - 1, k / 3 - 1), to = neighbour + 0.15 + 0.7 * randomPair(cell + neighbour) - inside;
        float far = dot(to, to);
        least = far < least.x ? vec2(far, least.x) : vec2(least.x, min(least.y, far));
    }
    return sqrt(least.y) - sqrt(least.x);
}
#endif

// Draws the sea, a beach, and dunes with grass.
void main() {
    vec3 fromEye = vec3(offset.x, -eye.y, offset.y);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec2 world = eye.xz + offset, place = world + landOffset.xy;
    float tufts = tuftsAt(place);
    float t = landOffset.z;
    vec2 seaward = seaDirection();
    float off = distanceOffshore(world, place);

    // Swell runs towards the shore in groups of waves. In shallow water, the waves get steeper and
    // break. High waves break further out. The waves are 27 m long. They run at 3.1 m/s, the speed
    // √(g·h) of waves in water 1 m deep. The steepness, the groups and the zone of breakers were
    // chosen by eye.
    vec4 group = noiseAt(place + 3.1 * t * seaward, 310.0);
    float bend = noiseAt(noiseRotation * place, 760.0).a - 0.5;
    float high = smoothstep(0.36, 0.62, group.a);
    float run = (off + 34.0 * bend + 9.0 * (group.a - 0.5) + 3.1 * t) / 27.0;
    float wide = fwidth(run), fades = 1.0 - smoothstep(0.15, 0.5, wide);
    float shoals = 1.0 - smoothstep(10.0, 130.0, off);
    float steep = -sin(2.0 * PI * run) * fades * high * (0.05 + 0.13 * shoals);
    float behind0 = fract(run); // position relative to the crest, as a fraction of the wavelength
    float breaks = high * (1.0 - smoothstep(6.0 + 30.0 * high, 16.0 + 62.0 * high, off));
    float spent = mix(0.3, max(exp2(-5.0 * behind0), smoothstep(1.0 - max(wide, 0.05), 1.0, behind0)), fades);

#ifndef DRAFT
    float fine = anisotropicNoise(place, 1.7).b - 0.5;
#endif

    // Waves run up the beach in lobes and flow back. Their reach and their period, 15 s, were
    // chosen by eye.
    vec4 dune = noiseAt(place, 70.0);
    float beat = 0.43 * t + 21.0 * bend + 9.0 * (dune.a - 0.5);
    float edge = off - 1.5 - 2.4 * sin(beat) - 9.0 * (dune.a - 0.5);
    float sea = smoothstep(-0.25, 0.25, edge);

    vec2 slope = rippleSlope(place, coastRipples) * smoothstep(-1.0, 9.0, edge) + seaward * steep;
#ifdef DRAFT
    vec3 m = mirrorDirection(d, slope);
    float turned = 0.0;
#else
    // Between the groups, smaller waves are visible. They travel with the wind, in another
    // direction.
    vec2 across = vec2(0.85 * seaward.x - 0.53 * seaward.y, 0.85 * seaward.y + 0.53 * seaward.x);
    // The length, speed and steepness of these waves were chosen by eye.
    float chop = dot(place, across) / 15.0 + 1.3 * (group.a - 0.5) + 2.1 * bend + 0.3 * t;
    slope += across * (0.09 * (1.0 - 0.7 * high) * smoothstep(0.0, 40.0, off) * (1.0 - smoothstep(0.15, 0.5, fwidth(chop))) * sin(2.0 * PI * chop));
    vec3 m = mirrorDirection(d, slope);
    // If single waves are too fine to be visible, the eye mainly sees the sides that face it. These
    // sides reflect a higher part of the sky, and in gusts an even higher part.
    vec2 gust = noiseAt(place + 2.0 * t * broadWind, 900.0).ba;
    // The mean slope of the visible sides, 0.10 to 0.26, was chosen by eye.
    float rough = smoothstep(20.0, 900.0, distance) * smoothstep(0.0, 12.0, edge);
    float turned = rough * (0.10 + 0.16 * smoothstep(0.36, 0.62, gust.y) + 0.10 * (gust.x - 0.5));
    m = normalize(m + vec3(0.0, 2.0 * turned, 0.0));
#endif
    vec3 mirror = mirroredSky(m, world);
    // Colours and depths of light in shallow water were chosen by eye.
    vec3 day = sunDirection.y * sun.rgb / PI + skylight.rgb;
    float shallow = exp(-max(off, 0.0) / 22.0), thin = breaks * smoothstep(0.55, 0.98, behind0) * fades;
    vec3 under = mix(mix(seaDeep, vec3(0.05, 0.085, 0.07), shallow), vec3(0.04, 0.12, 0.11), 0.7 * thin);
    vec3 light = seaLight(d, slope, turned, mirror, under * day) + glitter(d, slope, 0.075 + 0.3 * turned);

    // Foam is dense in a breaking wave. Behind the wave, it forms a net with widening meshes.
    // Scales, meshes and brightness of the foam were chosen by eye.
    float net = 0.6 * noiseAt(place + 0.8 * t * seaward, 17.0).a + 0.4 * noiseAt(noiseRotation * place, 31.0).b - 0.5;
    float residue = 0.5 * (1.0 - smoothstep(4.0, 60.0, off)) * smoothstep(0.42, 0.66, dune.a + 0.5 * bend);
    float wash = (1.0 - smoothstep(0.0, 3.0 + 14.0 * high, edge)) * (0.75 + 0.25 * sin(beat + 1.0));
    float foamAmount = max(max(breaks * spent, 0.8 * wash), residue * (0.3 + 0.7 * spent));
    foamAmount = clamp(foamAmount + 1.7 * net * smoothstep(0.0, 0.3, foamAmount), 0.0, 1.0);
#ifdef DRAFT
    float foam = smoothstep(0.3, 0.6, foamAmount);
#else
    vec2 meshes = (place + 0.8 * t * seaward) / 1.3 + 2.4 * vec2(net, fine);
    float seen = 1.0 - smoothstep(0.12, 0.7, fwidth(place.x) + fwidth(place.y));
    float foam = 0.9 * foamAmount * foamAmount;
    if (foamAmount * seen > 0.0) {
        float strand = 1.05 * foamAmount * foamAmount + 0.16 * foamAmount;
        foam = mix(foam, smoothstep(-0.03, 0.10, strand - foamNet(meshes)) * smoothstep(0.0, 0.25, foamAmount), seen);
    }
#endif
    float rim = 0.12 + 1.3 * smoothstep(-0.05, 0.10, net);
    foam = max(foam, (0.25 + 0.6 * wash) * (1.0 - smoothstep(0.4 * rim, rim, abs(edge - 0.3))));
    light = mix(light, (0.55 + 0.25 * foamAmount + 0.3 * net) * day, foam);

    // Wet sand reflects the sky. The widths of the wet strips, the colour of the sand and the
    // distance of the wind ripples, 11 cm, were chosen by eye.
    float wet = smoothstep(-15.0, -2.0, edge + 9.0 * (dune.a - 0.5)), film = smoothstep(-7.5, -0.5, edge + 5.0 * sin(beat));
#ifdef DRAFT
    float lit0 = 1.0, ripple = 1.0;
#else
    // The wind and the sea shape the relief of the sand.
    tufts += 0.7 * fine;
    vec2 lie = (noiseAt(noiseRotation * place, 120.0).rg - level) * noiseRotation + 0.6 * (dune.rg - level);
    float lit0 = clamp(1.0 - (1.0 - 0.8 * wet) * dot(lie, sunDirection.xz) + 0.8 * reliefShading(place, 3.1, 0.06), 0.4, 1.8);
    float crests = dot(place, vec2(0.83, 0.56)) / 0.11 + 9.0 * noiseAt(place, 13.0).a;
    float ripple = 1.0 + 0.16 * (1.0 - wet) * sin(2.0 * PI * crests) * (1.0 - smoothstep(0.15, 0.5, fwidth(crests)));
#endif
    vec3 sand = vec3(0.30, 0.235, 0.16) * (0.8 + 0.4 * tufts) * (0.8 + 0.4 * dune.a) * ripple;
    // Seaweed lies where the highest waves end.
    float line = off + 13.0 + 16.0 * (dune.a - 0.5);
    float wrack = (1.0 - smoothstep(0.0, 1.6, abs(line))) * smoothstep(0.42, 0.6, tufts) * 0.7;
    sand = mix(sand, ground.rgb * vec3(0.6, 0.4, 0.7), wrack);
    vec3 dry = sunDirection.y * sun.rgb * lit0 / PI + skylight.rgb;
    vec3 beach = sand * mix(1.0, 0.42, wet) * dry;
    beach = mix(beach, mirror, max(wet * fresnel(max(-d.y, 0.0)), film * fresnel(max(0.8 * -d.y, 0.0)) + 0.06 * film));
    // The colours of the grass were chosen by eye.
    float grown = grassAt(place, off, tufts);
    float broad = patchesAt(place, 210.0);
    vec3 grass = ground.rgb * mix(vec3(2.1, 1.45, 2.2), vec3(1.0, 0.95, 1.0), smoothstep(0.40, 0.60, broad)) * (0.35 + 1.3 * tufts);
    vec3 shore = mix(beach, grass * (sunny * lit0 + skylight.rgb), grown);
    // The distance of the horizon is the square root of the earth's diameter times the eye's height.
    writeLand(mix(shore, light, sea), hazeDistance(distance, min(3570.0 * sqrt(max(eye.y, 1.0)), 11000.0)));
}
