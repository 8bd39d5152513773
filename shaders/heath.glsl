// Returns the fraction of the ground that stones cover. The sizes and amounts of stones, hollows
// and snow were chosen by eye.
float stonesAt(vec2 place) { return smoothstep(0.40, 0.46, noiseAt(place, 47.0).b * noiseAt(noiseRotation * place, 310.0).a); }

// Returns a value that is high where the ground is low. Its mean is 0.5.
float lowAt(vec2 place) { return 0.65 * noiseAt(noiseRotation * place, 1419.0).a + 0.35 * noiseAt(place, 330.0).a; }

// Returns the fraction of the ground that snow covers. Snow lies in wide and small hollows.
float snowAt(vec2 place, float tufts) {
    float hollow = lowAt(place) + 0.55 * (noiseAt(vec2(0.5, 1.0) * (noiseRotation * place), 190.0).a - 0.5) + 0.12 * (tufts - 0.5);
    return smoothstep(0.60, 0.69, hollow + 0.25 * (noiseAt(place, 5200.0).a - 0.5));
}
