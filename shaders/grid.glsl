// The sky and the ground are drawn as grids around the eye, seen from it as
// slices of azimuth, so that what varies slowly is worked out at few vertices.
const int slices = 108;
const ivec2 corners[6] = ivec2[](
    ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 0), ivec2(1, 1), ivec2(0, 1));

// Slice and row of this vertex, whole numbers.
ivec2 gridPoint() {
    int cell = gl_VertexID / 6;
    return ivec2(cell % slices, cell / slices) + corners[gl_VertexID % 6];
}

// Unit direction on the horizon of a slice; the slices are narrow towards the
// sun, where the sky varies most.
vec2 azimuth(int slice) {
    float s = 2.0 * float(slice % slices) / float(slices) - 1.0;
    float angle = PI * s * pow(abs(s), 0.3);
    vec2 toSun = sunFlat.xy;
    return toSun * cos(angle) + vec2(-toSun.y, toSun.x) * sin(angle);
}
