// How much of a place stones cover.
float stonesAt(vec2 place) { return smoothstep(0.40, 0.46, noiseAt(place, 47.0).b * noiseAt(aslant * place, 310.0).a); }

// How much of it snow covers.
float snowAt(vec2 place, float tufts) {
    float hollow = noiseAt(aslant * place, 520.0).a + 0.16 * (tufts - 0.5) + 0.22 * (noiseAt(place, 2100.0).a - 0.5);
    return smoothstep(0.635, 0.675, hollow);
}
