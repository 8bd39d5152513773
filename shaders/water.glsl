// Share of light that water mirrors which is seen at such a cosine (Schlick, n = 1.33).
float mirrored(float cosine) {
    float x = 1.0 - cosine, x2 = x * x;
    return 0.0201 + 0.9799 * x2 * x2 * x;
}

const float level = float(LEVEL_SLOPE) / 255.0; // of a slope in the noise

// Slopes of waves as steep as that, which the wind moves; 0 where they are finer than a pixel.
vec2 waves(vec2 place, float tile, float steep) {
    float t = landAt.z;
    vec2 fine = noiseAt(place + t * vec2(0.7, 0.4), tile).rg - level;
    vec2 broad = (noiseAt(aslant * place - t * vec2(0.5, -0.9), 5.7 * tile).rg - level) * aslant;
    return steep * (fine + broad);
}

// The sun in waves that are too fine to be seen, of slopes as usual as that: of all of
// them the share that sends it here (C. Cox and W. Munk, J. Opt. Soc. Am. 44: 838, 1954).
vec3 glitter(vec3 d, vec2 slope, float usual) {
    vec3 h = normalize(sunDirection.xyz - d);
    vec2 off = -h.xz / max(h.y, 0.05) - slope;
    float share = exp(-0.5 * dot(off, off) / (usual * usual)) / (2.0 * PI * usual * usual);
    float facing = max(dot(h, -d), 0.0), up = h.y * h.y;
    return sun.rgb * min(mirrored(facing) * share / (4.0 * max(-d.y, 0.04) * up * up), 30.0);
}

// Sky that water mirrors.
// A draft does without its map.
#ifdef DRAFT
vec3 mirroredSky(vec3 m) { return haze(m); }
#else
vec3 mirroredSky(vec3 m) { return sky(m); }
#endif

// What water sends in unit direction -d that is level but for such slopes, where it
// mirrors the sky, and that much comes out of it.
vec3 waterLight(vec3 d, vec2 slope, vec3 mirror, vec3 under) {
    vec3 n = normalize(vec3(-slope.x, 1.0, -slope.y));
    return mix(under, mirror, mirrored(max(dot(n, -d), 0.0)));
}

// The direction that is mirrored, which no water hides.
vec3 mirrorOf(vec3 d, vec2 slope) {
    vec3 m = reflect(d, normalize(vec3(-slope.x, 1.0, -slope.y)));
    return normalize(vec3(m.x, abs(m.y), m.z));
}
