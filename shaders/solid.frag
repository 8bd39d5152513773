#version 410 core
#include "scene.glsl"
#include "groundlight.glsl"
#ifdef SHADED
#include "sunlight.glsl"
#endif

uniform sampler2D noise; // r: grass, g: patches
uniform vec4 mark;       // colour, and how much it covers
uniform float land;      // 1: looks like the ground

in vec3 fromEye;
in vec3 normal;
in vec3 own;
out vec4 colour;

// What stands: lit by the sun, the sky and the ground. In corners near the ground less of
// the sky is seen.
void main() {
    vec3 place = eye.xyz + fromEye;
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec3 n = normalize(normal);
    n = dot(n, d) > 0.0 && !gl_FrontFacing ? -n : n;
    float facing = dot(n, sunDirection.xyz);
    float open = 1.0;
#ifdef SHADED
    open = sunlight(place, n);
#endif
    vec3 lit;
    if (land > 0.5) {
        float grass = mix(0.45, 1.55, texture(noise, place.xz / 29.0).r);
        vec3 albedo = groundAlbedo(texture(noise, place.xz / 310.0).g) * grass;
        lit = albedo * (groundLight(d, max(facing, 0.0)) * open + skylight.rgb * (1.0 - open));
    } else {
        vec3 around = mix(bounced.rgb, sky(normalize(vec3(n.x, max(n.y, 0.05), n.z))), 0.35);
        vec3 ambient = mix(mix(bounced.rgb, skylight.rgb, 0.5 + 0.5 * n.y), around, 0.4);
        lit = own * (ambient + sun.rgb * (max(facing, 0.0) * open / PI));
    }
    lit = mix(lit, mark.rgb, mark.a);
    colour = vec4(dither(display(mix(haze(d), lit, clearness(distance))), gl_FragCoord.xy), 1.0);
}
