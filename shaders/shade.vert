#version 410 core
#include "scene.glsl"
#include "groundlight.glsl"

const int side = 24; // cells along each side of the shadow map
const ivec2 corners[6] = ivec2[](
    ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 0), ivec2(1, 1), ivec2(0, 1));

out vec2 uv;
out vec3 lost; // share of the light that full shadow takes

// The rectangle of the shadow map on the ground.
void main() {
    int cell = gl_VertexID / 6;
    uv = vec2(ivec2(cell % side, cell / side) + corners[gl_VertexID % 6]) / float(side);
    mat2 axes = transpose(mat2(shadowU.xy, shadowV.xy));
    vec2 place = inverse(axes) * (uv - vec2(shadowU.z, shadowV.z));
    vec3 fromEye = vec3(place.x, 0.0, place.y) - eye.xyz;
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    float clear = clearness(distance);
    vec3 air = haze(d) * (1.0 - clear);
    vec3 albedo = clear * groundAlbedo(0.5);
    vec3 bright = display(air + albedo * groundLight(d));
    lost = 1.0 - display(air + albedo * skylight.rgb) / bright;
    gl_Position = viewProjection * vec4(place.x, 0.0, place.y, 1.0);
}
