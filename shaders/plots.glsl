// Plots of land. r: what grows there; g: how far it is to the edge, 1 for 42 m; ba: the
// way it is ploughed.
uniform sampler2D plotMap;

const float plotTile = 1100.0; // m

vec2 plotCoordinates(vec2 place) { return place + 60.0 * (noiseAt(place, 2900.0).ab - 0.5); }

vec4 plotAt(vec2 bent) { return texture(plotMap, bent / plotTile); }

const float LANE = 1.7; // half as wide as lanes are, m

// How far it is from a place to the middle of a lane, m.
float laneDistance(vec2 place) {
    vec2 winding = place + vec2(260.0, -190.0) * (noiseAt(place, 9000.0).a - 0.5);
    vec2 off = abs(fract(winding / vec2(530.0, 870.0) + vec2(0.37, 0.71)) - 0.5) * vec2(530.0, 870.0);
    return min(off.x, off.y);
}
