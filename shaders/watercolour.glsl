// What comes out of each land's water where it is deep, of the light that goes in: its albedo.
vec3 marshDeep() { return ground.rgb * vec3(0.12, 0.16, 0.5); }
const vec3 seaDeep = vec3(0.006, 0.022, 0.030), cityDeep = vec3(0.008, 0.014, 0.016);
