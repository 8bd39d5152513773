const float tall = 4.5; // of hedges, m

// How much of a place a hedge covers that is so far from the edge of a plot.
float hedge(float edge, float tufts) { return 1.0 - smoothstep(0.035, 0.075, edge - 0.09 * (tufts - 0.42)); }

// Trees stand where this is above 0, most along hedges.
float tree(vec2 place, float edge) {
    return noiseAt(noiseRotation * place, 420.0).b - 0.86 + 0.27 * (1.0 - smoothstep(0.03, 0.17, edge));
}
