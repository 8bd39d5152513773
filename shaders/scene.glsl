// What every pass knows of one view: the camera, the light, the air.
// Lengths in metres, colours linear.
layout(std140) uniform Scene {
    mat4 viewProjection;
    vec4 eye;          // w: vertical size of a pixel at a distance of 1 m, m
    vec4 sunDirection; // towards what lights most, the sun or the moon; w, in shadow.vert: how much fainter shadows get, 1/m
    vec4 sun;          // irradiance of what faces it; w: exposure
    vec4 sunPlace;     // unit, towards the sun itself, where sunDirection is towards the moon
    vec4 sunAzimuth;      // xy: unit x and z of its direction on the horizon
    vec4 disc;         // radiance of its disc; w: where a subframe of a picture stands among all, 0 to 1; 0: there are none
    vec4 ground;       // albedo; w: haze, 1/m
    vec4 skylight;     // illuminance by the sky over pi of what faces up; w: width of a thin line, pixels
    vec4 groundRadiance;      // radiance of the ground in sun and sky
    vec4 ambientLight[3];   // red, green and blue of the light from all around: (normal, 1) · of it
    vec4 cloudLit;     // radiance of heaps where they are in the sun; w: 1 where the sun lights them, 0 for the moon
    vec4 cloudDark;    // and below; w: how much a closed cover varies
    vec4 cirrusLight;    // radiance of wisps; w: opacity of heaps
    vec4 clouds;       // x: density of noise from which on there are heaps, 2 for none; y: cover by wisps; z: share of the
                       // sun that heaps take; w: of a thunderstorm's darkness
    vec4 drift;        // of heaps, and of wisps, m
    vec4 moon;         // unit, towards it; w: radiance of its disc
    vec4 starRotation;         // of the stars, a quaternion
    float starBrightness;       // how bright they are
    vec4 hazeHorizon[3];  // of the haze at the horizon by the cosine of the azimuth from the sun, a parabola
    vec4 hazeForward[3]; // likewise what forward() is times
    vec4 hazeZenith[2];  // both straight up; w of the first: how fast the haze goes over to it
    vec4 shadowU;      // (x, z, 1) · shadowU.xyz: shadow map coordinate u
    vec4 shadowV;
    mat4 sunMatrix;      // world to the map of what stands in the sun: u, v and depth, each 0 to 1
    vec4 sunTexel;     // x: a texel of that map, m; y: as a share of the map; z: 1 for soft shadows, 0 for sharp ones
    vec4 shadowSun;       // where the sun stands of which shadows are: its middle, or a point of its disc
    vec4 landOffset;       // xy: where its noise begins, m; z: the time for waves, s; w: azimuth of the sea, radians
};

const float PI = 3.14159265;

// The map of the sky: even light below, what haze scatters forward above. See air.Sky.
uniform sampler2D skyMap;

const vec2 skyTexels = vec2(SKY_WIDE, SKY_HIGH);

// Of scattered light the share that haze sends where the cosine to the sun is such, 1/sr.
float hazePhase(float toSun) {
    const float g = HAZE_FORWARD;
    float x = inversesqrt(1.0 + g * g - 2.0 * g * toSun);
    return (1.0 - g * g) / (4.0 * PI) * x * x * x;
}

// Sky radiance in unit direction d without clouds and the sun's disc. Below the horizon it
// is that of the horizon, which is also the colour of the haze.
vec3 sky(vec3 d) {
    float level = length(d.xz);
    float beside = level > 1e-5 ? dot(d.xz, sunAzimuth.xy) / level : 1.0;
    vec2 at = vec2(sqrt(clamp(0.5 - 0.5 * beside, 0.0, 1.0)), sqrt(max(d.y, 0.0)));
    at = (at * (skyTexels - 1.0) + 0.5) / vec2(skyTexels.x, 2.0 * skyTexels.y);
    return textureLod(skyMap, at, 0.0).rgb + hazePhase(dot(d, sunPlace.xyz)) * textureLod(skyMap, at + vec2(0.0, 0.5), 0.0).rgb;
}

// Light from all sides but the sun's on a surface of unit normal n: illuminance over pi.
vec3 ambient(vec3 n) {
    vec4 at = vec4(n, 1.0);
    return max(vec3(dot(at, ambientLight[0]), dot(at, ambientLight[1]), dot(at, ambientLight[2])), 0.0);
}

// What is left of a light after a distance in the air.
float clearness(float distance) { return exp2(-1.442695 * ground.w * distance); }

// Colour of the haze in unit direction d: about that of the sky, without a look at its map.
vec3 haze(vec3 d) {
    float c = dot(d.xz, sunAzimuth.xy) * inversesqrt(max(dot(d.xz, d.xz), 1e-8));
    float low = 1.0 / (1.0 + hazeZenith[0].w * max(d.y, 0.0));
    vec3 even = hazeHorizon[0].rgb + c * (hazeHorizon[1].rgb + c * hazeHorizon[2].rgb);
    vec3 ahead = hazeForward[0].rgb + c * (hazeForward[1].rgb + c * hazeForward[2].rgb);
    return mix(hazeZenith[0].rgb, even, low * low) + hazePhase(dot(d, sunPlace.xyz)) * mix(hazeZenith[1].rgb, ahead, low);
}

// Likewise of what ends at the horizon, where it is that of the sky.
// A draft does without: software takes long to look at a map.
#ifdef DRAFT
vec3 farHaze(vec3 d) { return haze(vec3(d.x, 0.0, d.z)); }
#else
vec3 farHaze(vec3 d) { return sky(vec3(d.x, 0.0, d.z)); }
#endif

// What is left, seen in unit direction d through so much air, of a light, and what the
// air adds: what it takes away of the light behind it comes from the haze instead.
vec3 air(vec3 light, vec3 d, float distance) {
    return mix(haze(d), light, clearness(distance));
}

// What every pass writes of a light: how bright the picture has it. What a display makes
// of that is develop.frag's to know; a DRAFT is developed at once.
#ifdef DRAFT
#include "tonemap.glsl"
vec3 exposed(vec3 light) { return toneMap(light * sun.w); }

// What is written of a colour that varies slowly.
vec3 dither(vec3 c, vec2 pixel) { return withDither(c, pixel); }
#else
vec3 exposed(vec3 light) { return light * sun.w; }

vec3 dither(vec3 c, vec2 pixel) { return c; }
#endif
