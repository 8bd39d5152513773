// The sky and the ground are drawn as grids around the eye, seen from it as
// slices of azimuth, so that what varies slowly is worked out at few vertices.
// Slice and row of this vertex, whole numbers.
ivec2 gridPoint() {
    return ivec2(gl_VertexID % AZIMUTHS, gl_VertexID / AZIMUTHS);
}

// Unit direction on the horizon of a slice; the slices are narrow towards the
// sun, where the sky varies most.
vec2 azimuth(int slice) {
    float s = 2.0 * float(slice % AZIMUTHS) / float(AZIMUTHS) - 1.0;
    float angle = PI * s * pow(abs(s), 0.3);
    vec2 toSun = sunAzimuth.xy;
    return toSun * cos(angle) + vec2(-toSun.y, toSun.x) * sin(angle);
}
