#version 410 core
#include "scene.glsl"

const ivec2 corners[6] = ivec2[](
    ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 0), ivec2(1, 1), ivec2(0, 1));

uniform float topElevations[HORIZON_CELLS]; // top of the band, radians
uniform float footElevation;                // bottom of the band, radians

out vec2 at;     // x: azimuth in turns; y: elevation in radians
out vec3 hazeColour;
out vec3 layers[4];  // colour of each layer

// Visibility of each layer in clear air, and the strength of the sun's light on it.
#ifdef HILLS
const vec4 clear = vec4(0.52, 0.66, 0.62, 0.7), lit = vec4(0.0);
#elif defined(CITY)
const vec4 clear = vec4(0.30, 0.56, 0.70, 0.84), lit = vec4(0.2, 0.7, 0.7, 0.7);
#elif defined(COAST)
const vec4 clear = vec4(0.24, 0.40, 0.56, 0.68), lit = vec4(0.3, 0.4, 0.5, 0.5);
#else
const vec4 clear = vec4(0.22, 0.36, 0.52, 0.70), lit = vec4(0.3, 0.4, 0.5, 0.5);
#endif

vec3 albedo(int k) {
#ifdef CITY
    if (k > 0) return mix(vec3(0.12, 0.12, 0.13), vec3(0.13, 0.11, 0.09), 0.4 * float(k - 1));
#elif !defined(HILLS)
    if (k > 1) return 0.55 * ground.rgb;
#endif
    return 0.75 * ground.rgb;
}

// Draws a band around the eye. It is so far away that a movement of the eye does not change it.
void main() {
    ivec2 corner = ivec2(gl_VertexID / 6, 0) + corners[gl_VertexID % 6];
    at.x = float(corner.x) / float(HORIZON_CELLS);
    at.y = corner.y == 0 ? footElevation : topElevations[corner.x % HORIZON_CELLS];
    float angle = 2.0 * PI * at.x;
    vec3 d = vec3(cos(at.y) * sin(angle), sin(at.y), cos(at.y) * cos(angle));
    vec3 haze = farHaze(d);
    hazeColour = exposed(haze);
    float thin = exp(-500.0 * ground.w);
    // Layers are dark towards the sun and lit on the opposite side.
    float side = 0.5 - 0.5 * dot(d.xz, sunAzimuth.xy);
    vec3 sunny = sun.rgb * max(sunDirection.y, 0.06) / PI * side;
    for (int k = 0; k < 4; k++) layers[k] = exposed(mix(haze, albedo(k) * (skylight.rgb + 2.0 * lit[k] * sunny), clear[k] * thin));
    vec4 p = viewProjection * vec4(eye.xyz + d, 1.0);
    gl_Position = vec4(p.xy, p.w, p.w);
}
