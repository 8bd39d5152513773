#include "shore.glsl"

// Returns the distance of a place from the shore, m; negative on land. world is the position of the
// place in the world, and place is its position in the noise. The scales and heights of the noise
// were chosen by eye.
float distanceOffshore(vec2 world, vec2 place) {
    return dot(world, seaDirection()) - bay(world) - 12.0 + 60.0 * (noiseAt(place, 4100.0).a - 0.5) + 14.0 * (noiseAt(noiseRotation * place, 330.0).a - 0.5);
}

// Returns the fraction of the ground that grass covers at a place behind the beach. The width of
// the beach was chosen by eye.
float grassAt(vec2 place, float off, float tufts) {
    return smoothstep(0.0, 14.0, -off - 22.0 + 30.0 * (tufts - 0.5) + 26.0 * (noiseAt(noiseRotation * place, 90.0).a - 0.5));
}
