// Plots of land. r: what grows there; g: how far it is to the edge, 1 for 42 m; ba: the
// way it is ploughed.
uniform sampler2D plotMap;

const float plotTile = 1100.0; // m

vec2 bent(vec2 place) { return place + 60.0 * (noiseAt(place, 2900.0).ab - 0.5); }

vec4 plotAt(vec2 bent) { return texture(plotMap, bent / plotTile); }
