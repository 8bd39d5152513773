// Albedo of the deep water of each land: brown in the marsh, blue-green in the sea, dark in the
// city. The values were chosen by eye.
vec3 marshDeep() { return ground.rgb * vec3(0.12, 0.16, 0.5); }
const vec3 seaDeep = vec3(0.006, 0.022, 0.030), cityDeep = vec3(0.008, 0.014, 0.016);
