// Land is where this is above 0, and lawn a little further in.
float bankAt(vec2 place) {
    return noiseAt(place, 900.0).a + 0.6 * (noiseAt(noiseRotation * place, 3300.0).a - 0.5) - 0.60;
}

float lawnAt(float bank) { return smoothstep(0.012, 0.016, bank); }

// Where on it groves are, and trees of them, where this is above 0.
float grove(vec2 place) { return 0.4 * (noiseAt(place, 170.0).a - 0.5); }

float treeAt(vec2 place, float grove) { return noiseAt(noiseRotation * place, 420.0).b + grove - 0.56; }
