// Returns the part of the light behind feathers that passes through them. Reflected light passes
// the pigment twice, in and out, and its share is ownColour. Transmitted light passes the pigment
// once, so its share is the square root of ownColour. The share, 0.2, is a matter of taste.
vec3 featherTransmission(vec3 ownColour, float through, vec3 behind) { return 0.2 * through * sqrt(ownColour) * behind; }
