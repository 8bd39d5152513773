// What every pass knows of one view: the camera, the light, the air.
// Lengths in metres, colours linear.
layout(std140) uniform Scene {
    mat4 viewProjection;
    vec4 eye;          // w: vertical size of a pixel at a distance of 1 m, m
    vec4 sunDirection; // w, in shadow.vert: how much fainter shadows get, 1/m
    vec4 sun;          // irradiance facing the sun; w: exposure
    vec4 zenith;       // w: width of a thin line, pixels
    vec4 horizon;
    vec4 glow;
    vec4 ground;       // albedo; w: haze, 1/m
    vec4 skylight;     // average radiance of the sky
    vec4 bounced;      // radiance of the ground in sun and sky
    vec4 shadowU;      // (x, z, 1) · shadowU.xyz: shadow map coordinate u
    vec4 shadowV;
    mat4 sunward;      // world to the map of what stands in the sun: u, v and depth, each 0 to 1
    vec4 sunTexel;     // x: a texel of that map, m; y: as a share of the map; z: 1 for soft shadows, 0 for sharp ones
    vec4 caster;       // where the sun stands of which shadows are: its middle, or a point of its disc
};

const float PI = 3.14159265;

// Sky radiance in unit direction d without the sun's disc. Below the horizon it
// is that of the horizon, which is also the colour of the haze.
vec3 sky(vec3 d) {
    float up = max(d.y, 0.0);
    float toSun = max(dot(d, sunDirection.xyz), 0.0);
    float low = 1.0 / (1.0 + 9.0 * up);
    vec3 base = mix(zenith.rgb, horizon.rgb, low * low * (1.0 - 0.3 * up));
    float wide = 0.5 + 0.5 * dot(d, sunDirection.xyz);
    float g2 = toSun * toSun, g4 = g2 * g2, g8 = g4 * g4, g32 = g8 * g8 * g8 * g8;
    float band = wide * wide * wide * low;
    float halo = 0.45 * g8 + 0.5 * g32 + 1.6 * g32 * g32 * g32 * g32;
    return base + glow.rgb * (band + halo * (0.35 + 0.65 * low));
}

// What is left of a light after a distance in the air.
float clearness(float distance) { return exp2(-1.442695 * ground.w * distance); }

// Colour of the haze in unit direction d.
vec3 haze(vec3 d) { return sky(vec3(d.x, max(d.y, 0.0), d.z)); }

// What is left, seen in unit direction d through so much air, of a light, and what the
// air adds: what it takes away of the light behind it comes from the haze instead.
vec3 air(vec3 light, vec3 d, float distance) {
    return mix(haze(d), light, clearness(distance));
}

// What every pass writes of a light: how bright the picture has it. What a display makes
// of that is develop.frag's to know; a DRAFT is developed at once.
#ifdef DRAFT
#include "film.glsl"
vec3 exposed(vec3 light) { return tone(light * sun.w); }

// What is written of a colour that varies slowly.
vec3 dither(vec3 c, vec2 pixel) { return dithered(c, pixel); }
#else
vec3 exposed(vec3 light) { return light * sun.w; }

vec3 dither(vec3 c, vec2 pixel) { return c; }
#endif
