#include "town.glsl"
// Returns a positive number on land and a negative number on water. Lawns begin slightly further
// inland. Sizes of the water, of lawns and of groves were chosen by eye.
float bankAt(vec2 place) {
    float islands = noiseAt(place, 900.0).a + 0.6 * (noiseAt(noiseRotation * place, 3300.0).a - 0.5) - 0.60;
    return max(islands, 0.0008 * townAt(place));
}

float lawnAt(float bank) { return smoothstep(0.012, 0.016, bank); }

// Returns a value with mean 0 that is greatest inside a grove.
float grove(vec2 place) { return 0.4 * (noiseAt(place, 170.0).a - 0.5); }

// Returns a positive number at places with trees.
float treeAt(vec2 place, float grove) { return noiseAt(noiseRotation * place, 420.0).b + grove - 0.56; }
