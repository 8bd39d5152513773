// Where the sea is: unit x and z.
vec2 seaDirection() { return vec2(sin(landOffset.w), -cos(landOffset.w)); }

// How much further out the shore is at a place than in the middle of its bay, m: it goes
// round, and then straight on to both sides.
float bay(vec2 world) {
    vec2 out0 = seaDirection();
    float along = max(abs(dot(world, vec2(-out0.y, out0.x))) - 150.0, 0.0);
    return 0.0015 * along * along / (1.0 + along / 700.0);
}
