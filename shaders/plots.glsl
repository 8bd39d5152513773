// Plots of land. r: crop; g: distance to the edge, 1 for 42 m; ba: direction of ploughing.
uniform sampler2D plotMap;

const float plotTile = 1100.0; // period of the map, m

// The bends of plots and lanes, and the lengths of the map and of the net of lanes, were chosen by
// eye.
vec2 plotCoordinates(vec2 place) { return place + 60.0 * (noiseAt(place, 2900.0).ab - 0.5); }

vec4 plotAt(vec2 bent) { return texture(plotMap, bent / plotTile); }

const float LANE = 1.7; // half of the width of lanes, m

// Returns the distance of a place from the middle of the nearest lane, m.
float laneDistance(vec2 place) {
    vec2 winding = place + vec2(260.0, -190.0) * (noiseAt(place, 9000.0).a - 0.5);
    vec2 off = abs(fract(winding / vec2(530.0, 870.0) + vec2(0.37, 0.71)) - 0.5) * vec2(530.0, 870.0);
    return min(off.x, off.y);
}
