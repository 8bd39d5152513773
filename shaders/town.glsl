// The streets of the town beside the river form a grid, rotated by noiseRotation. All numbers were
// chosen by eye. engine/render/land/town.go has the same numbers.
const vec2 block = vec2(92.0, 66.0); // distances between the middles of streets, m
const float streetHalf = 7.0;        // half the width of a street, m
const float quayWidth = 42.0;        // width of the banks between water and town, m

// Returns how far a place is inside the town, m. It is negative on the river and on the lake around the
// origin. place is the place in the noise.
float townAt(vec2 place) {
    vec2 world = place - landOffset.xy, at = noiseRotation * world;
    float river = abs(at.y + 110.0 * sin(at.x / 370.0)) - 85.0;
    return min(length(world) - 215.0, river) + 70.0 * (noiseAt(noiseRotation * place, 2600.0).a - 0.5);
}

// Returns how far a place in the grid of streets is inside a block, m; negative on streets.
float insideBlock(vec2 at) {
    vec2 side = 0.5 * block - streetHalf - abs(fract(at / block) - 0.5) * block;
    return min(side.x, side.y);
}
