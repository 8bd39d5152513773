#version 410 core
#include "scene.glsl"

uniform sampler2D surface;
uniform float unlit;  // 1: the colour is light, not albedo
uniform float thin;   // how much light thin parts let through, 0 to 1
uniform float cutoff; // opacity below this is not drawn

in vec3 fromEye;
in vec3 normal;
in vec4 albedo;
in vec3 uvThin;
out vec4 colour;

void main() {
    vec4 own = albedo * texture(surface, uvThin.xy);
#ifdef CUTOFF
    if (own.a < cutoff) discard;
#endif
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec3 n = normalize(gl_FrontFacing ? normal : -normal);

    float facing = dot(n, sunDirection.xyz);
    float through = thin * uvThin.z;
    vec3 bounced = ground.rgb * (sun.rgb * (max(sunDirection.y, 0.0) / PI) + skylight());
    vec3 ambient = mix(bounced, skylight(), 0.5 + 0.5 * n.y);
    float direct = max(facing, 0.0) + 0.45 * through * max(-facing, 0.0);
    vec3 lit = own.rgb * (ambient + sun.rgb * (direct / PI));

    // Seen against the sun, edges catch it.
    float edge = 1.0 - abs(dot(n, d));
    float against = max(dot(d, sunDirection.xyz), 0.0);
    float rim = edge * edge * edge * against * against * (0.15 + 0.85 * through);
    lit += sun.rgb * rim * 0.22;

    vec3 c = mix(lit, own.rgb, unlit);
    colour = vec4(display(haze(c, d, distance)), 1.0);
}
