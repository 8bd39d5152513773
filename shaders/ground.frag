#version 410 core
#include "scene.glsl"

uniform sampler2D noise;     // r: grass, g: patches
uniform sampler2D shadowMap; // share of the sun that is hidden

out vec4 colour;

void main() {
    vec3 ray = viewRay(gl_FragCoord.xy);
    float along = eye.y / max(-ray.y, 1e-6);
    float distance = along * length(ray);
    vec3 d = ray * (along / distance);
    vec2 p = eye.xz + ray.xz * along;

    float grass = texture(noise, p * (1.0 / 9.0)).r;
    float patches = texture(noise, p * (1.0 / 310.0)).g;
    float tone = grass + patches - 1.0;
    vec3 albedo = ground.rgb * (1.0 + 0.9 * tone);
    albedo *= mix(vec3(0.80, 1.06, 0.85), vec3(1.22, 0.96, 0.9), patches);

    vec3 at = vec3(p, 1.0);
    vec2 uv = vec2(dot(at, shadowU.xyz), dot(at, shadowV.xyz));
    float lit = 1.0 - sunDirection.w * texture(shadowMap, uv).r;

    // Blades of grass let light through: brighter against the sun.
    float against = max(dot(d, sunDirection.xyz), 0.0);
    float diffuse = max(sunDirection.y, 0.0) + 0.5 * against * against * against;
    vec3 c = albedo * (sun.rgb * (lit * diffuse / PI) + skylight());
    colour = vec4(dither(display(haze(c, d, distance)), gl_FragCoord.xy), 1.0);
}
