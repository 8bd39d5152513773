// Returns the light from behind that feathers transmit. Reflected light crosses the pigment twice,
// in and out, and the fraction ownColour remains. Transmitted light crosses the pigment once, so
// the square root of ownColour remains. The factor 0.2 was chosen by eye.
vec3 featherTransmission(vec3 ownColour, float through, vec3 behind) { return 0.2 * through * sqrt(ownColour) * behind; }
