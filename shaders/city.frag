#version 410 core
#include "land.glsl"
#include "water.glsl"
#include "banks.glsl"

// A wide water before the skyline, and parks on its banks.
void main() {
    vec3 fromEye = vec3(away.x, -eye.y, away.y);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec2 place = eye.xz + away + landAt.xy;
    float tufts = tuftsAt(place);
    float late = 1.0 - smoothstep(0.02, 0.22, sunPlace.y);

    vec2 slope = waves(place, cityRipples);
    vec3 day = sunDirection.y * sun.rgb / PI + skylight.rgb;
    vec3 light = waterLight(d, slope, mirroredSky(mirrorOf(d, slope)), vec3(0.008, 0.014, 0.016) * day) + glitter(d, slope, 0.05);

    float bank = bankAt(place);
    float quay = smoothstep(0.0, 0.004, bank);
    float lawn = lawnAt(bank);
    vec2 back = d.xz / min(d.y, -1e-4);
    back *= min(7.0, 20.0 * inversesqrt(max(dot(back, back), 1e-8)));
    float grown = grove(place);
    float foot = treeAt(place, grown), crowns = treeAt(place + back, grown);
    vec3 grass = ground.rgb * (0.6 + 0.7 * tufts) * (sunny + skylight.rgb);
    vec3 leaves = ground.rgb * vec3(0.55, 0.62, 0.7) * (0.2 + 1.3 * tufts) * (0.7 * sunny + skylight.rgb);
    vec3 shore = mix(vec3(0.13, 0.12, 0.11) * (0.8 + 0.4 * tufts) * day, grass, lawn);
    shore = mix(shore, 0.35 * leaves, lawn * smoothstep(0.0, 0.03, foot));
    shore = mix(shore, leaves, smoothstep(0.012, 0.03, bank) * smoothstep(0.0, 0.03, crowns));

    // Lamps along the quay, and what the water mirrors of them.
    vec2 post = fract(place / 21.0) - 0.5;
    float near = exp2(-dot(post, post) * 50.0) * (1.0 - smoothstep(0.0, 0.03, abs(bank - 0.004)));
    float lamps = mix(near, 0.06 * (1.0 - smoothstep(0.0, 0.03, abs(bank))), smoothstep(0.05, 0.3, fwidth(place.x) / 21.0 + fwidth(place.y) / 21.0));
    light = mix(light, shore, quay) + late * lamps * vec3(1.0, 0.55, 0.2) * 0.5 / max(sun.w, 0.2);
    show(light, distance);
}
