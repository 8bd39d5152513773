#version 410 core
#include "scene.glsl"
#include "grid.glsl"
#include "groundlight.glsl"

out vec2 offset;   // horizontal vector from the eye to the place, m
out vec3 hazeColour;
out vec3 sunlit;  // sunlight on plants, divided by pi

// The distance between rows grows in proportion to the width of the slices, so that values that
// depend on the azimuth are interpolated correctly. The last row is far beyond the haze. The
// distance of the first row is 2 m. The distance of each further row is 1.6 times that of the
// previous row. Both numbers were found by trial.
float rowDistance(int row) { return row == 0 ? 0.0 : 2.0 * pow(1.6, float(row - 1)); }

void main() {
    ivec2 at = gridPoint();
    offset = azimuth(at.x) * rowDistance(at.y);
    vec3 place = vec3(eye.x + offset.x, 0.0, eye.z + offset.y);
    vec3 d = normalize(place - eye.xyz);
    hazeColour = farHaze(d);
    sunlit = cornerSun(d, place);
    gl_Position = viewProjection * vec4(place, 1.0);
}
