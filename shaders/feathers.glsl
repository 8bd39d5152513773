// Light that comes through feathers of colour own, where so much does, of the light behind
// them: it passes their pigment once, and light that they send back twice, in and out. Of
// that the share is own, and so the root of it of the other.
vec3 featherTransmission(vec3 ownColour, float through, vec3 behind) { return 0.2 * through * sqrt(ownColour) * behind; }
