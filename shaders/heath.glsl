// How much of a place stones cover.
float stonesAt(vec2 place) { return smoothstep(0.40, 0.46, noiseAt(place, 47.0).b * noiseAt(noiseRotation * place, 310.0).a); }

// How low the ground lies between its rises, about 0.5.
float lowAt(vec2 place) { return 0.65 * noiseAt(noiseRotation * place, 1419.0).a + 0.35 * noiseAt(place, 330.0).a; }

// How much of it snow covers: what the wind has blown into hollows, here wide ones, there small.
float snowAt(vec2 place, float tufts) {
    float hollow = lowAt(place) + 0.55 * (noiseAt(vec2(0.5, 1.0) * (noiseRotation * place), 190.0).a - 0.5) + 0.12 * (tufts - 0.5);
    return smoothstep(0.60, 0.69, hollow + 0.25 * (noiseAt(place, 5200.0).a - 0.5));
}
