// Returns the unit direction towards the sea, x and z.
vec2 seaDirection() { return vec2(sin(landOffset.w), -cos(landOffset.w)); }

// Returns how much further out the shore is at a place than in the middle of the bay, m. The shore
// is curved in the bay and straight on both sides of it. The radius of the bay and the width of its
// opening were chosen by eye.
float bay(vec2 world) {
    vec2 seaward = seaDirection();
    float along = max(abs(dot(world, vec2(-seaward.y, seaward.x))) - 150.0, 0.0);
    return 0.0015 * along * along / (1.0 + along / 700.0);
}
