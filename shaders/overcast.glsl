// An overcast sky: hanging rolls of cloud, seen from below. The clouds of a thunderstorm are lower
// and ragged, with rain in the distance.

// Returns the fraction of light that curtains of rain let through in unit direction d. The curtains
// are in the distance below the thickest clouds, and lean with the wind. Distances, scales and
// strength of the curtains were chosen by eye.
float rainCurtains(vec3 d, float base, float storm) {
    vec2 level = normalize(d.xz);
    float transmittance = 1.0;
    int curtains = storm > 0.0 && d.y < 0.2 ? 2 : 0; // a loop instead of a branch, because a software driver executes both sides of a branch
    for (int k = 0; k < curtains; k++) {
        float far = 4200.0 + 5000.0 * float(k), up = far * d.y + eye.y;
        vec2 place = eye.xz + level * far;
        float amount = textureLod(cloudMap, 0.55 * cumulusUV(place) + vec2(0.13, 0.37 * float(k)), 0.0).b;
        vec2 along = cumulusUV(place + 0.35 * (base - up) * vec2(0.9, 0.43));
        float streak = textureLod(cloudMap, 0.6 * along, 1.5).r + 0.4 * textureLod(cloudMap, 2.0 * along, 2.5).r - 0.7;
        float thick = smoothstep(0.48, 0.7, amount + 0.1 * streak) * (1.0 - smoothstep(0.6 * base, 1.2 * base, up));
        transmittance *= 1.0 - (0.75 - 0.25 * float(k)) * thick * (0.8 + 0.8 * streak) * smoothstep(0.003, 0.02, d.y);
    }
    return transmittance;
}

// Returns the light of the overcast sky in unit direction d. The heights, 900 m and 550 m, are
// usual for stratocumulus and for the base of a thunderstorm. All other numbers were chosen by eye.
vec3 overcastSky(vec3 d) {
    if (d.y < 0.003) return sky(d);
    float storm = storminess(), base = mix(cumulusBase, 550.0, storm), relief = mix(160.0, 260.0, storm);
    float far = distanceToDeck(d, base), lod = mipLevel(far * eye.w * inversesqrt(d.y), LOW_TILE), n = 0.5;
    float lean = min(4.0 * d.y, 1.0);
    for (int k = 0; k < 2; k++) { // iterate to the intersection of the ray with the hanging rolls
        vec2 about = eye.xz + d.xz * far;
        n = textureLod(cloudMap, ROLL_SCALE * cumulusUV(about), lod).a;
        far = distanceToDeck(d, base + relief * (0.5 - n) * lean);
    }
    vec2 at = cumulusUV(eye.xz + d.xz * far);
    n = coverRelief(at, lod);
    // Lower clouds hide more of the sky below their edge.
    float shift = storm * 0.12 * (n - 0.45) * exp2(-d.y * 14.0);
    vec3 c = sky(normalize(vec3(d.x, max(d.y + shift, 0.003), d.z))) * coverBrightness(at, n, far, lod);
    c *= 1.0 - 0.35 * storm * smoothstep(0.03, 0.16, d.y + shift);
    // Add the ragged clouds below, and the rain.
    for (int k = 0; k < (storm > 0.0 ? 1 : 0); k++) {
        float torn = textureLod(cloudMap, 1.6 * cumulusUV(eye.xz + d.xz * distanceToDeck(d, 400.0)), lod + 1.0).r - 0.5;
        c *= 1.0 - 0.3 * storm * smoothstep(0.1, 0.35, torn) * exp2(-far / 9000.0);
    }
    return mix(0.3 * sky(vec3(d.x, 0.04, d.z)), c, mix(1.0, rainCurtains(d, base, storm), storm));
}
