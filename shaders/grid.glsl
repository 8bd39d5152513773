// The sky and the ground are grids around the eye, divided into slices of azimuth. Values that vary
// slowly are computed only at the vertices.

// Returns the slice and the row of this vertex.
ivec2 gridPoint() {
    return ivec2(gl_VertexID % AZIMUTHS, gl_VertexID / AZIMUTHS);
}

// Returns the unit direction of a slice on the horizon. The slices are narrow towards the sun,
// where the sky varies most.
vec2 azimuth(int slice) {
    float s = 2.0 * float(slice % AZIMUTHS) / float(AZIMUTHS) - 1.0;
    // The power was found by trial.
    float angle = PI * s * pow(abs(s), 0.3);
    vec2 toSun = sunAzimuth.xy;
    return toSun * cos(angle) + vec2(-toSun.y, toSun.x) * sin(angle);
}
