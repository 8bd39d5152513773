// Common reed, Phragmites australis, is 1 to 4 m high.
const float tall = 2.1; // height of reed, m

// Returns the part of reed() that comes from the largest patches. The sizes and weights of the
// patches were chosen by eye.
float reedFar(vec2 place) { return 0.75 * noiseAt(noiseRotation * place, 2750.0).a - 0.91; }

// Returns a positive number at places with reed. far is the result of reedFar.
float reed(vec2 place, float far) { return noiseAt(place, 410.0).a + far; }
