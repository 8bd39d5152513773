const float tall = 4.5; // height of hedges, m

// Returns the fraction of the ground that a hedge covers. edge is the distance from the edge of the
// plot, in units of plotMap. Width and raggedness were chosen by eye.
float hedge(float edge, float tufts) { return 1.0 - smoothstep(0.035, 0.075, edge - 0.09 * (tufts - 0.42)); }

// Returns a positive number at places with trees. Most trees stand along hedges. Their number was
// chosen by eye.
float tree(vec2 place, float edge) {
    return noiseAt(noiseRotation * place, 420.0).b - 0.86 + 0.27 * (1.0 - smoothstep(0.03, 0.17, edge));
}
