// Where the sea is: unit x and z.
vec2 seaward() { return vec2(sin(landAt.w), -cos(landAt.w)); }
