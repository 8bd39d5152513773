#version 410 core
#include "land.glsl"
#include "plots.glsl"
#include "hedges.glsl"

// Returns the colour of a crop relative to the ground. The colours and their frequencies were
// chosen by eye.
vec3 crop(float kind) {
    vec3 c = mix(vec3(3.5, 2.15, 3.1), vec3(1.25, 1.22, 1.15), smoothstep(0.22, 0.3, kind)); // stubble, grass
    c = mix(c, vec3(0.80, 1.08, 1.0), smoothstep(0.46, 0.54, kind));
    c = mix(c, vec3(2.5, 1.65, 1.8), smoothstep(0.64, 0.7, kind));
    c = mix(c, vec3(2.0, 1.08, 2.5), smoothstep(0.80, 0.84, kind)); // bare earth
    return mix(c, vec3(4.4, 2.9, 1.0), smoothstep(0.92, 0.95, kind));
}

// Draws fields with hedges, trees and lanes. Rows are 0.9 m apart and wheel tracks every 24 rows;
// all other numbers were chosen by eye.
void main() {
    vec3 fromEye = vec3(offset.x, -eye.y, offset.y);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec2 place = eye.xz + offset + landOffset.xy;
    vec2 at = plotCoordinates(place);
    vec4 plot = plotAt(at);
    float tufts = tuftsAt(place);

    vec2 back = d.xz / min(d.y, -1e-4);
    back *= min(tall, 26.0 * inversesqrt(max(dot(back, back), 1e-8)));
    float halfway = plotAt(at + 0.5 * back).g, over = plotAt(at + back).g;
    vec2 sunwards = sunDirection.xz / max(sunDirection.y, 0.08) * tall;
    float shadow = hedge(plotAt(at + 0.6 * sunwards).g, 0.5);
    float foot = tree(place + 0.3 * back, halfway), boughs = tree(place + 0.9 * back, over), crowns = tree(place + 1.7 * back, over);
    float dark = smoothstep(-0.02, 0.05, tree(place + 1.2 * sunwards, plot.g));

    // Furrows are drawn if they are wider than a pixel, but not on grass.
    vec2 way = 2.0 * plot.ba - 1.0;
    float row = dot(place, vec2(-way.y, way.x)) / 0.9;
    float wide = fwidth(row), seen = 1.0 - smoothstep(0.2, 0.55, wide);
    float tracks = smoothstep(0.9, 0.98, cos(2.0 * PI * row / 24.0)) * (1.0 - smoothstep(0.1, 0.5, wide / 8.0));
    float ploughed = 1.0 - 0.85 * smoothstep(0.24, 0.3, plot.r) * (1.0 - smoothstep(0.46, 0.54, plot.r));
    float broad = patchesAt(place, 260.0);
    seen *= ploughed * smoothstep(0.08, 0.12, plot.g);
#ifdef DRAFT
    float furrows = 1.0 + 0.2 * seen * sin(2.0 * PI * row);
    vec3 lit0 = sunny;
#else
    // The crop hides the furrows in some places. Rows are never exactly straight.
    float fine = anisotropicNoise(place, 2.3).b - 0.5;
    vec4 thin = noiseAt(place, 37.0);
    float crooked = row + 0.5 * (thin.a - 0.5) + 0.35 * fine;
    float furrows = 1.0 + (0.06 + 0.5 * clamp(thin.a - 0.3, 0.0, 0.5)) * seen * sin(2.0 * PI * crooked);
    tufts += (0.7 + 0.3 * ploughed) * fine;
    float lean = reliefShading(place, 9.0, 0.25) + 0.7 * reliefShading(place, 2.7, 0.07);
    vec3 lit0 = sunny * clamp(1.0 + 1.3 * lean, 0.4, 1.8);
    // Soil is wet and dry in parts of a field.
    furrows *= 1.0 + 0.5 * (noiseAt(noiseRotation * place, 150.0).a - 0.5);
    // Grass is mown in alternating swaths.
    float swath = row / 13.0 + 0.25 * (thin.a - 0.5);
    furrows *= 1.0 + 0.16 * (1.0 - ploughed) * (1.0 - smoothstep(0.15, 0.5, fwidth(swath))) * clamp(3.0 * sin(2.0 * PI * swath), -1.0, 1.0);
#endif

    vec3 ownColour = crop(plot.r);
#ifndef DRAFT
    ownColour *= 1.0 + 0.14 * sin(34.0 * plot.r + vec3(0.0, 0.6, 2.0)); // the colours of fields differ slightly
#endif
    vec3 albedo = ground.rgb * ownColour * furrows * (0.7 + 0.6 * tufts) * (0.72 + 0.56 * broad) * (1.0 - 0.3 * ploughed * tracks);
#ifndef DRAFT
    // A field has a strip of grass around it. Lanes of gravel have grass between the wheel tracks.
    albedo = mix(albedo, ground.rgb * vec3(1.2, 1.3, 1.1) * (0.5 + tufts), ploughed * (1.0 - smoothstep(0.085, 0.125, plot.g + 0.03 * (tufts - 0.5))));
    float lane = laneDistance(place), pixel = max(fwidth(place.x) + fwidth(place.y), 1e-3);
    float verge = 1.0 - smoothstep(LANE + 0.2, LANE + 1.6, lane + 1.5 * (tufts - 0.5)), wheels = abs(abs(lane) - 0.85) - 0.45;
    albedo = mix(albedo, ground.rgb * vec3(1.3, 1.25, 1.1) * (0.4 + 1.1 * tufts), 0.9 * verge);
    vec3 gravel = vec3(0.21, 0.185, 0.15) * (0.6 + 0.8 * tufts);
    albedo = mix(albedo, gravel, mix(1.0 - smoothstep(-0.12, 0.12, wheels + 0.5 * (tufts - 0.5)), 0.8 - 0.8 * smoothstep(LANE - 0.5 * pixel, LANE + 0.5 * pixel, lane), smoothstep(0.2, 0.8, pixel)));
#endif
    // Only a draft paints nearby trees here. Otherwise they are drawn as plants.
#ifdef DRAFT
    const float painted = 1.0;
#else
    float painted = smoothstep(300.0, 750.0, distance);
#endif
#ifdef DRAFT
    const float hedged = 1.0;
#else
    float hedged = smoothstep(LANE, LANE + 1.0, lane); // 0 on lanes, which interrupt hedges
#endif
    float open = 1.0 - 0.8 * max(shadow, 0.8 * painted * dark);
    vec3 light = albedo * (lit0 * open + skylight.rgb);
    vec3 leaves = ground.rgb * vec3(1.05, 1.08, 1.1);
    vec3 lit = leaves * (0.7 * sunny + skylight.rgb) * (0.2 + 1.3 * tufts);
    light = mix(light, 0.5 * lit, hedged * hedge(plot.g, tufts));
    light = mix(light, 0.4 * lit, painted * smoothstep(0.0, 0.03, foot));
    light = mix(light, 0.65 * lit, hedged * hedge(halfway, tufts));
    light = mix(light, lit, hedged * hedge(over, tufts));
    light = mix(light, 0.55 * lit, painted * smoothstep(0.0, 0.03, boughs));
    light = mix(light, lit * (0.7 + 8.0 * clamp(crowns, 0.0, 0.1)), painted * smoothstep(0.0, 0.03, crowns));
    writeLand(light, hazeDistance(distance, 9000.0));
}
