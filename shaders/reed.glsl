const float tall = 2.1; // of reed, m

// Of the largest patches of reed.
float reedFar(vec2 place) { return 0.75 * noiseAt(noiseRotation * place, 2750.0).a - 0.91; }

// Reed stands where this is above 0. far is of the largest patches.
float reed(vec2 place, float far) { return noiseAt(place, 410.0).a + far; }
